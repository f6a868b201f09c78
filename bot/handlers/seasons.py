"""Seasons: start one, end it."""

from dataclasses import dataclass

from bot.handlers.ledger import page_of
from bot.handlers.registry import changes, looks, on
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.screens.components import note
from bot.screens.decisions import EndSeason, sure_screen
from bot.screens.queries import LedgerView, Query
from bot.screens.replies import Private, Public, Shared
from bot.store import notices
from bot.store.ledger import seasons
from bot.store.notices import NoticeKind
from bot.texts import Texts, texts_for
from bot.values.ledger import LedgerError
from bot.values.phrases import plain


@changes
def start(at: Request, name: str) -> Answer:
    """Start a season; raises LedgerError if one runs."""
    guild_id = at.visitor.guild
    at.visitor.verify_manager()
    running = seasons.running(at.db, guild_id)
    if running is not None:
        raise LedgerError(
            "Season {name} is running. End it first with /ledger season end.", name=running.name
        )
    season = seasons.start(at.db, guild_id, " ".join(name.split()), now=at.now)
    _ = at.public_texts
    begun = _(
        "Season {name} has begun. All hands count for it from now on.", name=plain(season.name)
    )
    return Answer(Public(note(begun)))


@looks
def end(at: Request) -> Answer:
    """Ask once more before the season ends."""
    guild_id = at.visitor.guild
    at.visitor.verify_manager()
    season = seasons.running(at.db, guild_id)
    if season is None:
        raise LedgerError("No season is running. Start one with /ledger season start.")
    _ = at.texts
    question = _(
        "Season {name} ends and its table is posted here. This is final.", name=plain(season.name)
    )
    press = EndSeason(season.number)
    return Answer(Private(sure_screen(question, press, _("End the season"))))


@on(EndSeason)
@changes
def end_now(at: Request, press: EndSeason) -> "_Ended":
    """End the season and show everybody its table."""
    guild_id = at.visitor.guild
    at.visitor.verify_manager()
    season = seasons.running(at.db, guild_id)
    if season is None or season.number != press.season:
        raise LedgerError("This season has ended already.")
    where = at.where()
    seasons.end(at.db, season, now=at.now)
    notice = notices.add(at.db, where, NoticeKind.SEASON, season.number)
    return _Ended(season.number, texts_for(where.locale), notice)


@dataclass(frozen=True)
class _Ended:
    number: int
    everybody: Texts
    notice: int

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The season's final table for everybody."""
        query = Query(LedgerView.SEASON, about=(self.number,))
        table = await page_of(services, visitor.guild, query, self.everybody)
        _ = visitor.texts
        return Answer(Shared(note(_("Done.")), table.public()), notice=self.notice)
