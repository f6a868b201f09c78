"""The application's emoji: how they are called, and which of them Discord has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from bot.ofc.board import Row
from bot.ofc.cards import DECK, Card

BACK: Final = "card_back"

_RANKS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip
_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


@cache
def card_emoji(card: Card, deck: str) -> str:
    """The name of a card's emoji, which screen readers say: `ace_spades`, `ace_spades_4c`."""
    return f"{_RANKS[card.rank - 2]}_{_SUITS[card.suit]}{'_4c' if deck == 'four' else ''}"


def slot_emoji(row: Row) -> str:
    """The name of the emoji for an empty place: `slot_front`."""
    return f"slot_{row.label}"


def deck_emoji(deck: str) -> tuple[str, ...]:
    """The names of all emoji that a deck needs, cards first."""
    return (*(card_emoji(card, deck) for card in DECK), BACK, *map(slot_emoji, Row))


@dataclass(frozen=True)
class Emoji:
    """The ids of the emoji that the application has, by name."""

    ids: Mapping[str, int] = field(default_factory=dict[str, int])
    _has: dict[str, bool] = field(
        default_factory=dict[str, bool], init=False, repr=False, compare=False
    )

    @cached_property
    def markup(self) -> Mapping[str, str]:
        """How each is written inside a text: `<:ace_spades:123>`."""
        return {name: f"<:{name}:{number}>" for name, number in self.ids.items()}

    def has(self, deck: str) -> bool:
        """Whether everything that a deck needs is there."""
        if deck not in self._has:
            self._has[deck] = self.ids.keys() >= set(deck_emoji(deck))
        return self._has[deck]
