"""Advice before a placement, and a review after it: what the fixed judge thinks of each."""

from typing import Final

import numpy as np

from ofc_engine.board import Board, Placement
from ofc_engine.errors import PlacementError
from ofc_engine.players.judge import CARE, Thoroughness, by_judge, judges_aim
from ofc_engine.players.judging import Judgement
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.positions import row_key, row_strengths
from ofc_engine.players.solver import solve
from ofc_engine.players.worth import Aim

_SETTINGS: Final = 10
"""Boards of a Fantasyland among which a given one gets a rank."""


def advise(knowledge: Knowledge, count: int = 3, care: Thoroughness = CARE) -> tuple[Advice, ...]:
    """The best `count` placements, best first."""
    if knowledge.sets_at_once:
        return _settings(knowledge, judges_aim(knowledge, care=care), count)
    return _best(by_judge(knowledge, care=care)[0], count)


def counsel(knowledge: Knowledge, count: int = 3) -> tuple[Advice, ...]:
    """The best `count` placements, best first, with a safer one behind them.

    That is the best of a lower risk than the first has, if there is any and it is not among them.
    """
    if knowledge.sets_at_once:
        return _settings(knowledge, judges_aim(knowledge), count)
    ranked = _best(by_judge(knowledge)[0], None)
    safer = [number for number, each in enumerate(ranked) if each.risk < ranked[0].risk][:1]
    return (*ranked[:count], *(ranked[number] for number in safer if number >= count))


def review(
    knowledge: Knowledge, placement: Placement, count: int = 3, care: Thoroughness = CARE
) -> Review:
    """A placement of this decision compared with the best; PlacementError if it is not legal."""
    if knowledge.sets_at_once:
        return _review_setting(knowledge, placement, count, judges_aim(knowledge, care=care))
    judged, number = by_judge(knowledge, placement, care)
    given = _advice(judged, number)
    points = judged.outlook.points
    rank = 1 + int(np.count_nonzero(points > points[number]))
    cost = float(points.max() - points[number])
    return Review(given, _best(judged, count), rank, len(points), cost)


def _best(judged: Judgement, count: int | None) -> tuple[Advice, ...]:
    order = np.argsort(-judged.outlook.points, kind="stable")[:count]
    return tuple(_advice(judged, int(number)) for number in order)


def _advice(judged: Judgement, number: int) -> Advice:
    points, foul, fantasyland = (float(column[number]) for column in judged.outlook)
    return Advice(judged.placement(number), points, foul, fantasyland, judged.error)


def _settings(knowledge: Knowledge, aim: Aim, count: int) -> tuple[Advice, ...]:
    return tuple(
        _setting(solution.placement, aim) for solution in solve(knowledge.pending, aim, count)
    )


def _setting(placement: Placement, aim: Aim) -> Advice:
    """A whole board set at once."""
    if aim.rules.fouls(Board(*placement.rows)):
        return Advice(placement, aim.foul, 1.0, 0.0)
    keys = [np.array([row_key(row)], np.int32) for row in placement.rows]
    rows = row_strengths(keys, aim.rules)
    points = float(aim.values(*rows)[0])
    return Advice(placement, points, 0.0, float(aim.earns_fantasyland(rows)[0]))


def _review_setting(knowledge: Knowledge, placement: Placement, count: int, aim: Aim) -> Review:
    if sorted(placement.cards) != sorted(knowledge.pending) or not Board(*placement.rows).is_full:
        raise PlacementError("These cards can't be placed like this.")
    given = _setting(placement, aim)
    best = _settings(knowledge, aim, max(count, _SETTINGS))
    better = sum(advice.points > given.points + 1e-4 for advice in best)
    rank = better + 1 if better < len(best) else None
    cost = max(0.0, best[0].points - given.points)
    return Review(given, best[:count], rank, len(best), cost)
