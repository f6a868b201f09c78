"""Requests about the ledger: every page, privately, and shown to everybody if asked."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from sqlite3 import Connection
from typing import Final, Protocol, TypeAlias

from bot.desk import ledger_archive, ledger_chart, ledger_hands
from bot.desk.desk import Desk
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.ledger import LedgerError, Scope
from bot.screens.ledger import HANDS, LINES, history_page, records_page, standing_page
from bot.screens.ledger_people import player_page, rivals_page
from bot.screens.pages import Page
from bot.screens.queries import Query, SharePage, ShowPage, View
from bot.screens.replies import Private, Redraw, Shared
from bot.store import bookings, feats, players, seasons, streaks, tallies
from bot.store.players import Person
from bot.texts import Texts, texts_for

Reader: TypeAlias = Callable[[Connection, int, Query, int, Texts], Page]
Teller: TypeAlias = Callable[[Desk, int, Query, Texts], Awaitable[Page]]


class Drawer(Protocol):
    """Makes a page with a picture, or tells it in words."""

    def __call__(
        self, desk: Desk, guild_id: int, query: Query, _: Texts, /, *, pictured: bool
    ) -> Awaitable[Page]:
        """The page."""
        ...


_MOST_LATELY: Final = 8


async def show(desk: Desk, visitor: Visitor, query: Query) -> Answer:
    """A page for the visitor alone; raises LedgerError."""
    _ = texts_for(visitor.person.locale)
    page = await page_of(desk, guild_of(visitor), query, _, pictured=visitor.may_attach)
    return Answer(Private(page.own(_)))


@on(ShowPage)
async def turn(desk: Desk, visitor: Visitor, press: ShowPage) -> Answer:
    """Another page: in the pressed message if only the visitor sees it, else in a new one."""
    answer = await show(desk, visitor, press.query)
    if visitor.is_in_private and isinstance(answer.reply, Private):
        return replace(answer, reply=Redraw(answer.reply.screen))
    return answer


@on(SharePage)
async def share(desk: Desk, visitor: Visitor, press: SharePage) -> Answer:
    """Show a page to everybody in the channel."""
    _ = texts_for(visitor.person.locale)
    guild_id = guild_of(visitor)
    pictured, query = visitor.may_attach, press.query
    own = (await page_of(desk, guild_id, query, _, pictured=pictured)).own(_, is_shared=True)
    everybody = await desk.public_texts(visitor)
    public = await page_of(desk, guild_id, query, everybody, pictured=pictured)
    return Answer(Shared(own, public.public()))


async def player(desk: Desk, visitor: Visitor, scope: Scope, person: Person) -> Answer:
    """A player's own page."""
    ids = await known(desk, [person])
    return await show(desk, visitor, Query(View.PLAYER, scope, ids))


async def rivals(desk: Desk, visitor: Visitor, scope: Scope, one: Person, two: Person) -> Answer:
    """Two players against each other."""
    if one.user_id == two.user_id:
        raise LedgerError("Choose two different people.")
    ids = await known(desk, [one, two])
    return await show(desk, visitor, Query(View.RIVALS, scope, ids))


async def chart(
    desk: Desk, visitor: Visitor, scope: Scope, chosen: list[Person], hands: int
) -> Answer:
    """How points ran: of people, or if none are chosen of those who played most."""
    people = list({person.user_id: person for person in chosen}.values())
    return await show(
        desk, visitor, Query(View.CHART, scope, await known(desk, people), page=hands)
    )


async def known(desk: Desk, people: list[Person]) -> tuple[int, ...]:
    """The players people are, by our own ids; LedgerError for who has never played."""

    def find(db: Connection) -> tuple[int, ...]:
        return tuple(_known(db, person) for person in people)

    return await desk.database.read(find)


def _known(db: Connection, person: Person) -> int:
    found = players.find(db, person.user_id)
    if found is None:
        raise LedgerError("{name} has not finished a hand here yet.", name=person.name)
    return found.id


