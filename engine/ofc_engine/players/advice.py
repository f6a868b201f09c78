"""Advice before a placement, and a review after it, by the fixed judge."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ofc_engine.board import Board, Placement
from ofc_engine.errors import PlacementError
from ofc_engine.players.judge import CARE, Thoroughness, by_judge, judges_aim
from ofc_engine.players.judging import Judgement
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.opinions import NEGLIGIBLE, Advice, Parts, Review
from ofc_engine.players.parts import parts_of
from ofc_engine.players.positions import row_key, row_strengths
from ofc_engine.players.solver import solve
from ofc_engine.players.worth import Aim

_BOARDS_RANKED: Final = 10
"""The best boards of a Fantasyland, among which a given one is ranked."""


def advise(knowledge: Knowledge, count: int = 3, care: Thoroughness = CARE) -> tuple[Advice, ...]:
    """The best `count` placements, best first.

    Those that the judge, by its `care`, does not look at more closely come after the others.
    """
    if knowledge.sets_at_once:
        return _best_boards(knowledge, judges_aim(knowledge, care=care), count)
    return _best(by_judge(knowledge, care=care)[0], count)


def counsel(knowledge: Knowledge, count: int = 3) -> tuple[Advice, ...]:
    """The best `count` placements, best first, then a safer one.

    That is the best with a lower risk than the first, if there is any and it is not among them.
    The first two have their parts.
    """
    if knowledge.sets_at_once:
        return _best_boards(knowledge, judges_aim(knowledge), count)
    judged, _ = by_judge(knowledge)
    ranked = _best(judged, None)
    told = ranked[:count]
    safer = next((each for each in ranked if each.risk < ranked[0].risk), None)
    if safer is not None and safer not in told:
        _, (safer,) = weigh(knowledge, [safer.placement])
        told += (safer,) * (safer.risk < ranked[0].risk)
    parts = parts_of(judged, _order(judged)[:2])
    return (*map(_with_parts, told, parts), *told[len(parts) :])


def weigh(
    knowledge: Knowledge, placements: Sequence[Placement], care: Thoroughness = CARE
) -> tuple[Advice, list[Advice]]:
    """The best placement, and the given ones, with outlooks as `review` gives them.

    Not for boards set at once. Raises PlacementError if a placement is not legal.
    """
    judged, numbers = by_judge(knowledge, placements, care)
    return _best(judged, 1)[0], [_advice(judged, number) for number in numbers]


def review(
    knowledge: Knowledge,
    placement: Placement,
    count: int = 3,
    care: Thoroughness = CARE,
    *,
    parts: bool = False,
) -> Review:
    """A placement of this decision compared with the best; PlacementError if it is not legal.

    With `parts`, both it and the best have theirs, unless it is as good as the best.
    """
    if knowledge.sets_at_once:
        return _review_board(knowledge, placement, count, judges_aim(knowledge, care=care))
    judged, (number,) = by_judge(knowledge, [placement], care)
    given = _advice(judged, number)
    points = judged.outlook.points
    rank = 1 + int(np.count_nonzero(points > points[number]))
    cost = float(points.max() - points[number])
    best = _best(judged, count)
    if parts and cost >= NEGLIGIBLE:
        of_best, of_given = parts_of(judged, [_order(judged)[0], number])
        given, best = _with_parts(given, of_given), (_with_parts(best[0], of_best), *best[1:])
    return Review(given, best, rank, len(points), cost)


def _with_parts(advice: Advice, parts: Parts) -> Advice:
    return replace(advice, parts=parts)


def _order(judged: Judgement) -> list[int]:
    """The numbers of the placements, best first."""
    return [int(number) for number in np.argsort(-judged.outlook.points, kind="stable")]


def _best(judged: Judgement, count: int | None) -> tuple[Advice, ...]:
    return tuple(_advice(judged, number) for number in _order(judged)[:count])


def _advice(judged: Judgement, number: int) -> Advice:
    points, foul, fantasyland = (float(column[number]) for column in judged.outlook)
    return Advice(judged.placement(number), points, foul, fantasyland, judged.error)


def _best_boards(knowledge: Knowledge, aim: Aim, count: int) -> tuple[Advice, ...]:
    return tuple(
        _board_advice(solution.placement, aim) for solution in solve(knowledge.pending, aim, count)
    )


def _board_advice(placement: Placement, aim: Aim) -> Advice:
    """A whole board set at once, with its parts."""
    keys = [np.array([row_key(row)], np.int32) for row in placement.rows]
    rows, foul = row_strengths(keys, aim.rules), aim.rules.fouls(Board(*placement.rows))
    values = aim.parts(rows, np.array([not foul]))[:, 0]
    parts = Parts(tuple(map(float, values)), (0.0,) * len(values))
    if foul:
        return Advice(placement, aim.foul, 1.0, 0.0, parts=parts)
    points = float(aim.values(*rows)[0])
    return Advice(placement, points, 0.0, float(aim.earns_fantasyland(rows)[0]), parts=parts)


def _review_board(knowledge: Knowledge, placement: Placement, count: int, aim: Aim) -> Review:
    if sorted(placement.cards) != sorted(knowledge.pending) or not Board(*placement.rows).is_full:
        raise PlacementError("These cards can't be placed like this.")
    given = _board_advice(placement, aim)
    best = _best_boards(knowledge, aim, max(count, _BOARDS_RANKED))
    better = sum(advice.points > given.points + 1e-4 for advice in best)
    rank = better + 1 if better < len(best) else None
    cost = max(0.0, best[0].points - given.points)
    return Review(given, best[:count], rank, len(best), cost)
