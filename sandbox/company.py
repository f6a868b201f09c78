"""Company for somebody alone in the sandbox: the bot's computer players."""

import asyncio
from typing import Final

from bot.screens.lobby_screen import ADD
from bot.screens.press import Press, parse
from bot.screens.presses import ChooseComputer, Join, ShowComputers, ShowMore
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

    The steward chooses behind *More* as a host does; the bot plays them.
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
        lobby = self._lobby(where)
        more = (await self._steward.press(lobby, _button(lobby, ShowMore))).message
        page = (await self._steward.press(more, _button(more, ShowComputers))).message
        taken = 0
        while any(str(each.value).startswith(f"{ADD}.") for each in _menu(page).options):
            levels = list(LEVELS)[::-1]
            value = f"{ADD}.{levels[taken % len(levels)]}"
            reply = await self._steward.select(page, value)
            if reply.error:
                raise CannotDoError(f"The computer player could not sit down: {reply.error}.")
            page = reply.message
            taken += 1
        if taken:
            await self._until_changed(lobby)
        self._steward.dismiss(page)
        self._steward.dismiss(more)
        return taken

    def _lobby(self, where: Channel) -> Shown:
        """The newest lobby of a channel; raises CannotDoError if there is none."""
        for shown in reversed(self._steward.reads(where)):
            if not shown.is_ephemeral and _button(shown, Join):
                return shown
        raise CannotDoError("Nobody waits for players here. Open a table with /play first.")

    async def _until_changed(self, before: Shown) -> None:
        """Wait until the lobby shows everybody who has sat down."""
        for _ in range(_LOOKS):
            if not before.is_current:
                return
            await asyncio.sleep(_PAUSE)
        raise CannotDoError("The lobby does not change. Is the bot running?")


def _button(shown: Shown, kind: type[Press]) -> str:
    """The custom_id of a message's button that does something, empty for none."""
    ids = (button.custom_id for button in shown.buttons)
    return next((each for each in ids if isinstance(parse(each), kind)), "")


def _menu(page: Shown) -> Select:
    return next(each for each in page.selects if isinstance(parse(each.custom_id), ChooseComputer))
