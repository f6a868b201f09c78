"""How the end of a hand is told: in the channel, in one's own message, and below *More*."""

from typing import Any, Final

import pytest

from bot.handlers.table_menu import Deed
from bot.screens.board_screen import Announced
from bot.screens.components import Component, Illustration, InWords, Picture, PictureOrWords, Screen
from bot.screens.more_screen import more_screen
from bot.screens.result_screen import (
    FinishedHandView,
    ResultNote,
    covered_parts,
    ended_parts,
    result_screen,
)
from bot.texts import ENGLISH
from bot.values.draft import Spot
from bot.values.open_tables import NextHand
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.match import settle
from ofc_engine.notation import parse_position
from ofc_engine.scoring import score_hand
from ofc_engine.views import view_for
from tests.desk.words import told

OVER: Final = "standard ; QhQd2c / 3s3d5h6h7c / AsAdAcKhKd ; 2h4s6d / 7s7d8c9c2s / JsJdJcTh3c"
SPOT: Final = Spot(1, 4)
WORDS: Final = InWords("Two boards.")
PICTURE: Final = Illustration(Picture("board.png", b""), "Two boards.")
NO_NOTE: Final = ResultNote(None)


def result() -> ResultScene:
    hand = parse_position(OVER)
    people = (ScenePlayer("Ann", "ann", 10), ScenePlayer("Bob", "bob", -10))
    scene = TableScene(4, view_for(hand, None), people, (0, 1), button=None)
    score = score_hand(hand)
    return ResultScene(scene, score, settle(score.pairs, (10, -10)), 1)


def _buttons(*deeds: Deed) -> list[Component]:
    return [each.button(SPOT, ENGLISH) for each in deeds]


def more(**changes: Any) -> str:
    shown: dict[str, Any] = {
        "result": result(),
        "hand": 4,
        "deals": [Announced(4, b"\xc0\xff\xee")],
        "counts": True,
    }
    return told(more_screen(_buttons(*Deed), ENGLISH, **(shown | changes)))


PAIR: Final = "Bob – Ann: "
PAST: Final = "The next hand has been dealt."


def test_more_tells_pair_by_pair_once_the_hand_is_over():
    assert PAIR in more()
    assert PAIR not in more(result=None)


@pytest.mark.parametrize(
    ("changes", "others", "line"),
    [
        ({"counts": True}, {"counts": False}, "This hand doesn't count in the server's ledger."),
        ({"deals": [Announced(4, b"")]}, {}, "c0ffee"),
        ({"hand": 0}, {}, "Hand 4"),
    ],
)
def test_more_tells_what_there_is(changes: dict[str, Any], others: dict[str, Any], line: str):
    assert line not in more(**changes)
    assert line in more(**others)


def test_more_has_the_buttons_of_the_deeds_there_are():
    assert "[Deal proof]" in more()
    assert "[Deal proof]" not in told(more_screen(_buttons(Deed.RULES), ENGLISH))


@pytest.mark.parametrize(("picture", "has_pairs"), [(PICTURE, False), (WORDS, True)])
def test_pair_by_pair_is_told_in_words_where_no_picture_does(
    picture: PictureOrWords, has_pairs: bool
):
    ended = Screen(
        tuple(ended_parts(FinishedHandView(result(), NO_NOTE), picture, SPOT, (), ENGLISH))
    )
    in_channel = result_screen(result(), picture, SPOT, ENGLISH, NO_NOTE)
    assert [PAIR in told(each) for each in (ended, in_channel)] == [has_pairs] * 2


@pytest.mark.parametrize("is_past", [False, True])
def test_a_result_that_is_kept_says_when_the_next_hand_has_been_dealt(is_past: bool):
    ended = FinishedHandView(result(), NO_NOTE, is_past=is_past)
    assert (PAST in told(Screen(tuple(ended_parts(ended, WORDS, SPOT, (), ENGLISH))))) is is_past
    assert PAST not in told(
        Screen(tuple(covered_parts(FinishedHandView(result(), NO_NOTE), SPOT, (), ENGLISH)))
    )


def test_whoever_may_play_another_hand_can_say_that_they_are_ready():
    following = ResultNote(NextHand((), None))
    for parts in (
        ended_parts(FinishedHandView(result(), following), WORDS, SPOT, (), ENGLISH),
        covered_parts(FinishedHandView(result(), following), SPOT, (), ENGLISH),
    ):
        assert "[Ready]" in told(Screen(tuple(parts)))
    for parts in (
        ended_parts(FinishedHandView(result(), NO_NOTE), WORDS, SPOT, (), ENGLISH),
        covered_parts(FinishedHandView(result(), NO_NOTE), SPOT, (), ENGLISH),
    ):
        assert "[Ready]" not in told(Screen(tuple(parts)))
