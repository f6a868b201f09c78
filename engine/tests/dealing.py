"""Hands as they are dealt from a deck that is always the same."""

from ofc_engine.board import Placement
from ofc_engine.deal import advance, deck
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation
from ofc_engine.rulesets import Ruleset

SECRET = bytes(32)


def begin(rules: Ruleset, *fantasyland: int) -> tuple[Hand, list[Operation]]:
    return dealt(Hand.start(rules, fantasyland))


def dealt(hand: Hand) -> tuple[Hand, list[Operation]]:
    operations = list(advance(hand, deck(SECRET)))
    for operation in operations:
        hand = hand.apply(operation)
    return hand, operations


def all_to_back(hand: Hand, seat: int) -> Hand:
    return hand.place(seat, Placement(back=hand.seats[seat].pending))
