"""Views of tournaments: their standing, in pictures or words, past ones, and their deals."""

from typing import Final

from bot.game.table import TableError
from bot.game.tournaments import several_tables
from bot.game.tournaments.announcing import finale_of
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.past_tournaments import history as history_of
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.handlers.tournaments.announcements import standing_of
from bot.pictures.theme import Theme
from bot.screens.components import Component, Screen, row, text
from bot.screens.press import is_id
from bot.screens.replies import Private, Redraw
from bot.screens.tournaments.deals import Added, added_screen, deals_screen, origin_screen
from bot.screens.tournaments.tournament_lines import (
    history_button,
    history_screen,
    past_buttons,
    tournament_ways,
)
from bot.screens.tournaments.tournament_presses import (
    ChoosePast,
    ShowAdded,
    ShowDeals,
    ShowHistory,
    ShowPast,
    ShowStanding,
)
from bot.store.tournaments import origins, tournaments
from bot.store.tournaments.tournaments import TournamentRow
from bot.surfaces.render import PictureOptions, illustrated
from bot.values.options import TableOptions
from bot.values.standings import Finale


def shown_standing(
    at: Request,
    screen: Screen,
    finale: Finale | None,
    options: TableOptions,
    *,
    pictured: bool = True,
    buttons: tuple[Component, ...] = (),
    ways: tuple[Component, ...] = (),
) -> DeferredAnswer:
    """A tournament's standing for the visitor alone, with pictures unless they use a screen reader.

    With `buttons` it replaces the message whose button was pressed, with `ways` it is a new one.
    """
    theme = Theme(options.skin, options.deck).preferred(at.player.preferences)
    pictured = pictured and not theme.aloud and at.visitor.may_attach

    async def answer(services: Services, visitor: Visitor) -> Answer:
        drawn = screen
        if finale is not None:
            named = PictureOptions(f"standing-{services.now}.png", theme, pictured)
            illustrator = services.composer.illustrator
            drawn = await illustrated(illustrator, screen, finale, named, visitor.texts)
        shown = Screen((*drawn.components, row(*(buttons or ways))), drawn.pictures)
        return Answer(Redraw(shown) if buttons else Private(shown))

    return answer


@personal
def show(at: Request) -> Answer | DeferredAnswer:
    """How the tournament of the channel stands, or how the latest ended."""
    found = tournaments.in_channel(at.db, at.visitor.channel_id)
    if found is not None:
        return _shown(at, found)
    _ = at.texts
    none = _("There's no tournament in this channel. Open one with /tournament new.")
    return Answer(Private(Screen((text(none), row(history_button(_))))))


@on(ShowStanding)
@personal
def show_by_button(at: Request, press: ShowStanding) -> DeferredAnswer:
    """How the tournament stands."""
    return _shown(at, several_tables.find(at.db, press.tournament))


def _shown(at: Request, row: TournamentRow) -> DeferredAnswer:
    """How the tournament stands, or ended, with what the visitor can do there."""
    tournament = tournament_of(at.db, row)
    entrants = [each for each in tournament.entrants if each.out is None]
    ways = tournament_ways(
        row.id,
        row.state,
        at.texts,
        is_in=any(each.player_id == at.player.id for each in entrants),
        runs_it=at.may_run(row.host_id),
    )
    return shown_standing(
        at, standing_of(tournament, at.texts), finale_of(at.db, tournament), row.options, ways=ways
    )


# --- past tournaments ------------------------------------------------------------------------


_MOST: Final = 10
"""How many tournaments the history shows."""


@on(ShowHistory)
@personal
def show_history(at: Request, _press: ShowHistory) -> Answer:
    """Show the latest of them."""
    past = history_of(at.db, at.visitor.guild, _MOST, at.texts)
    return Answer(Redraw(history_screen(past, at.texts)))


@on(ChoosePast)
@personal
def open_past(at: Request, _press: ChoosePast) -> DeferredAnswer:
    """Show the tournament that was chosen from the list."""
    return _past(at, at.visitor.entry, pictured=True)


@on(ShowPast)
@personal
def show_past(at: Request, press: ShowPast) -> DeferredAnswer:
    """Show a past tournament, with pictures or in words."""
    return _past(at, press.key, pictured=bool(press.pictured))


def _past(at: Request, key: str, *, pictured: bool) -> DeferredAnswer:
    row = tournaments.get(at.db, int(key)) if is_id(key) else None
    if row is None or row.guild_id != at.visitor.guild or not row.is_over:
        raise _unknown()
    tournament, _ = tournament_of(at.db, row), at.texts
    return shown_standing(
        at,
        standing_of(tournament, _),
        finale_of(at.db, tournament),
        row.options,
        pictured=pictured,
        buttons=past_buttons(key, _, pictured=pictured),
    )


def _unknown() -> TableError:
    return TableError("That tournament isn't here.")


# --- their deals -----------------------------------------------------------------------------


@on(ShowDeals)
@personal
def show_deals(at: Request, press: ShowDeals) -> Answer:
    """Show the commitments, what joining added, and a knock-out's secret once it is over."""
    tournament = tournament_of(at.db, several_tables.find_announced(at.db, press.tournament))
    added, results, origin = _added(at, tournament), tournament.results, tournament.origin
    if results is not None:
        listed = [(number, hand, each.hex()) for (number, hand), each in results.deals.items()]
        return Answer(Private(deals_screen(listed, results.digest, added, at.texts)))
    if origin is None:
        raise TableError("Each table of this tournament has its own deals.")
    secret = origin.secret.hex() if tournament.row.is_over else ""
    return Answer(Private(origin_screen(origin.commitment.hex(), secret, added, at.texts)))


@on(ShowAdded)
@personal
def show_added(at: Request, press: ShowAdded) -> Answer:
    """Show the added texts that did not fit beside the commitments."""
    tournament = tournament_of(at.db, several_tables.find_announced(at.db, press.tournament))
    return Answer(Private(added_screen(_added(at, tournament), press.page, at.texts)))


def _added(at: Request, tournament: Tournament) -> Added:
    results, origin = tournament.results, tournament.origin
    joined = results.plan.seed if results is not None else origin and origin.joined
    number = tournament.row.id
    return Added(number, origins.added(at.db, number), joined or "", tournament.anew)
