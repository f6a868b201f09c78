"""Requests about one's own data: what is kept, all of it as a file, forget it."""

import json
import logging
from sqlite3 import Connection, Error
from typing import Final

from bot.desk.desk import Desk
from bot.desk.exports import packed
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.ledger import LedgerError
from bot.screens.components import Picture, Screen, attached, note, text
from bot.screens.decisions import ForgetMe, sure_screen
from bot.screens.privacy import about_screen
from bot.screens.replies import Private, Redraw
from bot.store import players, privacy
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)


async def about(_desk: Desk, visitor: Visitor) -> Answer:
    """What is kept, and why."""
    return Answer(Private(about_screen(texts_for(visitor.person.locale))))


async def export(desk: Desk, visitor: Visitor) -> Answer:
    """All that is kept about the visitor, as a file."""

    def read(db: Connection) -> Picture:
        kept = privacy.everything_about(db, _own_id(db, visitor))
        return packed("my-data.json", json.dumps(kept, ensure_ascii=False, indent=1))

    file = await desk.database.read(read)
    _ = texts_for(visitor.person.locale)
    told = text(_("This is all I have about you."))
    return Answer(Private(Screen((told, attached(file)), (file,))))


async def forget(desk: Desk, visitor: Visitor) -> Answer:
    """Ask once more before the visitor is forgotten."""
    player_id = await desk.database.read(lambda db: _own_id(db, visitor))
    _ = texts_for(visitor.person.locale)
    question = _(
        "I will forget who you are, in all servers. Your old hands stay for the others under "
        "“Player {number}”, and your points do not come back to you. This is final.",
        number=player_id,
    )
    return Answer(Private(sure_screen(question, ForgetMe(player_id), _("Forget me"))))


@on(ForgetMe)
async def forget_now(desk: Desk, visitor: Visitor, press: ForgetMe) -> Answer:
    """Forget the visitor."""

    def work(db: Connection) -> None:
        player_id = _own_id(db, visitor)
        if player_id != press.player:
            raise LedgerError("This button is somebody else's.")
        privacy.forget(db, player_id)

    await desk.database.write(work)
    try:
        await desk.database.leave_no_trace()
    except (OSError, Error):
        log.exception("somebody was forgotten, but not in the log or for backups: tried hourly")
    _ = texts_for(visitor.person.locale)
    done = _("Done. Messages I have posted stay where they are; delete those to you yourself.")
    return Answer(Redraw(note(done)))


def _own_id(db: Connection, visitor: Visitor) -> int:
    found = players.find(db, visitor.person.user_id)
    if found is None:
        raise LedgerError("I have nothing about you.")
    return found.id
