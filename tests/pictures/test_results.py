"""What a result shows at one look: who won, what it brought, and where it leads."""

from dataclasses import replace
from typing import TypeGuard

import pytest

from bot.pictures.layout import Face, Item, Label, Panel, PictureLayout
from bot.pictures.result_cells import PILL
from bot.pictures.result_picture import result_layout
from bot.pictures.states import result_states
from bot.pictures.theme import Tint
from bot.texts import ENGLISH, languages, texts_for
from bot.values.phrases import total_word
from tests.pictures.measures import labels, overlaps
from tools.gallery import samples

RESULTS = samples.results()
ONE_WINNER = ("2 seats", "3 seats", "4 seats", "3 seats, strange names")


def drawn(name: str) -> PictureLayout:
    return result_layout(RESULTS[name], ENGLISH)


def golden_cells(layout: PictureLayout) -> list[Panel]:
    panels = (item for item in layout.items if isinstance(item, Panel))
    return [panel for panel in panels if panel.line is Tint.GOLD_LINE and panel.box.height > 100]


def shown(name: str) -> list[str]:
    return [label.text for label in labels(drawn(name))]


def biggest(layout: PictureLayout, text: str) -> Label:
    return max((each for each in labels(layout) if each.text == text), key=lambda label: label.size)


@pytest.mark.parametrize("name", ONE_WINNER)
def test_the_winner_has_a_golden_border_and_everybody_a_rank(name: str):
    layout, scene = drawn(name), RESULTS[name]
    (cell,) = golden_cells(layout)
    states = result_states(scene)
    best = max(states, key=lambda state: scene.points(state.seat))
    assert best.rank == 1
    crown = biggest(layout, "1")
    assert crown.ground is Tint.GOLD
    assert cell.box.x < crown.x < cell.box.right
    assert cell.box.y < crown.y < cell.box.bottom
    assert {str(state.rank) for state in states} <= set(shown(name))


@pytest.mark.parametrize("name", ["2 seats, tied rows", "2 seats, both foul"])
def test_nobody_has_won_an_even_hand(name: str):
    assert not golden_cells(drawn(name))
    assert {state.rank for state in result_states(RESULTS[name])} == {0}


def test_those_who_won_the_same_share_a_rank():
    ranks = [state.rank for state in result_states(RESULTS["4 seats"])]
    assert ranks == [1, 2, 3, 3]


@pytest.mark.parametrize("language", languages())
def test_every_total_is_called_so(language: str):
    """Where one of four digits has no room for the word, a sign stands for it."""
    _ = texts_for(language)
    for name, scene in RESULTS.items():
        words = [total_word(player, _) for player in scene.table.players]
        texts = [label.text for label in labels(result_layout(scene, _))]
        called = sum(texts.count(word) for word in {*words})
        long = sum(abs(player.total) > 999 for player in scene.table.players)
        assert len(words) - long <= called, name
        assert called + texts.count("Σ") == len(words), name


@pytest.mark.parametrize("language", languages())
def test_a_mark_touches_nothing_around_it(language: str):
    found = 0
    for name, scene in RESULTS.items():
        layout = result_layout(scene, texts_for(language))
        marks = [i.box for i in layout.items if isinstance(i, Panel) and i.box.height == PILL]
        found += len(marks)
        for mark in marks:
            around = mark.inset(-3)
            beside = [i for i in layout.items if isinstance(i, Face | Label)]
            near = [i for i in beside if overlaps(around, i.box) and not overlaps(mark, i.box)]
            assert not near, name
    assert found > len(RESULTS) / 2


def test_the_points_of_the_hand_are_larger_than_the_total():
    layout = drawn("3 seats")
    for hand, total in (("+43", "+66"), ("−4", "−18"), ("−39", "−48")):
        assert biggest(layout, hand).size > 1.4 * biggest(layout, total).size


@pytest.mark.parametrize("name", ["2 seats", "3 seats", "4 seats"])
def test_every_hand_is_named_below_its_row(name: str):
    texts = shown(name)
    assert {"Ace high", "Full house, queens" if name == "4 seats" else "Full house, jacks"} <= set(
        texts
    )


@pytest.mark.parametrize("name", ["2 seats", "3 seats", "4 seats"])
def test_who_goes_to_fantasyland_is_told_in_words_and_by_the_cell(name: str):
    layout = drawn(name)
    cards = 13 if name == "4 seats" else 14
    assert f"Ann → FANTASYLAND {cards}" in shown(name)
    panels = (item for item in layout.items if isinstance(item, Panel))
    assert [panel for panel in panels if panel.fill is Tint.DREAM] == golden_cells(layout)


def test_however_many_long_names_go_to_fantasyland_they_stand_beside_the_heading():
    scene = RESULTS["4 seats"]
    everybody = tuple(replace(each, fantasyland=14) for each in scene.score.results)
    people = tuple(replace(each, name="W" * 32) for each in scene.table.players)
    table, score = replace(scene.table, players=people), replace(scene.score, results=everybody)
    layout = result_layout(replace(scene, table=table, score=score), ENGLISH)
    heading = next(each for each in labels(layout) if each.text.startswith("Hand "))
    (banner,) = (each for each in layout.items if is_banner(each))
    assert heading.x + heading.width < banner.box.x
    assert banner.box.right <= layout.width


def is_banner(item: Item) -> TypeGuard[Panel]:
    is_panel = isinstance(item, Panel) and item.fill is Tint.FANTASY
    return is_panel and item.box.bottom < 100


def test_a_stake_and_how_points_are_counted_are_told():
    assert "Hand 12 · Pineapple · ×3" in shown("2 seats, points times 3")
    assert "1 point a row, two rows +1" in shown("2 seats, tied rows")


def test_pairs_say_their_rows_in_numbers_and_why_they_brought_more():
    texts = shown("3 seats")
    assert texts.count("2–1") == 1
    assert texts.count("3–0") == texts.count("Scoop +3") == 2
