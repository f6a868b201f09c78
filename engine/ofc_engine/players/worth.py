"""The worth of finished boards under a ruleset, as tables over all strengths.

Points are those that one board gets from all its opponents together, with the worth of a
Fantasyland that it earned. A stronger row of the same size is never worth less, which the solver
relies on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np

from ofc_engine.board import Board, Row
from ofc_engine.lows import WHEEL
from ofc_engine.players.opinions import Part
from ofc_engine.players.positions import STRENGTHS, Doubles, Flags, Ints, Strengths
from ofc_engine.ranking import Category, Shape
from ofc_engine.rows import RowRules, Shapes
from ofc_engine.rule_options import FinishedRows
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import evaluate, first_visit, royalty_of

_WORTHLESS: Final = Shape(Category.HIGH_CARD, (2,))

RowStrengths: TypeAlias = Sequence[Strengths] | Strengths
"""Strengths of Front, Middle and Back, arrays of one shape."""
_TIE_BREAK: Final = 1e-8
"""Points for each step of strength, so that among equal boards stronger rows are preferred."""


@dataclass(frozen=True, eq=False)
class RowTables:
    """A ruleset as tables by row and strength, arrays of shape (3, STRENGTHS).

    `royalties` are points by R6, `stays` tells if the row alone keeps its owner in Fantasyland
    (R7.4), `visits` has the cards of the visit that it earns alone (R7.1).
    """

    royalties: Ints
    stays: Flags
    visits: Ints

    @cached_property
    def entering(self) -> tuple[tuple[int, Flags], ...]:
        """The rows that can earn a visit, each with flags of the strengths that do."""
        return _with_any(self.visits > 0)

    @cached_property
    def staying(self) -> tuple[tuple[int, Flags], ...]:
        """The rows that can keep one in Fantasyland, each with flags of the strengths that do."""
        return _with_any(self.stays)


def _with_any(table: Flags) -> tuple[tuple[int, Flags], ...]:
    return tuple((row, flags) for row, flags in enumerate(table) if flags.any())


@lru_cache(maxsize=64)
def row_tables(rules: Ruleset) -> RowTables:
    """The tables of a ruleset; the same object for the same ruleset."""
    royalties, visits = np.zeros((2, 3, STRENGTHS), np.int32)
    stays = np.zeros((3, STRENGTHS), np.bool_)
    for row, (shapes, kinds) in zip(Row, _kinds(rules.variant.rows), strict=True):
        points = [royalty_of(row, made, rules) for made in shapes]
        kept = [_stays(row, *each, rules) for each in zip(shapes, points, strict=True)]
        earned = [first_visit(_alone(row, made), rules) for made in shapes]
        royalties[row], stays[row], visits[row] = (
            np.array(each)[kinds] for each in (points, kept, earned)
        )
    for row, ranking in enumerate(rules.variant.rows.rankings):
        if ranking.qualification is not None:
            stays[row, : ranking.qualification.least] = False
    return RowTables(royalties, stays, visits)


@lru_cache(maxsize=8)
def _kinds(rows: RowRules) -> list[tuple[list[Shape], Ints]]:
    """For each row a shape of each kind, and by strength the number of the kind it is of.

    What a row is worth (R6, R7) goes by its category and highest rank, but for the wheel (R13.1).
    """
    found: list[tuple[list[Shape], Ints]] = []
    for ranking in rows.rankings:
        shapes: list[Shape] = []
        known: dict[tuple[Category, int, bool], int] = {}
        kinds = np.zeros(STRENGTHS, np.int32)
        for strength in range(STRENGTHS):
            made = ranking.shape(strength)
            kind = made.category, made.ranks[0], made == WHEEL
            if kind not in known:
                known[kind] = len(shapes)
                shapes.append(made)
            kinds[strength] = known[kind]
        found.append((shapes, kinds))
    return found


def _alone(row: Row, made: Shape) -> Shapes:
    """The rows of a board in which all others are worth nothing."""
    rows = [_WORTHLESS] * 3
    rows[row] = made
    front, middle, back = rows
    return front, middle, back


def _stays(row: Row, made: Shape, points: int, rules: Ruleset) -> bool:
    """True if a board stays in Fantasyland by this row alone."""
    if rules.fantasyland is None:
        return False
    front, middle, back = _alone(row, made)
    royalties = [0] * 3
    royalties[row] = points
    first, second, third = royalties
    categories = front.category, middle.category, back.category
    return rules.stays(FinishedRows(categories, (first, second, third)))


def fouls(rows: RowStrengths, rules: Ruleset) -> Flags:
    """True where rows of these strengths, Front to Back, make a board a foul (R5.1).

    All are arrays of one shape.
    """
    strict, found = np.int16(rules.equal_rows_foul), list[Flags]()
    for order in rules.variant.rows.orders:
        least = rows[order.weaker] + strict if order.equal is not None else rows[order.weaker]
        found.append(least > rows[order.stronger])
    for row, ranking in zip(rows, rules.variant.rows.rankings, strict=True):
        if ranking.qualification is not None:
            found.append(row < ranking.qualification.least)
    return _any(found)


def _any(found: Sequence[Flags]) -> Flags:
    every = found[0]
    for flags in found[1:]:
        every = every | flags
    return every


@dataclass(frozen=True, eq=False)
class RivalBoard:
    """One opponent of a finished board.

    `wins` and `losses`, shape (3, STRENGTHS), are the chances to win each row from this opponent
    and to lose it, given that neither fouls; 0 or 1 if their board is known. `valid` is the chance
    that they do not foul, `royalties` the points expected for their own rows.
    """

    wins: Doubles
    losses: Doubles
    valid: float = 1.0
    royalties: float = 0.0

    @staticmethod
    def of_boards(
        strengths: Strengths, *, valid: float = 1.0, royalties: float = 0.0
    ) -> "RivalBoard":
        """A rival who makes each of these boards, shape (n, 3), equally often."""
        scale = np.arange(STRENGTHS)
        ranked = np.sort(strengths, axis=0)
        count = len(ranked)
        below = [np.searchsorted(ranked[:, row], scale, "left") / count for row in Row]
        above = [1 - np.searchsorted(ranked[:, row], scale, "right") / count for row in Row]
        return RivalBoard(np.array(below), np.array(above), valid, royalties)

    @staticmethod
    def of_board(board: Board, rules: Ruleset) -> "RivalBoard":
        """A rival whose full board is known."""
        result = evaluate(board, rules, players=2)  # the number only affects visits
        strengths = np.array([result.strengths], np.int16)
        return RivalBoard.of_boards(
            strengths, valid=float(result.is_valid), royalties=sum(result.royalties)
        )


NOBODY: Final = RivalBoard(np.zeros((3, STRENGTHS)), np.zeros((3, STRENGTHS)))
"""Pays royalties, but compares no rows."""
FOULED: Final = RivalBoard(NOBODY.wins, NOBODY.losses, valid=0.0)
"""Loses everything, whatever they are dealt."""


class Aim:
    """The points of a finished board under a ruleset, against some rivals: a goal to play for.

    `visit_worth` maps the cards of a Fantasyland to its worth in points from all rivals together;
    `fantasyland` is the number of cards of the visit that this hand is played in, in which R7.4
    decides instead of R7.1, or 0.
    """

    def __init__(
        self,
        rules: Ruleset,
        rivals: Sequence[RivalBoard],
        visit_worth: dict[int, float],
        *,
        fantasyland: int,
    ) -> None:
        tables = row_tables(rules)
        self.rules = rules
        self.rivals = tuple(rivals)
        self._in_fantasyland = bool(fantasyland)
        self.strict = int(rules.equal_rows_foul)
        self.stays = tables.stays
        self._earning = tables.staying if fantasyland else tables.entering
        self._worth = visit_worth
        again = rules.repeat_cards(fantasyland) if fantasyland else 0
        self._stay_points = visit_worth.get(again, 0.0)
        self.per_row = self._per_row(tables)
        self.constant = sum(
            (1 - r.valid) * rules.scoring.full_loss - r.royalties for r in self.rivals
        )
        self.foul = -sum(r.valid * rules.scoring.full_loss + r.royalties for r in self.rivals)

    def _per_row(self, tables: RowTables) -> Doubles:
        """The points of each row by itself."""
        scale = np.arange(STRENGTHS) * _TIE_BREAK
        points: Doubles = tables.royalties * float(len(self.rivals)) + scale
        for rival in self.rivals:
            points += rival.valid * self.rules.scoring.row * (rival.wins - rival.losses)
        return points if self._in_fantasyland else points + self._entries

    @cached_property
    def _entries(self) -> Doubles:
        """The worth of the visit that each row earns by itself, outside Fantasyland."""
        visits, worth = row_tables(self.rules).visits, np.zeros((3, STRENGTHS))
        for cards, points in self._worth.items():
            worth[visits == cards] = points
        return worth

    @cached_property
    def _together(self) -> float:
        """The worth of a visit earned by two rows at once beyond one by each of them (R13.1)."""
        if self._in_fantasyland or len(self._earning) < 2:
            return 0.0
        cards = self.rules.visit_cards
        return self._worth.get(cards + 1, 0.0) - 2 * self._worth.get(cards, 0.0)

    def _by_all(self, rows: RowStrengths) -> Flags:
        """True where every row that can earn a visit does."""
        found = self._earning[0][1][rows[self._earning[0][0]]]
        for row, earning in self._earning[1:]:
            found = found & earning[rows[row]]
        return found

    @cached_property
    def ceilings(self) -> Doubles:
        """Points per row whose sum no board with these strengths exceeds; shape (3, STRENGTHS)."""
        scoring = self.rules.scoring
        points = self.per_row + self._stay_points * self.stays
        points[Row.MIDDLE] += max(0.0, self._together)
        for rival in self.rivals:
            share = rival.valid * (scoring.scoop / 3 + scoring.majority / 2)
            points = points + share * rival.wins
        # No Front has the strengths between pairs and trips; their ceilings are those below them.
        return np.maximum.accumulate(points, axis=1)

    def values(self, front: Strengths, middle: Strengths, back: Strengths) -> Doubles:
        """Points of valid boards by the strengths of their rows; arrays of one shape."""
        rows = front, middle, back
        points: Doubles = self.per_row[0][front] + self.per_row[1][middle] + self.per_row[2][back]
        points += self.constant
        if self._stay_points:
            points += self._stay_points * self.earns_fantasyland(rows)
        if self._together:
            points += self._together * self._by_all(rows)
        for rival in self.rivals:
            won = [rival.wins[r][s] for r, s in enumerate(rows)]
            lost = [rival.losses[r][s] for r, s in enumerate(rows)]
            points += rival.valid * (self._bonus(won) - self._bonus(lost))
        return points

    def parts(self, rows: RowStrengths, valid: Flags) -> Doubles:
        """The points of boards by `Part`: (10, ...) for rows and `valid` flags of one shape."""
        scoring, found = self.rules.scoring, np.zeros((len(Part), *valid.shape))
        royalties = row_tables(self.rules).royalties
        for row, made in enumerate(rows):
            found[Part.FRONT_ROYALTIES + row] = len(self.rivals) * royalties[row][made]
        if self._in_fantasyland:
            found[Part.FANTASYLAND] = self._stay_points * self.earns_fantasyland(rows)
        else:
            found[Part.FANTASYLAND] = sum(self._entries[r][made] for r, made in enumerate(rows))
            if self._together:
                found[Part.FANTASYLAND] += self._together * self._by_all(rows)
        for rival in self.rivals:
            won = [rival.wins[r][made] for r, made in enumerate(rows)]
            lost = [rival.losses[r][made] for r, made in enumerate(rows)]
            for row in Row:
                ahead = rival.valid * (won[row] - lost[row]) + 1 - rival.valid
                found[Part.FRONT + row] += scoring.row * ahead
            bonus = rival.valid * (self._bonus(won) - self._bonus(lost))
            found[Part.BONUS] += bonus + (1 - rival.valid) * (scoring.scoop + scoring.majority)
        found *= valid
        theirs = sum(rival.royalties for rival in self.rivals)
        found[Part.THEIRS] = -theirs
        found[Part.FOUL] = (self.foul + theirs) * ~valid
        return found

    def earns_fantasyland(self, rows: RowStrengths) -> Flags:
        """True where rows of a valid board earn the next visit: R7.1, or R7.4 in Fantasyland."""
        found = [earning[rows[row]] for row, earning in self._earning]
        return _any(found) if found else np.zeros(rows[0].shape, np.bool_)

    def _bonus(self, chances: list[Doubles]) -> Doubles:
        """R4.2, R4.3: points for all three rows and for at least two, by the chance of each row."""
        first, second, third = chances
        scoring = self.rules.scoring
        every = first * second * third
        points = scoring.scoop * every
        if scoring.majority:
            two = first * second + second * third + first * third - 2 * every
            points += scoring.majority * two
        return points


def board_royalties(boards: Strengths, rules: Ruleset) -> Ints:
    """R6: royalties of valid boards by the strengths of their rows, (n, 3) to (n,)."""
    table = row_tables(rules).royalties
    return table[np.arange(3), boards].sum(axis=1)
