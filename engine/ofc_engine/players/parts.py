"""The parts of the points of placements: exact if the points are, else by playing on.

Before the last streets the judge knows the points of a placement, but not which rows they come
from. So the placements to compare are played to the end over the same draws, by learnt values or,
if there are none, by the oracle's fillings. The parts found are then adjusted to sum to the judge's
points.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from ofc_engine.players.aims import row_points, usual_aim
from ofc_engine.players.endgame import can_try_all, full_boards, parts_tried
from ofc_engine.players.judge import chance_of, judges_aim
from ofc_engine.players.judging import Judgement, cards_known, usual_temper
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.network import Judge
from ofc_engine.players.opinions import Part, Parts
from ofc_engine.players.oracle import fill, sample_evenly
from ofc_engine.players.positions import (
    LIVE,
    Doubles,
    Floats,
    Ints,
    Outlook,
    Places,
    choices,
    strengths,
)
from ofc_engine.players.values import knows_values, learnt_judges
from ofc_engine.players.worth import Aim, fouls
from ofc_engine.variants import Street

DRAWS: Final = 100
"""The rough number of draws of all cards to come that are played on."""
_ROUNDING: Final = 1e-6
"""The sum of squared points below which differences between draws are rounding errors."""


def parts_of(judged: Judgement, numbers: Sequence[int], draws: int = DRAWS) -> tuple[Parts, ...]:
    """The parts of some placements of a decision, by their numbers.

    The others are compared with the first.
    """
    knowledge, which = judged.knowledge, list(numbers)
    places = judged.choices.places[which]
    if can_try_all(knowledge.later) or not knowledge.later:
        exact = parts_tried(places, knowledge.later, judges_aim(knowledge)).T
        return tuple(Parts(_floats(each), (0.0,) * len(Part)) for each in exact)
    points = judged.outlook.points[which].astype(np.float64)
    return _adjusted(points, _sampled(places, knowledge, draws), judged.error)


def _adjusted(points: Doubles, sampled: Doubles, error: float) -> tuple[Parts, ...]:
    """The means of the parts of each draw (n, draws, 10), adjusted to sum to the points (n,).

    `error` is the standard error of a difference of points.
    """
    apart = sampled[1:] - sampled[0]
    level, share = _shares(sampled, error), _shares(apart, error)
    first = _summing_to(points[0], sampled[0].mean(axis=0), level)
    found = [Parts(_floats(first), (0.0,) * len(Part))]
    for each, ahead in zip(apart, points[1:] - points[0], strict=True):
        values = first + _summing_to(ahead, each.mean(axis=0), share)
        found.append(Parts(_floats(values), _errors(each, share, error)))
    return tuple(found)


def _shares(sampled: Doubles, error: float) -> Doubles:
    """The share (10,) of each part in correcting what their sum is off.

    A part's share follows its covariance with the sum; the smaller the variance of the sum is
    beside the error of the points themselves, the more it follows the part's own variance.
    """
    count, draws, _ = sampled.shape
    around = sampled - sampled.mean(axis=1, keepdims=True)
    together, own = around.sum(axis=2, keepdims=True), (around**2).sum(axis=(0, 1))
    # Squares of chance add up like the number of draws, those of a common error like its square.
    noise = count * (draws * error) ** 2
    if own.sum() < _ROUNDING:
        # All draws came out alike, as with boards that all foul: other draws might not.
        return np.eye(len(Part))[Part.FOUL]
    scatter = float((together**2).sum()) + noise
    if not scatter:
        return own / own.sum()
    return ((around * together).sum(axis=(0, 1)) + own / own.sum() * noise) / scatter


def _summing_to(points: float, means: Doubles, share: Doubles) -> Doubles:
    return means + (points - means.sum()) * share


def _floats(numbers: Doubles) -> tuple[float, ...]:
    return tuple(map(float, numbers))


def _errors(apart: Doubles, share: Doubles, error: float) -> tuple[float, ...]:
    """Standard errors of differences (draws, 10): from chance, and from the error of the points."""
    left = apart - np.outer(apart.sum(axis=1), share)
    by_chance = left.std(axis=0) / len(left) ** 0.5
    return _floats(np.hypot(by_chance, share * error))


def _sampled(places: Places, knowledge: Knowledge, draws: int) -> Doubles:
    """The parts of positions of one decision (n, 52) by draws of cards to come: (n, draws, 10)."""
    rng, later = chance_of(knowledge), knowledge.later
    learnt = knows_values(knowledge.rules) and len(later) > 1
    # Where the judge tries draws of the last street, it uses the opponents' actual boards.
    seen = not learnt or can_try_all(later[1:])
    aim = judges_aim(knowledge) if seen else usual_aim(knowledge)
    dealt = sum(street.dealt for street in later)
    cards = dealt if learnt else cards_known(later, extra=True)
    live = int(np.count_nonzero(places[0] == LIVE))
    drawn = sample_evenly(places[0], cards, -(-draws // (live // cards)), rng)
    if learnt:
        judges = learnt_judges(knowledge, usual_temper(knowledge.rules))[knowledge.number + 1 : -1]
        every = np.repeat(places, len(drawn), axis=0), np.tile(drawn, (len(places), 1))
        ended, _ = played_on(*every, later, [*judges, lambda ended: full_boards(ended, aim)])
        rows = strengths(ended, aim.rules)
        parts = aim.parts(rows, ~fouls(rows, aim.rules))
        return np.moveaxis(parts.reshape(len(Part), len(places), -1), 0, 2)
    return _filled(places, drawn, aim)


def _filled(places: Places, drawn: Ints, aim: Aim) -> Doubles:
    """The parts of the best fillings of positions (n, 52) with draws of cards: (n, draws, 10)."""
    filled = fill(places, drawn, row_points(aim), aim, aim.foul - aim.constant)
    valid = ~fouls(filled.strengths, aim.rules)
    return np.moveaxis(aim.parts(filled.strengths, valid), 0, 2)


def played_on(
    places: Places, drawn: Ints, streets: Sequence[Street], judges: Sequence[Judge]
) -> tuple[Places, Floats]:
    """Positions (n, 52) some streets later and their points (n,), by the cards drawn (n, cards).

    Each street is placed best by its judge.
    """
    used, points = 0, np.zeros(len(places), np.float32)
    for street, judge in zip(streets, judges, strict=True):
        found = choices(places, drawn[:, used : used + street.dealt], street)
        outlook: Outlook = judge(found.places)
        best = found.best(outlook.points)
        places, points, used = found.places[best], outlook.points[best], used + street.dealt
    return places, points
