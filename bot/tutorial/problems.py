"""The problems of the tutorial. Every right answer is computed by the rules or the players."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final, TypeAlias

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.hand import Hand
from ofc_engine.jokers import stand_ins
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.skill import Decision, Verdict
from ofc_engine.players.thinking import verdict
from ofc_engine.rows import HIGH_ROWS, RowRanking, RowRules
from ofc_engine.rulesets import STANDARD
from ofc_engine.scoring import Pair, Result, Score, evaluate, score
from ofc_engine.views import HandView, view_for

SEEDS: Final = 2**31
"""Seeds of problems are below this."""
RULES: Final = STANDARD
"""The rules of lessons: Pineapple with standard rules; the last two are about other games."""
PLAYERS: Final = 2


class Lesson(IntEnum):
    """The lessons in order, with the numbers of their pages; 8 and 9 are the tips and the end."""

    ROWS = 0
    FIRST_CARDS = 1
    FOULS = 2
    ROYALTIES = 3
    POINTS = 4
    FANTASYLAND = 5
    LAST_CARDS = 6
    VISIT = 7
    JOKER = 11
    LOW = 10


LESSONS: Final = tuple(Lesson)
"""The lessons in order."""
PLACING: Final = frozenset({Lesson.FIRST_CARDS, Lesson.LAST_CARDS, Lesson.VISIT})
"""The lessons in which cards are placed."""
TIPS: Final = 8
"""The page after the lessons."""
END: Final = 9
PAGES: Final = (*LESSONS, TIPS, END)
"""The pages in order, without those of exercises."""


def following(page: int) -> int:
    """The page after `page`, which is not the last."""
    return PAGES[PAGES.index(page) + 1]


@dataclass(frozen=True)
class Comparison:
    """Two hands of five cards: which is the better Middle by `rows`? Answered by 0 or 1."""

    hands: tuple[Cards, Cards]
    rows: RowRules = HIGH_ROWS

    @property
    def ranking(self) -> RowRanking:
        """How the hands rank."""
        return self.rows.rankings[Row.MIDDLE]

    def stands(self, hand: Cards) -> dict[Card, Card]:
        """The cards that the jokers of a hand count as."""
        jokers = [card for card in hand if card.is_joker]
        return dict(zip(jokers, stand_ins(hand, self.ranking.strength(hand)), strict=False))

    @cached_property
    def right(self) -> int:
        """The number of the hand that wins, 0 or 1."""
        first, second = map(self.ranking.strength, self.hands)
        return int(second > first)


@dataclass(frozen=True)
class _BoardQuestion:
    """A question about a full board."""

    board: Board

    @cached_property
    def result(self) -> Result:
        """The board evaluated by the rules."""
        return evaluate(self.board, RULES, players=PLAYERS)


class FoulQuestion(_BoardQuestion):
    """Is the board a foul? Answered by 0 for no, 1 for yes."""

    @property
    def right(self) -> int:
        """1 if the board is a foul, else 0."""
        return int(self.result.is_foul)


class VisitQuestion(_BoardQuestion):
    """Does the board earn Fantasyland? Answered by 0 for no, 1 for yes."""

    @property
    def right(self) -> int:
        """1 if the board earns Fantasyland, else 0."""
        return int(self.result.fantasyland > 0)


@dataclass(frozen=True)
class RoyaltyQuestion(_BoardQuestion):
    """How high are the royalties of the board? Answered by the place of one of `choices`."""

    choices: tuple[int, ...]

    @property
    def right(self) -> int:
        """The place of the board's royalties among the choices."""
        return self.choices.index(sum(self.result.royalties))


@dataclass(frozen=True)
class PointsQuestion:
    """One's own full board and another: how many points? Answered by the place of a choice.

    `hand` is finished; seat 0 is the learner's.
    """

    hand: Hand
    choices: tuple[int, ...]

    @cached_property
    def score(self) -> Score:
        """The hand as the rules score it."""
        boards = (seat.board for seat in self.hand.seats)
        return score([evaluate(board, RULES, players=PLAYERS) for board in boards], RULES)

    @property
    def pair(self) -> Pair:
        """The settlement of the learner (`a`) and the opponent."""
        return self.score.pairs[0]

    @property
    def right(self) -> int:
        """The place of the learner's points among the choices."""
        return self.choices.index(self.pair.points)


@dataclass(frozen=True)
class Placing:
    """Cards to be placed by a `seat` of a hand.

    A placement is right if it costs less than `tolerance` points beside the best.
    """

    hand: Hand
    seat: int
    tolerance: float

    @cached_property
    def view(self) -> HandView:
        """The hand as the learner sees it."""
        return view_for(self.hand, self.seat)

    @cached_property
    def knowledge(self) -> Knowledge:
        """The learner's knowledge: their own cards, and all open ones."""
        return Knowledge.of(self.view)

    def decision(self, placement: Placement) -> Decision:
        """The decision for a placement."""
        return Decision(self.knowledge, placement)

    def judge(self, placement: Placement) -> Verdict:
        """A placement compared with the best; takes long, so not on the event loop."""
        return verdict(self.decision(placement))

    def is_right(self, cost: float) -> bool:
        """True if a placement that gives away `cost` points is good enough."""
        return cost < self.tolerance


Question: TypeAlias = Comparison | FoulQuestion | VisitQuestion | RoyaltyQuestion | PointsQuestion
"""A question with numbered answers, from 0; `right` is the number of the right one."""
Problem: TypeAlias = Question | Placing


def is_dealt(page: int, seed: int, step: int) -> bool:
    """True if step number `step`, from 0, has found the problem of a page.

    Ask for one step after the other, so that others can use the thinker in between.
    """
    from bot.tutorial.dealing import has_dealt  # noqa: PLC0415 - needs NumPy, as below

    return has_dealt(page, seed, step)


def dealt(page: int, seed: int) -> Problem:
    """The problem that a seed gives on a page; to run in another process, like all thinking."""
    from bot.tutorial.dealing import deal  # noqa: PLC0415 - needs NumPy, for the other process

    return deal(page, seed)
