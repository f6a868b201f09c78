"""All tables of one player, in every server, and all tables of one server."""

from collections.abc import Collection, Iterable
from math import inf

from bot.game.loading import loaded
from bot.game.play import current_draft
from bot.game.readiness import following
from bot.game.table import Table
from bot.game.terms import terms_of
from bot.store import surfaces, tables
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.surfaces import CURRENT_SLOT, Place, Slot, Surface
from bot.values.open_tables import Game, JoinObstacle, NextHand, OpenTable
from bot.values.phrases import mention, message_url, plain
from bot.values.scenes import Presence
from ofc_engine.errors import TurnError


def games_of(db: Connection, player: Player) -> list[Game]:
    """The player's open tables: first those where it is their turn, the most urgent on top."""
    return _games(db, player, tables.of_player(db, player.id))


def _games(db: Connection, player: Player, table_ids: Iterable[int]) -> list[Game]:
    return sorted((_game(db, loaded(db, each), player) for each in table_ids), key=_urgency)


def _urgency(game: Game) -> tuple[bool, bool, float, int]:
    """Sort key: first where it is the player's turn, by deadline, then where they can be ready."""
    until = game.until if game.is_mine and game.until is not None else inf
    return not game.is_mine, not game.wants_ready, until, -game.table_id


def next_waiting(db: Connection, player: Player, *, but: int) -> Game | None:
    """The most urgent other table that waits for the player and has a message to link to."""
    others = (each for each in tables.of_player(db, player.id) if each != but)
    return next((game for game in _games(db, player, others) if game.is_mine and game.url), None)


def _game(db: Connection, table: Table, player: Player) -> Game:
    played, running = table.played, table.running
    is_mine = current_draft(db, table, player.id) is not None
    view = None if running is None else running.view(None)
    next_hand = following(table)
    seat = table.seat_of(player.id)
    wants_ready = table.may_be_ready(player.id) and seat is not None and not seat.ready
    return Game(
        table_id=table.id,
        channel_id=table.row.channel_id,
        hand=0 if played is None else played.row.number,
        street=0 if view is None else view.street,
        streets=0 if view is None else view.streets,
        waits_for=_waited_for(table, next_hand),
        until=_until(table, player) if next_hand is None else _latest(next_hand),
        is_mine=is_mine,
        url=_url(db, table, player, is_mine=is_mine),
        sits_out=table.presence_of(player.id) in (Presence.AWAY, Presence.OUT),
        wants_ready=wants_ready and next_hand is not None and next_hand.at is not None,
    )


def _waited_for(table: Table, next_hand: NextHand | None) -> tuple[str, ...]:
    """The people for whom the running or else the next hand waits."""
    if table.running is not None:
        return tuple(_called(table, seat) for seat in table.running.hand.waiting_on)
    return () if next_hand is None else tuple(map(plain, next_hand.waiting))


def _latest(next_hand: NextHand) -> int | None:
    """When the next hand is dealt at the latest (Unix seconds), if that is set."""
    return next_hand.at if next_hand.by_itself else None


def _until(table: Table, player: Player) -> int | None:
    """The player's deadline, or else the earliest of those on turn (Unix seconds)."""
    due = {p: at for p, at in table.deadlines.items() if p in table.decisions}
    return due.get(player.id, min(due.values(), default=None))


def _called(table: Table, seat: int) -> str:
    assert table.running is not None
    player = table.people[table.running.player_at(seat)]
    return plain(player.name) if player.user_id is None else mention(player.user_id)


def _url(db: Connection, table: Table, player: Player, *, is_mine: bool) -> str | None:
    """The address of the player's own message if it is their turn, else of the table's."""
    own = surfaces.get(db, table.id, Place(Slot.PRIVATE, player.id))
    if is_mine and player.takes_dms and own is not None:
        return address(None, own)
    return _public_url(db, table)


def _public_url(db: Connection, table: Table) -> str | None:
    public = surfaces.get(db, table.id, Place(CURRENT_SLOT[table.state]))
    return None if public is None else address(table.row.guild_id, public)


def address(guild_id: int | None, surface: Surface) -> str | None:
    """The address of a surface's message, if it has one; direct messages have no server."""
    if surface.channel_id is None or surface.message_id is None:
        return None
    return message_url(guild_id, surface.channel_id, surface.message_id)


# --- of a server -----------------------------------------------------------------------------


def tables_of(
    db: Connection, guild_id: int, channels: Collection[int], player: Player | None
) -> list[OpenTable]:
    """The open tables in channels of a server, first those where one can sit down.

    `player` is who asks, None for somebody who has never played.
    """
    every = (loaded(db, table_id) for table_id in tables.open_in(db, guild_id=guild_id))
    seen = [
        _open_table(db, each, player)
        for each in every
        if each.row.channel_id in channels and each.mode.is_alone
    ]
    return sorted(seen, key=lambda each: (each.way_in is not JoinObstacle.FREE, -each.table_id))


def _open_table(db: Connection, table: Table, player: Player | None) -> OpenTable:
    return OpenTable(
        table_id=table.id,
        channel_id=table.row.channel_id,
        terms=terms_of(table, table.next_number),
        names=tuple(table.people[seat.player_id].name for seat in table.seats),
        waiting=len(table.waiting),
        hand=0 if table.played is None else table.played.row.number,
        is_playing=table.running is not None,
        way_in=_way_in(table, player),
        url=_public_url(db, table),
    )


def _way_in(table: Table, player: Player | None) -> JoinObstacle:
    if player is not None and table.seat_of(player.id) is not None:
        return JoinObstacle.SEATED
    if player is not None and player.id in table.waiting:
        return JoinObstacle.WAITING
    if table.mode.bars_newcomers(table):
        return JoinObstacle.BEGUN
    if table.free_seat is None:
        return JoinObstacle.FULL
    return (
        JoinObstacle.KEPT
        if table.is_kept_from(None if player is None else player.id)
        else JoinObstacle.FREE
    )


def waiting(db: Connection, player: Player, channel_id: int) -> tuple[Table, ...]:
    """The channel's table if the player has a seat there, else all where they have cards to place.

    The most pressing come first.
    """
    here = tables.open_in_channel(db, channel_id)
    if here is not None and loaded(db, here).seat_of(player.id) is not None:
        return (loaded(db, here),)
    found = [loaded(db, table_id) for table_id in tables.of_player(db, player.id)]
    mine = [table for table in found if current_draft(db, table, player.id) is not None]
    return tuple(sorted(mine, key=lambda table: table.deadlines.get(player.id, inf)))


def asked(db: Connection, player: Player, channel_id: int) -> tuple[Table, ...]:
    """The tables of `waiting`; raises TurnError if there are none."""
    found = waiting(db, player, channel_id)
    if not found:
        raise TurnError("It isn't your turn anywhere. I'll let you know.")
    return found


def playing(db: Connection, player: Player, channel_id: int) -> tuple[Table, ...]:
    """The tables of `waiting`; if there are none, all where the player is in a running hand."""
    found = waiting(db, player, channel_id)
    if found:
        return found
    others = [loaded(db, table_id) for table_id in tables.of_player(db, player.id)]
    return tuple(t for t in others if t.running and t.running.seat_of(player.id) is not None)
