"""Names of people: what the font can draw, what ASCII can say, and what fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.fonts import (
    Weight,
    ascii_name,
    ascii_text,
    covers,
    fitted,
    shown_name,
    text_width,
)
from bot.values.scenes import ScenePlayer
from tests.pictures.scenes import handles, names

SIZES = (44, 40, 36)


def person(name: str) -> ScenePlayer:
    return ScenePlayer(name, "handle", 0)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë", "Zoë"),
        ("Łucja Nowak", "Łucja Nowak"),
        ("Дмитрий", "Дмитрий"),
        ("Ελένη", "Ελένη"),
        ("Thị Ngọc", "Thị Ngọc"),
        ("✨Nova🎲", "Nova"),
        ("  a \n b ", "a b"),
        ("Z\u0361a\u0315lgo\u0334", "Zalgo"),
        ("e\u0301t\u00e9", "été"),
        ("Bob 李", "Bob"),
        ("李小龍", "handle"),
        ("محمد", "handle"),
        ("𝕯𝖆𝖗𝖐", "handle"),
        ("🎲🎲", "handle"),
        ("", "handle"),
        ("\u202eevil", "evil"),
    ],
)
def test_a_name_without_what_the_font_cannot_draw(name: str, shown: str):
    assert shown_name(person(name)) == shown


@given(names, handles)
def test_every_letter_shown_is_in_the_font(name: str, handle: str):
    shown = shown_name(ScenePlayer(name, handle, 0))
    assert shown
    assert all(map(covers, shown))


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Zoë", "Zoe"),
        ("Łucja", "Lucja"),
        ("Straße", "Strasse"),
        ("Дмитрий", "handle"),
        ("李", "handle"),
    ],
)
def test_a_name_in_ascii(name: str, plain: str):
    assert ascii_name(person(name)) == plain


@given(st.text())
def test_ascii_text_never_closes_a_code_block(text: str):
    plain = ascii_text(text)
    assert plain.isascii()
    assert plain.isprintable()
    assert "`" not in plain


@given(names, st.integers(60, 600))
def test_a_fitted_name_fits(name: str, room: int):
    text, size = fitted(shown_name(person(name)), room, Weight.BOLD, SIZES)
    assert text_width(text, size, Weight.BOLD) <= room
    assert size in SIZES


def test_a_name_is_made_smaller_before_it_is_cut():
    name = "Bertrand_du_Guesclin"
    assert fitted(name, 500, Weight.BOLD, SIZES) == (name, 44)
    assert fitted(name, 440, Weight.BOLD, SIZES) == (name, 40)
    assert fitted(name, 300, Weight.BOLD, SIZES) == ("Bertrand_du_G…", 36)
