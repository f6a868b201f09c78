"""The ledger: every page, privately or shown to everybody; seasons, begun and ended."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.handlers.ledger.page_makers import PageRequest, final, no_such_hand
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import changes, for_managers, on, personal, provides
from bot.screens.components import Screen, note
from bot.screens.decision_screens import sure_screen
from bot.screens.ledger.filters import filter_screen, narrowed
from bot.screens.ledger.hand_pages import number_form
from bot.screens.ledger.lists import AskToEndSeason, EndSeason, NameSeason, StartSeason, season_form
from bot.screens.ledger.pages import (
    MOST_PEOPLE,
    VIEWS,
    ChooseFilter,
    ChooseHand,
    ChoosePlayers,
    ChooseView,
    LedgerView,
    Query,
    SharePage,
    ShowFilters,
    ShowPage,
    TypeNumber,
    refusal_page,
)
from bot.screens.presses import ShowLedger
from bot.screens.replies import Private, Redraw, Shared
from bot.store import messages, players
from bot.store.engine import Connection
from bot.store.ledger import bookings, seasons
from bot.store.messages import MessageKind, MessageRow
from bot.store.players import Person
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import Texts, texts_for
from bot.values.ledger_records import LedgerError
from bot.values.options import ChoiceError
from bot.values.phrases import mention, plain


@personal
def show(at: Request, one: Person | None, two: Person | None) -> DeferredAnswer:
    """The standing; the record of `one`; how `one`, or the visitor, has played against `two`."""
    named = [person for person in (one, two) if person is not None]
    if not named:
        return shown_page(Query(LedgerView.STANDING))
    view = LedgerView.PLAYER if two is None else LedgerView.RIVALS
    people = {person.user_id: plain(person.name) for person in named}
    if len(people) < len(named):
        return shown_page(Query(view), refusal=_twice())
    return _about(at, Query(view), people)


@on(ShowLedger)
@personal
def table_standing(_at: Request, _press: ShowLedger) -> DeferredAnswer:
    """The ledger of a table's server."""
    return shown_page(Query(LedgerView.STANDING))


@personal
def show_seasons(_at: Request) -> DeferredAnswer:
    """The seasons of the server."""
    return shown_page(Query(LedgerView.SEASONS))


@on(ShowPage)
@personal
def turn(at: Request, press: ShowPage) -> DeferredAnswer:
    """Another page: in the pressed message if only the visitor sees it, else in a new one."""
    return shown_page(press.query, redraws=at.visitor.is_in_private)


@on(ChooseView)
@personal
def choose_view(at: Request, press: ChooseView) -> DeferredAnswer:
    """The view that is chosen from the menu."""
    view = next((each for each in VIEWS if each == at.visitor.entry), None)
    if view is None:
        raise ChoiceError
    return shown_page(press.query.turned_to(view, at.player.id), redraws=True)


@on(ChoosePlayers)
@personal
def choose_players(at: Request, press: ChoosePlayers) -> DeferredAnswer:
    """The same view of the people who are chosen from the menu."""
    people = {user_id: mention(user_id) for user_id in at.visitor.chosen}
    return _about(at, press.query, people, redraws=True)


def _about(
    at: Request, query: Query, people: Mapping[int, str], *, redraws: bool = False
) -> DeferredAnswer:
    """A view of people, by their names; against the visitor where it takes two and one is named."""
    ids: list[int] = []
    for user_id, name in people.items():
        found = players.find(at.db, user_id)
        if found is None:
            refusal = _plays_not(name)
            return shown_page(replace(query, about=()), redraws=redraws, refusal=refusal)
        ids.append(found.id)
    if query.view.whole is LedgerView.RIVALS and len(ids) == 1:
        ids.insert(0, at.player.id)
        if ids[0] == ids[1]:
            return shown_page(replace(query, about=()), redraws=redraws, refusal=_twice())
    return shown_page(replace(query, about=tuple(ids)), redraws=redraws)


def _plays_not(name: str) -> LedgerError:
    return LedgerError(
        "No hand of {names} counts here yet; those with computer players usually don't.",
        names=name,
    )


def _twice() -> LedgerError:
    return LedgerError("Choose two different people.")


