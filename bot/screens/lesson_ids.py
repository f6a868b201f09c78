"""The codec of the tutorial's buttons.

    l1:<page>:<seed>:<step>[:<argument>[:<digest>]]

The seed says which problem the button is about: it is dealt from it again, whenever that is.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.screens.ids import Spot, Verb

VERSION: Final = "l1"
_PRESS: Final = re.compile(
    rf"{VERSION}:(?P<page>\d{{1,2}}):(?P<seed>\d{{1,10}}):(?P<step>[a-z]{{1,8}})"
    r"(?::(?P<argument>[0-9a-z.]{0,12}))?(?::(?P<digest>[0-9a-f]{4}))?"
)


class Step(StrEnum):
    """What a button of the tutorial does; those that lay cards out are called as at a table."""

    GO = "go"
    """Turn to a page, with a new problem."""
    ANEW = "anew"
    """Begin again from the first lesson, with nothing solved."""
    SAY = "say"
    """Answer a question with the number of an answer."""
    PUT = Verb.PUT.value
    BRUSH = Verb.BRUSH.value
    ARM = Verb.ARM.value
    CONFIRM = Verb.CONFIRM.value


_STEPS: Final = frozenset(step.value for step in Step)


@dataclass(frozen=True)
class LessonPress:
    """A press: the page and the problem it is about, and what it does."""

    page: int
    seed: int
    step: Step
    argument: str = ""
    digest: str = ""

    def __str__(self) -> str:
        parts = [VERSION, str(self.page), str(self.seed), self.step.value]
        parts += [self.argument] if self.argument or self.digest else []
        return ":".join([*parts, self.digest] if self.digest else parts)

    @staticmethod
    def parse(custom_id: str) -> "LessonPress | None":
        """The press written in a custom_id; None if it is none of the tutorial's."""
        match = _PRESS.fullmatch(custom_id)
        if match is None or match["step"] not in _STEPS:
            return None
        return LessonPress(
            int(match["page"]),
            int(match["seed"]),
            Step(match["step"]),
            match["argument"] or "",
            match["digest"] or "",
        )


@dataclass(frozen=True)
class LessonSpot(Spot):
    """Where the buttons that lay out a problem's cards belong."""

    page: int = 0
    seed: int = 0

    def press(self, verb: Verb, argument: str = "", digest: str = "") -> str:
        """The custom_id of a button here."""
        return str(LessonPress(self.page, self.seed, Step(verb.value), argument, digest))
