"""Of what the points of placements consist: exactly where they are exact, else by playing on.

Before the last streets the judge knows how many points a placement is worth, but not by which rows.
There the placements that are compared are played to the end over the same draws, by learnt values,
or by the oracle's fillings where there are none. What that says of each part is then drawn to the
points that the judge says, so that parts sum to points.
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
"""About how many draws of all cards to come are played on."""
_ROUNDING: Final = 1e-6
"""Squares of points that sums of equal draws may be apart."""


def parts_of(judged: Judgement, numbers: Sequence[int], draws: int = DRAWS) -> tuple[Parts, ...]:
    """The parts of some placements of a decision, by their numbers.

    The first is what the others are compared with.
    """
    knowledge, which = judged.knowledge, list(numbers)
    places = judged.choices.places[which]
    if can_try_all(knowledge.later) or not knowledge.later:
        exact = parts_tried(places, knowledge.later, judges_aim(knowledge)).T
        return tuple(Parts(_floats(each), (0.0,) * len(Part)) for each in exact)
    points = judged.outlook.points[which].astype(np.float64)
    return _drawn_to(points, _sampled(places, knowledge, draws), judged.error)


def _drawn_to(points: Doubles, sampled: Doubles, error: float) -> tuple[Parts, ...]:
    """Parts (n, draws, 10) of each draw as their means that sum to the points (n,).

    `error` is that of a difference of points.
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
    """How much of what their sum is off each part takes: shares (10,) of a whole.

    As much as its scatter goes with that of the sum; and the less the sum scatters beside the
    error that the points have themselves, the more by its own scatter alone.
    """
    count, draws, _ = sampled.shape
    around = sampled - sampled.mean(axis=1, keepdims=True)
    together, own = around.sum(axis=2, keepdims=True), (around**2).sum(axis=(0, 1))
    # The squares of sums over draws grow as the draws, those of an error that all have as theirs.
    noise = count * (draws * error) ** 2
    if own.sum() < _ROUNDING:
        # Boards that are all the same foul, or as good as that: other draws might not.
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
    """Standard errors of differences (draws, 10): by chance, and by that of the points."""
    left = apart - np.outer(apart.sum(axis=1), share)
    by_chance = left.std(axis=0) / len(left) ** 0.5
    return _floats(np.hypot(by_chance, share * error))


def _sampled(places: Places, knowledge: Knowledge, draws: int) -> Doubles:
    """The parts of positions of one decision (n, 52) by draws of what comes: (n, draws, 10)."""
    rng, later = chance_of(knowledge), knowledge.later
    learnt = knows_values(knowledge.rules) and len(later) > 1
    # What is judged by draws of the last street is judged by the boards that are seen.
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

    Each street is placed as its judge likes best.
    """
    used, points = 0, np.zeros(len(places), np.float32)
    for street, judge in zip(streets, judges, strict=True):
        found = choices(places, drawn[:, used : used + street.dealt], street)
        outlook: Outlook = judge(found.places)
        best = found.best(outlook.points)
        places, points, used = found.places[best], outlook.points[best], used + street.dealt
    return places, points
