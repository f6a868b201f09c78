"""Kinds of mistakes, by how a placement differs from the best."""

from enum import StrEnum
from typing import Final

from ofc_engine.board import Board, Row
from ofc_engine.cards import Cards, without_jokers
from ofc_engine.players.skill import Verdict
from ofc_engine.ranking import Category, made_of

_NOTABLE: Final = 0.1
"""Chances count as different if they differ by more than this."""
_DRAW: Final = 3
"""Cards of one suit from which a row is going for a flush."""


class Leak(StrEnum):
    """A kind of mistake, by how the placement differs from the best."""

    CHASED = "chased"
    """Went for Fantasyland although something else was worth more."""
    PASSED = "passed"
    """Did not go for Fantasyland although that was worth the most."""
    PAIR = "pair"
    """Made a pair in the Front that did not belong there, or did not make one that did."""
    FLUSH = "flush"
    """Went for a flush that was not worth it, or gave one up that was."""
    FOUL = "foul"
    """Took a higher risk of a foul than the best placement did."""
    GIVING_UP = "surrender"
    """Gave up a hand worth playing, or played one worth giving up."""
    OTHER = "other"
    """None of these."""


def kind_of(verdict: Verdict) -> Leak:
    """The kind of mistake that a decision was: the first that fits."""
    if verdict.review is None or verdict.should_give_up:
        return Leak.GIVING_UP
    given, best = verdict.review.given, verdict.best
    if verdict.street and abs(given.fantasyland - best.fantasyland) > _NOTABLE:
        return Leak.CHASED if given.fantasyland > best.fantasyland else Leak.PASSED
    one, other = boards(verdict)
    if _has_pair(one) != _has_pair(other):
        return Leak.PAIR
    if _flushes(one) != _flushes(other):
        return Leak.FLUSH
    return Leak.FOUL if given.foul - best.foul > _NOTABLE else Leak.OTHER


def row_of(verdict: Verdict) -> Row:
    """The row in which a placement differs most from the best; the Front if none does."""
    one, other = boards(verdict)
    return max(Row, key=lambda row: len({*one[row]} ^ {*other[row]}))


def boards(verdict: Verdict) -> tuple[Board, Board]:
    """The board after the placement, and after the best one."""
    board = verdict.decision.knowledge.board
    placement = verdict.decision.placement
    best = board.with_rows(verdict.best.placement.rows)
    return (board if placement is None else board.with_rows(placement.rows)), best


def _has_pair(board: Board) -> bool:
    return made_of(board.front).category is not Category.HIGH_CARD


def _flushes(board: Board) -> tuple[bool, ...]:
    """Flags for the Middle and the Back: each is a flush or may become one."""
    rows = board.middle, board.back
    return tuple(len(row) >= _DRAW and _of_one_suit(row) for row in rows)


def _of_one_suit(row: Cards) -> bool:
    return len({card.suit for card in without_jokers(row)}) <= 1
