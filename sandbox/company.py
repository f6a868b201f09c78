"""Company at a table for whoever is alone in the sandbox: the bot's computer players."""

import asyncio
from typing import Final

from bot.screens.lobby_screen import ADD
from bot.screens.press import parse
from bot.screens.presses import ChooseComputer, Join
from discord_standin.model.places import Channel
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Select
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.players.levels import LEVELS

_LOOKS: Final = 100
_PAUSE: Final = 0.05
"""Seconds between two looks at the lobby."""


class Company:
    """A steward, who manages the server and brings the bot's computer players to tables.

    The steward chooses from the lobby's menu as a host does; the bot plays them.
    """

    def __init__(self, steward: Person) -> None:
        self._steward = steward

    async def pulled(self, _person: Person, where: Channel) -> str:
        """Fill the table and say so: a lever. Raises CannotDoError."""
        taken = await self.fill(where)
        return f"{taken} more sat down." if taken else "Every seat is taken."

    async def fill(self, where: Channel) -> int:
        """Fill the table that gathers in a channel, all levels in turn; returns how many sat down.

        Raises CannotDoError if there is none.
        """
        taken = 0
        while (found := self._free(where)) is not None:
            shown, menu = found
            levels = list(LEVELS)[::-1]
            value = f"{ADD}.{levels[taken % len(levels)]}"
            reply = await self._steward.select(shown, value, menu=menu.custom_id)
            if reply.error:
                raise CannotDoError(f"The computer player could not sit down: {reply.error}.")
            await self._until_changed(shown)
            taken += 1
        return taken

    def _free(self, where: Channel) -> tuple[Shown, Select] | None:
        """The newest lobby of a channel with its menu; None if every seat is taken."""
        for shown in reversed(self._steward.reads(where)):
            if shown.is_ephemeral:
                continue
            for menu in shown.selects:
                if isinstance(parse(menu.custom_id), ChooseComputer):
                    adds = any(str(option.value).startswith(f"{ADD}.") for option in menu.options)
                    return (shown, menu) if adds else None
            if any(_joins(button.custom_id) for button in shown.buttons):
                return None
        raise CannotDoError("Nobody waits for players here. Open a table with /play first.")

    async def _until_changed(self, before: Shown) -> None:
        """Wait until the lobby shows everybody who has sat down."""
        for _ in range(_LOOKS):
            if not before.is_current:
                return
            await asyncio.sleep(_PAUSE)
        raise CannotDoError("The lobby does not change. Is the bot running?")


def _joins(custom_id: str) -> bool:
    return isinstance(parse(custom_id), Join)
