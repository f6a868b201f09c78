"""Every screen keeps Discord's limits, and no custom_id gives a card away."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.board_screen import Announced
from bot.screens.card_buttons import board_words
from bot.screens.components import MOST_LABEL, MOST_TEXT, Faces, Illustration, Picture, Screen
from bot.screens.placements import placement_shown, placement_words
from bot.screens.press import parse
from bot.screens.presses import ChooseRow, Confirm, Put
from bot.screens.private_screen import OwnView, placing_screen
from bot.screens.table_lists import games_screen, tables_screen
from bot.texts import ENGLISH, languages, texts_for
from bot.values.draft import Draft, Spot
from bot.values.open_tables import Game, JoinObstacle, OpenTable
from bot.values.options import TableOptions, Terms
from bot.values.phrases import Emoji, deck_emoji, made_name, message_url, plain
from bot.values.scenes import Presence, ScenePlayer, TableScene
from discord_standin.checks.components import MOST_COMPONENTS
from ofc_engine.board import Placement
from ofc_engine.cards import Card
from ofc_engine.ranking import Category, Shape
from ofc_engine.rulesets import Ruleset
from ofc_engine.street import DISCARD, LETTERS, UNTOUCHED
from tests.screens.positions import CLASSIC, FANTASYLAND, FIRST_FIVE, MOST, PINEAPPLE, draft, drafts

SPOT = Spot(123456789, 4321, 4)
EMOJI = Faces(Emoji({name: 10**18 + n for n, name in enumerate(deck_emoji("two"))}))


def walk(value: Any) -> Iterator[dict[str, Any]]:
    """Every component of a screen, nested ones included."""
    for component in value:
        yield component
        yield from walk(component.get("components", ()))


def verify(screen: Screen) -> None:
    parts = list(walk(screen.components))
    assert len(parts) <= MOST_COMPONENTS
    assert sum(len(part.get("content", "")) for part in parts) <= MOST_TEXT
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    for part in parts:
        assert len(part.get("custom_id", "")) <= 100
        assert len(part.get("label", "")) <= MOST_LABEL
        if part["type"] == 1:
            assert 1 <= len(part["components"]) <= 5
        if part["type"] == 2:
            assert part.get("label") or part.get("emoji")


def private(laid: Draft, faces: Faces, **more: Any) -> Screen:
    players = tuple(ScenePlayer(f"P{n}", f"p{n}", 0) for n in range(len(laid.view.seats)))
    scene = TableScene(4321, laid.view, players, tuple(range(len(players))), None)
    picture = Illustration(Picture("cards.png", b""), "alt")
    return placing_screen(OwnView(scene, 77, **more), picture, laid, SPOT, faces, ENGLISH)


@given(drafts(), st.booleans())
def test_private_screens_keep_the_limits(laid: Draft, emoji: bool):
    verify(private(laid, EMOJI if emoji else Faces()))


EVERYTHING: Final = {
    "surrender": 2,
    "until": 10**9,
    "reminder": "Half of your time is gone.",
    "presence": Presence.AWAY,
    "deal": Announced(4321, bytes(32), [(f"P{n}" * 16, "seed") for n in range(4)]),
}


@pytest.mark.parametrize("aloud", [False, True])
@pytest.mark.parametrize("position", [FIRST_FIVE, CLASSIC, MOST])
def test_a_private_screen_with_everything_in_it_keeps_the_limits(position: str, aloud: bool):
    laid = replace(draft(position), places_at=10**9)
    verify(private(laid, EMOJI, aloud=aloud, **EVERYTHING))


@given(drafts())
def test_what_is_read_aloud_keeps_the_limits(laid: Draft):
    verify(private(laid, Faces(), aloud=True))


@given(drafts())
def test_no_custom_id_or_file_name_names_a_card(laid: Draft):
    other = Draft(laid.view, laid.layout)
    for part in walk(private(other, Faces()).components):
        press = parse(part.get("custom_id", ""))
        if isinstance(press, Put | ChooseRow):
            assert press.letter in {*LETTERS, DISCARD, UNTOUCHED}


def test_what_is_read_aloud_tells_what_the_board_is_worth():
    laid = draft("standard ; QhQd / 7c7d7h8s9c / AsKsJs6s + 2c3s4h ; 4d / 5c5d / 8h8d")
    letters = {"2c": "f", "3s": "b", "4h": "x"}
    for number, card in enumerate(laid.cards):
        laid = laid.put(number, letters[str(card)])
    told = board_words(laid, ENGLISH).splitlines()
    front = "queen of hearts, queen of diamonds, 2 of clubs. Pair of queens, royalty 7."
    assert told[0] == f"**Front**: {front}"
    assert "Fantasyland" in told[-1]


def test_first_five_is_two_trays_of_five():
    parts = list(walk(private(draft(FIRST_FIVE), Faces()).components))
    assert [p["label"] for p in parts if p["type"] == 2] == [
        *["As", "Kd", "7h", "7c", "2c"] * 2,
        "All 5 to Back",
        "↩",
        "⌨",
    ]


def test_the_green_button_names_the_layout():
    laid = draft(FIRST_FIVE).put(4, "f").put(2, "m").put(3, "m")
    green = [p for p in walk(private(laid, Faces()).components) if p.get("style") == 3]
    assert green[-1]["label"] == "✓ 2c / 7h7c / AsKd"


def test_pineapple_names_rows_and_discard():
    laid = draft(PINEAPPLE, 1).put(0, "f").put(1, "m")
    green = [p for p in walk(private(laid, Faces()).components) if p.get("style") == 3]
    assert green[-1]["label"] == "✓ F Kh · M 7d · × 3c"


def test_fantasyland_shows_brushes_and_all_cards():
    parts = list(walk(private(draft(FANTASYLAND), EMOJI).components))
    buttons = [p for p in parts if p["type"] == 2]
    assert [p["label"] for p in buttons[:3]] == ["Front 0/3", "Middle 0/5", "Discard 0/1"]
    assert buttons[3]["emoji"]["name"] == "ace_spades"
    assert sum("emoji" in p for p in buttons) == 14


@pytest.mark.parametrize("locale", languages())
def test_every_three_hands_fit_on_the_button_that_confirms_a_fantasyland(locale: str):
    _ = texts_for(locale)
    names = [made_name(Shape(each, (rank, 3)), _) for each in Category for rank in range(2, 15)]
    longest = max(names, key=len)
    foul = "⚠ " + _("Foul anyway: {layout}", layout=" · ".join([longest] * 3))
    assert len(foul) <= MOST_LABEL


def test_names_cannot_use_markdown():
    assert plain("**Bob** <@1> [x](y)") == r"\*\*Bob\*\* \<\@1\> \[x\]\(y\)"


def test_a_placement_shows_its_cards():
    placement = Placement.parse("Kh / - / 7d x 3c")
    shown = placement_shown(placement, EMOJI, ENGLISH)
    named = "Front <:king_hearts> · Back <:seven_diamonds> · × <:three_clubs>"
    assert re.sub(r":\d+", "", shown) == named
    assert placement_shown(placement, Faces(), ENGLISH) == "Front Kh · Back 7d · × 3c"
    words = "Front king of hearts; Back 7 of diamonds; discard 3 of clubs"
    assert placement_words(placement, ENGLISH) == words


def test_cards_without_emoji_are_named():
    assert Faces().on_button(Card.parse("Kd")) == {"label": "Kd"}


@pytest.mark.parametrize("count", [1, 12, 18, 200])
def test_however_many_games_somebody_has_the_list_fits_and_leads_to_them(count: int):
    url = message_url(10**18, 10**18, 10**18)
    people = tuple(f"<@{10**18 + n}>" for n in range(3))
    games = [Game(n, 10**18 + n, 9, 1, 5, people, 10**9, False, url) for n in range(count)]
    screen = games_screen(games, ENGLISH)
    verify(screen)
    written = json.dumps(screen.components)
    if count < 200:
        assert all(f"<#{game.channel_id}>" in written for game in games)
        assert written.count(url) == count
    else:
        assert "more" in written


@pytest.mark.parametrize("count", [1, 12, 40])
@pytest.mark.parametrize("name", ["Ann", "A_b*" * 8])
def test_however_many_tables_are_open_the_list_fits(count: int, name: str):
    url = message_url(10**18, 10**18, 10**18)
    rules = Ruleset.parse("german scoring=2-4 variant=pineapple repeat_visit=same")
    terms, names = Terms(TableOptions(rules, seats=3, clock=60, loss_limit=50)), (name,) * 2
    way_in = JoinObstacle.FREE
    shown = [OpenTable(n, 10**18 + n, terms, names, 0, 9, True, way_in, url) for n in range(count)]
    for language in languages():
        screen = tables_screen(shown, texts_for(language))
        verify(screen)
        written = json.dumps(screen.components)
        assert sum(f"<#{table.channel_id}>" in written for table in shown) >= min(count, 6)


def taps(position: str, layout: str, seat: int = 0) -> int:
    """How many buttons lay a street out so and place it, each of which the screen has then."""
    laid, count = draft(position, seat), 0
    for index, letter in enumerate(layout):
        if letter != laid.rest:
            assert f"{Put(SPOT, index, letter)}" in pressed(laid)
            laid, count = laid.put(index, letter), count + 1
    if laid.needs_second_tap:
        laid, count = laid.arm(), count + 1
    assert any(isinstance(parse(each), Confirm) for each in pressed(laid))
    return count + 1


def pressed(laid: Draft) -> set[str]:
    """The buttons of a screen that can be pressed."""
    parts = walk(private(laid, Faces()).components)
    return {p["custom_id"] for p in parts if "custom_id" in p and not p.get("disabled")}


def test_a_street_takes_few_taps():
    assert taps(FIRST_FIVE, "bbbmf") == 3
    assert max(taps(FIRST_FIVE, layout) for layout in ("bbmmf", "bbmmm", "bbmff", "bbbbm")) == 4
    streets = {"".join(each) for each in permutations("fmbx", 3) if "x" in each} | {"mmx", "bbx"}
    assert max(taps(PINEAPPLE, layout, 1) for layout in streets) == 3
    assert max(taps(CLASSIC, layout) for layout in "mb") == 2
