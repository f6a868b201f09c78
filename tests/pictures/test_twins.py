"""Pictures in words: the plain twin and the emoji twin of every view."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from bot.pictures import emoji_text, plain_text
from bot.pictures.rating_ladder import MOST_LINES, rating_text
from bot.pictures.theme import Theme
from bot.texts import ENGLISH
from bot.values.phrases import Emoji
from bot.values.scenes import LedgerScene, RatingScene, ResultScene, TableScene
from tests.pictures.scenes import ledgers, ratings, results, tables
from tests.pictures.words import (
    EMOJI,
    LOOK,
    MOST_TEXT,
    ROOM_FOR_SCREEN,
    alike,
    cards_in_emoji,
    cards_in_twin,
    letters,
    on_boards,
    shown_on_boards,
)
from tools.gallery import samples

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


@given(results())
def test_the_plain_twin_of_any_result_is_plain(scene: ResultScene):
    verify_plain(plain_text.result(scene, ENGLISH))


@given(ratings())
def test_the_plain_twin_of_any_ladder_is_plain_and_has_everybody_on_it(scene: RatingScene):
    text = rating_text(scene, ENGLISH)
    verify_plain(text)
    assert len(text.splitlines()) == 1 + len(scene.lines[:MOST_LINES])


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


# --- the emoji twin -------------------------------------------------------------------------


@given(tables())
def test_the_emoji_twin_of_any_table_has_all_open_cards_and_no_other(scene: TableScene):
    text = emoji_text.table(scene, LOOK, EMOJI, ENGLISH)
    assert letters(text) <= MOST_TEXT
    assert cards_in_emoji(text) == alike(shown_on_boards(scene))


@given(tables(public=False))
def test_the_emoji_twin_of_any_private_view_fits(scene: TableScene):
    text = emoji_text.private(scene, LOOK, EMOJI, ENGLISH)
    assert letters(text) <= MOST_TEXT - ROOM_FOR_SCREEN
    assert alike(shown_on_boards(scene)) <= cards_in_emoji(text) <= alike(scene.view.seen)


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
    assert "?? ?? ??" in text
    assert "Kd Qd " in text
    assert "-- " in text


@pytest.mark.parametrize("name", ["**x**", "<@123>", "[a](b)", "`x`", "# x", "||x||"])
def test_a_name_is_never_markup(name: str):
    scene = samples.tables()["3 seats"]
    first, *others = scene.players
    scene = replace(scene, players=(replace(first, name=name), *others))
    text = emoji_text.table(scene, LOOK, EMOJI, ENGLISH)
    assert f"**{name}**" not in re.sub(r"\\(.)", "", text)
