"""`/tournament`: a sit-and-go at the table of its channel, and those of several tables."""

from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.game.lobby import NewTable
from bot.game.tournaments.formats import FORMATS
from bot.handlers.tournaments import entering, shown_tournaments
from bot.handlers.tournaments import start_handlers as timing
from bot.values.options import TableOptions
from bot.values.tournament_views import SIT_AND_GO
from cogs.served import VARIANTS, Served, offered, titled

_CHOICES: Final = {name: each.words.choice for name, each in FORMATS.items()}
_OPTIONS: Final = TableOptions(stack=100, levels="usual", books=False)
"""Options that its host may change before it starts."""


@app_commands.guild_only()
class Tournament(
    Served,
    commands.GroupCog,
    group_name="tournament",
    group_description="Play until one has all points",
):
    """The commands of tournaments."""

    @app_commands.command(
        description="Open a tournament in this channel: at one table, or at several"
    )
    @app_commands.describe(
        form="How it's played (default: a sit-and-go, which starts when it's full)",
        starts="When it starts by itself: 20:30, 2026-11-24 20:30, or 90m, 2h, 3d from now",
        variant="How the cards are dealt (default: as on this server)",
        clock="How long each decision may take: 45s, 10m, 12h, 2d, or none",
    )
    @app_commands.rename(form="format")
    @app_commands.choices(form=titled(_CHOICES), variant=VARIANTS)
    async def new(
        self,
        interaction: discord.Interaction,
        form: str = SIT_AND_GO,
        starts: Range[str, 1, 40] = "",
        variant: str | None = None,
        clock: Range[str, 1, 20] | None = None,
    ) -> None:
        """`/tournament new`."""
        opening = NewTable(_OPTIONS, variant=variant, clock=clock)
        await self._serve(interaction, entering.new(opening, form, starts))

    @new.autocomplete("starts")
    async def _complete_start(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return await offered(interaction, partial(timing.preview, typed=typed))

    @app_commands.command(
        description="This channel's tournament: join, leave, start, manage, and those before"
    )
    async def show(self, interaction: discord.Interaction) -> None:
        """`/tournament show`."""
        await self._serve(interaction, shown_tournaments.show())


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Tournament(bot))
