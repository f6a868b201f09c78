"""What a seat may know when it has to place cards: all that a computer player gets."""

from dataclasses import dataclass
from functools import cached_property

from bot.ofc.board import BOARD_SIZE, EMPTY, Board
from bot.ofc.cards import DECK, Cards, verify_distinct
from bot.ofc.errors import NotationError, TurnError
from bot.ofc.rulesets import Ruleset
from bot.ofc.seat import Fate
from bot.ofc.variants import Street
from bot.ofc.views import HandView


@dataclass(frozen=True)
class Opponent:
    """What is seen of another seat: its open cards, its Fantasyland (cards or 0), its fate."""

    board: Board = EMPTY
    fantasyland: int = 0
    fate: Fate = Fate.PLAYING


@dataclass(frozen=True)
class Knowledge:
    """A decision as one seat sees it: `pending` are to be placed on `board`.

    `discards` are the seat's own; `fantasyland` is the number of cards of its visit, or 0.
    Raises NotationError or CardError if that cannot happen under the rules.
    """

    rules: Ruleset
    board: Board
    pending: Cards
    discards: Cards = ()
    opponents: tuple[Opponent, ...] = ()
    fantasyland: int = 0

    def __post_init__(self) -> None:
        verify_distinct([*self.seen, *self.pending])
        for board in (self.board, *(other.board for other in self.opponents)):
            board.verify_rows()
        if len(self.opponents) >= self.rules.variant.most_players:
            raise NotationError(
                "{variant} is played with at most {most} opponents.",
                variant=self.rules.variant.name.capitalize(),
                most=self.rules.variant.most_players - 1,
            )
        if len(self.pending) != self.street.dealt:
            raise NotationError(
                "With {count} cards placed, {dealt} are drawn, not {drawn}.",
                count=len(self.board.cards),
                dealt=self.street.dealt,
                drawn=len(self.pending),
            )
        self._verify_unseen()

    def _verify_unseen(self) -> None:
        """What is still to be drawn, here or on any other board, must be among the unseen."""
        unseen = len(DECK) - len(self.seen) - len(self.pending)
        missing = (BOARD_SIZE - len(other.board.cards) for other in self.opponents)
        wanted = max(sum(street.dealt for street in self.later), *missing, 0)
        if unseen < wanted:
            raise NotationError(
                "Only {unseen} cards are unseen; {wanted} are still to come.",
                unseen=unseen,
                wanted=wanted,
            )

    @staticmethod
    def of(view: HandView) -> "Knowledge":
        """What the viewer of a hand knows; TurnError if they have nothing to place."""
        own = view.own
        if own is None or not own.pending:
            raise TurnError("There is nothing to place now.")
        return Knowledge(
            rules=view.rules,
            board=own.board,
            pending=own.pending,
            discards=own.discards,
            opponents=tuple(
                Opponent(seat.board, seat.fantasyland, seat.fate)
                for number, seat in enumerate(view.seats)
                if number != view.viewer
            ),
            fantasyland=own.fantasyland,
        )

    @cached_property
    def streets(self) -> tuple[Street, ...]:
        """The streets of this hand: the variant's, or everything at once in Fantasyland."""
        if self.fantasyland:
            return (Street(self.fantasyland, BOARD_SIZE),)
        return self.rules.variant.streets

    @cached_property
    def number(self) -> int:
        """The street being placed, from 0; raises NotationError if no street begins here."""
        placed = 0
        for number, street in enumerate(self.streets):
            if placed == len(self.board.cards):
                return number
            placed += street.placed
        raise NotationError(
            "No street begins with {count} cards placed.", count=len(self.board.cards)
        )

    @property
    def street(self) -> Street:
        """The street being placed."""
        return self.streets[self.number]

    @property
    def later(self) -> tuple[Street, ...]:
        """The streets still to come after this one."""
        return self.streets[self.number + 1 :]

    @cached_property
    def gone(self) -> Cards:
        """Cards that lie open elsewhere or were discarded: they cannot come any more."""
        return (*self.discards, *(card for other in self.opponents for card in other.board.cards))

    @cached_property
    def seen(self) -> Cards:
        """Every card whose place is known, but those in hand."""
        return (*self.board.cards, *self.gone)

    @property
    def opens(self) -> bool:
        """Whether this is the first placement of the hand."""
        return not self.board.cards
