"""The commands of `/ofc` about who is at the table: sit out, come back, remove somebody."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.handlers import presence
from bot.handlers.serving import Asked


class SeatCommands(commands.Cog):
    """A part of the group `ofc`, which serves each command at the table of its channel."""

    async def _serve(self, interaction: discord.Interaction, asked: Asked) -> None:
        raise NotImplementedError

    @app_commands.command(description="Sit out from the next hand on, and keep your seat")
    async def sitout(self, interaction: discord.Interaction) -> None:
        """`/ofc sitout`."""
        await self._serve(interaction, presence.sit_out())

    @app_commands.command(description="Come back: play for yourself and get cards again")
    async def back(self, interaction: discord.Interaction) -> None:
        """`/ofc back`."""
        await self._serve(interaction, presence.back())

    @app_commands.command(description="Remove somebody from the table: by vote, or by the host")
    @app_commands.describe(player="Whom to remove")
    async def kick(self, interaction: discord.Interaction, player: discord.User) -> None:
        """`/ofc kick`."""
        await self._serve(interaction, presence.kick(player.id))
