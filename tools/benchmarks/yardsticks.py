"""Players to measure others by: at random, greedy and careful."""

from typing import Final

import numpy as np

from ofc_engine.board import Placement, Row
from ofc_engine.players.aims import row_points, usual_aim
from ofc_engine.players.judging import OracleStyle, by_oracle
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.oracle import sample
from ofc_engine.players.positions import (
    KEYS,
    Floats,
    Places,
    five_strengths,
    open_places,
    row_keys,
    three_strengths,
)
from ofc_engine.players.solver import solve
from ofc_engine.players.worth import NOBODY, Aim

_SAMPLES: Final = OracleStyle((40, 60), foul=-40.0, dream=0.0)
_RISK: Final = 0.01
_FILLINGS: Final = 300


def at_random(knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """Some legal placement, every place on the board equally likely."""
    cards = [knowledge.pending[n] for n in rng.permutation(len(knowledge.pending))]
    room = [knowledge.board.open_places(row) for row in Row]
    keep = knowledge.street.placed
    slots = rng.permutation(np.repeat(np.arange(3), room))[:keep]
    rows = [tuple(c for c, s in zip(cards, slots, strict=False) if s == row) for row in Row]
    return Placement(*rows, tuple(cards[keep:]))


def greedy(knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """Never fouls if it can help it, and otherwise takes what is near.

    Among the placements that least risk a foul: the one whose rows, each by itself and filled
    at random, would bring most against the usual rival: rows, royalties and Fantasyland.
    """
    if knowledge.sets_at_once:
        aim = Aim(knowledge.rules, [NOBODY], {}, fantasyland=knowledge.fantasyland)
        return solve(knowledge.pending, aim)[0].placement
    judged = by_oracle(knowledge, rng, _SAMPLES)
    foul = judged.outlook.foul
    safe = np.flatnonzero(foul <= foul.min() + _RISK)
    points = _filled_at_random(judged.choices.places[safe], knowledge, rng)
    return judged.placement(int(safe[points.argmax()]))


def careful(knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """Avoids every foul that it can foresee, and within that plays well for royalties."""
    if knowledge.sets_at_once:
        return greedy(knowledge, rng)
    judged = by_oracle(knowledge, rng, _SAMPLES)
    return judged.placement(int(judged.outlook.points.argmax()))


def _filled_at_random(places: Places, knowledge: Knowledge, rng: np.random.Generator) -> Floats:
    """The mean points of the rows of each position: (n,)."""
    tables = row_points(usual_aim(knowledge))
    missing = open_places(places)
    draws = sample(places[0], int(missing.max()), _FILLINGS, rng)
    points = np.zeros(len(places), np.float32)
    for row, keys in zip(Row, row_keys(places), strict=True):
        lookup = three_strengths if row is Row.FRONT else five_strengths
        for room in np.unique(missing[:, row]):
            which = missing[:, row] == room
            more = KEYS[draws[:, :room]].sum(axis=1, dtype=np.int32)
            points[which] += tables[row][lookup(keys[which, None] + more)].mean(axis=1)
    return points
