"""The 52 cards (R1.1), two jokers (R13.2), and how they are written: `Kd`, `10h`, `T♥`, `X1`."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Self, TypeAlias

from ofc_engine.errors import CardError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SHOWN_SUITS: Final = SUITS[::-1]
"""The suits in the order in which cards are shown."""

# The sum of up to five of these identifies the ranks in it, so ranking is one look-up.
_RANK_KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
# The sum of up to five of these tells how many cards of each suit are in it.
_SUIT_KEYS: Final = (1, 6, 36, 216)
# The suits of five cards add up to at most 5 * 216, which is below 2 ** 11, so that the two sums
# never overlap.
SUIT_BITS: Final = 11
# The rank and suit of a joker: above the ace, of no suit.
_JOKER: Final = (15, "x")
# More than any ranks add up to, so sums tell how many jokers there are; a row with two of them
# still fits into 31 bits. The second suit key is more than any five suits add up to.
_JOKER_RANK_KEY: Final = 360_919
_JOKER_SUIT_KEYS: Final = (0, 1081)

_SYMBOLS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\ufe0e\ufe0f")
_CARD: Final = re.compile(r"(10|[2-9TJQKA])([cdhs])|X[12]", re.IGNORECASE | re.ASCII)
_WELL_WRITTEN: Final = re.compile(r"[2-9TJQKA][cdhs]|10[cdhs]")
_BETWEEN: Final = re.compile(r"[\s,]+")


class Card(int):
    """One playing card: one of the 52 in `DECK`, or of the two `JOKERS`.

    Its integer value is a ranking key: the sum of the cards of a row identifies the row
    (see `ofc_engine.ranking`). Sorting cards sorts them by rank, then by suit c d h s; jokers are
    last.
    """

    rank: int
    """2 to 14, the ace being 14; 15 for a joker."""
    suit: str
    """One of `c d h s`; `x` for a joker."""
    _name: str

    def __new__(cls, rank: int, suit: str) -> Self:
        """Only for building the deck; elsewhere use `Card.parse`."""
        key = (_RANK_KEYS[rank - 2] << SUIT_BITS) + _SUIT_KEYS[SUITS.index(suit)]
        card = super().__new__(cls, key)
        card.rank = rank
        card.suit = suit
        card._name = RANKS[rank - 2] + suit
        return card

    @classmethod
    def joker(cls, number: int) -> Self:
        """Only for building the deck, as `Card` itself; the number is 1 or 2."""
        key = (_JOKER_RANK_KEY << SUIT_BITS) + _JOKER_SUIT_KEYS[number - 1]
        card = super().__new__(cls, key)
        card.rank, card.suit = _JOKER
        card._name = f"X{number}"
        return card

    @staticmethod
    def parse(text: str) -> "Card":
        """The card written as rank and suit: `Kd`, `kd`, `10d`, `Td` or `K♦`; a joker as `X1`.

        Raises CardError when the text is not exactly one card.
        """
        cards = parse_cards(text)
        if len(cards) != 1:
            raise CardError("“{text}” isn't a single card.", text=text)
        return cards[0]

    @property
    def rank_letter(self) -> str:
        """The rank as one letter, `T` for ten and `X` for a joker."""
        return self._name[0]

    @property
    def is_joker(self) -> bool:
        """R13.2: whether it is no card of its own, but counts as another one."""
        return (self.rank, self.suit) == _JOKER

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
JOKERS: Final[Cards] = (Card.joker(1), Card.joker(2))
"""R13.2: the jokers that can be added to the deck, after its last card."""

_BY_NAME: Final = {str(card): card for card in (*DECK, *JOKERS)}


def parse_cards(text: str) -> Cards:
    """The cards in `text`, in order, with or without blanks and commas between them.

    Raises CardError naming the first piece that is no card.
    """
    text = text.translate(_SYMBOLS)
    plain = _BETWEEN.sub("", text)
    cards: list[Card] = []
    at = 0
    while at < len(plain):
        match = _CARD.match(plain, at)
        if match is None:
            raise _no_card(text, plain, at)
        rank, suit = match.groups()
        name = match[0].upper() if rank is None else rank.upper().replace("10", "T") + suit.lower()
        cards.append(_BY_NAME[name])
        at = match.end()
    return tuple(cards)


def _no_card(text: str, plain: str, at: int) -> CardError:
    """The error for what begins at an index of the plain text: a word if it has no card in it."""
    words = _BETWEEN.split(text)
    begun = {len("".join(words[:number])): word for number, word in enumerate(words) if word}
    word = begun.get(at, "")
    piece = plain[at : at + 2] if not word or _WELL_WRITTEN.search(word) else word[:20]
    if piece.lower().startswith(("x", "joker")):
        return CardError("“{text}” isn't a card. Jokers are written X1 and X2.", text=piece)
    return CardError("“{text}” isn't a card. Write rank and suit, such as Kd or 10h.", text=piece)


def in_shown_order(cards: Iterable[Card]) -> Cards:
    """The cards as they are shown in hand: jokers, then from ace to deuce, suits s h d c."""
    return tuple(sorted(cards, key=lambda card: (-card.rank, -SUITS.find(card.suit), card)))


def without_jokers(cards: Iterable[Card]) -> Cards:
    """The cards that are no jokers, in their order."""
    return tuple([card for card in cards if not card.is_joker])


def format_cards(cards: Iterable[Card]) -> str:
    """The cards without blanks between them: `AsKd7h`."""
    return "".join(map(str, cards))


def verify_distinct(cards: Sequence[Card], copies: int = 1) -> None:
    """Raise CardError if a card appears more than `copies` times."""
    for card, count in Counter(cards).most_common(1):
        if count > copies:
            raise CardError("{card} appears more than once.", card=card)
