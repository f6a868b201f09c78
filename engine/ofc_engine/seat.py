"""One player's side of a hand."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from ofc_engine.board import BOARD_SIZE, EMPTY, Board, Placement
from ofc_engine.cards import Cards
from ofc_engine.variants import Street, Variant


class Fate(Enum):
    """The state of a seat's hand: played on, or how it ended before its time."""

    PLAYING = "playing"
    SURRENDERED = "surrendered"
    """R8: given up for a fixed number of points."""
    DEAD = "dead"
    """R11.1, R11.5: fouled whatever its board is."""
    UNCONTESTED = "uncontested"
    """R8.2: over before its board was full, because all others had given up or missed the hand."""
    MISSED = "missed"
    """R11.3: its player was absent for all of it."""

    @property
    def is_active(self) -> bool:
        """R11.3: whether penalties are paid to such a hand: it was neither given up nor missed."""
        return self not in (Fate.SURRENDERED, Fate.MISSED)


@dataclass(frozen=True)
class Seat:
    """The cards that one player holds and has placed.

    `pending` are the cards dealt but not placed yet; `fantasyland` is the number of cards of
    a visit (R7.2), 0 outside Fantasyland; `exposed` counts cards shown out of turn (R11.4).
    """

    board: Board = EMPTY
    discards: Cards = ()
    pending: Cards = ()
    fantasyland: int = 0
    fate: Fate = Fate.PLAYING
    exposed: int = 0

    @cached_property
    def is_done(self) -> bool:
        """True if no decision is left."""
        return self.fate is not Fate.PLAYING or self.board.is_full

    @property
    def cards(self) -> Cards:
        """Every card this seat has been dealt."""
        return self.board.cards + self.discards + self.pending

    def streets(self, variant: Variant) -> tuple[Street, ...]:
        """The streets of this seat: the variant's, or everything at once in Fantasyland."""
        if self.fantasyland:
            return (Street(self.fantasyland, BOARD_SIZE),)
        return variant.streets

    def streets_played(self, variant: Variant) -> int:
        """The number of streets that this seat has placed."""
        if self.fantasyland:
            return int(self.board.is_full)
        return variant.streets_by_cards[len(self.board.cards)]

    def dealt(self, cards: Cards) -> "Seat":
        """The seat with a street's cards in hand."""
        return Seat(self.board, self.discards, cards, self.fantasyland, self.fate, self.exposed)

    def placed(self, placement: Placement) -> "Seat":
        """The seat with its pending cards placed."""
        board = self.board.with_rows(placement.rows)
        discards = self.discards + placement.discards
        return Seat(board, discards, (), self.fantasyland, self.fate, self.exposed)
