"""Positions as arrays: every legal placement, and full boards ranked as the rules do."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, SUIT_BITS, parse_cards
from ofc_engine.legal import placements
from ofc_engine.players.features import FEATURES, features, rank_sets
from ofc_engine.players.judging import every_choice, placement_of
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.positions import GONE, LIVE, open_places, places_of, row_key, strengths
from ofc_engine.rows import HIGH_ROWS
from ofc_engine.rulesets import STANDARD
from ofc_engine.variants import VARIANTS


@st.composite
def decisions(draw: st.DrawFn) -> Knowledge:
    """A decision of any street of the open variants, on any board."""
    variant = draw(st.sampled_from([v for v in VARIANTS.values() if not v.closed]))
    street = draw(st.integers(0, len(variant.streets) - 1))
    placed = sum(s.placed for s in variant.streets[:street])
    deck = draw(st.permutations(DECK))
    slots = draw(st.permutations([0] * 3 + [1] * 5 + [2] * 5))[:placed]
    rows = [tuple(c for c, s in zip(deck, slots, strict=False) if s == row) for row in range(3)]
    dealt = variant.streets[street].dealt
    rules = STANDARD.changed({"variant": variant.name})
    return Knowledge(rules, Board(*rows), tuple(deck[placed : placed + dealt]))


@given(decisions())
def test_the_choices_are_exactly_the_placements_that_the_rules_allow(knowledge: Knowledge):
    found = every_choice(knowledge)
    as_rules = [placement_of(knowledge, found, n) for n in range(len(found.places))]
    expected = placements(knowledge.board, knowledge.pending, knowledge.street.discarded)

    found_sets = [tuple(map(frozenset, placement)) for placement in as_rules]
    assert set(found_sets) == {tuple(map(frozenset, placement)) for placement in expected}
    assert len(found_sets) == len(set(found_sets))


@given(decisions())
def test_after_a_choice_every_card_is_where_it_was_put(knowledge: Knowledge):
    found = every_choice(knowledge)
    for number in (0, len(found.places) - 1):
        placement = placement_of(knowledge, found, number)
        board = knowledge.board.with_rows(placement.rows)
        expected = places_of(board, [*knowledge.gone, *placement.discards])
        assert found.places[number].tolist() == expected.tolist()
        assert open_places(expected[None])[0].tolist() == [board.open_places(r) for r in Row]


@given(st.permutations(DECK))
def test_full_boards_have_the_strengths_of_the_rules(deck):
    board = Board(tuple(deck[:3]), tuple(deck[3:8]), tuple(deck[8:13]))
    made = strengths(places_of(board, ())[None], STANDARD)
    assert tuple(int(row[0]) for row in made) == HIGH_ROWS.strengths(board)


@given(decisions(), st.permutations(range(4)))
def test_the_network_sees_the_same_whatever_the_suits_are_called(knowledge: Knowledge, order):
    places = places_of(knowledge.board, knowledge.pending)
    renamed = places.reshape(13, 4)[:, list(order)].reshape(52)
    rows = knowledge.rules.variant.rows
    same = features(np.stack([places, renamed]), rows)
    assert (same.shape == (2, FEATURES)) is (rows == HIGH_ROWS)
    assert same[0] == pytest.approx(same[1], abs=1e-5)


def test_a_row_is_told_by_how_many_cards_and_their_ranks():
    known = rank_sets()
    found: set[int] = set()
    for size in range(6):
        for cards in combinations(DECK[:20], size):
            key = row_key(cards) >> SUIT_BITS
            number = known.number[size, key]
            held = np.bincount([card.rank - 2 for card in cards], minlength=13)
            assert known.size[number] == size
            assert (known.groups[number].reshape(3, 13).sum(axis=0) == np.minimum(held, 3)).all()
            assert (known.absent[number] == (held == 0)).all()
            found.add(int(number))
    # Of five ranks, four times each.
    assert len(found) == sum(comb(size + 4, 4) for size in range(6)) - 5


@pytest.mark.parametrize(
    ("middle", "lows"),
    [
        ("7c5d4h", (3, 3, 3, 3, 3)),
        ("7c6d4h", (3, 3, 3, 3, 0)),
        ("Tc2d", (0, 0, 0, 2, 0)),
        ("7c7d4h", (0, 0, 0, 0, 0)),
        ("Jc5d4h", (0, 0, 0, 0, 0)),
    ],
)
def test_r13_1_a_row_is_told_by_the_lows_that_it_can_become(middle: str, lows: tuple[int, ...]):
    known, cards = rank_sets(), parse_cards(middle)
    number = known.number[len(cards), row_key(cards) >> SUIT_BITS]
    assert (known.lows[number] * 5).tolist() == pytest.approx(lows)


def test_cards_are_live_until_they_are_seen():
    places = places_of(Board.parse("Ah / - / Kd"), [DECK[0]])
    assert np.bincount(places).tolist() == [1, 0, 1, 1, 49]
    assert places[0] == GONE
    assert places[1] == LIVE
