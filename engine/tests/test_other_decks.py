"""A variant says its deck: nothing in the rules takes it for the usual one."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import random_placement
from ofc_engine.cards import DECK, Cards, format_cards
from ofc_engine.deal import Deal, commitment
from ofc_engine.game import Game
from ofc_engine.players.knowledge import Knowledge, live_cards
from ofc_engine.proof import Proof
from ofc_engine.rulesets import Ruleset
from ofc_engine.variants import CLASSIC, PINEAPPLE, TURBO

SIXES_UP = DECK[16:]
REVERSED = DECK[::-1]


def rules_with(deck: Cards, preset: str) -> Ruleset:
    """A preset's rules as if its variant had another deck."""
    rules = Ruleset.of(preset, {})
    vars(rules)["variant"] = replace(rules.variant, deck=deck)
    return rules


@given(
    st.sampled_from([SIXES_UP, REVERSED]),
    st.sampled_from(["standard", "german", "progressive"]),
    st.booleans(),
    st.integers(0, 999),
)
def test_a_whole_hand_is_dealt_of_it_and_proved(deck: Cards, preset: str, by_seat: bool, seed: int):
    random = Random(seed)
    rules = rules_with(deck, preset)
    deal = Deal(random.randbytes(32), 1, ("8f3a",), by_seat=by_seat)
    game = Game(rules, deal=deal)
    while not game.is_over:
        seat = game.turn
        knowledge = Knowledge.of(game.view(seat))
        assert set(live_cards(knowledge)) == set(game.view(seat).live) <= set(deck)
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
