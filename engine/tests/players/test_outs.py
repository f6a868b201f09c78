"""Outs counted in closed form beside the plain way: every card, every pair, tried one by one."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, Cards, format_cards, parse_cards
from ofc_engine.players.knowledge import outs, row_outs
from ofc_engine.ranking import Category, category, strength
from ofc_engine.rows import HIGH_ROWS

STRAIGHTS = {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
FLUSHES = {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}


@st.composite
def rows(draw: st.DrawFn) -> tuple[Row, Cards, Cards]:
    """An open row that is begun, close in suit and rank more often than not, and live cards."""
    row = draw(st.sampled_from(Row))
    suits = draw(st.sampled_from(["s", "sh", "shdc"]))
    low = draw(st.integers(2, 10))
    near = [card for card in DECK if card.suit in suits and low <= card.rank <= low + 5]
    several = st.lists(st.sampled_from(near), min_size=1, max_size=row.capacity - 1, unique=True)
    cards = tuple(draw(several))
    left = [card for card in DECK if card not in cards]
    live = draw(st.sets(st.sampled_from(left), max_size=40))
    return row, cards, tuple(card for card in DECK if card in live)


def filled(cards: Cards, row: Row) -> Cards:
    """The row filled up with cards that make nothing: other ranks, no run, no one suit."""
    if len(cards) == row.capacity:
        return cards
    ranks = {card.rank for card in cards}
    fillers = [c for c in DECK if c.rank not in ranks]
    for more in combinations(fillers, row.capacity - len(cards)):
        whole = cards + more
        if len({c.rank for c in more}) == len(more) and category(strength(whole)) not in (
            STRAIGHTS | FLUSHES
        ):
            return whole
    raise AssertionError("there are always cards that make nothing")


def plain(cards: Cards, row: Row) -> Category:
    """What some cards of a row make for certain."""
    return category(strength(filled(cards, row)))


@given(rows())
def test_the_next_card_makes_exactly_these(given_row: tuple[Row, Cards, Cards]):
    row, cards, live = given_row
    now = plain(cards, row)
    expected: dict[Category, list[object]] = {}
    for card in live:
        made = plain((*cards, card), row)
        if made > now:
            expected.setdefault(made, []).append(card)
    found = [out for out in row_outs(HIGH_ROWS.rankings[row], cards, live) if out.needs == 1]
    assert {out.category: list(out.cards) for out in found} == expected
    assert [out.category for out in found] == sorted(expected, reverse=True)
    board = Board(*((cards if row is each else ()) for each in Row))
    assert set(outs(board, live, HIGH_ROWS)[row]) == {card for out in found for card in out.cards}


@given(rows())
def test_a_draw_counts_every_card_of_every_pair_that_makes_it(
    given_row: tuple[Row, Cards, Cards],
):
    row, cards, live = given_row
    expected: dict[Category, set[object]] = {}
    if row is not Row.FRONT and len(cards) == 3:
        for pair in combinations(live, 2):
            made = category(strength(cards + pair))
            for kind, every in ((Category.FLUSH, FLUSHES), (Category.STRAIGHT, STRAIGHTS)):
                if made in every:
                    expected.setdefault(kind, set()).update(pair)
    found = {
        out.category: set(out.cards)
        for out in row_outs(HIGH_ROWS.rankings[row], cards, live)
        if out.needs == 2
    }
    assert found.get(Category.FLUSH) == expected.get(Category.FLUSH)
    assert found.get(Category.STRAIGHT) == expected.get(Category.STRAIGHT)


@pytest.mark.parametrize(
    ("row", "cards", "live", "told"),
    [
        (Row.BACK, "QsJs9s2s", "8s7sQhAd", "FLUSH 8s7s, PAIR Qh"),
        (Row.BACK, "Ts9s8s7s", "JsJh6s2s9h", "STRAIGHT_FLUSH Js6s, FLUSH 2s, STRAIGHT Jh, PAIR 9h"),
        (Row.BACK, "As2d3h4c", "5sKd", "STRAIGHT 5s"),
        (Row.MIDDLE, "7h7d5s", "7c5c9d", "TRIPS 7c, TWO_PAIR 5c"),
        (Row.MIDDLE, "8c8d8h5c", "8s5s5hKd", "QUADS 8s, FULL_HOUSE 5s5h"),
        (Row.FRONT, "QhQd", "QcKs", "TRIPS Qc"),
        (Row.FRONT, "QhJh", "Th9h", ""),
        (Row.BACK, "9h8h7h", "ThJcKh2h6d", "FLUSH ThKh2h, STRAIGHT ThJc6d"),
        (Row.BACK, "9h8h7h", "Th2c", ""),
    ],
)
def test_outs_as_a_person_counts_them(row: Row, cards: str, live: str, told: str):
    found = row_outs(HIGH_ROWS.rankings[row], parse_cards(cards), parse_cards(live))
    assert ", ".join(f"{out.category.name} {format_cards(out.cards)}" for out in found) == told
