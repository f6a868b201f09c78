"""The ways to answer an interaction."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.screens.components import Screen, note
from bot.screens.press import Press


@dataclass(frozen=True)
class Private:
    """A new message that only the person who acted sees."""

    screen: Screen


@dataclass(frozen=True)
class Redraw:
    """Another screen in the message whose button was pressed.

    It never replaces a message that others see unless it is `for_everybody`. If Discord refuses the
    screen, those that `others` make are tried in turn. `aside` is a new message that only the
    person who acted sees.
    """

    screen: Screen
    for_everybody: bool = False
    others: tuple[Callable[[], Awaitable[Screen]], ...] = ()
    aside: Screen | None = None


@dataclass(frozen=True)
class Shared:
    """Another screen in the message whose button was pressed, and a new message for everybody.

    If Discord refuses the `screen`, those that `others` make are tried in turn.
    """

    screen: Screen
    public: Screen
    others: tuple[Callable[[], Awaitable[Screen]], ...] = ()


@dataclass(frozen=True)
class Public:
    """A new message that everybody in the channel sees, `aside` one for the person who acted."""

    screen: Screen
    aside: Screen | None = None


@dataclass(frozen=True)
class Acknowledged:
    """Nothing now: the painter edits the message in a moment."""


@dataclass(frozen=True)
class Field:
    """A line of a form to fill in, or with `choices` (value and label) a menu of them.

    Discord allows 45 characters for `label`, 100 for `help` and `hint`; an entry has at most
    `most`, and may be empty unless it `is_required`. `value` is what it holds at first, `key` by
    what the entry is known.
    """

    label: str
    help: str
    hint: str = ""
    value: str = ""
    most: int = 100
    is_required: bool = True
    key: str = "entry"
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Form:
    """A form of one to five fields; its submission arrives as the press.

    Discord allows 45 characters for `title`.
    """

    press: Press
    title: str
    fields: tuple[Field, ...]


Reply: TypeAlias = Private | Redraw | Shared | Public | Acknowledged | Form


def says(sentence: str) -> Private:
    """A private sentence."""
    return Private(note(sentence))
