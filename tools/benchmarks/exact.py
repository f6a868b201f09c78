"""The master beside exact play: `uv run python -m tools.benchmarks.exact`.

The starts in `exact.txt` are decisions of Pineapple from the third street on, with nobody
else's cards in sight, solved by backward induction over all 52 cards: every draw of the two streets
that follow, each placed as well as can be. A board gets its points from an opponent who plays as
opponents usually do, with the worth of a Fantasyland it earns and the cost of a foul as the file
states them. What the master gives away there on average is its regret. `--solve` solves the
starts anew (some ten minutes) and writes the file.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofc_engine.board import Placement
from ofc_engine.notation import parse_seat
from ofc_engine.players.aims import usual_aim, visit_worth
from ofc_engine.players.deciding import decide
from ofc_engine.players.endgame import best_hands
from ofc_engine.players.judging import every_choice, placement_of
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.players.positions import LIVE, Doubles, Floats, Indices, Places, choices
from ofc_engine.players.worth import Aim
from ofc_engine.rulesets import STANDARD
from ofc_engine.variants import Street
from tools.benchmarks.goals import Goal, report

SOLUTIONS: Final = Path(__file__).with_name("exact.txt")
MOST_REGRET: Final = 0.3
SEEDS: Final = 10
"""How often the master is asked: it looks at some draws, and these are others each time."""
_KEPT: Final = 2


class Solution(NamedTuple):
    """A start, as a seat is written, and what each of its placements is worth, best first."""

    start: str
    points: dict[Placement, float]

    @property
    def knowledge(self) -> Knowledge:
        """The decision."""
        return decision(self.start)

    def regret(self, placement: Placement) -> float:
        """Points that a placement gives away."""
        wanted = tuple(map(frozenset, placement))
        found = [v for p, v in self.points.items() if tuple(map(frozenset, p)) == wanted]
        return max(self.points.values()) - found[0]


def decision(start: str) -> Knowledge:
    """The decision of a seat in the notation of positions."""
    seat = parse_seat(start)
    return Knowledge(STANDARD, seat.board, seat.pending, seat.discards)


def read() -> list[Solution]:
    """The solutions in the file."""
    found: list[Solution] = []
    for part in SOLUTIONS.read_text("utf-8").split("\n\n")[1:]:
        start, *lines = part.strip().splitlines()
        pairs = (line.split(maxsplit=3) for line in lines)
        points = {Placement.parse(words[-1]): float(words[0]) for words in pairs}
        found.append(Solution(start, points))
    return found


# --- solving ---------------------------------------------------------------------------------


class _Deck(NamedTuple):
    """What can be drawn from so many cards: `pairs` (p, 2) to keep, `draws` (d, 3) of a street as
    numbers of the pairs that each allows, and `has` (d, cards), whether a draw has a card.
    """

    pairs: Indices
    draws: Indices
    has: Doubles


@lru_cache(maxsize=4)
def _deck(cards: int) -> _Deck:
    pairs = np.array(list(combinations(range(cards), _KEPT)), np.intp)
    number = np.zeros((cards, cards), np.intp)
    number[tuple(pairs.T)] = np.arange(len(pairs))
    triples = np.array(list(combinations(range(cards), 3)), np.intp)
    draws = np.stack([number[tuple(triples[:, k].T)] for k in ([0, 1], [0, 2], [1, 2])], axis=1)
    has = (triples[:, :, None] == np.arange(cards)).any(axis=1).astype(np.float64)
    return _Deck(pairs, draws, has)


def two_streets_left(places: Places, aim: Aim) -> tuple[float, float, float]:
    """Points, chance of a foul and of Fantasyland of a position (52,) with two streets to come."""
    live = np.flatnonzero(places == LIVE)
    deck = _deck(len(live))
    columns = np.full((3, len(deck.pairs), len(live)), -np.inf)
    for number, pair in enumerate(deck.pairs):
        columns[:, number] = _pair_kept(places, live, pair, aim)
    triples = np.array(list(combinations(range(len(live)), 3)), np.intp)
    # A draw keeps a pair and throws away the third card.
    thrown = triples[:, [2, 1, 0]]
    points, *chances = columns[:, deck.draws, thrown]
    best = points.argmax(axis=1)[:, None]
    means = (np.take_along_axis(column, best, axis=1).mean() for column in (points, *chances))
    first, second, third = map(float, means)
    return first, second, third


def _pair_kept(places: Places, live: Indices, pair: Indices, aim: Aim) -> NDArray[np.float64]:
    """The best of all ways to place two cards, by which live card is thrown away: (3, live)."""
    kept = live[pair].astype(np.int32)
    found = choices(places[None], kept[None], Street(_KEPT, _KEPT))
    rest = np.delete(np.arange(len(live)), pair)
    deck = _deck(len(rest))
    hands = best_hands(found.places, live[rest][deck.pairs], aim)
    first, second, third = deck.draws.T
    which = _better(hands.points, _better(hands.points, first, second), third)
    # Means over the draws without the card thrown away, for each card: (3, ways, cards).
    taken = [np.take_along_axis(column, which, axis=1).astype(np.float64) for column in hands]
    means = np.stack([each.sum(axis=1, keepdims=True) - each @ deck.has for each in taken])
    means /= comb(len(rest) - 1, 3)
    way = means[0].argmax(axis=0)
    out = np.full((3, len(live)), -np.inf)
    out[:, rest] = means[:, way, np.arange(len(rest))]
    return out


def _better(points: Floats, one: Indices, other: Indices) -> Indices:
    """Of two hands for each draw, (d,) or (ways, d), the one with more points (ways, hands)."""
    one, other = (np.broadcast_to(each, (len(points), each.shape[-1])) for each in (one, other))
    ahead = np.take_along_axis(points, one, axis=1) >= np.take_along_axis(points, other, axis=1)
    return np.where(ahead, one, other)


def solve(start: str) -> Iterator[tuple[Placement, tuple[float, float, float]]]:
    """Every placement of a start, with points, chance of a foul and of Fantasyland."""
    knowledge = decision(start)
    found, aim = every_choice(knowledge), usual_aim(knowledge)
    for number, places in enumerate(found.places):
        yield placement_of(knowledge, found, number), two_streets_left(places, aim)


def write(starts: list[str]) -> None:
    """Solve the starts and write the file."""
    worths = visit_worth(STANDARD)
    aim = usual_aim(decision(starts[0]))
    stated = ", ".join(f"{worth:.2f} with {cards} cards" for cards, worth in worths.items())
    parts = [
        f"""\
