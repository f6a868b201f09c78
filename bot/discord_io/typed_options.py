"""Cleans all that people type into options of commands, before anything reads it."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands

from bot.values.names import clean_text
from ofc_engine.errors import OfcError

_TEXT: Final = discord.AppCommandOptionType.string.value
_OFFERED_WITHIN: Final = 5.0
"""Seconds to offer somebody what they may type: after 3 it is too late."""


class UnseenError(app_commands.AppCommandError):
    """A text in which nothing can be seen; `original` is what its author is told."""

    def __init__(self, option: str) -> None:
        self.original = OfcError(
            "I can't see anything in what you typed for {option}. Type it again.", option=option
        )
        super().__init__(str(self.original))


class UnreadError(app_commands.AppCommandError):
    """A command that discord.py cannot read; it would leave the person without an answer."""


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The commands: every text typed for one of them is cleaned before it is read."""

    async def _call(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(TimeoutError):  # they type on; the client would wait for 300 seconds
                async with asyncio.timeout(_OFFERED_WITHIN):
                    await self._serve(interaction)
        else:
            await self._serve(interaction)

    async def _serve(self, interaction: discord.Interaction) -> None:
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the entry point: it is logged, and answered
            unread = UnreadError(repr(error))
            unread.__cause__ = error
            await self.on_error(interaction, unread)

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Clean the texts of a command, or of one that is still being typed.

        Raises UnseenError if nothing is left of one.
        """
        for option in _texts(dict(interaction.data or {})):
            typed = option["value"]
            option["value"] = clean_text(typed)
            is_sent = interaction.type is discord.InteractionType.application_command
            if is_sent and typed and not option["value"]:
                raise UnseenError(option["name"])
        return True


def _texts(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The options with text of a command, or of what is below it."""
    for option in data.get("options", ()):
        if option["type"] == _TEXT:
            yield option
        yield from _texts(option)
