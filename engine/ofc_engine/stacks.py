"""Tournaments (R10, R14): settlement with stacks, rising stakes, and everybody's place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeVar

from ofc_engine.match import Transfer
from ofc_engine.places import shared_places
from ofc_engine.scoring import Pair

P = TypeVar("P")

# --- settlement (R10) ---------------------------------------------------------------------


def settle_stacks(
    pairs: Iterable[Pair], stacks: Sequence[int], *, stake: int = 1
) -> tuple[Transfer, ...]:
    """The transfers between seats with stacks, pair by pair in the given order (R10.1).

    `stacks` are the points that each seat began the hand with; `stake` multiplies what a pair owes.
    R10.2: a seat's wins and losses in a hand together are at most its stack. So a seat that falls
    to 0 has paid all it had, and settles nothing more (R10.3).
    """
    budgets = list(stacks)
    transfers: list[Transfer] = []
    for pair in pairs:
        due = pair.points * stake
        moved = min(abs(due), budgets[pair.a], budgets[pair.b])
        budgets[pair.a] -= moved
        budgets[pair.b] -= moved
        transfers.append(Transfer(pair.a, pair.b, moved if due >= 0 else -moved, stake))
    return tuple(transfers)


# --- stakes by hand (R14.1) ---------------------------------------------------------------


@dataclass(frozen=True)
class Levels:
    """How stakes rise: each of `stakes` lasts for `hands` hands, the last one to the end."""

    stakes: tuple[int, ...]
    hands: int

    def stake(self, number: int) -> int:
        """The stake of the tournament's hand with that number, from 1."""
        return self.stakes[min((number - 1) // self.hands, len(self.stakes) - 1)]

    def next_rise(self, number: int) -> int | None:
        """The first hand after that one with a higher stake; None if it stays."""
        rise = ((number - 1) // self.hands + 1) * self.hands + 1
        return rise if self.stake(rise) > self.stake(number) else None


_RISING: Final = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30)
LEVELS: Final[Mapping[str, Levels]] = MappingProxyType(
    {"usual": Levels(_RISING, 3), "slow": Levels(_RISING, 6), "none": Levels((1,), 1)}
)
"""The schedules of stakes by name; one is chosen before the start (R14.1)."""

# --- places (R14.2) -----------------------------------------------------------------------


@dataclass(frozen=True)
class Elimination:
    """The hand in which a player fell to 0, and the stack that they began it with."""

    hand: int
    stack: int


def places(stacks: Mapping[P, int], outs: Mapping[P, Elimination]) -> dict[P, int]:
    """Everybody's place from 1, the best first.

    Those still in have `stacks`, by which they rank, before all who are out. These rank by the hand
    in which they went out, and in the same hand by the stack they began it with; equals share a
    place (R14.2).
    """
    reached = {
        **{player: (False, out.hand, out.stack) for player, out in outs.items()},
        **{player: (True, 0, stack) for player, stack in stacks.items()},
    }
    ranked = sorted(reached, key=lambda player: reached[player], reverse=True)
    return dict(zip(ranked, shared_places(map(reached.get, ranked)), strict=True))
