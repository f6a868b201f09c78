"""Pictures in words: alt text of every view."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures import alt, plain_text
from bot.pictures.profile import profile_alt
from bot.pictures.rating_ladder import rating_alt
from bot.pictures.states import result_states, settled_pairs
from bot.pictures.theme import Theme
from bot.texts import ENGLISH, languages, texts_for
from bot.values.phrases import hand_name
from bot.values.scenes import (
    LedgerScene,
    ProfileScene,
    RatingScene,
    ResultScene,
    ScenePlayer,
    TableScene,
)
from ofc_engine.board import Row
from ofc_engine.notation import parse_position
from ofc_engine.views import view_for
from tests.pictures.scenes import ledgers, profiles, ratings, results, tables
from tests.pictures.words import LOOK, MOST_LETTERS, letters
from tools.gallery import samples
from tools.gallery.profiles import profiles as sample_profiles

NAMES_OF_FOUR = ("Ann", "Bertrand_du_Guesclin", "Maximiliane", "Konstantin")


@given(tables())
def test_alt_text_of_any_table_fits(scene: TableScene):
    assert letters(alt.table(scene, ENGLISH)) <= MOST_LETTERS


@given(tables(public=False))
def test_alt_text_of_any_private_view_fits(scene: TableScene):
    assert letters(alt.private(scene, LOOK, ENGLISH)) <= MOST_LETTERS


@given(results())
def test_alt_text_of_any_result_fits(scene: ResultScene):
    assert letters(alt.result(scene, ENGLISH)) <= MOST_LETTERS


CALLED = (
    ("Ann", "Bob", "Mia", "Zoë"),
    tuple(f"{first} von und zu Beispielstadt am See" for first in ("Ann", "Bob", "Mia", "Zoë")),
)


@given(results(), st.sampled_from(CALLED), st.sampled_from(languages()))
def test_alt_text_of_any_result_tells_what_rows_make_and_what_each_pair_settled(
    scene: ResultScene, names: tuple[str, ...], language: str
):
    _, table = texts_for(language), scene.table
    people = tuple(
        replace(each, name=name) for each, name in zip(table.players, names, strict=False)
    )
    text = alt.result(replace(scene, table=replace(table, players=people)), _)
    assert not text.endswith("…"), "nothing is cut off"
    for state in result_states(scene):
        full = [] if state.face_down else [row for row in Row if not state.board.open_places(row)]
        assert all(hand_name(state.made[row], _) in text for row in full)
    said = text.split(". ")
    for pair in settled_pairs(scene):
        one, other = (names[seat].split()[0] for seat in (pair.winner, pair.loser))
        (told,) = [each for each in said if each.startswith(one) and other in each[len(one) :]]
        if any(pair.rows):
            assert re.search(rf"\b{pair.count(1)}[–:]{pair.count(-1)}\b", told)
        assert not pair.points or str(pair.points) in told


@pytest.mark.parametrize(
    ("sample", "said"),
    [
        ("2 seats", "Ann beats Bertrand_du_Guesclin 2–1 (Bertrand_du_Guesclin: back), plus 16."),
        ("2 seats, foul", "Ann beats Bertrand_du_Guesclin 3–0, plus 27."),
        ("2 seats, tied rows", "Ann and Bertrand_du_Guesclin are level, 0–0."),
        ("2 seats, given up", "Ann gets 2 from Bertrand_du_Guesclin."),
        ("3 seats, limited", "Bertrand_du_Guesclin beats Mia 3–0, 0."),
        (
            "3 seats, all to Fantasyland",
            "Ann beats Bertrand_du_Guesclin 1–2 (Bertrand_du_Guesclin: front, back), plus 5.",
        ),
    ],
)
def test_alt_text_of_a_result_says_who_won_which_row_and_what_changed_hands(sample: str, said: str):
    assert said in alt.result(samples.results()[sample], ENGLISH)


@given(ledgers())
def test_alt_text_of_any_ledger_fits(scene: LedgerScene):
    assert letters(alt.ledger(scene, ENGLISH)) <= MOST_LETTERS


@given(ratings())
def test_alt_text_of_any_ladder_fits(scene: RatingScene):
    assert letters(rating_alt(scene, ENGLISH)) <= MOST_LETTERS


@given(profiles())
def test_alt_text_of_any_profile_fits(scene: ProfileScene):
    assert letters(profile_alt(scene, ENGLISH)) <= MOST_LETTERS


def test_alt_text_of_a_profile_says_all_that_it_shows():
    assert profile_alt(sample_profiles()["everything"], ENGLISH) == (
        "Ann: total plus 16. 1240 hands. Points a hand: 0.0. Best hand: plus 31. "
        "Rating in Pineapple: plus 0.8, between minus 0.4 and plus 2.1. Given away a hand: 1.3. "
        "Running points, 250 hands: between minus 64 and plus 51. "
        "Achievements: first Fantasyland (#3), ten hands in a row without a foul (#10), "
        "first stay in Fantasyland (#41), two opponents scooped in one hand (#77), "
        "royal flush (#12345)."
    )


def test_a_profile_leaves_out_what_is_not_known():
    assert profile_alt(sample_profiles()["1 hand"], ENGLISH) == (
        "Ann: total minus 5. 1 hand. Points a hand: minus 5.0. Best hand: minus 5. "
        "Running points, 1 hand: between minus 5 and 0."
    )


def test_alt_text_says_what_the_table_shows():
    assert alt.table(samples.tables()["3 seats"], ENGLISH) == (
        "OFC Pineapple, hand 12. Street 3 of 5. "
        "Ann (to act), total plus 23: front queen of hearts, 2 open; "
        "middle 10 of diamonds, 10 of clubs, 3 open (Pair of tens); "
        "back 8 of clubs, 8 of diamonds, 8 of hearts, 5 of clubs, 1 open (Trips). "
        "Bertrand_du_Guesclin, total minus 14: front empty; "
        "middle ace of diamonds, 4 of diamonds, jack of diamonds, 9 of diamonds, 3 of diamonds "
        "(Flush, ace high, royalty 8); back king of clubs, king of hearts, 3 open (Pair of kings). "
        "Mia (dealer, just placed king of diamonds, 7 of clubs), total minus 9: "
        "front ace of hearts, king of diamonds, 1 open; middle 7 of hearts, 7 of clubs, 3 open "
        "(Pair of sevens); "
        "back queen of spades, jack of spades, 9 of spades, 2 open."
    )


def test_words_say_who_is_a_computer_player():
    scene = samples.tables()["3 seats, computer players"]
    assert "Dreamer 2 (computer player, dealer, just placed" in alt.table(scene, ENGLISH)
    lines = plain_text.table(scene, ENGLISH).splitlines()
    assert "  Steady (bot)            -31" in lines
    assert "  Dreamer 2 (bot) (D)      +8" in lines


def test_alt_text_of_a_result_has_points_and_fouls():
    text = alt.result(samples.results()["2 seats, foul"], ENGLISH)
    assert "Ann (winner, Fantasyland with 14 cards), total plus 50, this hand plus 27:" in text
    assert (
        "front queen of hearts, queen of diamonds, 5 of clubs (Pair of queens, royalty 7)" in text
    )
    assert "Bertrand_du_Guesclin (dealer, foul), total minus 41, this hand minus 27:" in text


def test_alt_text_of_the_owner_has_numbers_discards_and_live_cards():
    text = alt.private(samples.privates()["3 cards"], LOOK, ENGLISH)
    assert "Street 3 of 5: place 2, discard 1." in text
    assert "Your cards: 1: king of diamonds, 2: 7 of clubs, 3: 3 of hearts." in text
    assert "Discarded: 2 of diamonds." in text
    assert "Still to come: spades A K 8 7 6 5 3; hearts J 9 6 5 4 2;" in text
    hidden = alt.private(samples.privates()["3 cards"], Theme(live_grid=False), ENGLISH)
    assert "Still to come" not in hidden


def test_alt_text_of_the_owner_has_the_opponents_after_the_own_board():
    text = alt.private(samples.privates()["waiting, 2 opponents"], LOOK, ENGLISH)
    assert (
        "Discarded: 2 of diamonds. Bertrand_du_Guesclin (to act): front queen of hearts, 2 open; "
        "middle 10 of diamonds, 10 of clubs, 3 open (Pair of tens); "
        "back 8 of clubs, 8 of diamonds, 3 open (Pair of eights). "
        "Mia (dealer, Fantasyland with 14 cards): 14 hidden cards. Still to come:"
    ) in text


def test_alt_text_of_the_owner_rather_leaves_out_live_cards_than_words():
    hand = parse_position(
        "italian ; KsQs4s / 5d5c9h9s / JhTh8h6h4h + 3h ; KhKdJs / 7h8d7d2d3d / QhQcJcTs ; "
        "2c2s3s / 6c6s3cAs5s / AcTd7s7c ; AdKc5h / 8c8s9c4d2h / JdTc9d6d"
    )
    players = tuple(ScenePlayer(name, name.lower(), 0) for name in NAMES_OF_FOUR)
    scene = TableScene(12, view_for(hand, 0), players, (0, 1, 2, 3), 3)
    text = alt.private(scene, LOOK, ENGLISH)
    assert "front king of spades" in text
    assert text.endswith(
        "back jack of diamonds, 10 of clubs, 9 of diamonds, 6 of diamonds, 1 open."
    )


def test_alt_text_says_only_that_a_fantasyland_is_set():
    text = alt.table(samples.tables()["4 seats"], ENGLISH)
    assert "Ann (Fantasyland with 13 cards, set), total plus 23: 13 hidden cards." in text


def test_alt_text_becomes_short_where_it_must():
    scene = samples.results()["4 seats"]
    longest = tuple(ScenePlayer("W" * 32, "w", -12345) for _ in scene.table.players)
    crowded = ResultScene(
        TableScene(12, scene.table.view, longest, scene.table.order, 0, longest[:1]),
        scene.score,
        scene.transfers,
        scene.stake,
    )
    text = alt.result(crowded, ENGLISH)
    assert "WWWWWWWWWWWW (winner, dealer, Fantasyland with 13 cards), total minus 12345" in text
    assert "front Pair of kings (royalty 8);" in text
    assert "WWWWWWWWWWWW beats WWWWWWWWWWWW 3–0, plus 24." in text
