"""The master and the judge beside exact play: `uv run python -m tools.benchmarks.exact`.

The starts in `exact.txt` are decisions of Pineapple from the third street on, with nobody
else's cards in sight, solved by backward induction over all 52 cards: every draw of the two streets
that follow, each placed as well as can be. A board gets its points from an opponent who plays as
opponents usually do, with the worth of a Fantasyland it earns and the cost of a foul as the file
states them. What is given away there on average is regret.

`usual.txt` has starts that came up in hands of two masters, one of each hand, in which the
placements are solved that a close look finds within a point of the best; `usual_of_three.txt` has
those of hands of three masters, with the cards of both others, which stand among the discards.
`--solve` solves the starts of `exact.txt` anew (some ten minutes) and writes that file; `--usual`
does so with 200 usual starts of `--seed` (an hour; with `--players 3` fewer cards are left, and it
takes a quarter of that), and goes on where the file ends.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, count, islice
from math import comb
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofc_engine.board import Placement
from ofc_engine.notation import format_seat, parse_seat
from ofc_engine.players.advice import advise, weigh
from ofc_engine.players.aims import usual_aim, usual_rival, visit_worth
from ofc_engine.players.deciding import decide
from ofc_engine.players.endgame import best_hands
from ofc_engine.players.judge import Thoroughness
from ofc_engine.players.judging import every_choice, placement_of
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.players.positions import LIVE, Doubles, Floats, Indices, Places, choices, places_of
from ofc_engine.players.worth import Aim
from ofc_engine.rulesets import STANDARD
from ofc_engine.seat import Seat
from ofc_engine.variants import Street
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.skill import play

Chooser: TypeAlias = Callable[[Knowledge], list[Placement]]
"""What somebody plays at a decision, as often as they are asked."""

SOLUTIONS: Final = Path(__file__).with_name("exact.txt")
USUAL: Final = {
    2: Path(__file__).with_name("usual.txt"),
    3: Path(__file__).with_name("usual_of_three.txt"),
}
"""By the players at the table."""
STARTS: Final = 200
MOST_REGRET: Final = 0.3
MOST_USUAL: Final = 0.01
"""Points that may be given away at a start of `exact.txt`, and at a usual one."""
SEEDS: Final = 10
"""How often the master is asked: it looks at some draws, and these are others each time."""
CLOSELY: Final = Thoroughness((99,) * 4, rounds=(12,) * 4, last=24)
NEAR: Final = 1.0
"""How closely all placements of a usual start are looked at, and by how many points those that are
solved may be behind then."""
_STREET: Final = 2
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
        return max(self.points.values()) - (found[0] if found else self._solved(placement))

    def _solved(self, placement: Placement) -> float:
        """The points of a placement that was not near the best."""
        ((points, *_),) = solved(self.knowledge, [placement], 1).values()
        return points


def decision(start: str) -> Knowledge:
    """The decision of a seat in the notation of positions."""
    seat = parse_seat(start)
    return Knowledge(STANDARD, seat.board, seat.pending, seat.discards)


def read(path: Path = SOLUTIONS) -> list[Solution]:
    """The solutions in a file."""
    found: list[Solution] = []
    for part in path.read_text("utf-8").split("\n\n")[1:]:
        start, *lines = part.strip().splitlines()
        pairs = (line.rsplit("  ", 1) for line in lines)
        points = {Placement.parse(to): float(figures.split()[0]) for figures, to in pairs}
        found.append(Solution(start, points))
    return found


# --- solving ---------------------------------------------------------------------------------


class _Deck(NamedTuple):
    """What can be drawn from so many cards: `pairs` (p, 2) to keep, `draws` (d, 3) of a street as
    numbers of the pairs that each allows, and `has` (d, cards), whether a draw has a card.
    """

    pairs: Indices
    draws: Indices
    has: Floats


@lru_cache(maxsize=4)
def _deck(cards: int) -> _Deck:
    pairs = np.array(list(combinations(range(cards), _KEPT)), np.intp)
    number = np.zeros((cards, cards), np.intp)
    number[tuple(pairs.T)] = np.arange(len(pairs))
    triples = np.array(list(combinations(range(cards), 3)), np.intp)
    draws = np.stack([number[tuple(triples[:, k].T)] for k in ([0, 1], [0, 2], [1, 2])], axis=1)
    has = (triples[:, :, None] == np.arange(cards)).any(axis=1).astype(np.float32)
    return _Deck(pairs, draws, has)


def two_streets_left(places: Places, aim: Aim, count: int = 3) -> tuple[float, ...]:
    """Points, chance of a foul and of Fantasyland of a position (52,) with two streets to come.

    The first `count` of them: points alone take less time.
    """
    live = np.flatnonzero(places == LIVE)
    deck = _deck(len(live))
    columns = np.full((count, len(deck.pairs), len(live)), -np.inf)
    for number, pair in enumerate(deck.pairs):
        columns[:, number] = _pair_kept(places, live, pair, aim, count)
    triples = np.array(list(combinations(range(len(live)), 3)), np.intp)
    # A draw keeps a pair and throws away the third card.
    thrown = triples[:, [2, 1, 0]]
    points, *chances = columns[:, deck.draws, thrown]
    best = points.argmax(axis=1)[:, None]
    means = (np.take_along_axis(column, best, axis=1).mean() for column in (points, *chances))
    return tuple(map(float, means))


def _pair_kept(
    places: Places, live: Indices, pair: Indices, aim: Aim, count: int
) -> NDArray[np.float64]:
    """The best of all ways to place two cards, by which live card is thrown away: (count, live)."""
    kept = live[pair].astype(np.int32)
    found = choices(places[None], kept[None], Street(_KEPT, _KEPT))
    rest = np.delete(np.arange(len(live)), pair)
    deck = _deck(len(rest))
    hands = best_hands(found.places, live[rest][deck.pairs], aim)
    first, second, third = deck.draws.T
    which = _better(hands.points, _better(hands.points, first, second), third)
    # Means over the draws without the card thrown away, for each card: (count, ways, cards).
    taken = [np.take_along_axis(column, which, axis=1) for column in hands[:count]]
    means = np.stack([each.sum(axis=1, keepdims=True) - each @ deck.has for each in taken])
    means /= comb(len(rest) - 1, 3)
    way = means[0].argmax(axis=0)
    out = np.full((count, len(live)), -np.inf)
    out[:, rest] = means[:, way, np.arange(len(rest))]
    return out


def _better(points: Floats, one: Indices, other: Indices) -> Indices:
    """Of two hands for each draw, (d,) or (ways, d), the one with more points (ways, hands)."""
    one, other = (np.broadcast_to(each, (len(points), each.shape[-1])) for each in (one, other))
    ahead = np.take_along_axis(points, one, axis=1) >= np.take_along_axis(points, other, axis=1)
    return np.where(ahead, one, other)


_Outlook: TypeAlias = tuple[float, ...]
"""Points, and where they were asked for the chances of a foul and of Fantasyland."""


def solved(
    knowledge: Knowledge, placements: Iterable[Placement], count: int = 3
) -> dict[Placement, _Outlook]:
    """Solve some placements of a decision with two streets to come, as `two_streets_left` does."""
    deck, aim = knowledge.rules.variant.deck, usual_aim(knowledge)
    found: dict[Placement, _Outlook] = {}
    for placement in placements:
        gone = (*knowledge.gone, *placement.discards)
        board = knowledge.board.with_rows(placement.rows)
        found[placement] = two_streets_left(places_of(board, gone, deck), aim, count)
    return found


def every_placement(knowledge: Knowledge) -> list[Placement]:
    """All placements of a decision."""
    found = every_choice(knowledge)
    return [placement_of(knowledge, found, number) for number in range(len(found.ways))]


def near(knowledge: Knowledge) -> list[Placement]:
    """The placements that a close look finds near the best one."""
    best, every = weigh(knowledge, every_placement(knowledge), CLOSELY)
    return [each.placement for each in every if best.points - each.points <= NEAR]


def usual_starts(seed: str, players: int) -> Iterator[str]:
    """Decisions of a third street of hands of masters, one of each: of two without the other's
    cards, of three with those of both others among the discards.
    """
    masters = [level("master")] * players
    for number in count():
        hand = play(STANDARD, (0,) * players, f"{seed}/{number}", masters)
        for seat, each in hand.decisions():
            known = each.knowledge
            if seat == number % players and known.number == _STREET:
                gone = known.gone if players > 2 else known.discards
                yield format_seat(Seat(known.board, gone, known.pending))


def _stated() -> str:
    """Read what a visit is worth and a foul costs, and each line."""
    worths = visit_worth(STANDARD)
    foul = Aim(STANDARD, [usual_rival(STANDARD.variant)], worths, fantasyland=0).foul
    stated = ", ".join(f"{worth:.2f} with {cards} cards" for cards, worth in worths.items())
    return f"""\
