"""What is marked on each seat: R3.4, R5.1, R7.3, R8 and R11 as people see them."""

import pytest

from bot.pictures.states import (
    Mark,
    SeatState,
    by_group,
    result_states,
    seat_state,
    seat_states,
    settled_pairs,
)
from bot.values.scenes import ResultScene
from ofc_engine.board import Board
from ofc_engine.cards import parse_cards
from tools.gallery import samples

ALL = samples.tables() | samples.privates()


def marks(name: str) -> list[tuple[Mark, ...]]:
    return [state.marks for state in seat_states(ALL[name])]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("3 seats", [(Mark.TO_ACT,), (), ()]),
        ("2 seats, finished", [(), ()]),
        ("3 seats, one ahead of the others", [(Mark.TO_ACT,), (Mark.SET,), (Mark.TO_ACT,)]),
        (
            "3 seats, all in Fantasyland",
            [
                (Mark.FANTASYLAND, Mark.TO_ACT),
                (Mark.FANTASYLAND, Mark.SET),
                (Mark.FANTASYLAND, Mark.TO_ACT),
            ],
        ),
        (
            "3 seats, Fantasyland in turn",
            [(), (Mark.FANTASYLAND, Mark.TO_ACT), (Mark.FANTASYLAND,)],
        ),
        ("4 seats", [(Mark.FANTASYLAND, Mark.SET), (), (Mark.FOUL,), (Mark.TO_ACT,)]),
        (
            "4 seats, out of play",
            [(Mark.TO_ACT,), (Mark.GAVE_UP,), (Mark.DEAD,), (Mark.FANTASYLAND, Mark.DEAD)],
        ),
        ("Chinese, one set", [(Mark.SET,), (Mark.TO_ACT,)]),
    ],
)
def test_marks_of_the_public(name: str, expected: list[tuple[Mark, ...]]):
    assert marks(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("5 cards", (Mark.TO_ACT,)),
        ("not their turn", ()),
        ("foul", (Mark.FOUL,)),
        ("set", (Mark.SET,)),
        ("Fantasyland 14", (Mark.FANTASYLAND, Mark.TO_ACT)),
        ("Fantasyland set", (Mark.FANTASYLAND, Mark.SET)),
        ("Fantasyland fouled", (Mark.FANTASYLAND, Mark.FOUL, Mark.SET)),
        ("dead", (Mark.DEAD,)),
        ("over", ()),
    ],
)
def test_marks_of_the_owner(name: str, expected: tuple[Mark, ...]):
    assert seat_state(ALL[name], 0).marks == expected


def hidden(state: SeatState) -> tuple[int, bool]:
    return state.face_down, state.board == Board()


def test_r7_3_a_fantasyland_lies_face_down_whether_set_or_not():
    states = seat_states(ALL["3 seats, all in Fantasyland"])
    assert [hidden(state) for state in states] == [(14, True)] * 3


def test_r3_2_chinese_lies_face_down_once_set():
    states = seat_states(ALL["Chinese, one set"])
    assert [hidden(state) for state in states] == [(13, True), (0, True)]


def test_r6_royalties_are_those_of_full_rows_that_count():
    ann, bertrand, mia, chidi = seat_states(ALL["4 seats"])
    assert ann.royalties == mia.royalties == (0, 0, 0)
    assert bertrand.royalties == chidi.royalties == (0, 0, 4)


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ("5cQhQd", "QhQd5c"),
        ("9cAs9d2hAd", "AsAd9d9c2h"),
        ("8cKc8d8hKh", "8h8d8cKhKc"),
        ("2s5s4h3dAc", "5s4h3d2sAc"),
    ],
)
def test_a_row_of_a_result_is_read_by_its_groups(row: str, shown: str):
    assert by_group(parse_cards(row)) == parse_cards(shown)


def test_a_result_names_the_fantasyland_that_was_earned():
    states = result_states(samples.results()["3 seats, all to Fantasyland"])
    assert [(state.marks, state.visit) for state in states] == [
        ((), 0),
        ((Mark.FANTASYLAND,), 14),
        ((), 0),
    ]


def pair(name: str) -> tuple[int, ...]:
    (only,) = settled_pairs(samples.results()[name])
    return only.winner, only.row_points, only.bonus, only.royalties, only.points, only.factor


def test_r4_what_a_pair_settles_is_told_by_its_winner():
    assert pair("2 seats") == (0, 1, 0, 15, 16, 1)
    assert pair("2 seats, foul") == (0, 3, 3, 21, 27, 1)


def test_r9_2_the_factor_is_told():
    assert pair("2 seats, points times 3") == (0, 1, 0, 15, 48, 3)


def test_r9_3_a_limit_is_told():
    results = samples.results()
    assert limits(results["2 seats, limited"]) == [(36, True)]
    assert limits(results["3 seats, limited"]) == [(32, False), (51, True), (0, True)]
    assert limits(results["3 seats"]) == [(16, False), (27, False), (12, False)]


def limits(scene: ResultScene) -> list[tuple[int, bool]]:
    return [(pair.points, pair.is_limited) for pair in settled_pairs(scene)]


def test_r8_a_surrender_is_all_that_is_settled():
    (only,) = settled_pairs(samples.results()["2 seats, given up"])
    assert (only.winner, only.surrender, only.points, only.is_scoop) == (0, 2, 2, False)
