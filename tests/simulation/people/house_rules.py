"""House rules by clicks: the way through the screens to their menus, and what is chosen there."""

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
"""The commands that open something with rules of its own."""
OF_LOBBY: Final = (("more", "houserules"), ("trules",))
"""The ways to them from a channel, by the codes of buttons: of a table, of several."""
OF_SERVER: Final = (("server",), ("serverrules",))
"""The ways from one's own settings on, the second from where the first leads."""
_INCLINED: Final[Mapping[str, float]] = MappingProxyType({"jokers": 5.0, "variant": 5.0})
"""How likely a menu is to be used, by what it is about; others are 1."""
_RULES: Final = frozenset({"rules", *(option.replace("_", "") for option in OPTIONS)})
_MOST: Final = 3
"""Rules that are changed at once."""


@dataclass(frozen=True)
class HouseRules:
    """Somebody who changes them; `pause` gives the seconds between two clicks."""

    person: Person
    chance: Random
    pause: Callable[[], float]

    async def change(self, screens: Sequence[Shown], way: Sequence[str]) -> Sequence[Shown]:
        """Go that way and choose some; what is to be seen then.

        Raises CannotDoError where a button or a menu is not there.
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
    """What a button does, as the bot writes it."""
    return custom_id.partition(":")[2].partition(":")[0]


def _menus(screens: Sequence[Shown]) -> Iterator[tuple[Shown, Select, str]]:
    """The menus of rules, each with what it is about."""
    for shown in screens:
        for menu in shown.selects:
            match parse(menu.custom_id):
                case ChangeRules(what=what) | ChangeTournamentRules(what=what) if what in _RULES:
                    yield shown, menu, what
                case ChangeServer(what=what) if what in _RULES:
                    yield shown, menu, what
                case _:
                    pass
