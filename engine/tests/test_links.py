"""Links: what everybody saw of a finished hand, in one word and back (N6)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.cases import Case, each, read
from engine.tests.hands import Game, games, play
from ofc_engine.deal import Deal
from ofc_engine.errors import NotationError, TurnError
from ofc_engine.hand import Hand
from ofc_engine.links import link_of, read_link
from ofc_engine.notation import format_position, parse_position
from ofc_engine.operations import Dealt, Operation, Placed
from ofc_engine.rulesets import OPTIONS, PRESETS, STANDARD, Ruleset
from ofc_engine.scoring import score_hand

SAID = {"damaged": "This link is damaged", "newer": "This link is from a newer version"}
LONGEST = {2: 60, 3: 75, 4: 90}
"""Characters of a link by the number of players, however the hand goes."""


def public(game: Game, tells: set[int]) -> list[Operation]:
    """What was done in a hand, with the discards of the seats that tell theirs."""
    return [
        Placed(done.seat, done.placement._replace(discards=()))
        if isinstance(done, Placed) and done.seat not in tells
        else done
        for done in game.log
        if not isinstance(done, Dealt)
    ]


@given(games(finished=True), st.sets(st.integers(0, 3)))
def test_what_was_done_is_in_a_link_and_what_nobody_saw_is_not(game: Game, tells: set[int]):
    told = read_link(link_of(game.hand, game.log, discards=tells))
    assert list(told.operations) == public(game, tells)
    for seat, (shown, real) in enumerate(zip(told.hand.seats, game.hand.seats, strict=True)):
        assert shown.board == real.board
        assert shown.discards == (real.discards if seat in tells else ())
        assert shown.pending == ()
    assert told.hand.rules == game.rules
    assert score_hand(told.hand).points == score_hand(game.hand).points


@given(games(finished=True), st.data())
def test_no_changed_or_cut_link_is_read(game: Game, data: st.DataObject):
    link = link_of(game.hand, game.log)
    at = data.draw(st.integers(1, len(link) - 1))
    other = data.draw(st.sampled_from(sorted(set("09AZaz") - {link[at]})))
    for wrong in (link[:at] + other + link[at + 1 :], link[:at], link[:at] + link[at + 1 :]):
        with pytest.raises(NotationError, match="damaged"):
            read_link(wrong)


@given(st.text(max_size=80) | st.text("0123456789ABCabc", max_size=600).map("1".__add__))
def test_whatever_is_pasted_is_refused_in_a_sentence(text: str):
    with pytest.raises(NotationError, match=r"damaged|newer"):
        read_link(text)


def test_rules_that_do_not_go_together_are_a_damaged_link():
    chinese_with_a_joker = "133qP6HsDZ2hfe4"
    with pytest.raises(NotationError, match="damaged"):
        read_link(chinese_with_a_joker)


@pytest.mark.parametrize("rules", [f"standard variant={name}" for name in OPTIONS["variant"]])
def test_a_link_is_short(rules: str):
    ruleset, random = Ruleset.parse(rules), Random(1)
    for players in range(2, ruleset.variant.most_players + 1):
        for _ in range(20):
            # Everybody acts in any order, and things go wrong: that takes the most letters.
            visits = tuple(random.choice([0, 13]) for _ in range(players))
            game = play(ruleset, visits, Deal(random.randbytes(32)), random, mishaps=0.02)
            assert len(link_of(game.hand, game.log)) <= LONGEST[players]


def test_a_hand_has_a_link_once_it_is_over():
    game = play(STANDARD, (0, 0), bytes(32), Random(1), stop_after=6)
    with pytest.raises(TurnError, match="not over"):
        link_of(game.hand, game.log)


def test_boards_of_real_cards_have_none():
    board = "QcQd2s / KcKd5h6h7h / AcAd3s4s9s ; - / - / - dead"
    with pytest.raises(NotationError, match="Only the boards"):
        link_of(parse_position(f"standard ; {board}"), ())


# --- cases for other programs ------------------------------------------------------------------


def test_the_numbers_of_choices_stay_as_they_are_in_links_that_people_have():
    (case,) = (case for case in read("links") if "choices" in case)
    # A new preset, option or value comes last, so that no other changes its number.
    assert case["choices"] == {
        "preset": list(PRESETS),
        **{option: list(values) for option, values in OPTIONS.items()},
    }


@each("links", "error")
def test_what_is_no_link_is_refused(case: Case):
    with pytest.raises(NotationError, match=SAID[case["error"]]):
        read_link(case["link"])


@each("links", "operations")
def test_what_a_link_tells(case: Case):
    hand, done = read_link(case["link"])
    assert str(hand.rules) == case["rules"]
    assert [seat.fantasyland for seat in hand.seats] == case["fantasyland"]
    assert [str(operation) for operation in done] == case["operations"]
    assert list(score_hand(hand).points) == case["points"]
    tells = {seat for seat, state in enumerate(hand.seats) if state.discards}
    assert link_of(hand, done, discards=tells) == case["link"]


def test_a_link_says_how_a_hand_ended_and_nothing_of_its_latest_placement():
    (case, *_) = (case for case in read("links") if "operations" in case)
    hand, _ = read_link(case["link"])
    assert isinstance(hand, Hand)
    assert "*" not in format_position(hand)
