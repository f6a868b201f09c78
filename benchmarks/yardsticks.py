"""Players to measure others by: at random, greedy and careful."""

from typing import Final

import numpy as np

from bot.ofc.board import Placement
from bot.ofc.ranking import Shape, strength
from bot.ofc.rows import Row
from bot.ofc.scoring import royalty
from bot.players.judging import Style, by_oracle
from bot.players.knowledge import Knowledge
from bot.players.levels import sets_at_once
from bot.players.outs import so_far
from bot.players.solver import solve
from bot.players.worth import NOBODY, Aim

_SAMPLES: Final = Style((40, 60), foul=-40.0, dream=0.0)
_RISK: Final = 0.01


def at_random(knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """Some legal placement, every place on the board equally likely."""
    cards = [knowledge.pending[n] for n in rng.permutation(len(knowledge.pending))]
    room = [knowledge.board.open_places(row) for row in Row]
    keep = knowledge.street.placed
    slots = rng.permutation(np.repeat(np.arange(3), room))[:keep]
    rows = [tuple(c for c, s in zip(cards, slots, strict=False) if s == row) for row in Row]
    return Placement(*rows, tuple(cards[keep:]))


def greedy(knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """Among the placements that least risk a foul, the one that shows most at once."""
    if sets_at_once(knowledge):
        aim = Aim(knowledge.rules, [NOBODY], {}, fantasyland=bool(knowledge.fantasyland))
        return solve(knowledge.pending, aim)[0].placement
    judged = by_oracle(knowledge, rng, _SAMPLES)
    foul = judged.outlook.foul
    safe = np.flatnonzero(foul <= foul.min() + _RISK)
    return max(map(judged.placement, safe.tolist()), key=lambda p: _shown(knowledge, p))


def careful(knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """Avoids every foul that it can foresee, and within that plays well for royalties."""
    if sets_at_once(knowledge):
        return greedy(knowledge, rng)
    judged = by_oracle(knowledge, rng, _SAMPLES)
    return judged.placement(int(judged.outlook.points.argmax()))


def _shown(knowledge: Knowledge, placement: Placement) -> tuple[int, Shape, Shape, Shape]:
    """Royalties made, then what lies in the rows, from the Back up."""
    board = knowledge.board.with_rows(placement.rows)
    made = sum(
        royalty(row, strength(board[row]), knowledge.rules)
        for row in Row
        if not board.open_places(row)
    )
    front, middle, back = (so_far(row, board[row]) for row in Row)
    return made, back, middle, front