A visit to Fantasyland is worth {stated}; a foul costs {-aim.foul:.2f}.
Points, chance of a foul and of Fantasyland, placement."""
    ]
    for start in starts:
        ranked = sorted(solve(start), key=lambda each: -each[1][0])
        lines = [f"{p:+.3f} {foul:5.1%} {fl:5.1%}  {to}" for to, (p, foul, fl) in ranked]
        parts.append("\n".join([start, *lines]))
        print(parts[-1], flush=True)
    SOLUTIONS.write_text("\n\n".join(parts) + "\n", "utf-8")


def measure(name: str) -> list[Goal]:
    """The regret of a level at each start, and on average."""
    player = level(name)
    regrets: list[float] = []
    for solution in read():
        chosen = [
            decide(player, solution.knowledge, np.random.default_rng(n)) for n in range(SEEDS)
        ]
        regrets.append(float(np.mean([solution.regret(placement) for placement in chosen])))
        print(f"{regrets[-1]:6.3f}  {solution.start}: {chosen[0]}")
    return [Goal(f"regret of the {name}", float(np.mean(regrets)), MOST_REGRET, "points")]


def main() -> int:
    """Measure, or solve; 1 if the goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--level", default="master")
    command.add_argument("--solve", action="store_true")
    options = command.parse_args()
    if options.solve:
        write([solution.start for solution in read()])
    return report(measure(options.level))


if __name__ == "__main__":
    sys.exit(main())
