"""How a hand that somebody has played on their own is told."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.solo.solo_hand import COMPUTER, FANTASYLAND_POINTS, OF_ALL, OWN
from bot.solo.solo_page import result_scene
from bot.store.players import Player
from ofc_engine.views import view_for
from tests.solo.hands import PLAIN, QUEENS, hand_of, outcome

ANN = cast("Player", SimpleNamespace(name="Ann", handle="ann"))


@pytest.mark.parametrize(
    ("own", "other", "visits"),
    [
        (QUEENS, PLAIN, FANTASYLAND_POINTS),
        (PLAIN, QUEENS, -FANTASYLAND_POINTS),
        (QUEENS, QUEENS, 0),
    ],
)
def test_each_side_sees_what_the_fantasylands_count_for_it(own: Any, other: Any, visits: int):
    view = view_for(hand_of(own, other), OWN)
    play = SimpleNamespace(outcome=outcome(own, other), view=view, terms=OF_ALL)
    at: Any = SimpleNamespace(play=play)
    scene = result_scene(at, ANN, 1)
    assert (scene.visit_points(OWN), scene.visit_points(COMPUTER)) == (visits, -visits)