@on(TypeNumber)
@personal
def type_number(at: Request, press: TypeNumber) -> Answer:
    """The form for the number of a hand."""
    last = bookings.last_number(at.db, at.visitor.guild)
    return Answer(number_form(press.query, last, at.texts))


@on(ChooseHand)
@personal
def choose_hand(at: Request, press: ChooseHand) -> DeferredAnswer:
    """The hand of the number that is chosen or typed; raises LedgerError if there is none."""
    last, typed = bookings.last_number(at.db, at.visitor.guild), at.visitor.entry.strip("# ")
    number = int(typed) if typed.isdecimal() else 0
    if not 1 <= number <= last:
        raise no_such_hand(last)
    return shown_page(Query(LedgerView.HAND, press.query.scope, (number,)), redraws=True)


# --- which hands ------------------------------------------------------------------------------


@on(ShowFilters)
@personal
def show_filters(at: Request, press: ShowFilters) -> Answer:
    """The menus by which the hands of a page are chosen."""
    return _filters(at, press.query)


@on(ChooseFilter)
@personal
def choose_filter(at: Request, press: ChooseFilter) -> Answer:
    """The menus with another choice; the page follows once it is asked for."""
    scope = narrowed(press.query.scope, press.what, at.visitor.entry)
    return _filters(at, press.query.narrowed(scope))


def _filters(at: Request, query: Query) -> Answer:
    return Answer(Redraw(filter_screen(query, seasons.every(at.db, at.visitor.guild), at.texts)))


# --- for the visitor, for everybody ------------------------------------------------------------


def shown_page(
    query: Query, *, redraws: bool = False, refusal: LedgerError | None = None
) -> DeferredAnswer:
    """A page of the ledger for the visitor alone; it `redraws` the pressed message or is new.

    A `refusal` is told in its place, below which others can be chosen.
    """

    async def answer(services: Services, visitor: Visitor) -> Answer:
        screen = await own_page(services, visitor, query, refusal=refusal)
        return Answer(Redraw(screen) if redraws else Private(screen))

    return answer


async def own_page(
    services: Services,
    visitor: Visitor,
    query: Query,
    *,
    refusal: LedgerError | None = None,
    is_shared: bool = False,
) -> Screen:
    """A page for the visitor alone; where there is none, why not, with the menu of the others."""
    _, guild_id = visitor.texts, visitor.guild
    asked = PageRequest(services, guild_id, query, _, visitor.may_attach, visitor.may_manage)
    try:
        if refusal is not None:
            raise refusal
        found = await asked.made()
    except LedgerError as error:
        found = refusal_page(query, _.error(error), _)
    about = query.about if query.view.whole in MOST_PEOPLE else ()
    people = await services.database.read(partial(players.user_ids, player_ids=about))
    return found.own(people, _, is_shared=is_shared)


@on(SharePage)
@personal
def share(at: Request, press: SharePage) -> DeferredAnswer:
    """Show a page to everybody in the channel."""
    return partial(_shared_page, press.query, at.public_texts)


async def _shared_page(
    query: Query, everybody: Texts, services: Services, visitor: Visitor
) -> Answer:
    """The page twice: as the visitor sees it, and for everybody in the channel's language."""
    asked = PageRequest(services, visitor.guild, query, everybody, visitor.may_attach)
    public = await asked.made()
    own = await own_page(services, visitor, query, is_shared=True)
    return Answer(Shared(own, public.public()))


# --- seasons ---------------------------------------------------------------------------------


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
    """Start a season with the name that was typed; raises LedgerError if one is running."""
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
    """The seasons with the new one, and a message to everybody that it has begun."""
    own = await own_page(services, visitor, Query(LedgerView.SEASONS))
    return Answer(Shared(own, begun))


@on(AskToEndSeason)
@personal
@for_managers
def end(at: Request, _press: AskToEndSeason) -> Answer:
    """Ask for confirmation before the season ends."""
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


@provides(MessageKind.SEASON)
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
    table = await PageRequest(services, visitor.guild, query, everybody).made()
    _ = visitor.texts
    return Answer(Shared(note(_("Done.")), table.public()), notice=notice)
