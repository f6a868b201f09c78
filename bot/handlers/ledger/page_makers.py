"""The makers of the ledger's pages: points, charts, past hands, seasons, records."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias, TypeVar

from bot.game.loading import loaded
from bot.game.results import result_scene
from bot.game.table import Table
from bot.handlers.request import Services
from bot.pictures import plain_text
from bot.pictures.points_chart import MOST_LINES
from bot.pictures.theme import Theme
from bot.screens.ledger.hand_pages import LENGTHS, PastHand, chart_page, hand_page, text_page
from bot.screens.ledger.lists import (
    HANDS,
    LINES,
    ArchiveLine,
    archive_page,
    history_page,
    records_page,
    standing_page,
)
from bot.screens.ledger.pages import LedgerView, Page, Query
from bot.screens.ledger.people import WORST, leaks_page, rivals_page
from bot.store import guilds, judgements, players
from bot.store.engine import Connection
from bot.store.ledger import bookings, feats, seals, seasons, tallies
from bot.surfaces.composer import theme_of
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.ledger_records import (
    NOTHING_COUNTS,
    LedgerError,
    Record,
    Scope,
    Season,
    SeasonNote,
    nothing_counts,
)
from bot.values.phrases import plain
from bot.values.scenes import LedgerScene, Standing

T = TypeVar("T")


@dataclass(frozen=True)
class PageRequest:
    """A request for a page of a server's ledger; in words alone unless `pictured`.

    `manages`: the visitor has Manage Server.
    """

    services: Services
    guild_id: int
    query: Query
    texts: Texts
    pictured: bool = True
    manages: bool = False

    @property
    def now(self) -> int:
        """The time of the request (Unix seconds)."""
        return self.services.now

    @property
    def about(self) -> tuple[int, ...]:
        """The ids of the players that the query is about, or another number the view needs."""
        return self.query.about

    def players(self, count: int) -> tuple[int, ...]:
        """The `count` players that it is about; LedgerError if the button names more or fewer."""
        if len(self.about) != count:
            raise LedgerError("This button belongs to another server's ledger.")
        return self.about

    def season(self, db: Connection) -> SeasonNote:
        """The note on the season that it is about."""
        return seasons.noted(db, self.guild_id, self.query.scope.season)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, which only reads the database."""
        return await self.services.database.read(work)

    async def made(self) -> Page:
        """Make the page; raises LedgerError."""
        return await _MAKERS[self.query.view](self)


_Maker: TypeAlias = Callable[[PageRequest], Awaitable[Page]]
_MAKERS: Final[dict[LedgerView, _Maker]] = {}


def page(*views: LedgerView) -> Callable[[_Maker], _Maker]:
    """Register the maker of the pages of these views, which raises LedgerError if there is none.

    Modules with makers are imported with those of handlers (`bot.handlers.serving.handlers_in`).
    """

    def registered(make: _Maker) -> _Maker:
        _MAKERS.update(dict.fromkeys(views, make))
        return make

    return registered


def of_database(make: Callable[[PageRequest, Connection], Page]) -> _Maker:
    """Turn a function that only reads the database into a maker."""

    async def made(at: PageRequest) -> Page:
        return await at.read(lambda db: make(at, db))

    return made


_MOST_LATELY: Final = 8


@page(LedgerView.STANDING)
@of_database
def _standing(at: PageRequest, db: Connection) -> Page:
    first, scope = at.query.page * LINES, at.query.scope
    # One line more than is shown tells whether another page follows.
    lines = tallies.standing(db, at.guild_id, scope, now=at.now, first=first, count=LINES + 1)
    told = with_told_skill(db, at.guild_id, lines)
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
    """The reason why nothing is known of what a player gave away."""
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


# --- charts ---------------------------------------------------------------------------------------


@page(LedgerView.CHART, LedgerView.CHART_TEXT)
async def chart(at: PageRequest) -> Page:
    """Chart the running points of the players asked for, or of those who played most."""
    season, scene = await at.read(partial(_read, at))
    pictured = at.pictured and at.query.view is LedgerView.CHART
    options = PictureOptions(f"ledger-{at.now}.png", Theme(), pictured=pictured)
    picture = await at.services.composer.illustrator.ledger(scene, options, at.texts)
    return chart_page(at.query, picture, at.texts, season=season)


def _read(at: PageRequest, db: Connection) -> tuple[SeasonNote, LedgerScene]:
    guild_id, now, scope, length = at.guild_id, at.now, at.query.scope, at.query.page
    ids = at.about or tallies.ranked(db, guild_id, scope, now=now, count=MOST_LINES)
    for player_id in ids:
        if not tallies.has_played(db, guild_id, player_id):
            raise tallies.nothing_of(db, guild_id, player_id)
    if length in LENGTHS:
        scene = tallies.points_by_hand(db, guild_id, ids, scope, now=now, count=length)
    else:
        scene = tallies.points_by_day(db, guild_id, ids, scope, now=now)
    if not scene.hands:
        raise LedgerError(nothing_counts(scope))
    return at.season(db), scene


