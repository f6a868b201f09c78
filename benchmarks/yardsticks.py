"""Players to measure others by: one that places at random, one that never fouls knowingly."""

import numpy as np

from bot.ofc.board import Placement
from bot.ofc.legal import placements
from bot.ofc.ranking import Shape, strength
from bot.ofc.rows import Row
from bot.ofc.scoring import royalty
from bot.players.knowledge import Knowledge
from bot.players.outs import so_far
from bot.players.solver import solve
from bot.players.worth import NOBODY, Aim


def at_random(knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """Some legal placement, each board of a street equally likely."""
    cards = [knowledge.pending[n] for n in rng.permutation(len(knowledge.pending))]
    room = [knowledge.board.open_places(row) for row in Row]
    keep = knowledge.street.placed
    slots = rng.permutation(np.repeat(np.arange(3), room))[:keep]
    rows = [tuple(c for c, s in zip(cards, slots, strict=False) if s == row) for row in Row]
    return Placement(*rows, tuple(cards[keep:]))


def greedy(knowledge: Knowledge, _rng: np.random.Generator) -> Placement:
    """Keeps the rows in order at every step, then takes royalties, then strength below."""
    if len(knowledge.pending) >= 13:
        aim = Aim(knowledge.rules, [NOBODY], {}, fantasyland=True)
        return solve(knowledge.pending, aim)[0].placement
    found = placements(knowledge.board, knowledge.pending, knowledge.street.discarded)
    return max(found, key=lambda placement: _key(knowledge, placement))


def _key(knowledge: Knowledge, placement: Placement) -> tuple[bool, float, Shape, Shape, Shape]:
    board = knowledge.board.with_rows(placement.rows)
    front, middle, back = (so_far(row, cards) for row, cards in zip(Row, board, strict=True))
    ordered = front <= middle <= back
    points = sum(
        royalty(row, strength(board[row]), knowledge.rules)
        for row in Row
        if not board.open_places(row)
    )
    return ordered, points, back, middle, front
