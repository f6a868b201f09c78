"""Where people sit in a tournament of several tables (R14.3): the draw, levelling, the final."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True)
class Move(Generic[P]):
    """Somebody goes from one table to another, both by their numbers."""

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
    """How many tables `people` need, at `seats` each; `most` fit at a final table alone."""
    return 1 if people <= most else -(-people // seats)


def draw(players: Sequence[P], seats: int, most: int, random: Random) -> list[list[P]]:
    """The first tables, drawn by lot: their numbers of people differ by at most one (R14.3).

    The order at a table is that of its seats.
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

    `tables` are those in play with their people, `moved` tells how often each has moved. Tables
    that the seats of the others make needless are broken up, the smallest first. As few as possible
    move; from a table that stays, whoever has moved least does. If one table is left of several, it
    is the final one, where everybody draws a new seat.
    """
    people = sum(map(len, tables.values()))
    by_size = sorted(tables, key=lambda number: (-len(tables[number]), number))
    count = min(len(by_size), tables_for(people, seats, most))
    kept, broken = by_size[:count], by_size[count:]
    low, larger = divmod(people, count or 1)
    # The largest tables keep the people that are left over: nobody moves for them.
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
    """The table at which somebody who comes late sits down; None if all `seats` are taken."""
    free = [number for number, there in tables.items() if len(there) < seats]
    return min(free, key=lambda number: (len(tables[number]), number), default=None)
