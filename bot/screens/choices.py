"""Settings: what can be chosen, the menu that offers it, and the check of what was entered."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

from bot.ofc.errors import RulesetError
from bot.screens.components import Component, select
from bot.screens.press import Press
from bot.texts import ENGLISH, Texts
from bot.values.options import Guild, TableOptions
from bot.values.people import Preferences

S = TypeVar("S", Preferences, TableOptions, Guild)
"""The records of settings: of a person, of a table, of a server."""
Value: TypeAlias = str | int | None
Choices: TypeAlias = Callable[[Texts], Mapping[Value, str]]
"""Value -> its words, in the order of the menu."""


@dataclass(frozen=True)
class Setting(ABC, Generic[S]):
    """A field of a record that people set; `key` is what its press calls it."""

    key: str

    @abstractmethod
    def changed(self, record: S, entry: str) -> S:
        """The record with what was entered; raises RulesetError."""


@dataclass(frozen=True)
class Menu(Setting[S]):
    """A setting with a few choices; the entry is one of them, as the menu writes it.

    `field` is that of the record, if it is not called as the `key`; `none` is how None is
    written. The menu is shown where `applies` says so.
    """

    title: str
    choices: Choices
    field: str = ""
    none: str = "none"
    applies: Callable[[S], bool] = lambda _record: True

    def changed(self, record: S, entry: str) -> S:
        """The record with another choice; RulesetError if there is no such choice."""
        for value in self.choices(ENGLISH):
            if self._written(value) == entry:
                return self.with_value(record, value)
        raise refused()

    def component(self, record: S, press: Press, _: Texts) -> Component:
        """The menu, on which the record's value is chosen."""
        offered = [(self._written(value), words) for value, words in self.choices(_).items()]
        chosen = self._written(self.value_in(record))
        return select(press, offered, chosen, placeholder=_(self.title))

    def value_in(self, record: S) -> Value:
        """The value that a record has."""
        return getattr(record, self.field or self.key)

    def with_value(self, record: S, value: Value) -> S:
        """The record with another value."""
        return replace(record, **{self.field or self.key: value})

    def _written(self, value: Value) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.none if value is None else str(value)


def menus(
    settings: Iterable[Menu[S]], record: S, press: Callable[[str], Press], _: Texts
) -> list[Component]:
    """The menus of settings that apply to a record; `press` makes a press from a key."""
    return [each.component(record, press(each.key), _) for each in settings if each.applies(record)]


def changed(settings: Iterable[Setting[S]], key: str, record: S, entry: str) -> S:
    """A record with another value of the setting of that key; raises RulesetError."""
    setting = next((each for each in settings if each.key == key), None)
    if setting is None:
        raise refused()
    return setting.changed(record, entry)


def refused() -> RulesetError:
    """What somebody is told who chose what no menu offers."""
    return RulesetError("Choose one of the menu.")


def decks(_: Texts) -> dict[Value, str]:
    """The decks that pictures can show."""
    return {
        "two": _("Two-colour deck: black and red"),
        "four": _("Four-colour deck: a colour for each suit"),
    }


def skins(_: Texts) -> dict[Value, str]:
    """The skins that pictures can have."""
    return {"night": _("Dark pictures"), "day": _("Light pictures")}
