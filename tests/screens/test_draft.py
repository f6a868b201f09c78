"""Laying out a street: taps, the rest, stepping back, and warnings."""

import pytest
from hypothesis import given

from bot.values.draft import Draft
from engine.tests.hands import Game, games
from ofc_engine.hand import Hand
from ofc_engine.street import LayoutWay
from ofc_engine.views import view_for
from tests.screens.positions import CLASSIC, FANTASYLAND, FIRST_FIVE, PINEAPPLE, draft, drafts


def tapped(position: str, taps: str, seat: int = 0) -> Draft:
    laid = draft(position, seat)
    for tap in taps.split():
        laid = laid.put(int(tap[:-1]), tap[-1])
    return laid


def test_first_five_what_is_not_lifted_stays_in_the_back():
    laid = tapped(FIRST_FIVE, "4f 2m 3m")
    assert str(laid.placement) == "2c / 7h7c / AsKd"
    assert laid.missing == 0
    assert not laid.needs_second_tap


def test_first_five_untouched_wants_one_more_tap():
    laid = draft(FIRST_FIVE)
    assert laid.missing == 0
    assert laid.needs_second_tap
    assert not laid.is_ready
    assert not laid.arm().needs_second_tap
    assert laid.arm().is_ready
    assert not draft(PINEAPPLE, 1).arm().is_ready


def test_pineapple_the_card_not_tapped_is_discarded():
    laid = tapped(PINEAPPLE, "0f 1m", seat=1)
    assert str(laid.placement) == "Kh / 7d / - x 3c"
    assert laid.missing == 0
    assert tapped(PINEAPPLE, "0f", seat=1).missing == 1


def test_pineapple_a_third_card_cannot_be_lifted():
    laid = tapped(PINEAPPLE, "0f 1m", seat=1)
    assert laid.put(2, "b") is laid


def test_one_card_is_placed_by_its_row():
    laid = tapped(CLASSIC, "0m")
    assert laid.way is LayoutWay.SPOTS
    assert str(laid.placement) == "- / 9h / -"
    assert tapped(CLASSIC, "0m 0b").placement.back == laid.cards


def test_fantasyland_the_brush_moves_on_and_the_rest_is_the_back():
    laid = draft(FANTASYLAND)
    assert laid.brush == "f"
    laid = tapped(FANTASYLAND, "3f 4f 0f")
    assert laid.brush == "m"
    laid = tapped(FANTASYLAND, "3f 4f 0f 5m 6m 7m 8m 9m")
    assert laid.brush == "x"
    laid = laid.put(13, "x")
    assert laid.missing == 0
    assert len(laid.placement.back) == 5


def test_fantasyland_the_brush_stays_until_its_row_is_full():
    laid = draft(FANTASYLAND).take_brush("m").put(3, "m")
    assert laid.brush == "m"
    for index in range(4, 8):
        laid = laid.put(index, "m")
    assert laid.brush == "f"


@given(drafts())
def test_whatever_changes_the_layout_wants_a_second_tap_anew(laid: Draft):
    armed = laid.arm()
    ways = [armed.put(index, letter) for index in range(len(laid.cards)) for letter in laid.targets]
    for changed in (*ways, armed.undo(), armed.lay_out(laid.rest * len(laid.cards))):
        assert changed.layout == laid.layout or not changed.armed


@pytest.mark.parametrize(("size", "taps"), [(13, 8), (14, 9), (15, 10), (16, 11), (17, 12)])
def test_fantasyland_takes_n_minus_4_taps_with_the_confirm(size: int, taps: int):
    cards = "AsAhKdQsQcJsTs9s9d7h6h5h4c2d3h3d3c"[: 2 * size]
    laid = draft(f"progressive ; - / - / - + {cards} FL{size} ; - / - / - + 2c4d4h5d6d")
    assert laid.missing == taps
    assert taps + 1 == size - 4


@given(drafts())
def test_a_tap_that_arrives_twice_does_no_harm(laid: Draft):
    for index in range(len(laid.cards)):
        for letter in (*laid.targets, "."):
            once = laid.put(index, letter)
            assert once.put(index, letter) is once


@given(drafts())
def test_to_gather_gives_a_letter_to_just_the_cards_named(laid: Draft):
    for letter in laid.targets:
        named = range(min(laid.room(letter), len(laid.cards)))
        gathered = laid.gather(letter, named)
        if gathered.layout != laid.layout:
            lifted = laid.layout.replace(letter, ".")
            assert gathered.layout == letter * len(named) + lifted[len(named) :]
        assert gathered.gather(letter, named) is gathered


@given(drafts())
def test_no_tap_leads_to_more_cards_than_a_row_takes(laid: Draft):
    for letter in "fmbx":
        assert laid.count(letter) <= laid.room(letter)
    assert laid.missing >= 0


@given(drafts())
def test_a_layout_with_nothing_missing_is_legal(laid: Draft):
    if laid.missing or laid.view.viewer is None:
        return
    hand = _hand_of(laid)
    hand.verify_place(laid.view.viewer, laid.placement)


def _hand_of(laid: Draft) -> Hand:
    """A hand in which the draft's owner may place, rebuilt from what they know."""
    from ofc_engine.rule_options import DealMode  # noqa: PLC0415
    from ofc_engine.seat import Seat  # noqa: PLC0415

    rules = laid.view.rules
    if rules.deal_mode is not DealMode.SIMULTANEOUS:
        rules = rules.changed({"deal_mode": "simultaneous"})
    seats = tuple(
        Seat(laid.board, own.discards, own.pending, own.fantasyland)
        if number == laid.view.viewer
        else Seat(laid.board)
        for number, own in enumerate(laid.view.seats)
    )
    return Hand(rules, seats)


@given(drafts())
def test_stepping_back_undoes_every_tap(laid: Draft):
    while laid.past:
        laid = laid.undo()
    assert not laid.is_touched
    assert laid.undo() is laid


def test_the_digest_changes_with_the_layout_and_names_no_card():
    one, other = tapped(FIRST_FIVE, "4f"), tapped(FIRST_FIVE, "3f")
    assert one.digest != other.digest
    other_cards = FIRST_FIVE.replace("AsKd7h7c2c", "AhKh7s7d2d")
    assert tapped(other_cards, "4f").digest == one.digest


def test_a_certain_foul_wants_one_more_tap():
    position = "german ; AsAdKc / 7h7c6d2s / - + 5h ; 2d / - / -"
    assert tapped(position, "0m").certain_fouls
    assert tapped(position, "0m").needs_second_tap
    assert not tapped(position, "0b").certain_fouls


def test_a_board_that_is_fouled_already_is_not_warned_about_again():
    position = "german ; AsAdKc / 7h7c6d2s3c / - + 5h ; 2d / - / -"
    assert not tapped(position, "0b").certain_fouls


@given(games(mishaps=False))
def test_every_street_of_every_ruleset_can_be_laid_out(game: Game):
    for hand in game.positions:
        for seat in hand.actors:
            if hand.seats[seat].pending:
                laid = Draft.fresh(view_for(hand, seat))
                for _ in range(20):
                    laid = _any_tap(laid)
                assert laid.missing == 0


def _any_tap(laid: Draft) -> Draft:
    if not laid.missing:
        return laid
    for index in range(len(laid.cards)):
        for letter in laid.targets:
            changed = laid.put(index, letter)
            if changed.missing < laid.missing:
                return changed
    raise AssertionError(f"no tap helps: {laid.layout}")
