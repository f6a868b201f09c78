"""A player's knowledge at a decision, and their outs."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from ofc_engine.board import BOARD_SIZE, EMPTY, Board, Row
from ofc_engine.cards import Card, Cards, verify_distinct, without_jokers
from ofc_engine.errors import NotationError, TurnError
from ofc_engine.ranking import Category
from ofc_engine.rows import RowRanking, RowRules
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate
from ofc_engine.variants import Street
from ofc_engine.views import HandView

_OUTS_KEPT: Final = 256
"""Entries of the cache of outs: the picture and its words both ask for them."""


@dataclass(frozen=True)
class Opponent:
    """Another seat as it is seen: its open cards, its Fantasyland (cards or 0), its fate."""

    board: Board = EMPTY
    fantasyland: int = 0
    fate: Fate = Fate.PLAYING


@dataclass(frozen=True)
class Knowledge:
    """A decision as one seat sees it: `pending` are to be placed on `board`.

    `discards` are the seat's own; `fantasyland` is the number of cards of its visit, or 0.
    Raises NotationError or CardError if it cannot happen under the rules.
    """

    rules: Ruleset
    board: Board
    pending: Cards
    discards: Cards = ()
    opponents: tuple[Opponent, ...] = ()
    fantasyland: int = 0

    def __post_init__(self) -> None:
        verify_distinct([*self.seen, *self.pending])
        self.rules.variant.verify_cards([*self.seen, *self.pending])
        for board in (self.board, *(other.board for other in self.opponents)):
            board.verify_rows()
        if len(self.opponents) >= self.rules.variant.most_players:
            raise NotationError(
                "{variant} is played with at most {most} opponents.",
                variant=self.rules.variant.title,
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
        """Raise NotationError if fewer cards are unseen than any board still needs."""
        unseen = len(self.rules.variant.deck) - len(self.seen) - len(self.pending)
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
        """The knowledge of a hand's viewer; TurnError if they have nothing to place."""
        own = view.own
        if own is None or not own.pending:
            raise TurnError("There's nothing to place now.")
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
        """Cards that are open elsewhere or were discarded: they can no longer come."""
        return (*self.discards, *(card for other in self.opponents for card in other.board.cards))

    @cached_property
    def seen(self) -> Cards:
        """Every card whose place is known, except those in hand."""
        return (*self.board.cards, *self.gone)

    @property
    def sets_at_once(self) -> bool:
        """True if the whole board is set in one go: in Fantasyland, and in closed Chinese."""
        return self.street.placed == BOARD_SIZE

    @property
    def opens(self) -> bool:
        """True at the first placement of the hand."""
        return not self.board.cards

    @property
    def may_give_up(self) -> bool:
        """R8.2, R15.1: whether this hand can be given up now."""
        if self.fantasyland and any(other.board.cards for other in self.opponents):
            return False
        late = self.rules.surrenders_to_last and not self.fantasyland
        return self.rules.surrender > 0 and (self.opens or late)


# --- outs ------------------------------------------------------------------------------------

_STRAIGHTS: Final = (
    frozenset((14, 2, 3, 4, 5)),
    *(frozenset(range(low, low + 5)) for low in range(2, 11)),
)
_DRAW: Final = 2
"""Cards that a straight or a flush may lack to be counted as a draw."""
_FLUSH: Final = 5
"""The number of cards in a straight or a flush."""


class Out(NamedTuple):
    """A better category that a row can reach with `needs` more cards.

    `cards` are the live cards that help: each of them alone, or as one of several.
    """

    category: Category
    needs: int
    cards: Cards


def live_cards(knowledge: Knowledge) -> Cards:
    """The cards this seat has not seen, in the deck's order: they may come, or be held."""
    known = {*knowledge.seen, *knowledge.pending}
    return tuple(card for card in knowledge.rules.variant.deck if card not in known)


def outs(board: Board, live: Cards, rows: RowRules) -> dict[Row, Cards]:
    """For each row with room, the live cards that make a better category if put there next."""
    return {
        row: tuple(card for card, _ in _better(rows.rankings[row], board[row], live))
        for row in board.open_rows
    }


def _better(ranking: RowRanking, cards: Cards, live: Cards) -> Iterator[tuple[Card, Category]]:
    """The live cards that improve a row with room if put there next, each with its category.

    Unless it fills the row, only a card that joins others can.
    """
    now = ranking.made(cards).category
    is_last = len(cards) + 1 == ranking.size
    for card in live:
        if is_last or ranking.joins(card, cards):
            category = ranking.made((*cards, card)).category
            if ranking.improves(category, now):
                yield card, category


@lru_cache(maxsize=_OUTS_KEPT)
def row_outs(ranking: RowRanking, cards: Cards, live: Cards) -> tuple[Out, ...]:
    """Everything better that a row with room can become: the strongest first, then draws.

    With its next card that is any better category; with its last two, a straight or a flush; for a
    row that has to qualify also the category that does, with all the cards that it lacks.
    """
    made: defaultdict[Category, list[Card]] = defaultdict(list)
    for card, category in _better(ranking, cards, live):
        made[category].append(card)
    ready = [Out(category, 1, tuple(made[category])) for category in sorted(made, reverse=True)]
    missing = ranking.size - len(cards)
    if ranking.qualification is not None:
        draws = _qualifying(ranking, cards, live)
    else:
        draws = _draws(cards, live) if missing == _DRAW and ranking.size == _FLUSH else iter(())
    now = ranking.made(cards).category
    return (*ready, *(d for d in draws if d.cards and ranking.improves(d.category, now)))


def _qualifying(ranking: RowRanking, cards: Cards, live: Cards) -> Iterator[Out]:
    """The draw of a row that has to qualify and lacks several cards, as a low may (R13.1)."""
    missing, needed = ranking.size - len(cards), ranking.qualification
    fit = tuple(card for card in live if not ranking.foul(ranking.highest((*cards, card))))
    if needed is not None and 1 < missing <= len({card.rank for card in fit}):
        yield Out(ranking.shape(needed.least).category, missing, fit)


def _draws(cards: Cards, live: Cards) -> Iterator[Out]:
    """The flush and the straights that three cards can still become with two live ones.

    A straight flush is both.
    """
    # Cards of equal rank can never be in a straight: no straight then has all their ranks and
    # exactly two gaps, so `useful` stays empty. A joker (R13.2) fills any gap.
    plain, wild = without_jokers(cards), sum(card.is_joker for card in live)
    suits = {card.suit for card in plain}
    suited = tuple(card for card in live if card.suit in suits or card.is_joker)
    if len(suits) == 1 and len(suited) >= _DRAW:
        yield Out(Category.FLUSH, _DRAW, suited)
    ranks = frozenset(card.rank for card in plain)
    coming = {card.rank for card in live}
    gaps = [straight - ranks for straight in _STRAIGHTS if ranks < straight]
    lacking = _DRAW + len(cards) - len(plain)
    can_be = (gap for gap in gaps if len(gap) == lacking and len(gap & coming) + wild >= _DRAW)
    useful = frozenset[int]().union(*can_be)
    needed = tuple(card for card in live if card.rank in useful or (useful and card.is_joker))
    yield Out(Category.STRAIGHT, _DRAW, needed)
