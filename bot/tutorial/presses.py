"""The presses of the tutorial.

The seed says which problem a button is about: it is dealt from it again, whenever that is.
"""

from dataclasses import dataclass

from bot.screens.press import Press


@dataclass(frozen=True)
class LessonSpot:
    """The page that a lesson's buttons belong to, from 0, and the seed of its problem."""

    page: int
    seed: int

    def put(self, card: int, letter: str) -> Press:
        """Put a card, by its place in shown order, into a row, or `.` take it back."""
        return LessonPut(self, card, letter)

    def brush(self, letter: str) -> Press:
        """Choose the row into which cards are tapped."""
        return LessonBrush(self, letter)

    def gather(self, letter: str) -> Press:
        """Have just the cards in a row that are chosen from a menu."""
        return LessonGather(self, letter)

    def arm(self) -> Press:
        """Have the next press place what it would not have placed without a warning."""
        return LessonArm(self)

    def confirm(self, digest: str = "") -> Press:
        """Place what is laid out, if it still is what the digest names."""
        return LessonConfirm(self, digest)


@dataclass(frozen=True)
class LessonPress(Press):
    """A press on a page of the tutorial."""

    spot: LessonSpot


class Turn(LessonPress, code="lesson"):
    """Turn to a page, with a new problem."""


class BeginAgain(LessonPress, code="lessons"):
    """Begin again from the first lesson, with nothing solved."""


@dataclass(frozen=True)
class Say(LessonPress, code="say"):
    """Answer a question with the number of an answer."""

    answer: int


@dataclass(frozen=True)
class LessonPut(LessonPress, code="lput"):
    """Put a card, by its place in shown order, into a row, or `.` take it back."""

    card: int
    letter: str


@dataclass(frozen=True)
class LessonBrush(LessonPress, code="lbrush"):
    """Choose the row into which cards are tapped."""

    letter: str


@dataclass(frozen=True)
class LessonGather(LessonPress, code="lgather"):
    """Have just the cards in a row that are chosen from a menu."""

    letter: str


class LessonArm(LessonPress, code="larm"):
    """Have the next press place what it would not have placed without a warning."""


@dataclass(frozen=True)
class LessonConfirm(LessonPress, code="lok"):
    """Place what is laid out, if it still is what the digest names."""

    digest: str
