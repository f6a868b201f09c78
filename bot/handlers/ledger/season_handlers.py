"""Seasons, begun and ended."""

from functools import partial

from bot.handlers.ledger.drawn_pages import final
from bot.handlers.ledger.ledger_pages import own_page, page_of
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import changes, for_managers, on, personal
from bot.screens.components import Screen, note
from bot.screens.decision_screens import sure_screen
from bot.screens.ledger.pages import LedgerView, Query
from bot.screens.ledger.seasons_page import (
    AskToEndSeason,
    EndSeason,
    NameSeason,
    StartSeason,
    season_form,
)
from bot.screens.replies import Private, Shared
from bot.store import messages
from bot.store.engine import Connection
from bot.store.ledger import seasons
from bot.store.messages import MessageKind, MessageRow
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import Texts, texts_for
from bot.values.ledger_records import LedgerError
from bot.values.phrases import plain


@on(StartSeason)
@personal
@for_managers
def ask_name(at: Request, _press: StartSeason) -> Answer:
    """The form for the name of a new season."""
    _verify_none_runs(at)
    return Answer(season_form(at.texts))


@on(NameSeason)
@changes
@for_managers
def start(at: Request, _press: NameSeason) -> DeferredAnswer:
    """Start a season of the name that was typed; raises LedgerError if one runs."""
    _verify_none_runs(at)
    name = at.visitor.entry
    if not name:
        raise LedgerError("Give the season a name.")
    season = seasons.start(at.db, at.visitor.guild, name, now=at.now)
    _ = at.public_texts
    begun = _(
        "Season {name} has started. From now on all hands count for it.", name=plain(season.name)
    )
    return partial(_started, note(begun))


def _verify_none_runs(at: Request) -> None:
    running = seasons.running(at.db, at.visitor.guild)
    if running is not None:
        raise LedgerError("Season {name} is running. End it first.", name=plain(running.name))


async def _started(begun: Screen, services: Services, visitor: Visitor) -> Answer:
    """The seasons with the new one, and for everybody that it has begun."""
    own = await own_page(services, visitor, Query(LedgerView.SEASONS))
    return Answer(Shared(own, begun))


@on(AskToEndSeason)
@personal
@for_managers
def end(at: Request, _press: AskToEndSeason) -> Answer:
    """Ask once more before the season ends."""
    guild_id = at.visitor.guild
    season = seasons.running(at.db, guild_id)
    if season is None:
        raise LedgerError("No season is running.")
    _ = at.texts
    question = _(
        "Season {name} will end, and its final table will be posted here. This is final.",
        name=plain(season.name),
    )
    press = EndSeason(season.number)
    return Answer(Private(sure_screen(question, press, _("End the season"))))


@on(EndSeason)
@changes
@for_managers
def end_now(at: Request, press: EndSeason) -> DeferredAnswer:
    """End the season and show everybody its table."""
    guild_id = at.visitor.guild
    season = seasons.running(at.db, guild_id)
    if season is None or season.number != press.season:
        raise LedgerError("This season has already ended.")
    where = at.destination()
    seasons.end(at.db, season, now=at.now)
    notice = messages.add(at.db, where, MessageKind.SEASON, season.number)
    return partial(_ended, season.number, texts_for(where.locale), notice)


class SeasonMessage(InWords):
    """The final table of a season, for a channel that the answer did not reach."""

    def contents(self, db: Connection, row: MessageRow, _now: int) -> Words:
        """Its first page."""
        query = Query(LedgerView.SEASON, about=(row.about,))
        page = final(db, row.guild_id, query, texts_for(row.locale))
        return Words.of_answer(row, page.public())


async def _ended(
    number: int, everybody: Texts, notice: int, services: Services, visitor: Visitor
) -> Answer:
    """The season's final table for everybody."""
    query = Query(LedgerView.SEASON, about=(number,))
    table = await page_of(services, visitor.guild, query, everybody)
    _ = visitor.texts
    return Answer(Shared(note(_("Done.")), table.public()), notice=notice)
