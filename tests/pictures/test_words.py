"""Pictures in words: alt text, the plain twin and the emoji twin of every view."""

import re
from itertools import chain

import pytest
from hypothesis import given

from bot.ofc.board import Row
from bot.ofc.cards import DECK, Card
from bot.ofc.notation import parse_position
from bot.ofc.views import HandView, view_for
from bot.pictures import alt, emoji_text, plain_text
from bot.pictures.states import seat_states
from bot.pictures.theme import DECKS, Theme
from bot.texts import ENGLISH
from bot.values.phrases import BACK, Emoji, card_emoji, slot_emoji
from bot.values.scenes import LedgerScene, ResultScene, ScenePlayer, TableScene
from gallery import samples
from tests.pictures.scenes import ledgers, results, tables

LOOK = Theme()
NAMES = [*(card_emoji(card, deck) for card in DECK for deck in DECKS), BACK, *map(slot_emoji, Row)]
EMOJI = Emoji(dict.fromkeys(NAMES, 1234567890123456789))
NAMES_OF_FOUR = ("Ann", "Bertrand_du_Guesclin", "Maximiliane", "Konstantin")
MOST_LETTERS = 1024
MOST_TEXT = 4000
ROOM_FOR_SCREEN = 700
"""What the sentences around a private view may take of the text of a message."""


def letters(text: str) -> int:
    """The length of a text as Discord may count it at worst."""
    return len(text.encode("utf-16-le")) // 2


def cards_in_emoji(text: str) -> set[Card]:
    found = set(re.findall(r"<:(\w+):\d+>", text))
    return {card for card in DECK if card_emoji(card, "two") in found}


def cards_in_twin(text: str) -> set[Card]:
    """The cards in the rows of boards; lines of names are no rows."""
    rows = re.findall(r"^[FMB] ((?:(?:[2-9TJQKA][cdhs]|--|\?\?)[* ]?)+)", text, re.MULTILINE)
    names = chain.from_iterable(re.findall(r"[2-9TJQKA][cdhs]", row) for row in rows)
    return set(map(Card.parse, names))


def on_boards(view: HandView) -> set[Card]:
    return {card for seat in view.seats for card in seat.board.cards}


def shown_on_boards(scene: TableScene) -> set[Card]:
    """The cards that lie open, or that the viewer has on their own board."""
    return {
        card for state in seat_states(scene) if not state.face_down for card in state.board.cards
    }


# --- alt text -------------------------------------------------------------------------------


@given(tables())
def test_alt_text_of_any_table_fits(scene: TableScene):
    assert letters(alt.table(scene, ENGLISH)) <= MOST_LETTERS


@given(tables(public=False))
def test_alt_text_of_any_private_view_fits(scene: TableScene):
    assert letters(alt.private(scene, LOOK, ENGLISH)) <= MOST_LETTERS


@given(results())
def test_alt_text_of_any_result_fits(scene: ResultScene):
    assert letters(alt.result(scene, ENGLISH)) <= MOST_LETTERS


@given(ledgers())
def test_alt_text_of_any_ledger_fits(scene: LedgerScene):
    assert letters(alt.ledger(scene, ENGLISH)) <= MOST_LETTERS


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
        TableScene(12, scene.table.view, longest, scene.table.order, 0, longest),
        scene.score,
        scene.transfers,
        scene.stake,
    )
    text = alt.result(crowded, ENGLISH)
    assert "front Kh Kd Js (royalty 8)" in text
    assert text.endswith("(s spades, h hearts, d diamonds, c clubs)")


# --- the plain twin -------------------------------------------------------------------------


def verify_plain(text: str) -> None:
    assert text.isascii()
    assert "`" not in text
    for line in text.splitlines():
        assert len(line) <= 32, line
        assert line == line.rstrip()


@given(tables())
def test_the_plain_twin_of_any_table_has_all_open_cards_and_no_other(scene: TableScene):
    text = plain_text.table(scene, ENGLISH)
    verify_plain(text)
    assert cards_in_twin(text) == shown_on_boards(scene) <= on_boards(scene.view)


@given(tables(public=False))
def test_the_plain_twin_of_any_private_view_is_plain_and_has_all_open_boards(scene: TableScene):
    text = plain_text.private(scene, LOOK, ENGLISH)
    verify_plain(text)
    assert cards_in_twin(text) == shown_on_boards(scene)


def test_the_plain_twin_of_an_owner_ends_with_opponents_and_live_cards():
    text = plain_text.private(samples.privates()["waiting, 2 opponents"], LOOK, ENGLISH)
    assert text.splitlines()[8:22] == [
        "> Bertrand_du_Gue  TO ACT -14",
        "F Qh -- --",
        "M Td Tc -- -- --",
        "B 8c 8d -- -- --",
        "",
        "  Mia (D)             FL14 -9",
        "F ?? ?? ??",
        "M ?? ?? ?? ?? ??",
        "B ?? ?? ?? ?? ??",
        "",
        "s A K . . T . 8 7 6 5 . 3 .",
        "h . K . J T 9 8 . 6 5 4 3 2",
        "d A K Q J . 9 . 7 6 5 4 3 .",
        "c A K Q J . 9 . 7 6 5 4 3 2",
    ]


