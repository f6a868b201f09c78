"""The ledger: every page, privately or shown to everybody."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from bot.handlers.ledger import drawn_pages
from bot.handlers.ledger.page_request import PageRequest, made, of_database, page
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.screens.components import Screen
from bot.screens.ledger.filters import filter_screen, narrowed
from bot.screens.ledger.hand_pages import number_form, rivals_page
from bot.screens.ledger.leaks_page import WORST, leaks_page
from bot.screens.ledger.lists import HANDS, LINES, history_page, records_page, standing_page
from bot.screens.ledger.pages import (
    MOST_PEOPLE,
    VIEWS,
    ChooseFilter,
    ChooseHand,
    ChoosePlayers,
    ChooseView,
    LedgerView,
    Page,
    Query,
    SharePage,
    ShowFilters,
    ShowPage,
    TypeNumber,
    refusal_page,
)
from bot.screens.replies import Private, Redraw, Shared
from bot.store import guilds, judgements, players
from bot.store.engine import Connection
from bot.store.ledger import bookings, feats, seasons, tallies
from bot.store.players import Person
from bot.texts import Texts
from bot.values.ledger_records import LedgerError, Scope
from bot.values.options import ChoiceError
from bot.values.phrases import mention, plain

_MOST_LATELY: Final = 8


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
        raise drawn_pages.no_such_hand(last)
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
        found = await made(asked)
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
    """The page twice: as the visitor has it, and in the channel's language for all."""
    pictured = visitor.may_attach
    public = await page_of(services, visitor.guild, query, everybody, pictured=pictured)
    own = await own_page(services, visitor, query, is_shared=True)
    return Answer(Shared(own, public.public()))


async def page_of(
    services: Services, guild_id: int, query: Query, _: Texts, *, pictured: bool = True
) -> Page:
    """The page a query asks for, in words if not `pictured`; raises LedgerError."""
    return await made(PageRequest(services, guild_id, query, _, pictured))


# --- the pages --------------------------------------------------------------------------------


@page(LedgerView.STANDING)
@of_database
def _standing(at: PageRequest, db: Connection) -> Page:
    first, scope = at.query.page * LINES, at.query.scope
    # One more than is shown tells whether another page follows.
    lines = tallies.standing(db, at.guild_id, scope, now=at.now, first=first, count=LINES + 1)
    told = drawn_pages.with_told_skill(db, at.guild_id, lines)
    return standing_page(at.query, told, at.texts, season=at.season(db))


@page(LedgerView.LEAKS)
@of_database
def _leaks(at: PageRequest, db: Connection) -> Page:
    (player_id,) = at.players(1)
    scope = at.query.scope
    found = judgements.leaks(db, at.guild_id, player_id, scope, now=at.now, worst=WORST)
    if found is None:
        raise _no_leaks(db, at.guild_id, player_id, scope, at.now)
    aloud = players.get(db, player_id).preferences.read_aloud
    return leaks_page(at.query, found, at.texts, season=at.season(db), aloud=aloud)


def _no_leaks(db: Connection, guild_id: int, player_id: int, scope: Scope, now: int) -> LedgerError:
    """Why nothing is known yet of what somebody gave away."""
    if tallies.record(db, guild_id, player_id, scope, now=now) is None:
        return tallies.nothing_of(db, guild_id, player_id)
    if judgements.is_to_judge(db, guild_id, player_id):
        return LedgerError("Your hands are being judged. Try again in a minute.")
    return LedgerError(
        "I can't judge any of these hands: with real cards, nobody knows how they came."
    )


@page(LedgerView.RIVALS)
@of_database
def _rivals(at: PageRequest, db: Connection) -> Page:
    if not at.about:
        raise LedgerError("Choose two players below, or one to see them against you.")
    one, two = at.players(2)
    guild_id, scope, now = at.guild_id, at.query.scope, at.now
    against = tallies.rivals(db, guild_id, one, scope, now=now)
    rival = next((each for each in against if each.player_id == two), None)
    if rival is None:
        raise tallies.nothing_of(db, guild_id, one, two)
    given = None
    if guilds.get(db, guild_id).tells_skill:
        given = judgements.of_two(db, guild_id, one, two, scope, now=now)
    name = players.in_ledger(db, guild_id, one).name
    return rivals_page(at.query, name, rival, given, at.texts, season=at.season(db))


@page(LedgerView.HISTORY)
@of_database
def _history(at: PageRequest, db: Connection) -> Page:
    guild_id, scope, before, now = at.guild_id, at.query.scope, at.query.page, at.now
    lines = bookings.history(db, guild_id, scope, now=now, before=before, count=HANDS + 1)
    newer = None
    if before:
        newer = bookings.page_after(db, guild_id, scope, now=now, number=before, count=HANDS)
    return history_page(at.query, lines, at.texts, newer=newer, season=at.season(db))


@page(LedgerView.RECORDS)
@of_database
def _records(at: PageRequest, db: Connection) -> Page:
    latest = feats.milestones(db, at.guild_id, count=_MOST_LATELY)
    return records_page(at.query, feats.records(db, at.guild_id), latest, at.texts)
