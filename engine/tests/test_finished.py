"""Hands as they are written down once they are over: with what one can end (R7.2, R8, R11)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import Game, games, rulesets
from ofc_engine.board import Board
from ofc_engine.errors import NotationError
from ofc_engine.finished import parse_finished, verify_uncontested
from ofc_engine.notation import format_seat
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import evaluate
from ofc_engine.seat import Fate, Seat

FULL = "3s3h3c4h4d / 7c7h7d8c8s"
FRONTS = ("QcQd2s", "KcKd2s", "AcAd2s", "2c2d2s")
WITHOUT = [f"{front} / {FULL}" for front in FRONTS]
"""One for each number of cards that may be earned (R7.2)."""
WITH_LOWS = [f"KcKd9s / {middle} / 8c8d8h9h9c" for middle in ("7c5d4h3s2c", "7c6d4h3s2c")]
"""The same in 2-7 Pineapple (R13.1)."""
GERMAN = Ruleset.of("german")


@given(rulesets, st.data())
def test_r7_2_just_the_visits_that_can_be_earned_can_have_been_played(
    rules: Ruleset, data: st.DataObject
):
    players = data.draw(st.integers(2, rules.variant.most_players))
    boards = map(Board.parse, WITH_LOWS if rules.variant.name == "deuce" else WITHOUT)
    earned = {evaluate(board, rules, players=players).fantasyland for board in boards}
    for cards in range(12, 19):
        text = f"2c3d5s / {FULL} FL{cards}"
        if cards in earned:
            assert parse_finished(text, rules, players).fantasyland == cards
        else:
            with pytest.raises(NotationError, match=f"no Fantasyland with {cards} cards"):
                parse_finished(text, rules, players)


@given(games(finished=True))
def test_however_a_hand_ended_it_can_be_written_down(game: Game):
    for seat in game.hand.seats:
        kept = Seat(seat.board, fate=seat.fate)
        assert parse_finished(format_seat(kept), game.rules, len(game.hand.seats)) == kept
    verify_uncontested(game.hand.seats)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"2c3d5s / {FULL} x 9d", "Leave out discards"),
        (f"2c3d5s / {FULL} + 9d", "Leave out discards"),
        (f"2c3d5s / {FULL} exposed=1", "out of turn"),
        (
            f"2c3d / {FULL}",
            f"The Front needs 3 cards, not 2, unless the hand is dead: 2c3d / {FULL} dead",
        ),
        (f"2c3d5s / {FULL} surrendered", "no cards on the board"),
        (f"2c3d5s / {FULL} missed", "no cards on the board"),
    ],
)
def test_with_anything_else_a_hand_cannot_end(text: str, says: str):
    with pytest.raises(NotationError) as refused:
        parse_finished(text, GERMAN, 2)
    assert says in str(refused.value)


@pytest.mark.parametrize("fate", ["dead", "Surrendered", " missed "])
def test_a_word_alone_is_a_seat_without_cards(fate: str):
    said = fate.strip().lower()
    assert parse_finished(fate, GERMAN, 2) == parse_finished(f"- / - / - {said}", GERMAN, 2)


@pytest.mark.parametrize("after", ["fl14", "FL 14", "FL14 Dead"])
def test_what_follows_a_board_is_read_however_people_write_it(after: str):
    assert parse_finished(f"2c3d5s / {FULL} {after}", Ruleset.of("standard"), 2).fantasyland == 14


def test_r8_1_nobody_surrenders_where_there_is_no_surrender():
    assert parse_finished("- / - / - surrendered", GERMAN, 2).fate is Fate.SURRENDERED
    late = GERMAN.changed({"surrender_until": "last"})
    assert parse_finished("2c3d5s / - / - surrendered", late, 2).board.front, "R15.1"
    with pytest.raises(NotationError, match="no cards on the board"):
        parse_finished("2c3d5s / - / - FL13 surrendered", late, 2)
    with pytest.raises(NotationError, match="full board"):
        parse_finished("2c3d5s / 6c6d8h9sTs / JcJdQhQsKs surrendered", late, 2)
    with pytest.raises(NotationError, match="no surrender"):
        parse_finished("- / - / - surrendered", Ruleset.of("standard"), 2)


@pytest.mark.parametrize(
    ("fates", "is_right"),
    [
        ("uncontested surrendered missed", True),
        ("uncontested surrendered playing", False),
        ("uncontested uncontested missed", False),
        ("playing playing surrendered", True),
    ],
)
def test_r8_2_a_hand_is_uncontested_once_all_others_gave_up(fates: str, is_right: bool):
    seats = [Seat(fate=Fate(fate)) for fate in fates.split()]
    if is_right:
        verify_uncontested(seats)
    else:
        with pytest.raises(NotationError, match="everybody else"):
            verify_uncontested(seats)
