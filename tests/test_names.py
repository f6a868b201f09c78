"""What people type is shown as everybody may see it, and nobody's name is without ink."""

import ast
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.names import LONGEST, clean_name, clean_text
from bot.values.phrases import plain

ROOT = Path(__file__).parents[1]
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
UNSEEN = [
    "",
    " \t\n",
    "\u200b\u2060\ufeff",
    "\u3164",
    "\uffa0",
    "\u115f\u1160",
    "\u2800\u2800",
    "\ufe0f",
    "\u034f",
    "\u17b4",
    "\U0001d159",
    "\u200d",
    "\u0301\u0308",
    "\u202e\u2066",
    "\U000e0041\U000e0042",
    "\u3000\u1680",
    "\ue000",
]


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
def test_nothing_is_left_of_what_nobody_sees(text: str):
    assert clean_text(text) == ""


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("A\u2800B\u3164C", "A B C"),
        ("\u202eAnn\u2066", "Ann"),
        ("Zoë", "Zoë"),
        ("Алёна", "Алёна"),
        ("김민준", "김민준"),
        ("محمد", "محمد"),
        ("गीता", "गीता"),
        (FAMILY, FAMILY),
        ("❤️", "❤️"),
        ("☆", "☆"),
        ("7", "7"),
        ("…", "…"),
        ("\u2205", "\u2205"),
    ],
)
def test_what_can_be_seen_stays(typed: str, shown: str):
    assert clean_name(typed) == shown


@pytest.mark.parametrize("name", ["محمد", "דני", "Ann דני"])
def test_a_name_from_right_to_left_turns_nothing_but_itself(name: str):
    assert plain(name) == f"\u2068{name}\u2069"
    assert plain("*Zoë* 김") == r"\*Zoë\* 김"


def test_a_name_in_a_refusal_is_harmless_too():
    """Refusals are shown with Markdown, as everything is."""
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for room in ("game", "handlers", "challenges", "daily", "solo", "tutorial", "ledger")
        for file in (ROOT / "bot" / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        for each in node.exc.keywords
        if isinstance(each.value, ast.Attribute) and each.value.attr == "name"
    ]
    assert found == []


@given(st.text())
def test_a_clean_text_is_one_line_without_what_turns_it_and_stays_clean(typed: str):
    shown = clean_text(typed)
    assert clean_text(shown) == shown
    assert shown == " ".join(shown.split())
    kinds = {unicodedata.category(each) for each in shown if each != "\u200d"}
    assert not {kind for kind in kinds if kind[0] == "C"}
    assert not shown or {kind[0] for kind in kinds} & set("LNPS")
    assert len(clean_name(typed)) <= LONGEST