def test_the_plain_twin_of_a_hand_that_is_over_has_no_live_cards():
    text = plain_text.private(samples.privates()["over"], LOOK, ENGLISH)
    assert text.splitlines()[-1].startswith("B Js Jh Jc 9s 9c")


@given(results())
def test_the_plain_twin_of_any_result_is_plain(scene: ResultScene):
    verify_plain(plain_text.result(scene, ENGLISH))


@given(ledgers())
def test_the_plain_twin_of_any_ledger_is_plain(scene: LedgerScene):
    verify_plain(plain_text.ledger(scene, ENGLISH))


def test_the_plain_twin_of_a_table():
    assert (
        plain_text.table(samples.tables()["3 seats"], ENGLISH)
        == """\
Hand 12 - Pineapple
Street 3 of 5

> Ann              TO ACT +23
F Qh -- --
M Td Tc -- -- --
B 8c 8d 8h 5c --

  Bertrand_du_Gue         -14
F -- -- --
M Ad 4d Jd 9d 3d           +8
B Kc Kh -- -- --

  Mia (D)                  -9
F Ah Kd*--
M 7h 7c*-- -- --
B Qs Js 9s -- --"""
    )


def test_the_plain_twin_of_a_result_ends_with_the_pairs():
    text = plain_text.result(samples.results()["3 seats, limited"], ENGLISH)
    assert text.splitlines()[-3:] == [
        "Ann v Bertrand_d       +32 x2",
        "Ann v Mia       +51 x2, limit",
        "Bertrand_d v Mia  0 x2, limit",
    ]


def test_the_plain_twin_of_a_fantasyland_numbers_its_cards():
    text = plain_text.private(samples.privates()["Fantasyland 14"], Theme(live_grid=False), ENGLISH)
    assert text.splitlines()[:5] == [
        "Fantasyland: 14 cards, discard 1",
        "",
        " 1 As  2 Ah  3 Kd  4 Qs  5 Qc",
        " 6 Js  7 Ts  8 9s  9 9d 10 7h",
        "11 6h 12 5h 13 4c 14 2d",
    ]


# --- the emoji twin -------------------------------------------------------------------------


@given(tables())
def test_the_emoji_twin_of_any_table_has_all_open_cards_and_no_other(scene: TableScene):
    text = emoji_text.table(scene, LOOK, EMOJI, ENGLISH)
    assert letters(text) <= MOST_TEXT
    assert cards_in_emoji(text) == shown_on_boards(scene)


@given(tables(public=False))
def test_the_emoji_twin_of_any_private_view_fits(scene: TableScene):
    text = emoji_text.private(scene, LOOK, EMOJI, ENGLISH)
    assert letters(text) <= MOST_TEXT - ROOM_FOR_SCREEN
    assert shown_on_boards(scene) <= cards_in_emoji(text) <= scene.view.seen


@given(results())
def test_the_emoji_twin_of_any_result_fits(scene: ResultScene):
    assert letters(emoji_text.result(scene, LOOK, EMOJI, ENGLISH)) <= MOST_TEXT


def test_the_emoji_twin_of_a_table():
    lines = emoji_text.table(
        samples.tables()["3 seats"], Theme(deck="four"), EMOJI, ENGLISH
    ).splitlines()
    assert lines[0] == "**Hand 12 · Pineapple** · Street 3 of 5"
    assert lines[1] == "▶ **Ann** · total +23"
    names = re.findall(r":(\w+):", lines[2])
    assert names == ["queen_hearts_4c", "slot_front", "slot_front"]
    assert lines[5] == "**Bertrand\\_du\\_Guesclin** · total −14"
    assert lines[7].endswith(" **+8**")


def test_where_an_emoji_is_missing_letters_stand_in():
    text = emoji_text.table(samples.tables()["4 seats"], LOOK, Emoji(), ENGLISH)
    assert "`??`" in text
    assert "`Kd``Qd`" in text
    assert "`--`" in text


@pytest.mark.parametrize("name", ["**x**", "<@123>", "[a](b)", "`x`", "# x", "||x||"])
def test_a_name_is_never_markup(name: str):
    scene = LedgerScene((ScenePlayer(name, "x", 0),), 1, ())
    text = emoji_text.ledger(scene, ENGLISH)
    assert re.sub(r"\\(.)", "", text).strip("*").strip("* 0x") in {"", "123", "ab"}
