"""The 52 cards (R1.1) and how they are written: `Kd`, `10h`, `T♥`."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Self, TypeAlias

from ofc_engine.errors import CardError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SHOWN_SUITS: Final = SUITS[::-1]
"""The suits in the order in which cards are shown."""

# Sums of up to five of these tell which ranks were added, so ranking is one look-up.
_RANK_KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
# Sums of up to five of these tell how many cards of each suit were added.
_SUIT_KEYS: Final = (1, 6, 36, 216)
# The suits of five cards add up to at most 5 * 216, which fits below 2 ** 11, so that neither sum
# runs into the other.
SUIT_BITS: Final = 11

_SYMBOLS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\ufe0e\ufe0f")
_CARD: Final = re.compile(r"(10|[2-9TJQKA])([cdhs])", re.IGNORECASE | re.ASCII)


class Card(int):
    """One playing card; there are 52 of them, all in `DECK`.

    Its integer value is a ranking key: the sum of the cards of a row identifies the row
    (see `ofc_engine.ranking`). Sorting cards sorts them by rank, then by suit c d h s.
    """

    rank: int
    """2 to 14, the ace being 14."""
    suit: str
    """One of `c d h s`."""
    _name: str

    def __new__(cls, rank: int, suit: str) -> Self:
        """Only for building the deck; elsewhere use `Card.parse`."""
        key = (_RANK_KEYS[rank - 2] << SUIT_BITS) + _SUIT_KEYS[SUITS.index(suit)]
        card = super().__new__(cls, key)
        card.rank = rank
        card.suit = suit
        card._name = RANKS[rank - 2] + suit
        return card

    @staticmethod
    def parse(text: str) -> "Card":
        """The card written as rank and suit: `Kd`, `kd`, `10d`, `Td` or `K♦`.

        Raises CardError when the text is not exactly one card.
        """
        cards = parse_cards(text)
        if len(cards) != 1:
            raise CardError("“{text}” isn't a single card.", text=text)
        return cards[0]

    @property
    def rank_letter(self) -> str:
        """The rank as one letter, `T` for ten."""
        return RANKS[self.rank - 2]

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.parse, (str(self),)

    def __deepcopy__(self, memo: object) -> "Card":
        return self


Cards: TypeAlias = tuple[Card, ...]

DECK: Final[Cards] = tuple(Card(rank, suit) for rank in range(2, 15) for suit in SUITS)
"""All cards in canonical order: 2c 2d 2h 2s 3c ... As."""

_BY_NAME: Final = {str(card): card for card in DECK}


def parse_cards(text: str) -> Cards:
    """The cards in `text`, in order; blanks and commas between them are free.

    Raises CardError naming the first piece that is no card.
    """
    plain = re.sub(r"[\s,]+", "", text.translate(_SYMBOLS))
    cards: list[Card] = []
    at = 0
    while at < len(plain):
        match = _CARD.match(plain, at)
        if match is None:
            raise CardError(
                "“{text}” isn't a card. Write rank and suit, such as Kd or 10h.",
                text=plain[at : at + 2],
            )
        rank, suit = match.groups()
        cards.append(_BY_NAME[("T" if rank == "10" else rank.upper()) + suit.lower()])
        at = match.end()
    return tuple(cards)


def in_shown_order(cards: Iterable[Card]) -> Cards:
    """The cards as they are shown in hand and numbered: from ace to deuce, suits s h d c."""
    return tuple(sorted(cards, key=lambda card: (-card.rank, -SUITS.index(card.suit))))


def format_cards(cards: Iterable[Card]) -> str:
    """The cards without blanks between them: `AsKd7h`."""
    return "".join(map(str, cards))


def verify_distinct(cards: Sequence[Card], copies: int = 1) -> None:
    """Raise CardError if a card stands more than `copies` times."""
    for card, count in Counter(cards).most_common(1):
        if count > copies:
            raise CardError("{card} appears more than once.", card=card)
