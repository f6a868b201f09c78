"""Advice before a placement, and a review after it: what the master thinks of each."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.ofc.board import Board, Placement, Row
from bot.ofc.cards import Cards
from bot.ofc.errors import PlacementError
from bot.players.aims import exact_aim
from bot.players.ending import aims_fantasyland
from bot.players.judging import Judgement, Temper, by_master
from bot.players.knowledge import Knowledge, live_cards, outs
from bot.players.levels import sets_at_once
from bot.players.positions import five_strengths, row_key, three_strengths
from bot.players.solver import solve
from bot.players.worth import Aim

_FRANK: Final = Temper()
"""Advice tells what is expected, without what the master minds beyond it."""
_SETTINGS: Final = 10
"""Boards of a Fantasyland among which a given one gets a rank."""


@dataclass(frozen=True)
class Advice:
    """A placement and what it leads to.

    `points` are expected from all opponents together, with the worth of a Fantasyland it
    earns; `foul` and `fantasyland` are chances from 0 to 1.
    """

    placement: Placement
    points: float
    foul: float
    fantasyland: float


@dataclass(frozen=True)
class Review:
    """A placement compared with the best.

    `rank` counts from 1 among `of` placements; in a Fantasyland it is None when the board is not
    among the best ten. `cost` is what was given away, in points, and never negative.
    """

    given: Advice
    best: tuple[Advice, ...]
    rank: int | None
    of: int
    cost: float


@dataclass(frozen=True)
class Prospects:
    """What can still come: `live` cards, and for each open row those that improve it."""

    live: Cards
    outs: dict[Row, Cards]


def advise(knowledge: Knowledge, rng: np.random.Generator, count: int = 3) -> tuple[Advice, ...]:
    """The best `count` placements, best first."""
    if sets_at_once(knowledge):
        return _settings(knowledge, exact_aim(knowledge, rng), count)
    judged = by_master(knowledge, rng, _FRANK)
    return _best(judged, count)


def review(
    knowledge: Knowledge, placement: Placement, rng: np.random.Generator, count: int = 3
) -> Review:
    """A placement of this decision compared with the best; PlacementError if it is not legal."""
    if sets_at_once(knowledge):
        return _review_setting(knowledge, placement, rng, count)
    judged = by_master(knowledge, rng, _FRANK)
    number = _number(judged, placement)
    given = _advice(judged, number)
    points = judged.outlook.points
    rank = 1 + int(np.count_nonzero(points > points[number]))
    cost = float(points.max() - points[number])
    return Review(given, _best(judged, count), rank, len(points), cost)


def prospects(knowledge: Knowledge, placement: Placement | None = None) -> Prospects:
    """Live cards and outs of the board as it lies, or after a placement."""
    live = live_cards(knowledge)
    board = knowledge.board.with_rows(placement.rows) if placement else knowledge.board
    return Prospects(live, outs(board, live))


def _best(judged: Judgement, count: int) -> tuple[Advice, ...]:
    order = np.argsort(-judged.outlook.points, kind="stable")[:count]
    return tuple(_advice(judged, int(number)) for number in order)


def _advice(judged: Judgement, number: int) -> Advice:
    points, foul, fantasyland = (float(column[number]) for column in judged.outlook)
    return Advice(judged.placement(number), points, foul, fantasyland)


def _number(judged: Judgement, placement: Placement) -> int:
    """Which of the choices a placement is, the order within rows aside."""
    wanted = tuple(map(frozenset, placement))
    for number in range(len(judged.choices.ways)):
        if tuple(map(frozenset, judged.placement(number))) == wanted:
            return number
    raise PlacementError("These cards cannot be placed like this.")


def _settings(knowledge: Knowledge, aim: Aim, count: int) -> tuple[Advice, ...]:
    return tuple(
        _setting(solution.placement, aim) for solution in solve(knowledge.pending, aim, count)
    )


def _setting(placement: Placement, aim: Aim) -> Advice:
    """A whole board set at once."""
    front, middle, back = (np.array([row_key(row)], np.int32) for row in placement.rows)
    rows = three_strengths(front), five_strengths(middle), five_strengths(back)
    if Board(*placement.rows).fouls(equal_rows_foul=bool(aim.strict)):
        return Advice(placement, aim.foul, 1.0, 0.0)
    points = float(aim.values(*rows)[0])
    return Advice(placement, points, 0.0, float(aims_fantasyland(aim, *rows)[0]))


def _review_setting(
    knowledge: Knowledge, placement: Placement, rng: np.random.Generator, count: int
) -> Review:
    if sorted(placement.cards) != sorted(knowledge.pending) or not Board(*placement.rows).is_full:
        raise PlacementError("These cards cannot be placed like this.")
    aim = exact_aim(knowledge, rng)
    given = _setting(placement, aim)
    best = _settings(knowledge, aim, max(count, _SETTINGS))
    better = sum(advice.points > given.points + 1e-4 for advice in best)
    rank = better + 1 if better < len(best) else None
    cost = max(0.0, best[0].points - given.points)
    return Review(given, best[:count], rank, len(best), cost)
