"""How an interaction can be answered."""

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

    Unless it is `for_everybody`, it is never shown in a message that others see. If Discord does
    not take the screen, `others` make some to be tried in its place, one after the other.
    """

    screen: Screen
    for_everybody: bool = False
    others: tuple[Callable[[], Awaitable[Screen]], ...] = ()


@dataclass(frozen=True)
class Shared:
    """Another screen in the message whose button was pressed, and a new message for everybody.

    If Discord does not take the `screen`, `others` make some to be tried in its place.
    """

    screen: Screen
    public: Screen
    others: tuple[Callable[[], Awaitable[Screen]], ...] = ()


@dataclass(frozen=True)
class Public:
    """A new message that everybody in the channel sees."""

    screen: Screen


@dataclass(frozen=True)
class Acknowledged:
    """Nothing now: the message shows the change by itself in a moment."""


@dataclass(frozen=True)
class Form:
    """A form with one line to fill in; its submission arrives as the press.

    Discord allows 45 characters for `title` and `label`, 100 for `help` and `hint`; an entry has
    at most `most`, and may be empty unless it `is_required`.
    """

    press: Press
    title: str
    label: str
    help: str
    hint: str
    value: str = ""
    most: int = 100
    is_required: bool = True


Reply: TypeAlias = Private | Redraw | Shared | Public | Acknowledged | Form


def says(sentence: str) -> Private:
    """A private sentence."""
    return Private(note(sentence))
