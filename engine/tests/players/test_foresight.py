"""What opponents' boards that are seen in part may become."""

from math import comb
from random import Random

import numpy as np
import pytest

from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, parse_cards
from ofc_engine.players.aims import usual_aim
from ofc_engine.players.foresight import exact_aim
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.worth import RivalBoard
from ofc_engine.rows import HIGH_ROWS
from ofc_engine.rulesets import STANDARD
from ofc_engine.variants import CLASSIC, PINEAPPLE, TURBO, Variant


def seen(board: str, fantasyland: int = 0) -> Knowledge:
    """A decision on the fourth street against this board."""
    own = Board.parse("Qh4h / 3c3d5s / 7c7d8h8s")
    other = Opponent(Board.parse(board), fantasyland)
    return Knowledge(STANDARD, own, parse_cards("2h6c9d"), parse_cards("Jh"), (other,))


def foreseen(board: str) -> RivalBoard:
    (rival,) = exact_aim(seen(board), np.random.default_rng(1)).rivals
    return rival


def test_rows_in_order_hardly_ever_foul_and_rows_out_of_order_mostly():
    safe = foreseen("2c3s5d / 8c9c9hJs / KcKdKh4s")
    risky = foreseen("KcKdAs / 6h8cTs / 2d4c4d5hJs")
    lost = foreseen("AhAd2c / 3s5d7h9s / 2d4cTdJs")
    assert safe.valid > 0.95
    assert risky.valid < 0.4
    assert lost.valid == 0


def test_a_rival_is_foreseen_to_foul_as_often_as_the_cards_say():
    """A pair of kings in front of a Middle that only a ten or a six makes two pair."""
    rival = foreseen("KcKd / 6h8c8dTs / AhAcAd4s4c")
    unseen, outs = 52 - 9 - 3 - 1 - 11, len(parse_cards("6d6s ThTcTd"))
    none_of_three = comb(unseen - outs, 3) / comb(unseen, 3)
    assert rival.valid == pytest.approx(1 - none_of_three, abs=0.1)


def test_a_row_that_is_full_is_known_and_what_it_pays_counts():
    rival = foreseen("2c5d / 9c9hJs6d / KcKdKh4s4c")
    made = HIGH_ROWS.strengths(Board.parse("- / - / KcKdKh4s4c"))[Row.BACK]
    assert made is not None
    assert rival.wins[Row.BACK][made] == rival.losses[Row.BACK][made] == 0
    assert rival.royalties > 5


@pytest.mark.parametrize("board", ["Kc / 9c9h / 6h", "Kc4s / 9c9h / 6h6s", "- / - / -"])
def test_a_board_that_ends_no_street_says_nothing(board: str):
    knowledge = seen(board)
    aim = exact_aim(knowledge, np.random.default_rng(1))
    assert aim.rivals == usual_aim(knowledge).rivals


def test_a_board_for_which_too_few_cards_are_unseen_says_nothing():
    own, other = (
        Board(tuple(DECK[n : n + 1]), tuple(DECK[n + 1 : n + 6]), tuple(DECK[n + 6 : n + 11]))
        for n in (2, 13)
    )
    pending, discards = tuple(DECK[24:27]), tuple(DECK[27:])
    knowledge = Knowledge(STANDARD, own, pending, discards, (Opponent(other),))
    aim = exact_aim(knowledge, np.random.default_rng(1))
    assert aim.rivals == usual_aim(knowledge).rivals


@pytest.mark.parametrize("variant", [CLASSIC, PINEAPPLE, TURBO], ids=lambda each: each.name)
def test_boards_of_each_variant_are_foreseen_after_each_street(variant: Variant):
    rules = STANDARD.changed({"variant": variant.name})
    deck = Random(4).sample(DECK, 52)
    counts = np.cumsum([street.placed for street in variant.streets])[:-1]
    for count in counts:
        rows = Random(4).sample([0] * 3 + [1] * 5 + [2] * 5, int(count))
        boards = [
            Board(*(tuple(c for c, s in zip(deck[n:], rows, strict=False) if s == r) for r in Row))
            for n in (0, 13)
        ]
        pending = tuple(deck[26:31])
        others = tuple(map(Opponent, boards))
        knowledge = Knowledge(rules, Board(), pending, opponents=others)
        for rival in exact_aim(knowledge, np.random.default_rng(1)).rivals:
            assert 0 <= rival.valid <= 1
            assert rival.royalties >= 0
            assert np.isfinite(rival.wins).all()


def test_the_same_chance_foresees_the_same():
    boards = [foreseen("2c5d / 9c9hJs6d / KcKdKh4s4c") for _ in range(2)]
    assert boards[0].valid == boards[1].valid
    assert (boards[0].wins == boards[1].wins).all()
