"""Pages of the ledger: the chart of running points, one past hand, finished seasons."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from bot.game.loading import loaded
from bot.game.results import result_scene
from bot.game.table import Table
from bot.handlers.ledger.page_request import PageRequest, of_database, page
from bot.pictures import plain_text
from bot.pictures.points_chart import MOST_LINES
from bot.pictures.theme import Theme
from bot.screens.ledger.hand_pages import (
    LENGTHS,
    PastHand,
    chart_page,
    chart_text_page,
    hand_page,
    text_page,
)
from bot.screens.ledger.lists import LINES, standing_page
from bot.screens.ledger.pages import LedgerView, Page, Query
from bot.screens.ledger.seasons_page import ArchiveLine, archive_page
from bot.store import guilds
from bot.store.engine import Connection
from bot.store.ledger import bookings, charts, seals, seasons, tallies
from bot.surfaces.composer import theme_of
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.values.ledger_records import NOTHING_COUNTS, LedgerError, Record, Scope, Season, SeasonNote
from bot.values.phrases import plain
from bot.values.scenes import LedgerScene, Standing
from bot.values.spots import Spot


@page(LedgerView.CHART, LedgerView.CHART_TEXT)
async def chart(at: PageRequest) -> Page:
    """The running points of the players asked for, or of those who played most."""
    season, scene = await at.read(partial(_read, at))
    if at.query.view is LedgerView.CHART_TEXT:
        twin = plain_text.ledger(scene, at.texts)
        return chart_text_page(at.query, twin, at.texts, season=season)
    options = PictureOptions(f"ledger-{at.now}.png", Theme(), pictured=at.pictured)
    picture = await at.services.composer.illustrator.ledger(scene, options, at.texts)
    return chart_page(at.query, picture, at.texts, season=season)


def _read(at: PageRequest, db: Connection) -> tuple[SeasonNote, LedgerScene]:
    guild_id, now, scope, length = at.guild_id, at.now, at.query.scope, at.query.page
    ids = at.about or tallies.ranked(db, guild_id, scope, now=now, count=MOST_LINES)
    for player_id in ids:
        if not tallies.has_played(db, guild_id, player_id):
            raise tallies.nothing_of(db, guild_id, player_id)
    if length in LENGTHS:
        scene = charts.by_hand(db, guild_id, ids, scope, now=now, count=length)
    else:
        scene = charts.by_day(db, guild_id, ids, scope, now=now)
    if not scene.hands:
        raise LedgerError(NOTHING_COUNTS)
    return at.season(db), scene


# --- past hands ------------------------------------------------------------------------------


@page(LedgerView.HAND, LedgerView.TEXT)
async def hand(at: PageRequest) -> Page:
    """The result of a hand by its number, or of the latest."""
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
        void=bookings.reason_of(db, booking.hand_id),
        again=bookings.counted_again(db, booking.hand_id),
        spot=Spot(booking.table_id, booking.table_hand),
        has_deal=bool(table.played.log),
    )
    return past, table


def no_such_hand(last: int) -> LedgerError:
    """The error of a number that no hand has; `last` is that of the latest."""
    return LedgerError("The hands here are #1 to #{last}.", last=last)


# --- finished seasons ------------------------------------------------------------------------

_MOST: Final = 8
"""Seasons a page."""


@page(LedgerView.SEASONS)
@of_database
def archive(at: PageRequest, db: Connection) -> Page:
    """All seasons of a server, the newest first."""
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
    """The table of a finished season as it was posted; of a running one as it is now."""
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
    """These lines, without what was given away where a server does not want it told."""
    if guilds.get(db, guild_id).tells_skill:
        return list(lines)
    return [replace(line, judged=0) for line in lines]