# --- past hands ------------------------------------------------------------------------------


@page(LedgerView.HAND, LedgerView.TEXT)
async def hand(at: PageRequest) -> Page:
    """Show the result of a hand by its number, or of the latest."""
    number = at.about[0] if at.about else 0
    past, table = await at.read(partial(past_hand, guild_id=at.guild_id, number=number))
    scene = result_scene(table)
    if at.query.view is LedgerView.TEXT:
        twin = plain_text.result(scene, at.texts)
        return text_page(at.query, past, scene, twin, at.texts)
    options = PictureOptions(f"hand-{past.number}.png", theme_of(table), pictured=at.pictured)
    picture = await at.services.composer.illustrator.result(scene, options, at.texts)
    return hand_page(at.query, past, scene, picture, at.texts)


def past_hand(db: Connection, guild_id: int, number: int) -> tuple[PastHand, Table]:
    """A hand of the ledger by its number (0: the latest) with its table; raises LedgerError."""
    booking = bookings.numbered(db, guild_id, number)
    last = bookings.last_number(db, guild_id)
    if booking is None:
        if not last:
            raise LedgerError(NOTHING_COUNTS)
        raise no_such_hand(last)
    table = loaded(db, booking.table_id, hand=booking.table_hand)
    assert table.played is not None
    past = PastHand(
        number=booking.number,
        last=last,
        booked_at=booking.booked_at,
        channel_id=booking.channel_id,
        void=bookings.reason_of(db, booking.hand_id, is_void=True),
        again=bookings.reason_of(db, booking.hand_id, is_void=False),
        spot=Spot(booking.table_id, booking.table_hand),
        has_deal=bool(table.played.log),
    )
    return past, table


def no_such_hand(last: int) -> LedgerError:
    """The error for a number that no hand has; `last` is that of the latest."""
    return LedgerError("The hands here are #1 to #{last}.", last=last)


# --- finished seasons ------------------------------------------------------------------------

_MOST: Final = 8
"""Seasons per page."""


@page(LedgerView.SEASONS)
@of_database
def archive(at: PageRequest, db: Connection) -> Page:
    """List the seasons of a server, the newest first."""
    every = seasons.every(db, at.guild_id)[at.query.page * _MOST :]
    shown = [_archived(db, season) for season in every[:_MOST]]
    return archive_page(
        at.query,
        shown,
        at.texts,
        has_more=len(every) > _MOST,
        running=seasons.running(db, at.guild_id),
        manages=at.manages,
    )


def _archived(db: Connection, season: Season) -> ArchiveLine:
    if season.ended_at is not None:
        lines = seasons.final(db, season.id)
    else:
        lines = tallies.standing(db, season.guild_id, Scope(season=season.number))
    leaders = [line for line in lines if line.place == 1]
    return ArchiveLine(season, leaders, seasons.note_of(db, season))


@page(LedgerView.SEASON)
@of_database
def _season(at: PageRequest, db: Connection) -> Page:
    return final(db, at.guild_id, at.query, at.texts)


def final(db: Connection, guild_id: int, query: Query, _: Texts) -> Page:
    """The table of a finished season as of its end, of a running one as of now."""
    number = query.about[0] if query.about else 0
    season = seasons.numbered(db, guild_id, number)
    if season is None:
        raise LedgerError("There's no season {number} here.", number=number)
    first = query.page * LINES
    if season.ended_at is None:
        scope = Scope(season=season.number)
        lines = tallies.standing(db, guild_id, scope, first=first, count=LINES + 1)
        title = _("Season {name}, so far", name=plain(season.name))
    else:
        lines = seasons.final(db, season.id)[first : first + LINES + 1]
        title = _("Season {name}, final table", name=plain(season.name))
    told, note = with_told_skill(db, guild_id, lines), seasons.note_of(db, season)
    sealed = seals.of_season(db, guild_id, number)
    seal = "" if sealed is None else sealed.written
    return standing_page(query, told, _, season=note, title=title, seal=seal)


# --- skill -----------------------------------------------------------------------------------

Line = TypeVar("Line", Standing, Record)


def with_told_skill(db: Connection, guild_id: int, lines: Sequence[Line]) -> list[Line]:
    """The lines, without points given away if the server does not show those."""
    if guilds.get(db, guild_id).tells_skill:
        return list(lines)
    return [replace(line, judged=0) for line in lines]
