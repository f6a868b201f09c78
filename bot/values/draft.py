"""Drafts: how a player lays out a street before confirming it, and where.

A layout is a string with one letter for each card, in the order of the deal: `f`, `m` or `b` for a
row, `x` for a discard, `.` for a card not touched yet. A tap sets a letter and never toggles it: it
does no harm twice or late, whatever the order of cards on the screen.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final, TypeAlias

from ofc_engine.board import BOARD_SIZE, Board, Placement, Row
from ofc_engine.cards import SHOWN_SUITS, Card, Cards
from ofc_engine.rows import Foul
from ofc_engine.street import DISCARD, LETTERS, UNTOUCHED, LayoutWay
from ofc_engine.views import HandView

_LONGEST_PAST: Final = 20
"""Taps that can be undone: more than the 17 cards of the largest Fantasyland."""


def in_shown_order(cards: Cards, *, by_suit: bool) -> Cards:
    """Cards to place in the order on the screen: those of a whole board by suit if `by_suit`."""
    if not by_suit or len(cards) < BOARD_SIZE:
        return cards
    return tuple(sorted(cards, key=lambda card: (SHOWN_SUITS.find(card.suit), -card.rank)))


@dataclass(frozen=True)
class Draft:
    """A street being laid out.

    `view` is the hand as the player may see it, `past` the earlier layouts, for undo. `brush` is
    the letter that a tap gives in Fantasyland. Once `armed` by a warning, the next confirmation
    counts. `places_at` (Unix seconds) is when it confirms itself, None for never. `by_suit` sorts
    the cards of a whole board by suit, otherwise by rank.
    """

    view: HandView
    layout: str
    past: tuple[str, ...] = ()
    brush: str = LETTERS[Row.FRONT]
    armed: bool = False
    places_at: int | None = None
    by_suit: bool = False

    @staticmethod
    def fresh(view: HandView) -> "Draft":
        """The draft of a street that nobody has touched yet."""
        draft = Draft(view, "")
        return replace(draft, layout=UNTOUCHED * len(draft.cards)).with_open_brush()

    # --- what there is to lay out -----------------------------------------------------------

    @property
    def cards(self) -> Cards:
        """The cards of the street as they were dealt."""
        return self.view.pending

    @property
    def shown(self) -> Cards:
        """The cards of the street in shown order."""
        return in_shown_order(self.cards, by_suit=self.by_suit)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The index among the dealt cards of each card on the screen."""
        return tuple(map(self.cards.index, self.shown))

    @property
    def shown_layout(self) -> str:
        """The layout with its letters in shown order."""
        return "".join(self.layout[index] for index in self.order)

    def layout_of(self, shown: str) -> str:
        """The layout that letters in shown order mean."""
        letters = dict(zip(self.order, shown, strict=True))
        return "".join(letters[index] for index in range(len(shown)))

    @property
    def board(self) -> Board:
        """The board before this street."""
        return self.view.own_board

    @property
    def way(self) -> LayoutWay:
        """How this street is laid out."""
        return self.view.own_street.way

    def room(self, letter: str) -> int:
        """How many cards of this street can go to a row or be discarded."""
        return self.view.own_street.rooms[letter]

    @property
    def rest(self) -> str:
        """Where untouched cards go in the end: discarded from trays, else to the last row."""
        return self.view.own_street.rest

    @property
    def targets(self) -> tuple[str, ...]:
        """The letters that taps can give: open rows, and in Fantasyland the discard."""
        return self.view.own_street.targets

    def count(self, letter: str) -> int:
        """How many cards have been given a letter."""
        return self.layout.count(letter)

    def is_full(self, letter: str) -> bool:
        """True if a row takes no more cards of this street."""
        return self.count(letter) >= self.room(letter)

    @cached_property
    def missing(self) -> int:
        """How many taps are left before the layout is complete."""
        untouched = self.layout.count(UNTOUCHED)
        stays = (
            0
            if self.way is LayoutWay.SPOTS
            else self.room(self.rest) - self.layout.count(self.rest)
        )
        return untouched - stays if self.view.own_street.fills_rest else max(0, untouched - stays)

    @property
    def is_touched(self) -> bool:
        """True if any card has been given a letter."""
        return self.layout.strip(UNTOUCHED) != ""

    @property
    def final_layout(self) -> str:
        """The layout with the letter `rest` for untouched cards."""
        return self.layout.replace(UNTOUCHED, self.rest)

    @property
    def placement(self) -> Placement:
        """The placement that confirming makes; only meaningful when nothing is missing."""
        return self._placement(self.final_layout)

    def _placement(self, layout: str) -> Placement:
        parts: dict[str, list[Card]] = {letter: [] for letter in (*LETTERS, DISCARD, UNTOUCHED)}
        for card, letter in zip(self.cards, layout, strict=True):
            parts[letter].append(card)
        front, middle, back, discards, _untouched = map(tuple, parts.values())
        return Placement(front, middle, back, discards)

    @cached_property
    def board_after(self) -> Board:
        """The board as it would be with the cards laid out so far.

        Untouched cards of trays are in the last row from the start, those of a Fantasyland once
        they all fit there.
        """
        settled = (
            self.final_layout if self.way is LayoutWay.TRAYS or not self.missing else self.layout
        )
        return self.board.with_rows(self._placement(settled).rows)

    @cached_property
    def certain_fouls(self) -> tuple[Foul, ...]:
        """Fouls that this layout makes certain; none if the board was a foul before."""
        if self.missing or self.earlier_fouls:
            return ()
        return self.view.rules.certain_fouls(self.board_after, self.view.live)

    @property
    def earlier_fouls(self) -> tuple[Foul, ...]:
        """Fouls that the board has already, however this street is laid out."""
        return self.view.earlier_fouls

    @property
    def needs_second_tap(self) -> bool:
        """True if confirming takes one more tap: all is untouched, or a foul is certain."""
        unmoved = self.way is LayoutWay.TRAYS and not self.is_touched
        return not self.armed and (unmoved or bool(self.certain_fouls))

    @property
    def is_ready(self) -> bool:
        """True if confirming now would place it."""
        return not self.missing and not self.needs_second_tap

    @property
    def digest(self) -> str:
        """Four characters that name this layout, so that a late confirm is noticed."""
        return hashlib.sha256(self.final_layout.encode()).hexdigest()[:4]

    def letters_of(self, placement: Placement) -> str:
        """The layout that makes a placement of the cards of this street."""
        letters = {
            card: letter
            for letter, cards in zip(LETTERS + DISCARD, placement, strict=True)
            for card in cards
        }
        return "".join(letters[card] for card in self.cards)

    # --- taps -------------------------------------------------------------------------------

    def put(self, index: int, letter: str) -> "Draft":
        """Give a card a letter, or none with `.`; no change if that is not possible."""
        if not self.can_put(index, letter):
            return self
        layout = self.layout[:index] + letter + self.layout[index + 1 :]
        return self._moved_to(layout).with_open_brush()

    def can_put(self, index: int, letter: str) -> bool:
        """True if putting a card there changes anything."""
        if not 0 <= index < len(self.layout):
            return False
        was = self.layout[index]
        return was != UNTOUCHED if letter == UNTOUCHED else was in self.takes(letter)

    def takes(self, letter: str) -> str:
        """The letters of the cards that can be given this one instead; none if its row is full."""
        street = self.view.own_street
        if letter not in street.targets or self.is_full(letter):
            return ""
        others = "".join(street.targets).replace(letter, "")
        if street.fills_rest and not self.missing:
            return others
        return UNTOUCHED + street.rest + others

    def gather(self, letter: str, indices: Collection[int]) -> "Draft":
        """Give a letter to these cards and take it from all others; no change if they don't fit."""
        known = letter in self.targets and set(indices) <= set(range(len(self.cards)))
        if not known or len(indices) > self.room(letter):
            return self
        layout = "".join(
            letter if index in indices else UNTOUCHED if at == letter else at
            for index, at in enumerate(self.layout)
        )
        moved = self._moved_to(layout)
        return self if layout == self.layout or moved.missing < 0 else moved.with_open_brush()

    def lay_out(self, layout: str) -> "Draft":
        """Replace the whole layout, as typed. Unlike after a tap, it never confirms itself."""
        return replace(self._moved_to(layout), places_at=None)

    def take_brush(self, letter: str) -> "Draft":
        """Choose the row that taps give; no change for one that cannot be chosen."""
        return replace(self, brush=letter) if letter in self.targets else self

    def arm(self) -> "Draft":
        """Let the next confirmation count."""
        return replace(self, armed=True)

    def undo(self) -> "Draft":
        """Step back to the layout before; nothing changes at the first."""
        if not self.past:
            return self
        *past, layout = self.past
        return replace(self, layout=layout, past=tuple(past), armed=False)

    def _moved_to(self, layout: str) -> "Draft":
        past = (*self.past, self.layout)[-_LONGEST_PAST:]
        return replace(self, layout=layout, past=past, armed=False)

    def with_open_brush(self) -> "Draft":
        """This draft, with a brush for the first row with room if its own row is full."""
        if self.brush in self.targets and not self.is_full(self.brush):
            return self
        letter = next((each for each in self.targets if not self.is_full(each)), self.brush)
        return replace(self, brush=letter)


