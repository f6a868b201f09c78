"""One's own data: all that is kept about somebody, as files; being forgotten."""

import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.game import forgetting
from bot.game.tournaments.past_tournaments import past_tournament
from bot.handlers.ledger.exports import fit, numbered, packed
from bot.handlers.request import (
    Answer,
    AnswerOrDeferred,
    DeferredAnswer,
    Request,
    Services,
    Visitor,
)
from bot.handlers.serving import changes, on, personal
from bot.ledger.export import laid_out, lines_of, own_data
from bot.screens.components import Picture, Screen, Style, attached, button, note, row, text
from bot.screens.decision_screens import sure_screen
from bot.screens.press import Press
from bot.screens.replies import Private, Redraw
from bot.store import due, players, privacy
from bot.store.engine import Error
from bot.store.privacy import Read, Rows
from bot.store.schema import StoreError
from bot.store.tournaments import tournaments
from bot.store.tournaments.tournaments import TournamentRow
from bot.tasks import in_background
from bot.texts import Texts
from bot.values.ledger_records import LedgerError

log: Final = logging.getLogger(__name__)

_TEXT_A_FILE: Final = 20_000_000
"""Characters after which another file begins: compressed some 3 MB, and 5,000 to 12,000 hands."""


class ExportOwnData(Press, code="mydata"):
    """Asks for everything that is stored about oneself, as a file."""


class AskToForget(Press, code="askforget"):
    """Asks to be forgotten; a confirmation follows."""


@dataclass(frozen=True)
class ForgetMe(Press, code="forget"):
    """Confirms that the player with that id is forgotten; only they may press it."""

    player: int


def privacy_screen(_: Texts) -> Screen:
    """An overview of the data that is kept, who sees it, and how to be forgotten."""
    lines = [
        "## " + _("What I keep about you"),
        "- " + _("Your Discord ID, display name, @name and language, and where I message you."),
        "- " + _("The hands you played: your cards, your placements, your points."),
        "- " + _("Your settings, and at which tables you have a seat or wait for one."),
        _(
            "I only read messages that mention me or that you send me directly, to answer them, "
            "and keep none. Everybody in a server can see its finished hands and points."
        ),
        _(
            "*Forget me* deletes everything that identifies you. Your hands stay for the others "
            "under a number."
        ),
        _("The people who run this bot can read its database. Ask them for their privacy policy."),
        "-# " + _("Points are for fun. They have no value."),
    ]
    buttons = row(
        button(ExportOwnData(), _("Everything as a file")),
        button(AskToForget(), _("Forget me"), Style.RED),
    )
    return Screen((text("\n".join(lines)), buttons))


@personal
def about(at: Request) -> Answer:
    """An overview of the data that is kept, and why."""
    return Answer(Private(privacy_screen(at.texts)))


@on(ExportOwnData)
@personal
def export(at: Request, _press: ExportOwnData) -> DeferredAnswer:
    """All that is kept about the visitor, as files."""
    player_id = _own_id(at)
    kept = privacy.portions(at.db, player_id)
    return partial(_own_data, player_id, kept, tournaments.past_of_player(at.db, player_id))


async def _own_data(
    player_id: int,
    kept: Sequence[Read],
    played: Sequence[TournamentRow],
    services: Services,
    visitor: Visitor,
) -> Answer:
    """All that is kept about somebody and the tournaments they played, as one file or several.

    Raises LedgerError if Discord would not take them.
    """
    files: list[Picture] = []
    async for part in _parts(_portions(player_id, kept, played, services)):
        files.append(await in_background(partial(_file, part)))
        if not fit(files):
            raise LedgerError(
                "What I have about you is too long for a message. Ask the people who run the bot "
                "for it: all of it is in their database."
            )
    files = [
        replace(file, name=numbered(file.name, part, len(files))) for part, file in enumerate(files)
    ]
    _ = visitor.texts
    sentence = text(_("This is all I have about you."))
    return Answer(Private(Screen((sentence, *map(attached, files)), tuple(files))))


async def _portions(
    player_id: int, kept: Sequence[Read], played: Sequence[TournamentRow], services: Services
) -> AsyncIterator[Rows]:
    """All that is kept about somebody, a portion at a time: others get at the database between."""
    for read in kept:
        yield await services.database.read(read)
    yield {"tournaments_played": []}
    for each in played:
        past = await services.database.read(partial(past_tournament, row=each))
        yield {"tournaments_played": [own_data(past, player_id)]}


async def _parts(portions: AsyncIterator[Rows]) -> AsyncIterator[dict[str, list[str]]]:
    """The lines of each table for one file after the other."""
    part: dict[str, list[str]] = {}
    length = 0
    async for portion in portions:
        for table, lines in (await in_background(partial(_lines, portion))).items():
            part.setdefault(table, [])
            for line in lines:
                if length >= _TEXT_A_FILE:
                    yield part
                    part, length = {}, 0
                part.setdefault(table, []).append(line)
                length += len(line)
    yield part


def _lines(portion: Rows) -> dict[str, list[str]]:
    return {table: lines_of(rows) for table, rows in portion.items()}


def _file(part: dict[str, list[str]]) -> Picture:
    return packed("my-data.json", laid_out(part))


@on(AskToForget)
@personal
def forget(at: Request, _press: AskToForget) -> Answer:
    """Ask for confirmation before the visitor is forgotten.

    It is a new message, so that a second tap in the same place forgets nobody.
    """
    player_id, _ = _own_id(at), at.texts
    question = _(
        "I'll forget who you are, in all servers. Your old hands stay for the others as "
        "“Player {number}”, and you can't get your points back. This is final.",
        number=player_id,
    )
    return Answer(Private(sure_screen(question, ForgetMe(player_id), _("Forget me"))))


@on(ForgetMe)
@changes
def forget_now(at: Request, press: ForgetMe) -> AnswerOrDeferred:
    """Forget the visitor, now or as soon as no hand needs them."""
    player_id = _own_id(at)
    if player_id != press.player:
        raise LedgerError("This button belongs to somebody else.")
    is_done, touched = forgetting.ask(at.db, player_id, at.now)
    at.touched |= touched
    at.due_at = at.now if touched else due.earliest(at.db)
    if is_done:
        return _forgotten
    _ = at.texts
    asked = _(
        "You're out of your tournaments. I'll forget you within an hour after the round or "
        "hand you're still part of is over. You don't need to do anything else."
    )
    return Answer(Redraw(note(asked)))


def _own_id(at: Request) -> int:
    """The visitor's id, without adding them as a player; raises LedgerError if they are none."""
    found = players.find(at.db, at.visitor.person.user_id)
    if found is None:
        raise LedgerError("I don't have anything about you.")
    return found.id


async def _forgotten(services: Services, visitor: Visitor) -> Answer:
    """Tell the person that they are forgotten, once the database's files are clean, too."""
    try:
        await services.database.leave_no_trace()
    except (StoreError, Error):
        log.exception("somebody was forgotten, but not in the log or for backups: tried hourly")
    _ = visitor.texts
    done = _("Done. Messages I've posted stay where they are; you can delete those to you.")
    return Answer(Redraw(note(done)))
