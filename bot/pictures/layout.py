"""Layouts: everything on a picture, as data, before anything is painted.

All measures are pixels. Every item names the tint behind it, its `ground`.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.pictures.fonts import Weight, text_mask, text_width
from bot.pictures.shapes import Point, Sign
from bot.pictures.theme import Tint
from ofc_engine.cards import DECK, JOKERS, RANKS, SHOWN_SUITS, Card, Cards

Align: TypeAlias = Literal["left", "middle", "right"]


class Box(NamedTuple):
    """A rectangle."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beyond the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first line below the box."""
        return self.y + self.height

    @property
    def middle(self) -> int:
        """The column in the middle."""
        return self.x + self.width // 2

    @property
    def centre(self) -> int:
        """The line in the middle."""
        return self.y + self.height // 2

    def inset(self, by: int) -> "Box":
        """The box with a margin cut off on all sides; a negative one widens it."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class Panel(NamedTuple):
    """A rectangle with round corners and, if `line` is given, an outline inside its box."""

    box: Box
    fill: Tint
    ground: Tint
    radius: int = 0
    line: Tint | None = None
    line_width: int = 2


class Label(NamedTuple):
    """One line of text; `x` is its left end, middle or right end, `y` half-way up capitals."""

    text: str
    x: int
    y: int
    size: int
    weight: Weight
    ink: Tint
    ground: Tint
    align: Align = "left"

    @property
    def width(self) -> int:
        """The width of the line, as a text after it would see it."""
        return text_width(self.text, self.size, self.weight)

    @property
    def left(self) -> int:
        """The left end."""
        if self.align == "left":
            return self.x
        return self.x - (self.width if self.align == "right" else self.width // 2)

    @property
    def box(self) -> Box:
        """The smallest box around what is drawn."""
        mask = text_mask(self.text, self.size, self.weight)
        return Box(self.left + mask.x, self.y + mask.y, *mask.image.size)


class CardStyle(Enum):
    """How a card looks: as on the table (`PLAIN`), or out of play (`DIM`).

    In a line of its suit, which shows ranks only: still to come, or seen.
    """

    PLAIN = auto()
    DIM = auto()
    COMING = auto()
    SEEN = auto()


class Face(NamedTuple):
    """A card face up; `fresh` ones are ringed. A joker may count as another card, its `stand`."""

    box: Box
    card: Card
    ground: Tint
    style: CardStyle = CardStyle.PLAIN
    fresh: bool = False
    stand: Card | None = None


class Back(NamedTuple):
    """A card face down, with a star if it is one of a Fantasyland."""

    box: Box
    ground: Tint
    dim: bool = False
    star: bool = False


class Icon(NamedTuple):
    """A sign in one colour that fills its box."""

    box: Box
    sign: Sign
    ink: Tint
    ground: Tint


class Curve(NamedTuple):
    """A line through points; `dashes` are lengths of dashes and gaps in turn, none if solid."""

    points: tuple[Point, ...]
    width: int
    ink: Tint
    ground: Tint
    dashes: tuple[int, ...] = ()


_DECK_CARD: Final = (36, 46)
_DECK_PITCH: Final = (38, 51)
"""From one card to the next, across and down."""
_NARROWER: Final = 3
"""Pixels by which cards are narrower if jokers are beside them."""


class Deck(NamedTuple):
    """The ranks of all 52 cards, a line for each suit, aces first; `coming` ones are bright.

    After the twos come so many `jokers`, one below the other.
    """

    x: int
    y: int
    coming: frozenset[Card]
    ground: Tint
    jokers: int = 0

    @property
    def cards(self) -> Cards:
        """All its cards, the jokers last."""
        return DECK + JOKERS[: self.jokers]

    @property
    def width(self) -> int:
        """From the aces to the end of the twos, or of the jokers."""
        return self._place(self.cards[-1 if self.jokers else 0])[0] + self._card[0]

    @property
    def height(self) -> int:
        """All four lines."""
        return (len(SHOWN_SUITS) - 1) * _DECK_PITCH[1] + _DECK_CARD[1]

    def centre(self, suit: str) -> int:
        """The line half-way up a suit's cards."""
        return self.y + SHOWN_SUITS.index(suit) * _DECK_PITCH[1] + _DECK_CARD[1] // 2

    @property
    def faces(self) -> tuple[Face, ...]:
        """All its cards as faces."""
        return tuple(map(self.face, self.cards))

    def face(self, card: Card) -> Face:
        """One of its cards as a face."""
        x, y = self._place(card)
        style = CardStyle.COMING if card in self.coming else CardStyle.SEEN
        return Face(Box(self.x + x, self.y + y, *self._card), card, self.ground, style)

    @property
    def _card(self) -> tuple[int, int]:
        width, height = _DECK_CARD
        return width - _NARROWER * (self.jokers > 0), height

    def _place(self, card: Card) -> tuple[int, int]:
        x, y = _DECK_PITCH
        x -= _NARROWER * (self.jokers > 0)
        if card.is_joker:
            return len(RANKS) * x, JOKERS.index(card) * y
        return (DECK[-1].rank - card.rank) * x, SHOWN_SUITS.index(card.suit) * y


Item: TypeAlias = Panel | Label | Face | Back | Icon | Curve


@dataclass(frozen=True)
class PictureLayout:
    """A picture's size and what is painted on it, from back to front."""

    width: int
    height: int
    items: tuple[Item, ...]
