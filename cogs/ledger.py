"""`/ledger`: the points of a server."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import OfcBot
from bot.desk import showing
from bot.edge.visitors import visitor_of


class Ledger(commands.Cog):
    """The commands of the ledger."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    @app_commands.command(description="Who has how many points in this server")
    @app_commands.guild_only()
    async def ledger(self, interaction: discord.Interaction) -> None:
        """`/ledger`."""
        visitor = visitor_of(interaction)
        desk = self._reception.desk
        answer = showing.standing(desk, visitor, visitor.guild_id or 0)
        await self._reception.serve(interaction, desk.answered(visitor, answer))


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Ledger(bot))
