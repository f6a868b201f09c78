"""Changing house rules by clicks: the way to their menus, and the choices there."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

from bot.screens.press import parse
from bot.screens.settings.menus import ChangeRules, ChangeServer
from bot.screens.tournaments.tournament_presses import ChangeTournamentRules
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Select
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.rulesets import OPTIONS

OPENING: Final = frozenset({"play", "tournament new"})
"""Commands that open something with rules of its own."""
OF_LOBBY: Final = (("more", "houserules"), ("trules",))
"""Codes of the buttons that lead to them from a channel: of a table, of a tournament."""
OF_SERVER: Final = (("server",), ("serverrules",))
"""Codes of the buttons that lead to them from the settings, the second from after the first."""
_INCLINED: Final[Mapping[str, float]] = MappingProxyType({"jokers": 5.0, "variant": 5.0})
"""Subject of a menu -> how likely it is to be used; others are 1."""
_RULES: Final = frozenset({"rules", *(option.replace("_", "") for option in OPTIONS)})
_MOST: Final = 3
"""The most rules changed in one go."""


@dataclass(frozen=True)
class HouseRules:
    """A person who changes them; `pause` returns the seconds between two clicks."""

    person: Person
    chance: Random
    pause: Callable[[], float]

    async def change(self, screens: Sequence[Shown], way: Sequence[str]) -> Sequence[Shown]:
        """Go that way and choose some rules; returns what is shown then.

        Raises CannotDoError if a button or a menu is missing.
        """
        for code in way:
            await asyncio.sleep(self.pause())
            screens = await self._pressed(screens, code)
        for _ in range(self.chance.randint(1, _MOST)):
            await asyncio.sleep(self.pause())
            screens = await self._chosen(screens)
        return screens

    async def _pressed(self, screens: Sequence[Shown], code: str) -> Sequence[Shown]:
        for shown in screens:
            for button in shown.buttons:
                if code_of(button.custom_id) == code and not button.is_disabled:
                    return (await self.person.press(shown, button.custom_id)).messages
        raise CannotDoError(f"No button is there for {code}.")

    async def _chosen(self, screens: Sequence[Shown]) -> Sequence[Shown]:
        menus = list(_menus(screens))
        if not menus:
            raise CannotDoError("No menu of rules is there.")
        weights = [_INCLINED.get(what, 1.0) for _, _, what in menus]
        shown, menu, _ = self.chance.choices(menus, weights)[0]
        value = str(self.chance.choice(menu.options).value)
        reply = await self.person.select(shown, value, menu=menu.custom_id)
        return reply.messages or screens


def code_of(custom_id: str) -> str:
    """The code of a button, as the bot writes it."""
    return custom_id.partition(":")[2].partition(":")[0]


def _menus(screens: Sequence[Shown]) -> Iterator[tuple[Shown, Select, str]]:
    """The menus of rules, each with its subject."""
    for shown in screens:
        for menu in shown.selects:
            match parse(menu.custom_id):
                case ChangeRules(what=what) | ChangeTournamentRules(what=what) if what in _RULES:
                    yield shown, menu, what
                case ChangeServer(what=what) if what in _RULES:
                    yield shown, menu, what
                case _:
                    pass