# --- where cards can be laid out --------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """The table that a screen's buttons are about, with hand and street where they matter."""

    tag: ClassVar = ""
    table: int
    hand: int = 0
    street: int = 0


@dataclass(frozen=True)
class DealSpot:
    """The deal that somebody plays on their own, and the street (from 0) that buttons are about.

    `practice` is 1 where nothing counts. Whose attempt it is follows from who presses.
    """

    tag: ClassVar = "d"
    deal: int
    practice: int
    street: int = 0


@dataclass(frozen=True)
class LessonSpot:
    """The page of the tutorial that buttons belong to, from 0, and the seed of its problem.

    The problem can be dealt again from the seed at any time.
    """

    tag: ClassVar = "l"
    page: int
    seed: int


@dataclass(frozen=True)
class PlayOnSpot:
    """A decision from which somebody plays on: of a hand or deal that is over, or an exercise.

    `source` has the number of their decision in that hand, from 0, as its street. Later cards are
    dealt from the `seed`, or with 0 are those of that hand; `placed` has a letter for each card
    that they have placed since.
    """

    tag: ClassVar = "p"
    source: Spot | DealSpot | LessonSpot
    seed: int
    placed: str = ""


Where: TypeAlias = Spot | DealSpot | LessonSpot | PlayOnSpot
"""Where cards can be laid out."""
