"""Where people sit in a knock-out (R14.3): the draw, levelling, the final; opening its tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Generic, TypeVar

from bot.game.tournaments.floors import Tournament
from bot.store import hands, seats, tables
from bot.store.engine import Connection
from bot.store.tournaments import at_tables, origins, tournaments
from bot.store.tournaments.at_tables import Arrival, Room
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.options import TableOptions
from ofc_engine.origin import secret_of

P = TypeVar("P")


@dataclass(frozen=True)
class Move(Generic[P]):
    """A player's move from one table to another, both by their numbers."""

    player: P
    source: int
    target: int


@dataclass(frozen=True)
class MovePlan(Generic[P]):
    """Who moves between two hands, and which tables are broken up.

    `final` is the order of seats at the final table, newly drawn; empty as long as there is none.
    """

    moves: tuple[Move[P], ...] = ()
    broken: tuple[int, ...] = ()
    final: tuple[P, ...] = ()


def tables_for(people: int, seats: int, most: int) -> int:
    """How many tables `people` need, with `seats` each; up to `most` fit at a final table."""
    return 1 if people <= most else -(-people // seats)


def draw(players: Sequence[P], seats: int, most: int, random: Random) -> list[list[P]]:
    """Draw the first tables, whose numbers of people differ by at most one (R14.3).

    Each table's players are in the order of its seats.
    """
    drawn = random.sample(list(players), len(players))
    count = tables_for(len(drawn), seats, most)
    return [drawn[number::count] for number in range(count)]


def level(
    tables: Mapping[int, Sequence[P]],
    moved: Mapping[P, int],
    seats: int,
    most: int,
    random: Random,
) -> MovePlan[P]:
    """Who moves before the next hand, so that tables differ by at most one (R14.3).

    `tables` are those in play with their people, `moved` is how often each has moved. Tables that
    are not needed are broken up, the smallest first. As few as possible move; from a table that
    stays, those who have moved least. If one table is left of several, it is the final one, where
    everybody draws a new seat.
    """
    people = sum(map(len, tables.values()))
    by_size = sorted(tables, key=lambda number: (-len(tables[number]), number))
    count = min(len(by_size), tables_for(people, seats, most))
    kept, broken = by_size[:count], by_size[count:]
    low, larger = divmod(people, count or 1)
    # The largest tables keep the remainder: nobody moves because of it.
    wanted = {number: low + (place < larger) for place, number in enumerate(kept)}
    leaving = [(player, number) for number in broken for player in tables[number]]
    for number in kept:
        surplus = max(0, len(tables[number]) - wanted[number])
        least = sorted(tables[number], key=lambda player: moved.get(player, 0))
        leaving += [(player, number) for player in least[:surplus]]
    free = [n for n in reversed(kept) for _ in range(wanted[n] - len(tables[n]))]
    moves = tuple(
        Move(player, source, target) for (player, source), target in zip(leaving, free, strict=True)
    )
    final: tuple[P, ...] = ()
    if broken and count == 1:
        everybody = [player for number in by_size for player in tables[number]]
        final = tuple(random.sample(everybody, len(everybody)))
    return MovePlan(moves, tuple(broken), final)


def smallest(tables: Mapping[int, Sequence[P]], seats: int) -> int | None:
    """The table for a late player; None if all `seats` are taken everywhere."""
    free = [number for number, there in tables.items() if len(there) < seats]
    return min(free, key=lambda number: (len(tables[number]), number), default=None)


_LEAST: Final = 2
"""Players that a hand needs. One left alone before their table opens joins another late."""


def keep_drawn(db: Connection, tournament: Tournament, drawn: Sequence[Sequence[int]]) -> None:
    """Record who is drawn to each of the first tables, in the order of their numbers."""
    places = at_tables.rooms_of(db, tournament.row.id)
    for room, people in zip(places, drawn, strict=False):
        tournaments.draw_to(db, tournament.row.id, room.number, people)


def open_drawn(
    db: Connection, tournament: Tournament, secret: Callable[[], bytes], now: int
) -> bool:
    """Open the first tables that have their thread now; True if there were any."""
    row, drawn = tournament.row, tournament.drawn
    ready = [room for room in unused(db, tournament) if room.number in drawn]
    for room in ready:
        people = drawn[room.number]
        tournaments.draw_back(db, row.id, room.number)
        if len(people) >= _LEAST:
            _open_for(db, row, room, people, secret, now)
    return bool(ready)


def _open_for(
    db: Connection,
    row: TournamentRow,
    room: Room,
    people: Sequence[int],
    secret: Callable[[], bytes],
    now: int,
) -> None:
    seats_here = max(row.options.seats, len(people))
    table_id = open_table(db, row, room, row.round, seats_here, secret, now)
    order = Random(secret()).sample(people, len(people))
    for number, player_id in enumerate(order, 1):
        sit(db, table_id, number, player_id, row.round, row.options)


def open_table(
    db: Connection,
    row: TournamentRow,
    room: Room,
    hand: int,
    seats_here: int,
    secret: Callable[[], bytes],
    now: int,
) -> int:
    """Open a table in its thread, from hand number `hand` on; returns its id."""
    assert room.thread_id is not None
    table_id = tables.add(
        db,
        replace(row.options, seats=seats_here),
        replace(row.where, channel_id=room.thread_id),
        host_id=row.host_id,
        tournament_id=row.id,
        room=room.number,
        first_hand=hand,
        now=now,
    )
    deal = secret_for(db, row, room.number, hand, secret)
    hands.commit_deal(db, table_id, hand, deal, now=now)
    if room.message is not None:
        hands.keep_message(db, table_id, hand, room.message)
    return table_id


def secret_for(
    db: Connection, row: TournamentRow, room: int, hand: int, fresh: Callable[[], bytes]
) -> bytes:
    """The secret of a table's hand, a fresh one if the tournament has no origin."""
    origin = origins.get(db, row.id)
    return fresh() if origin is None else secret_of(origin.secret, room, hand)


def sit(
    db: Connection, table_id: int, seat: int, player_id: int, hand: int, options: TableOptions
) -> None:
    """Give a player their first seat."""
    seats.sit(db, table_id, seat, player_id)
    brought = options.stack or 0
    at_tables.add_arrival(db, Arrival(table_id, player_id, hand, None, brought))


def unused(db: Connection, tournament: Tournament) -> list[Room]:
    """The threads that have had no table yet."""
    used = {table.row.room for table in tournament.every}
    every = at_tables.rooms_of(db, tournament.row.id)
    return [room for room in every if room.thread_id is not None and room.number not in used]


def want_more(db: Connection, tournament: Tournament, needed: int) -> None:
    """Plan threads for `needed` tables, counting open tables and spare threads."""
    known = at_tables.rooms_of(db, tournament.row.id)
    used = {table.row.room for table in tournament.every}
    spare = sum(room.number not in used for room in known)
    lacking = needed - len(tournament.tables) - spare
    if lacking > 0:
        at_tables.want_rooms(db, tournament.row.id, len(known) + lacking)