A visit to Fantasyland is worth {stated}; a foul costs {-foul:.2f}.
Points, chance of a foul and of Fantasyland, placement."""


def _written(start: str, ways: Mapping[Placement, _Outlook]) -> str:
    ranked = sorted(ways.items(), key=lambda each: -each[1][0])
    lines = [
        f"{points:+.3f}{''.join(f' {each:5.1%}' for each in chances)}  {to}"
        for to, (points, *chances) in ranked
    ]
    return "\n".join([start, *lines])


def write(starts: list[str]) -> None:
    """Solve the starts and write the file."""
    parts = [_stated()]
    for start in starts:
        knowledge = decision(start)
        parts.append(_written(start, solved(knowledge, every_placement(knowledge))))
        print(parts[-1], flush=True)
    SOLUTIONS.write_text("\n\n".join(parts) + "\n", "utf-8")


def write_usual(seed: str, players: int) -> None:
    """Solve usual starts, and add each to the file once it is known."""
    path = USUAL[players]
    known = [each.start for each in read(path)] if path.exists() else []
    if not known:
        path.write_text(_stated() + "\n", "utf-8")
    for start in islice(usual_starts(seed, players), len(known), STARTS):
        knowledge = decision(start)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n{_written(start, solved(knowledge, near(knowledge), 1))}\n")


# --- measuring -------------------------------------------------------------------------------


def by_level(name: str) -> Chooser:
    """A chooser that plays as a level, asked once for each of `SEEDS`."""
    player = level(name)
    return lambda known: [decide(player, known, np.random.default_rng(n)) for n in range(SEEDS)]


def by_judge(known: Knowledge) -> list[Placement]:
    """The placement that a hint shows."""
    return [advise(known, 1)[0].placement]


def regrets(solutions: Iterable[Solution], choose: Chooser) -> Doubles:
    """The mean regret at each start."""
    return np.array(
        [float(np.mean([each.regret(to) for to in choose(each.knowledge)])) for each in solutions],
        np.float64,
    )


def measure(name: str) -> list[Goal]:
    """The regret of a level, and of hints, at each start and on average."""
    goals: list[Goal] = []
    starts = read()
    for who, choose in ((name, by_level(name)), ("judge", by_judge)):
        found = regrets(starts, choose)
        for solution, regret in zip(starts, found, strict=True):
            print(f"{regret:6.3f}  {solution.start}")
        goals.append(Goal(f"regret of the {who}", float(found.mean()), MOST_REGRET, "points"))
        for players, path in USUAL.items():
            found = regrets(read(path), choose)
            error, worst = found.std(ddof=1) / len(found) ** 0.5, found.max()
            missed = np.mean(found > 0)
            print(
                f"{who}, {len(found)} usual starts of {players} players: {found.mean():.4f} ±"
                f" {error:.4f} points, {worst:.2f} at most, not the best in {missed:.0%}"
            )
            what = f"regret of the {who}, usually of {players}"
            goals.append(Goal(what, float(found.mean()), MOST_USUAL, "points"))
    return goals


def main() -> int:
    """Measure, or solve; 1 if the goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--level", default="master")
    command.add_argument("--solve", action="store_true")
    command.add_argument("--usual", action="store_true")
    command.add_argument("--players", type=int, choices=list(USUAL), default=2)
    command.add_argument("--seed", default="usual")
    options = command.parse_args()
    if options.solve:
        write([solution.start for solution in read()])
    if options.usual:
        write_usual(options.seed, options.players)
    return report(measure(options.level))


if __name__ == "__main__":
    sys.exit(main())
