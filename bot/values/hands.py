"""Names of cards and hands."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.ofc.cards import Card
from bot.ofc.ranking import Category, Shape, shape, strength
from bot.texts import Texts, marked

_KEPT: Final = 4096
"""Names of what rows make: every tap while a street is laid out tells three of them."""
_ONE: Final = {
    2: marked("two"), 3: marked("three"), 4: marked("four"), 5: marked("five"),
    6: marked("six"), 7: marked("seven"), 8: marked("eight"), 9: marked("nine"),
    10: marked("ten"), 11: marked("jack"), 12: marked("queen"), 13: marked("king"),
    14: marked("ace"),
}  # fmt: skip
_MANY: Final = {
    2: marked("twos"), 3: marked("threes"), 4: marked("fours"), 5: marked("fives"),
    6: marked("sixes"), 7: marked("sevens"), 8: marked("eights"), 9: marked("nines"),
    10: marked("tens"), 11: marked("jacks"), 12: marked("queens"), 13: marked("kings"),
    14: marked("aces"),
}  # fmt: skip
_SUITS: Final = {
    "s": marked("spades"),
    "h": marked("hearts"),
    "d": marked("diamonds"),
    "c": marked("clubs"),
}
_HANDS: Final = {
    Category.HIGH_CARD: marked("{high} high"),
    Category.PAIR: marked("Pair of {many}"),
    Category.TWO_PAIR: marked("Two pair, {many} & {others}"),
    Category.TRIPS: marked("Trips, {many}"),
    Category.STRAIGHT: marked("Straight, {one} high"),
    Category.FLUSH: marked("Flush, {one} high"),
    Category.FULL_HOUSE: marked("Full house, {many}"),
    Category.QUADS: marked("Quads, {many}"),
    Category.STRAIGHT_FLUSH: marked("Straight flush, {one} high"),
    Category.ROYAL_FLUSH: marked("Royal flush"),
}
CATEGORIES: Final = {
    Category.PAIR: marked("Pair"),
    Category.TWO_PAIR: marked("Two pair"),
    Category.TRIPS: marked("Trips"),
    Category.STRAIGHT: marked("Straight"),
    Category.FLUSH: marked("Flush"),
    Category.FULL_HOUSE: marked("Full house"),
    Category.QUADS: marked("Quads"),
    Category.STRAIGHT_FLUSH: marked("Straight flush"),
    Category.ROYAL_FLUSH: marked("Royal flush"),
}


def suit_name(suit: str, _: Texts) -> str:
    """The suit with that letter, in the plural."""
    return _(_SUITS[suit])


def card_name(card: Card, _: Texts) -> str:
    """A card in words: `queen of hearts`, `5 of clubs`."""
    rank = _(_ONE[card.rank]) if card.rank > 10 else card.rank
    return _("{rank} of {suit}", rank=rank, suit=suit_name(card.suit, _))


def hand_name(cards: Sequence[Card], _: Texts) -> str:
    """The hand of a full row: `Pair of queens`, `Flush, ace high`."""
    return _name(shape(strength(cards)), _)


@lru_cache(maxsize=_KEPT)
def made_name(made: Shape, _: Texts) -> str:
    """A hand in few letters, also of a row with open places: `Pair of queens`, `Flush`."""
    return _name(made, _) if made.category <= Category.PAIR else _(CATEGORIES[made.category])


def _name(made: Shape, _: Texts) -> str:
    category, ranks = made
    first, second = ranks[0], ranks[min(1, len(ranks) - 1)]
    one = _(_ONE[first])
    return _(
        _HANDS[category],
        one=one,
        high=one.capitalize(),
        many=_(_MANY[first]),
        others=_(_MANY[second]),
    )
