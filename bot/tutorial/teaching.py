"""The tutorial's problems as pictures, and why answers are right or wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.pictures.rows import NamedRow, Rows, board_rows
from bot.pictures.states import by_group
from bot.screens.costs import against_yours
from bot.screens.placements import Said
from bot.texts import Texts, marked
from bot.tutorial.problems import (
    RULES,
    Comparison,
    FoulQuestion,
    Placing,
    PointsQuestion,
    Question,
    RoyaltyQuestion,
    VisitQuestion,
)
from bot.values.hand_skill import NEGLIGIBLE_POINTS, JudgedDecision
from bot.values.phrases import hand_name, row_name, signed
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.board import Board, Placement, Row
from ofc_engine.match import settle
from ofc_engine.ranking import Category, Shape
from ofc_engine.rows import Foul
from ofc_engine.scoring import Result
from ofc_engine.views import public_view

_NUMBER: Final = 1
"""The number of the hand, for pictures that show one."""
_FOULS: Final = {
    Foul.MIDDLE_BELOW_FRONT: marked(
        "A foul: the Middle ({middle}) is weaker than the Front ({front})."
    ),
    Foul.BACK_BELOW_MIDDLE: marked(
        "A foul: the Back ({back}) is weaker than the Middle ({middle})."
    ),
    Foul.BACK_EQUALS_MIDDLE: marked(
        "A foul: the Back ({back}) isn't stronger than the Middle ({middle})."
    ),
}


RowsQuestion: TypeAlias = Comparison | FoulQuestion | VisitQuestion | RoyaltyQuestion
"""Questions shown as rows of cards beside their names, not as two boards of a table."""


@dataclass(frozen=True)
class Feedback:
    """The verdict on an answer, with the reason as a sentence."""

    right: bool
    why: str


# --- questions ------------------------------------------------------------------------------


def rows_of(question: RowsQuestion, _: Texts, *, solved: bool) -> Rows:
    """The rows that a question is about, with hands and royalties once it is `solved`."""
    match question:
        case Comparison(hands=hands):
            said = _compared_hands(question, _)
            names = (_("First"), _("Second"))
            shown = [
                NamedRow(name, by_group(cards, stands), caption=made, stands=stands)
                if solved
                else NamedRow(name, cards)
                for name, cards, made in zip(names, hands, said, strict=True)
                for stands in [question.stands(cards)]
            ]
            return Rows(_("Two hands"), tuple(shown))
        case _:
            board, title = question.board, _("A board")
            if not solved:
                return board_rows(board, _, title)
            made = RULES.variant.rows.made(board)
            return board_rows(board, _, title, made, question.result.royalties)


def _compared_hands(question: Comparison, _: Texts) -> tuple[str, ...]:
    return tuple(hand_name(question.ranking.made(cards), _) for cards in question.hands)


def table_of(question: PointsQuestion, _: Texts) -> ResultScene:
    """The two boards of a question about points, and what they settle."""
    players = (ScenePlayer(_("You"), "you", 0), ScenePlayer(_("Your opponent"), "opponent", 0))
    scene = TableScene(_NUMBER, public_view(question.hand), players, (0, 1), None)
    return ResultScene(scene, question.score, settle(question.score.pairs, (0, 0)), 1)


def scene_of(problem: Placing, _: Texts) -> TableScene:
    """The cards to place, as their owner sees them."""
    players = [ScenePlayer(_("Your opponent"), "opponent", 0)] * len(problem.view.seats)
    players[problem.seat] = ScenePlayer(_("You"), "you", 0)
    order = tuple(range(len(players)))
    return TableScene(_NUMBER, problem.view, tuple(players), order, order[-1])


def judge_answer(question: Question, answer: int, _: Texts) -> Feedback:
    """Judge the answer with that number: right or not, and why."""
    return Feedback(answer == question.right, " ".join(_why(question, _)))


def _why(question: Question, _: Texts) -> Iterator[str]:
    match question:
        case Comparison(right=right):
            names = _compared_hands(question, _)
            yield _compared(names[right], names[1 - right], _)
            if question.ranking.qualification is not None:
                yield from _no_low(question.ranking.made(question.hands[1 - right]), _)
        case FoulQuestion(board=board, result=result):
            yield _foul(board, result, _) or _("Every row is at least as strong as the one above.")
        case VisitQuestion(board=board, result=result):
            yield from _visit(board, result, _)
        case RoyaltyQuestion(result=result):
            parts = [f"{row_name(row, _)} {result.royalties[row]}" for row in Row]
            yield f"{' + '.join(parts)} = **{sum(result.royalties)}**."
        case PointsQuestion():
            yield from _points(question, _)


def _compared(better: str, worse: str, _: Texts) -> str:
    if better == worse:
        return _("Both are “{hand}”: the next highest card decides.", hand=better)
    return _("“{better}” beats “{worse}”.", better=better, worse=worse)


def _no_low(made: Shape, _: Texts) -> Iterator[str]:
    """Why the worse of two hands is no low, if so (R13.1)."""
    if made.category is Category.LOW:
        return
    if made.category is Category.HIGH_CARD:
        yield _("A low has no card above a ten, so that one would be a foul.")
    else:
        yield _("A low has no pair, straight or flush, so that one would be a foul.")


def _foul(board: Board, result: Result, _: Texts) -> str:
    front, middle, back = (hand_name(made, _) for made in RULES.variant.rows.made(board))
    found = [_(_FOULS[foul], front=front, middle=middle, back=back) for foul in result.fouls]
    return " ".join(found)


def _visit(board: Board, result: Result, _: Texts) -> Iterator[str]:
    foul = _foul(board, result, _)
    front = hand_name(RULES.variant.rows.made(board)[Row.FRONT], _)
    if foul:
        yield foul
        yield _("A foul earns nothing.")
    elif result.fantasyland:
        yield _(
            "“{front}” in the Front and no foul: {cards} cards in the next hand.",
            front=front,
            cards=result.fantasyland,
        )
    else:
        yield _("“{front}” in the Front isn't enough: you need a pair of queens.", front=front)


def _points(question: PointsQuestion, _: Texts) -> Iterator[str]:
    pair = question.pair
    mine, other = question.score.results
    if mine.is_foul and other.is_foul:
        yield _("Both boards are fouls: no points either way.")
    elif mine.is_foul:
        yield _foul(mine.board, mine, _)
    elif other.is_foul:
        yield _("Your opponent's board is a foul.")
    won, lost = pair.rows.count(1), pair.rows.count(-1)
    parts = [
        _("rows {won} to {lost}: {points}", won=won, lost=lost, points=signed(pair.row_points))
    ]
    if pair.bonus:
        parts.append(_("scoop: {points}", points=signed(pair.bonus)))
    royalties = [sum(result.royalties) for result in question.score.results]
    parts.append(
        _(
            "royalties {own} to {other}: {points}",
            own=royalties[0],
            other=royalties[1],
            points=signed(pair.royalties),
        )
    )
    yield _("You get **{points}**", points=signed(pair.points)) + f" ({', '.join(parts)})."


# --- cards to place -------------------------------------------------------------------------


def judge_placement(problem: Placing, found: JudgedDecision, said: Said, _: Texts) -> Feedback:
    """Judge a placement: good enough or not, and why."""
    return Feedback(problem.is_right(found.cost), " ".join(_about(problem, found, said, _)))


def best_rows(problem: Placing, found: JudgedDecision, _: Texts) -> Rows:
    """The best board, as a picture below the verdict."""
    return board_rows(_placed(problem, found.best), _, _("The best way"))


def _placed(problem: Placing, placement: Placement | None) -> Board:
    assert placement is not None, "nobody can give up by the rules of lessons"
    return problem.knowledge.board.with_rows(placement.rows)


def _about(problem: Placing, found: JudgedDecision, said: Said, _: Texts) -> Iterator[str]:
    assert found.best is not None, "nobody can give up by the rules of lessons"
    if found.cost < NEGLIGIBLE_POINTS:
        yield _("You can't do better with these cards.")
        return
    yield _(
        "That's {points} points worse than the best: {placement}.",
        points=_.decimal(found.cost),
        placement=said(found.best),
    )
    board = _placed(problem, found.given)
    if board.is_full and problem.hand.rules.fouls(board):
        yield _("Your board is a foul.")
    elif why := against_yours(found.compared, _):
        yield why
