"""A variant says its deck and how its rows rank: nothing takes them for the usual ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import random_placement
from ofc_engine.board import BOARD_SIZE, Board, Row
from ofc_engine.cards import DECK, Card, Cards, format_cards, parse_cards
from ofc_engine.deal import Deal, commitment
from ofc_engine.errors import NotationError
from ofc_engine.game import Game
from ofc_engine.players import decide
from ofc_engine.players.endgame import full_boards
from ofc_engine.players.judging import every_choice
from ofc_engine.players.knowledge import Knowledge, live_cards
from ofc_engine.players.levels import level
from ofc_engine.players.positions import LIVE, places_of
from ofc_engine.players.worth import NOBODY, Aim
from ofc_engine.proof import Proof
from ofc_engine.ranking import HIGHEST, Category, Shape, category, strength
from ofc_engine.rows import HIGH_ROWS, Foul, Qualification, RowOrder, RowRanking, RowRules
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.scoring import evaluate, score
from ofc_engine.variants import CLASSIC, PINEAPPLE, TURBO, Variant

SIXES_UP = DECK[16:]
REVERSED = DECK[::-1]


@dataclass(frozen=True)
class OtherRules(Ruleset):
    """Rules of a variant that is not offered."""

    other: Variant = PINEAPPLE

    @cached_property
    def variant(self) -> Variant:
        return self.other


def rules_with(preset: str, **differing: object) -> Ruleset:
    """A preset's rules as if its variant had another deck, or other rows."""
    rules = PRESETS[preset]
    return OtherRules(rules.preset, rules.choices, replace(rules.variant, **differing))


class LowHands(RowRanking):
    """The lower the hand, the better."""

    def strength(self, cards: Cards) -> int:
        return HIGHEST - super().strength(cards)

    def shape(self, row_strength: int) -> Shape:
        return super().shape(HIGHEST - row_strength)

    def made(self, cards: Cards) -> Shape:
        return super().made(cards if len(cards) == self.size else ())


WORST = LowHands(5).strength(parse_cards("AcKdQhJs9c"))
LOW_MIDDLE = RowRules(
    (
        HIGH_ROWS.rankings[Row.FRONT],
        LowHands(5, Qualification(WORST, Foul.MIDDLE_BELOW_FRONT)),
        HIGH_ROWS.rankings[Row.BACK],
    ),
    (RowOrder(Row.FRONT, Row.BACK, Foul.BACK_BELOW_MIDDLE),),
)
"""A game whose Middle is a low without a pair, in no order to the other rows."""


def boards_of(cards: Sequence[Card]) -> list[Board]:
    """Full boards of these cards, one after another."""
    starts = range(0, len(cards) - BOARD_SIZE + 1, BOARD_SIZE)
    hands = [tuple(cards[start : start + BOARD_SIZE]) for start in starts]
    return [Board(hand[:3], hand[3:8], hand[8:]) for hand in hands]


def is_foul(board: Board) -> bool:
    """The same read the plain way."""
    front, middle, back = map(strength, board)
    return category(middle) is not Category.HIGH_CARD or front > back


@given(
    st.sampled_from([SIXES_UP, REVERSED]),
    st.sampled_from(["standard", "german", "progressive"]),
    st.booleans(),
    st.integers(0, 999),
)
def test_a_whole_hand_is_dealt_of_it_and_proved(deck: Cards, preset: str, by_seat: bool, seed: int):
    random = Random(seed)
    rules = rules_with(preset, deck=deck)
    deal = Deal(random.randbytes(32), 1, ("8f3a",), by_seat=by_seat)
    game = Game(rules, deal=deal)
    while not game.is_over:
        seat = game.turn
        knowledge = Knowledge.of(game.view(seat))
        assert set(live_cards(knowledge)) == set(game.view(seat).live) <= set(deck)
        if not knowledge.fantasyland:
            known_to_players = np.flatnonzero(every_choice(knowledge).places[0] == LIVE)
            assert {DECK[n] for n in known_to_players} == set(live_cards(knowledge))
        game.place(random_placement(game.hand, seat, random))
    dealt = [card for seat in game.hand.seats for card in seat.cards]
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) <= set(deck)
    assert sum(game.score().points) == 0
    Proof.of(game.hand, game.log, deal, commitment(deal.secret)).verify()


