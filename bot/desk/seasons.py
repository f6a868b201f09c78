"""Requests about seasons: start one, end it."""

from sqlite3 import Connection

from bot.desk.desk import Desk
from bot.desk.ledger import guild_of, page_of
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.ledger import LedgerError, Season
from bot.screens.components import note
from bot.screens.decisions import EndSeason, sure_screen
from bot.screens.queries import Query, View
from bot.screens.replies import Private, Public, Shared
from bot.screens.words import plain
from bot.store import notices, seasons
from bot.store.notices import Kind
from bot.texts import texts_for


async def start(desk: Desk, visitor: Visitor, name: str) -> Answer:
    """Start a season; raises LedgerError if one runs."""
    guild_id = guild_of(visitor)
    _verify_manager(visitor)

    def work(db: Connection) -> Season:
        running = seasons.running(db, guild_id)
        if running is not None:
            raise LedgerError(
                "Season {name} is running. End it first with /ledger season end.",
                name=running.name,
            )
        return seasons.start(db, guild_id, " ".join(name.split()), now=desk.now)

    season = await desk.database.write(work)
    _ = await desk.public_texts(visitor)
    begun = _(
        "Season {name} has begun. All hands count for it from now on.", name=plain(season.name)
    )
    return Answer(Public(note(begun)))


async def end(desk: Desk, visitor: Visitor) -> Answer:
    """Ask once more before the season ends."""
    guild_id = guild_of(visitor)
    _verify_manager(visitor)
    season = await desk.database.read(lambda db: seasons.running(db, guild_id))
    if season is None:
        raise LedgerError("No season is running. Start one with /ledger season start.")
    _ = texts_for(visitor.person.locale)
    question = _(
        "Season {name} ends and its table is posted here. This is final.", name=plain(season.name)
    )
    press = EndSeason(season.number)
    return Answer(Private(sure_screen(question, press, _("End the season"))))


@on(EndSeason)
async def end_now(desk: Desk, visitor: Visitor, press: EndSeason) -> Answer:
    """End the season and show everybody its table."""
    guild_id = guild_of(visitor)
    _verify_manager(visitor)
    where = await desk.where(visitor)

    def work(db: Connection) -> int:
        season = seasons.running(db, guild_id)
        if season is None or season.number != press.season:
            raise LedgerError("This season has ended already.")
        seasons.end(db, season, now=desk.now)
        return notices.add(db, where, Kind.SEASON, season.number)

    notice = await desk.database.write(work)
    query = Query(View.SEASON, about=(press.season,))
    table = await page_of(desk, guild_id, query, texts_for(where.locale))
    _ = texts_for(visitor.person.locale)
    return Answer(Shared(note(_("Done.")), table.public()), notice=notice)


def _verify_manager(visitor: Visitor) -> None:
    if not visitor.may_manage:
        raise LedgerError("This takes the permission Manage Server.")
