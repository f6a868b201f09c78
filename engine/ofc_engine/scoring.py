"""Scoring finished boards (R4-R8, R11): royalties, fouls, Fantasyland, and every pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from ofc_engine.board import BOARD_SIZE, Board, Row
from ofc_engine.errors import NotationError
from ofc_engine.hand import Hand
from ofc_engine.lows import WHEEL
from ofc_engine.ranking import Category, Shape
from ofc_engine.rows import Foul, PerRow, Shapes
from ofc_engine.rule_options import FRONT_PAIRS, LOWS, WHEEL_ROYALTY, FinishedRows
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate

_NOTHING: PerRow = (0, 0, 0)
MISSED_HAND: Final = 3
"""R11.3: points to each active player for a hand that a player misses."""
EXPOSED_CARD: Final = 1
"""R11.4: points to each active player for a card shown out of turn."""


def royalty(row: Row, row_strength: int, rules: Ruleset) -> int:
    """R6: points that each opponent pays for a full row of that strength."""
    return royalty_of(row, rules.variant.rows.rankings[row].shape(row_strength), rules)


def royalty_of(row: Row, made: Shape, rules: Ruleset) -> int:
    """R6: points that each opponent pays for a row of this shape; a higher one never gets less."""
    if rules.variant.rows.rankings[row].qualification is not None:
        return _low_royalty(made) if rules.royalties.ranked else 0
    if row is not Row.FRONT:
        return rules.royalties[row].get(made.category, 0)
    if not rules.royalties.ranked:
        return 0
    if made.category is Category.PAIR:
        return FRONT_PAIRS.get(made.ranks[0], 0)
    return rules.front_trips[made.ranks[0]] if made.category is Category.TRIPS else 0


def _low_royalty(made: Shape) -> int:
    if made.category is not Category.LOW:
        return 0
    return WHEEL_ROYALTY if made == WHEEL else LOWS.get(made.ranks[0], 0)


@dataclass(frozen=True)
class Result:
    """One player's finished hand.

    `fouls` lists every reason (R5.1); a hand declared dead is a foul without one. `royalties`
    are 0 for a foul (R5.2). `fantasyland` is the number of cards earned for the next hand, or 0
    (R7); `exposed` counts cards shown out of turn (R11.4). `strengths` are those of the rows, if
    the board was played to the end.
    """

    board: Board
    fate: Fate
    fouls: tuple[Foul, ...]
    royalties: PerRow
    fantasyland: int
    exposed: int
    strengths: PerRow = _NOTHING

    @property
    def is_foul(self) -> bool:
        """True if the hand is fouled or dead (R5, R11)."""
        return bool(self.fouls) or self.fate is Fate.DEAD

    @property
    def is_valid(self) -> bool:
        """True if the hand takes part in the comparison of rows."""
        return self.fate is Fate.PLAYING and not self.fouls


@dataclass(frozen=True)
class Pair:
    """The settlement of two players (R4): `a` and `b` are their seats, `points` what a wins from b.

    `rows` has 1, 0 or -1 for each row that a wins, ties or loses; `row_points`, `bonus` (scoop or
    majority, R4.2, R4.3), `royalties` (net, R6.1) and `penalty` (net, R11.3, R11.4) add up to
    `points`, except after a surrender, which settles only `surrender`.
    """

    a: int
    b: int
    rows: PerRow
    row_points: int
    bonus: int
    royalties: int
    surrender: int = 0
    penalty: int = 0

    @property
    def points(self) -> int:
        """Points that seat a wins from seat b; negative if a loses."""
        return self.row_points + self.bonus + self.royalties + self.surrender + self.penalty

    def flipped(self) -> "Pair":
        """The same settlement with `a` and `b` swapped."""
        front, middle, back = self.rows
        return Pair(
            self.b,
            self.a,
            (-front, -middle, -back),
            -self.row_points,
            -self.bonus,
            -self.royalties,
            -self.surrender,
            -self.penalty,
        )

    @property
    def is_scoop(self) -> bool:
        """R4.2: whether one of the two won all three rows."""
        return abs(sum(self.rows)) == len(self.rows)


@dataclass(frozen=True)
class Score:
    """A finished hand: each seat's result and every pair once, in the order of R10.1."""

    results: tuple[Result, ...]
    pairs: tuple[Pair, ...]

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Points of each seat; they sum to zero (R4.4)."""
        totals = [0] * len(self.results)
        for pair in self.pairs:
            totals[pair.a] += pair.points
            totals[pair.b] -= pair.points
        return tuple(totals)


def evaluate(
    board: Board,
    rules: Ruleset,
    *,
    players: int,
    fantasyland: int = 0,
    fate: Fate = Fate.PLAYING,
    exposed: int = 0,
) -> Result:
    """The result of one board in a hand of `players` players.

    `fantasyland` is the number of cards of the Fantasyland that the hand was played in, or 0;
    `exposed` counts cards shown out of turn (R11.4). Raises NotationError for a board that is still
    played and has open places, CardError for a joker that is not in the deck.
    """
    if fate is not Fate.PLAYING:
        return Result(board, fate, (), _NOTHING, 0, exposed)
    rules.variant.verify_cards(board.cards)
    rows = rules.variant.rows
    front, middle, back = strengths = rows.strengths(board)
    if front is None or middle is None or back is None:
        raise NotationError(
            "A board is scored once it has {size} cards; this one has {count}.",
            size=BOARD_SIZE,
            count=len(board.cards),
        )
    ranked = front, middle, back
    if fouls := rows.fouls(strengths, equal_rows_foul=rules.equal_rows_foul):
        return Result(board, fate, fouls, _NOTHING, 0, exposed, ranked)
    made = rows.shapes(ranked)
    first, second, third = (royalty_of(row, made[row], rules) for row in Row)
    royalties = first, second, third
    earned = earned_fantasyland(made, royalties, rules, players, fantasyland)
    return Result(board, fate, (), royalties, earned, exposed, ranked)


def earned_fantasyland(
    made: Shapes, royalties: PerRow, rules: Ruleset, players: int, fantasyland: int
) -> int:
    """R7.1-R7.5: the cards that a valid board earns for the next hand, or 0."""
    front, middle, back = made
    if fantasyland:
        categories = front.category, middle.category, back.category
        stays = rules.stays(FinishedRows(categories, royalties))
        visit = rules.repeat_cards(fantasyland) if stays else 0
    else:
        visit = first_visit(made, rules)
    return min(visit, rules.variant.most_cards(players))


def first_visit(made: Shapes, rules: Ruleset) -> int:
    """R7.1, R7.2, R13.1: the cards that rows of these shapes earn outside Fantasyland, or 0."""
    earned = sum(entry(made) for entry in rules.variant.entries)
    if rules.fantasyland is None or not earned:
        return 0
    front = made[Row.FRONT]
    # The Front may still be empty if another row earns the visit.
    extra = rules.fantasyland.extra(front.category, front.ranks[0]) if front.ranks else 0
    return rules.visit_cards + extra + earned - 1


def score_pair(a: int, b: int, first: Result, second: Result, rules: Ruleset) -> Pair:
    """R4.1-R4.3, R5.2, R5.3, R6.1, R8.1, R11.3, R11.4: the settlement of two players."""
    if Fate.MISSED in (first.fate, second.fate):
        missed = MISSED_HAND * (first.fate.is_active - second.fate.is_active)
        return Pair(a, b, _NOTHING, 0, 0, 0, penalty=missed)
    given_up = (first.fate is Fate.SURRENDERED, second.fate is Fate.SURRENDERED)
    if any(given_up):
        points = rules.surrender * (given_up[1] - given_up[0])
        return Pair(a, b, _NOTHING, 0, 0, 0, surrender=points)
    rows = _compare(first, second)
    won = sum(rows)
    royalties = sum(first.royalties) - sum(second.royalties)
    penalty = EXPOSED_CARD * (second.exposed - first.exposed)
    row_points = won * rules.scoring.row
    return Pair(a, b, rows, row_points, _bonus(rows, rules), royalties, penalty=penalty)


def _compare(first: Result, second: Result) -> PerRow:
    """1, 0 or -1 for each row; a foul loses all three to a valid hand (R5.2, R5.3)."""
    if not (first.is_valid and second.is_valid):
        sign = first.is_valid - second.is_valid
        return sign, sign, sign
    front, middle, back = (
        (own > other) - (own < other)
        for own, other in zip(first.strengths, second.strengths, strict=True)
    )
    return front, middle, back


def _bonus(rows: PerRow, rules: Ruleset) -> int:
    """R4.2, R4.3: the scoop bonus for three rows, the majority bonus for two or more."""
    bonus = 0
    for sign in (1, -1):
        count = rows.count(sign)
        bonus += sign * rules.scoring.scoop * (count == len(rows))
        bonus += sign * rules.scoring.majority * (count >= 2)
    return bonus


def score(results: Sequence[Result], rules: Ruleset, order: Sequence[int] | None = None) -> Score:
    """Every pair of results, first with second, first with third, second with third (R10.1).

    `order` names the seats in the order in which pairs settle; acting order if not given.
    """
    seats = range(len(results)) if order is None else order
    pairs = (score_pair(a, b, results[a], results[b], rules) for a, b in combinations(seats, 2))
    return Score(tuple(results), tuple(pairs))


def score_hand(hand: Hand, order: Sequence[int] | None = None) -> Score:
    """The score of a hand, which must be finished."""
    results = [
        evaluate(
            seat.board,
            hand.rules,
            players=len(hand.seats),
            fantasyland=seat.fantasyland,
            fate=seat.fate,
            exposed=seat.exposed,
        )
        for seat in hand.seats
    ]
    return score(results, hand.rules, order)
