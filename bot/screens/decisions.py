"""Decisions that concern others or are final: the codec of their buttons, and what they ask.

    d1:<deed>:<number>

The number is a proposal's, a vote's, a season's or a player's, by our own ids.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.screens.components import Screen, Style, button, note, row, text
from bot.screens.words import mention, plain
from bot.texts import Texts

VERSION: Final = "d1"
_DECISION: Final = re.compile(rf"{VERSION}:(?P<deed>[a-z]+):(?P<number>\d{{1,15}})")


class Deed(StrEnum):
    """What is decided."""

    AGREE = "agree"
    DECLINE = "decline"
    VOID = "void"
    """Somebody with Manage Server makes a hand void."""
    REMOVE = "remove"
    """Vote for taking somebody's seat away; the number is the vote's."""
    KEEP = "keep"
    END_SEASON = "endseason"
    FORGET = "forget"


@dataclass(frozen=True)
class Decision:
    """A pressed decision."""

    deed: Deed
    number: int

    def __str__(self) -> str:
        return f"{VERSION}:{self.deed}:{self.number}"

    @staticmethod
    def parse(custom_id: str) -> "Decision | None":
        """The decision written in a custom_id; None if it is none."""
        match = _DECISION.fullmatch(custom_id)
        if match is None or match["deed"] not in set(Deed):
            return None
        return Decision(Deed(match["deed"]), int(match["number"]))


def sure_screen(question: str, decision: Decision, label: str) -> Screen:
    """Asks once more before something final."""
    return Screen((text(question), row(button(str(decision), label, Style.RED))))


def proposal_screen(
    lines: Sequence[str], number: int, waiting: Sequence[int], _: Texts, *, calls: bool
) -> Screen:
    """A proposal with the people it waits for (user ids), who are notified if it `calls`."""
    names = ", ".join(map(mention, waiting))
    asked = _("Waiting for {players}.", players=names)
    agree = button(str(Decision(Deed.AGREE, number)), _("Agree"), Style.GREEN)
    decline = button(str(Decision(Deed.DECLINE, number)), _("Decline"))
    return Screen(
        (text("\n".join([*lines, asked])), row(agree, decline)),
        pings=tuple(waiting) if calls else (),
    )


def void_lines(number: int, who: str, reason: str, _: Texts) -> list[str]:
    """What a proposal to make a hand void says."""
    ask = _("{name} asks that hand #{number} does not count:", name=plain(who), number=number)
    return [f"## {_('A correction')}", ask, f"> {plain(reason)}"]


def voided_screen(number: int, reason: str, visits: str, _: Texts) -> Screen:
    """A hand has become void; `visits` says what becomes of Fantasyland, if anything."""
    done = _("Hand #{number} does not count any more. Its points are taken back.", number=number)
    return note("\n".join([done, f"> {plain(reason)}", *([visits] if visits else [])]))


def declined_screen(name: str, _: Texts, *, withdrawn: bool = False) -> Screen:
    """A proposal was declined by the person of that name, or withdrawn by whoever made it."""
    if withdrawn:
        return note(_("{name} took this back. Nothing has changed.", name=plain(name)))
    return note(_("{name} declined. Nothing has changed.", name=plain(name)))
