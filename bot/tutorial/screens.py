"""The pages of the tutorial and their presses: lessons, verdicts, tips, the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import Component, PictureOrWords, Screen, Style, button, row, rows, text
from bot.screens.press import Press
from bot.screens.rules import royalty_lines
from bot.screens.rules_of_fantasyland import STAYS
from bot.texts import Texts, marked
from bot.tutorial.problems import (
    END,
    LESSONS,
    RULES,
    TIPS,
    Comparison,
    FoulQuestion,
    Lesson,
    Placing,
    PointsQuestion,
    Problem,
    RoyaltyQuestion,
    VisitQuestion,
    following,
)
from bot.values.draft import LessonSpot
from bot.values.phrases import signed


@dataclass(frozen=True)
class LessonPress(Press):
    """A press on a page of the tutorial."""

    spot: LessonSpot


class TurnPage(LessonPress, code="lesson"):
    """Turn to a page, with a new problem."""


class BeginAgain(LessonPress, code="lessons"):
    """Begin again from the first lesson, with nothing solved."""


class NextExercise(LessonPress, code="exercise"):
    """Turn to a new exercise."""


@dataclass(frozen=True)
class AnswerQuestion(LessonPress, code="say"):
    """Answer a question with the number of an answer."""

    answer: int


TITLES: Final = {
    Lesson.ROWS: marked("Three rows"),
    Lesson.FIRST_CARDS: marked("Your first five cards"),
    Lesson.FOULS: marked("Fouls"),
    Lesson.ROYALTIES: marked("Royalties"),
    Lesson.POINTS: marked("Points"),
    Lesson.FANTASYLAND: marked("The way to Fantasyland"),
    Lesson.LAST_CARDS: marked("Your last cards"),
    Lesson.VISIT: marked("In Fantasyland"),
    Lesson.JOKER: marked("Jokers"),
    Lesson.LOW: marked("A low in the Middle"),
}
_QUESTIONS: Final = {
    Lesson.ROWS: marked("Which of these two hands is stronger and belongs in the Back?"),
    Lesson.FIRST_CARDS: marked("Place these five cards."),
    Lesson.FOULS: marked("Is this board valid, or a foul?"),
    Lesson.ROYALTIES: marked("How many royalty points is this board worth?"),
    Lesson.POINTS: marked("How many points do you get?"),
    Lesson.FANTASYLAND: marked("Does this board take you to Fantasyland?"),
    Lesson.LAST_CARDS: marked("Finish your board."),
    Lesson.VISIT: marked("Set your board."),
    Lesson.JOKER: marked("Each of these two hands has a joker. Which is stronger?"),
    Lesson.LOW: marked("Which of these two hands is the better Middle in 2-7 Pineapple?"),
}
_TEACHING: Final = {
    Lesson.ROWS: (
        marked(
            "You build three rows: the **Front** of 3 cards, the **Middle** and the **Back** of 5. "
            "The Back must be the strongest, the Front the weakest."
        ),
        marked(
            "From weak to strong: high card, pair, two pair, trips, straight, flush, full "
            "house, four of a kind, straight flush. In the Front only high cards, pairs "
            "and trips are possible."
        ),
    ),
    Lesson.FIRST_CARDS: (
        marked(
            "You start with five cards and place them all. A placed card never moves, so "
            "keep strong cards and pairs for the lower rows. Eight places stay open for "
            "the cards to come."
        ),
    ),
    Lesson.FOULS: (
        marked(
            "If a row is stronger than the one below it, the board is a **foul**: you pay "
            "everyone with a valid board {foul} points, and your own royalties are gone."
        ),
    ),
    Lesson.POINTS: (
        marked(
            "You score against each opponent separately: {row} point for each row you win, "
            "and {scoop} more for all three, a **scoop**. Then the difference in royalties "
            "is added. A foul counts as three lost rows and no royalties."
        ),
    ),
    Lesson.FANTASYLAND: (
        marked(
            "Queens or better in the Front of a valid board take you to **Fantasyland**: "
            "in the next hand you get 14 cards at once. The hard part: your Middle and "
            "Back must still be stronger."
        ),
    ),
    Lesson.LAST_CARDS: (
        marked(
            "After the first five you get three cards at a time: place two, discard one "
            "face down. At the end, check every option: is it valid, and what is it worth?"
        ),
    ),
    Lesson.VISIT: (
        marked(
            "All 14 cards at once, one of them to discard: look for the most royalties. You stay "
            "in Fantasyland with {stay}."
        ),
    ),
    Lesson.JOKER: (
        marked(
            "**A joker**, where a table has some, counts as a card that its row doesn't have: one "
            "makes any row at least a pair, as long as the row below is as strong."
        ),
        marked(
            "It counts as the card that helps most: it makes trips of a pair, a full house of "
            "two pair, a flush of four hearts."
        ),
    ),
    Lesson.LOW: (
        marked(
            "**2-7 Pineapple** goes like Pineapple, but in its Middle the lowest hand wins: the "
            "highest card decides, then the next. 7-5-4-3-2, the **wheel**, is the best."
        ),
        marked(
            "A low is ten or better and has no pair, straight or flush, and the ace is high: "
            "without one the board is a foul. Kings or better in the Front take you to "
            "Fantasyland there, and so does the wheel."
        ),
    ),
}
_TIPS: Final = (
    marked(
        "**Stay valid first.** A modest board that stands beats a dream that fouls. Go for high "
        "royalties once your rows are safe."
    ),
    marked(
        "**Build from below.** High cards to the Back, lower ones to the Middle, the lowest to the "
        "Front. A pair in each row, the highest below, is a good board."
    ),
    marked(
        "**Leave the Front alone at first.** A pair there in the first five cards needs two "
        "better rows, and if they don't come you lose all three."
    ),
    marked(
        "**Four to a straight or flush** in your first five? Put them in the Back: many cards are "
        "still to come."
    ),
    marked(
        "**Count what is gone.** Look at every board, not just yours. Few hearts on "
        "the table mean that a heart flush is likely; if the cards you need are on "
        "other boards, change your plan."
    ),
    marked(
        "**Use your position.** Players who act later have seen more cards. The more "
        "players, the more you know."
    ),
    marked(
        "**Weigh the risk.** A foul costs at least the three rows and the scoop, and all your "
        "royalties. Take a late chance only if it wins more than that, often enough."
    ),
    marked(
        "**Queens in the Front** need kings or better in the Middle and more than that in the "
        "Back, and a deck has only four queens. Decide early whether to go for it; the next "
        "hand is worth it."
    ),
)


@dataclass(frozen=True)
class Progress:
    """The page that a learner is on, the seed of its problem, and the lessons they have solved."""

    page: int
    seed: int
    solved: frozenset[int]

    @property
    def spot(self) -> LessonSpot:
        """The page and seed for the buttons of this page."""
        return LessonSpot(self.page, self.seed)

    def turn(self, page: int | None = None) -> TurnPage:
        """The press that turns to a page, by default to this one with another problem."""
        return TurnPage(LessonSpot(self.page if page is None else page, self.seed))


def question_screen(
    progress: Progress, picture: PictureOrWords, body: Sequence[Component], _: Texts
) -> Screen:
    """A lesson: what it is about, its problem, and the ways to answer in `body`."""
    lesson = Lesson(progress.page)
    asked = "**" + _(_QUESTIONS[lesson]) + "**"
    lines = [_heading(progress, _), *_teaching(lesson, _), asked]
    number = LESSONS.index(lesson)
    # After the last lesson come the tips, which have a button of their own.
    onward = END if lesson is LESSONS[-1] else following(lesson)
    ways = [button(progress.turn(onward), _("Skip")), _tips(progress, _)]
    if number:
        ways.insert(0, button(progress.turn(LESSONS[number - 1]), _("Previous")))
    parts = [text("\n".join(lines)), picture.component, *body, row(*ways)]
    return Screen(tuple(parts), picture.pictures)


def answers(progress: Progress, problem: Problem, _: Texts) -> list[Component]:
    """A button for each answer of a question."""
    labels = _labels(problem, _)
    return [
        *rows([button(AnswerQuestion(progress.spot, n), label) for n, label in enumerate(labels)])
    ]


def verdict_screen(
    progress: Progress, explanation: str, picture: PictureOrWords, _: Texts, *, right: bool
) -> Screen:
    """The screen that tells if an answer was right, and why."""
    verdict = "✓ " + _("Right!") if right else "✗ " + _("Not quite.")
    style = Style.GREEN if right else Style.GREY
    buttons = [
        button(
            progress.turn(),
            _("Another one"),
            Style.GREY if right else Style.BLURPLE,
        ),
        button(progress.turn(following(progress.page)), _("Next"), style),
    ]
    words = "\n".join([_heading(progress, _), f"**{verdict}** {explanation}"])
    return Screen((text(words), picture.component, row(*buttons)), picture.pictures)


def tips_screen(progress: Progress, _: Texts) -> Screen:
    """How to play well, in a few sentences."""
    lines = ["## " + _("Tips"), *(f"- {_(tip)}" for tip in _TIPS)]
    lines.append("-# " + _("/ofc rules shows what applies at your table."))
    back = next(n for n in (*_unsolved(progress), LESSONS[-1]))
    ways = [
        button(progress.turn(back), _("To the lessons")),
        button(NextExercise(progress.spot), _("Exercises")),
        button(progress.turn(END), _("Next"), Style.GREEN),
    ]
    return Screen((text("\n".join(lines)), row(*ways)))


def end_screen(progress: Progress, _: Texts) -> Screen:
    """The end: lessons solved, and how to open a table."""
    solved = _(
        "You've solved {number} of {lessons} lessons.",
        number=len(progress.solved),
        lessons=len(Lesson),
    )
    lines = [
        "## " + _("Ready to play"),
        solved,
        _("In a channel of your server:"),
        "- " + _("Open a table with /play and invite your friends to join."),
        "- "
        + _("Or play me: choose me as `who` in /play. Press Start, and Hint whenever you like."),
        "-# " + _("Points are for fun. They have no value."),
    ]
    ways = [
        button(progress.turn(lesson), lesson_name(lesson, _), Style.BLURPLE)
        for lesson in _unsolved(progress)[:1]
    ]
    ways += [
        button(NextExercise(progress.spot), _("Exercises"), Style.GREEN),
        button(BeginAgain(progress.spot), _("Start over")),
        _tips(progress, _),
    ]
    return Screen((text("\n".join(lines)), row(*ways)))


def _unsolved(progress: Progress) -> list[int]:
    return [lesson for lesson in Lesson if lesson not in progress.solved]


def _heading(progress: Progress, _: Texts) -> str:
    dots = "".join("●" if lesson in progress.solved else "○" for lesson in Lesson)
    solved = _("{number} of {lessons} solved", number=len(progress.solved), lessons=len(Lesson))
    return f"### {lesson_name(progress.page, _)}\n-# {dots} {solved}"


def lesson_name(lesson: int, _: Texts) -> str:
    """The number of a lesson, from 1, and what it is about."""
    return _(
        "Lesson {number}: {title}",
        number=LESSONS.index(Lesson(lesson)) + 1,
        title=_(TITLES[Lesson(lesson)]),
    )


def _tips(progress: Progress, _: Texts) -> Component:
    return button(progress.turn(TIPS), _("Tips"))


def _labels(problem: Problem, _: Texts) -> list[str]:
    match problem:
        case Comparison():
            return [_("The first"), _("The second")]
        case FoulQuestion():
            return [_("Valid"), _("Foul")]
        case VisitQuestion():
            return [_("No"), _("Yes")]
        case RoyaltyQuestion(choices=choices):
            return [str(points) for points in choices]
        case PointsQuestion(choices=choices):
            return [signed(points) for points in choices]
        case Placing():
            return []


def _teaching(lesson: Lesson, _: Texts) -> list[str]:
    if lesson is Lesson.ROYALTIES:
        return list(royalty_lines(RULES, _))
    scoring = RULES.scoring
    stay = _(STAYS[RULES.choice("stay")])
    known = {"row": scoring.row, "scoop": scoring.scoop, "foul": scoring.full_loss, "stay": stay}
    return [_(sentence, **known) for sentence in _TEACHING[lesson]]