def test_a_deck_is_shuffled_whole_and_from_its_own_order():
    deal = Deal(bytes(32))
    assert sorted(deal.deck_of(SIXES_UP)) == sorted(SIXES_UP)
    assert deal.deck == deal.deck_of(DECK) != deal.deck_of(REVERSED)
    assert format_cards(deal.deck[:5]) == "Jh9c4s3s8h"


@pytest.mark.parametrize(
    ("variant", "players", "for_one"),
    [(CLASSIC, 2, 23), (PINEAPPLE, 2, 19), (TURBO, 2, 23)],
    ids=lambda each: getattr(each, "name", each),
)
def test_it_says_how_many_can_play_and_how_large_a_fantasyland_can_be(variant, players, for_one):
    smaller = replace(variant, deck=SIXES_UP)
    assert smaller.most_players == players
    assert smaller.most_cards(2) == for_one


@given(st.permutations(DECK))
def test_rows_are_ranked_qualified_and_compared_as_the_variant_says(cards: list[Card]):
    rules = rules_with("standard", rows=LOW_MIDDLE)
    boards = boards_of(cards)
    results = [evaluate(board, rules, players=2) for board in boards]
    assert [result.is_foul for result in results] == list(map(is_foul, boards))
    for (a, b), pair in zip(combinations(boards, 2), score(results, rules).pairs, strict=True):
        if not is_foul(a) and not is_foul(b):
            higher = (strength(a.middle) > strength(b.middle)) - (
                strength(a.middle) < strength(b.middle)
            )
            assert pair.rows[Row.MIDDLE] == -higher


@given(st.permutations(DECK))
def test_players_rank_and_foul_thousands_of_boards_in_the_same_way(cards: list[Card]):
    rules = rules_with("standard", rows=LOW_MIDDLE)
    boards = boards_of(cards)
    places = np.stack([places_of(board, ()) for board in boards])
    aim = Aim(rules, [NOBODY], {}, fantasyland=0)
    outlook = full_boards(places, aim)
    assert outlook.foul.astype(bool).tolist() == list(map(is_foul, boards))
    for board, points in zip(boards, outlook.points, strict=True):
        result = evaluate(board, rules, players=2)
        if result.is_valid:
            assert abs(float(points) - sum(result.royalties)) < 0.01


@given(st.permutations(DECK), st.integers(0, 2))
def test_a_certain_foul_is_one_whatever_comes(cards: list[Card], missing: int):
    rules = rules_with("standard", rows=LOW_MIDDLE)
    board, live = boards_of(cards)[0], tuple(cards[BOARD_SIZE : BOARD_SIZE + 6])
    begun = board._replace(middle=board.middle[: 5 - missing])
    ends = [
        is_foul(begun._replace(middle=begun.middle + more)) for more in combinations(live, missing)
    ]
    assert bool(rules.certain_fouls(begun, live)) is all(ends)


@pytest.mark.parametrize("name", ["beginner", "steady"])
def test_players_who_know_nothing_of_it_place_their_cards(name: str):
    rules = rules_with("us2012", rows=LOW_MIDDLE, deck=DECK[::-1])
    game = Game(rules, deal=Deal(bytes(32)))
    while not game.is_over:
        placement = decide(level(name), Knowledge.of(game.view(game.turn)), seed=1)
        assert placement is not None
        game.place(placement)
    assert sum(game.score().points) == 0


def test_a_board_with_open_places_has_no_result():
    with pytest.raises(NotationError, match="once it has 13 cards; this one has 2"):
        evaluate(Board.parse("As / Kd / -"), PRESETS["standard"], players=2)
