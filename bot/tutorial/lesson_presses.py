"""The presses on pages of the tutorial."""

from dataclasses import dataclass

from bot.screens.press import Press
from bot.values.spots import LessonSpot


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
