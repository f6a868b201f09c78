"""The client that checks Discord instead of playing."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_io.screen_layout import NOBODY, Layout
from bot.discord_io.start import INTENTS, PatientBot
from bot.screens.components import note
from bot.tasks import alongside

_PATIENCE: Final = 60.0
"""Seconds within which Discord has to let the client in."""


class CheckError(ValueError):
    """Why nothing can be tried at all."""


class _SilentTree(app_commands.CommandTree["CheckClient"]):
    """Commands that are there to be sent to Discord, and not to be served."""

    async def interaction_check(self, _interaction: discord.Interaction["CheckClient"]) -> bool:
        """Serve none."""
        return False


class CheckClient(PatientBot):
    """A client that logs in as the bot does, has its commands, and waits for presses.

    `cogs` are the modules with the commands, `options` go to the client.
    """

    reception: Final = None
    """The reception of commands; none are served."""

    def __init__(
        self,
        cogs: Iterable[str],
        **options: Any,  # noqa: ANN401 - whatever the client takes
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=INTENTS,
            allowed_mentions=NOBODY,
            tree_cls=_SilentTree,
            **options,
        )
        self._cogs_to_load = tuple(cogs)
        self._awaited: dict[str, asyncio.Future[discord.Interaction]] = {}

    async def prepare(self) -> None:
        """Load the commands."""
        for cog in self._cogs_to_load:
            await import_module(cog).setup(self)

    def press_of(self, custom_id: str) -> asyncio.Future[discord.Interaction]:
        """The press of a button that is about to be shown."""
        self._awaited[custom_id] = asyncio.get_running_loop().create_future()
        return self._awaited[custom_id]

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Pass on the press that is awaited; answer everything else."""
        awaited = self._awaited.pop(str((interaction.data or {}).get("custom_id")), None)
        if awaited is not None and not awaited.done():
            awaited.set_result(interaction)
        elif interaction.type is not discord.InteractionType.autocomplete:
            busy = note("I am being checked. Please try again in a few minutes.")
            with suppress(discord.HTTPException):  # the bot itself, if it runs, was quicker
                await interaction.response.send_message(
                    view=Layout(busy.components), ephemeral=True
                )


@asynccontextmanager
async def connected(
    token: str,
    cogs: Iterable[str],
    **options: Any,  # noqa: ANN401 - whatever the client takes
) -> AsyncGenerator[CheckClient]:
    """A client that is logged in and ready; raises LoginFailure or CheckError."""
    async with CheckClient(cogs, **options) as client, alongside(client.start(token)) as running:
        try:
            async with asyncio.timeout(_PATIENCE):
                await client.connected(running)
        except TimeoutError:
            raise CheckError(
                "Discord cannot be reached. Look at the network, then try again."
            ) from None
        yield client