def guild_of(visitor: Visitor) -> int:
    """The server a visitor is in; LedgerError in direct messages."""
    if visitor.guild_id is None:
        raise LedgerError("Each server has its own ledger. Ask for it in the server.")
    return visitor.guild_id


async def page_of(
    desk: Desk, guild_id: int, query: Query, _: Texts, *, pictured: bool = True
) -> Page:
    """The page a query asks for, in words if not `pictured`; raises LedgerError."""
    make = _DRAWERS.get(query.view)
    if make is not None:
        return await make(desk, guild_id, query, _, pictured=pictured)
    tell = _TELLERS.get(query.view)
    if tell is not None:
        return await tell(desk, guild_id, query, _)
    read, now = _READERS[query.view], desk.now
    return await desk.database.read(lambda db: read(db, guild_id, query, now, _))


def _standing(db: Connection, guild_id: int, query: Query, now: int, _: Texts) -> Page:
    season = seasons.name_of(db, guild_id, query.scope.season)
    first = query.page * LINES
    lines = tallies.standing(db, guild_id, query.scope, now=now, first=first, count=LINES + 1)
    return standing_page(query, lines, _, season=season)


def _player(db: Connection, guild_id: int, query: Query, now: int, _: Texts) -> Page:
    (player_id,) = _about(query, 1)
    season = seasons.name_of(db, guild_id, query.scope.season)
    record = tallies.record(db, guild_id, player_id, query.scope, now=now)
    if record is None:
        raise LedgerError("There are no hands of this player here yet.")
    against = tallies.rivals(db, guild_id, player_id, query.scope, now=now)
    streak = streaks.within(db, guild_id, player_id, query.scope, now=now)
    return player_page(query, record, against, streak, _, season=season)


def _rivals(db: Connection, guild_id: int, query: Query, now: int, _: Texts) -> Page:
    one, two = _about(query, 2)
    season = seasons.name_of(db, guild_id, query.scope.season)
    against = tallies.rivals(db, guild_id, one, query.scope, now=now)
    rival = next((each for each in against if each.player_id == two), None)
    if rival is None:
        raise LedgerError("These two have not finished a hand together here yet.")
    return rivals_page(query, players.get(db, one).name, rival, _, season=season)


def _history(db: Connection, guild_id: int, query: Query, now: int, _: Texts) -> Page:
    season = seasons.name_of(db, guild_id, query.scope.season)
    before, scope = query.page, query.scope
    lines = bookings.history(db, guild_id, scope, now=now, before=before, count=HANDS + 1)
    newer = None
    if before:
        newer = bookings.page_after(db, guild_id, scope, now=now, number=before, count=HANDS)
    return history_page(query, lines, _, newer=newer, season=season)


def _records(db: Connection, guild_id: int, query: Query, _now: int, _: Texts) -> Page:
    latest = feats.milestones(db, guild_id, count=_MOST_LATELY)
    return records_page(query, feats.records(db, guild_id), latest, _)


def _about(query: Query, count: int) -> tuple[int, ...]:
    """The players a query is about; LedgerError for a button that names another number."""
    if len(query.about) != count:
        raise LedgerError("This button is not of this ledger.")
    return query.about


_READERS: Final[dict[View, Reader]] = {
    View.STANDING: _standing,
    View.PLAYER: _player,
    View.RIVALS: _rivals,
    View.HISTORY: _history,
    View.RECORDS: _records,
    View.SEASONS: ledger_archive.archive,
    View.SEASON: ledger_archive.final,
}
_DRAWERS: Final[dict[View, Drawer]] = {
    View.CHART: ledger_chart.chart,
    View.HAND: ledger_hands.hand,
}
_TELLERS: Final[dict[View, Teller]] = {
    View.CHART_TEXT: ledger_chart.as_text,
    View.TEXT: ledger_hands.as_text,
}
