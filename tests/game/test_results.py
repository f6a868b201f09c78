"""What changes hands at a table: in which order pairs settle."""

from itertools import combinations

import pytest

from bot.game.outcomes import settling_order
from bot.store.hands import LineupRow
from ofc_engine.match import settle
from ofc_engine.rulesets import PRESETS
from ofc_engine.scoring import Pair

ANN, BOB, MIA = 1, 2, 0
"""Their seats in acting order: Bob has the button."""
LINEUP = (
    LineupRow(1, 101, ANN, 0, can_lose=2),
    LineupRow(2, 102, BOB, 0, can_lose=50),
    LineupRow(3, 103, MIA, 0, can_lose=50),
)
OWED = {(ANN, BOB): 3, (ANN, MIA): 3, (BOB, MIA): 1}


@pytest.mark.parametrize(
    ("preset", "points"),
    [("czech", {ANN: -2, BOB: 1, MIA: 1}), ("german", {ANN: -2, BOB: -1, MIA: 3})],
)
def test_r10_1_with_a_limit_it_matters_whether_seat_1_or_the_left_of_the_button_is_first(
    preset: str, points: dict[int, int]
):
    order = settling_order(PRESETS[preset], LINEUP)
    debts = {(a, b): -OWED.get((a, b), -OWED.get((b, a), 0)) for a, b in combinations(order, 2)}
    pairs = [Pair(a, b, (0, 0, 0), due, 0, 0) for (a, b), due in debts.items()]
    left = [0, 0, 0]
    for part in LINEUP:
        left[part.seat or 0] = part.can_lose or 0
    won = dict.fromkeys(points, 0)
    for transfer in settle(pairs, left, loss_limit=0):
        won[transfer.a] += transfer.points
        won[transfer.b] -= transfer.points
    assert won == points
