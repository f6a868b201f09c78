"""`/daily`: a deal a day, which people may install for themselves and play everywhere."""

import discord
from discord import app_commands

from bot.client import OfcBot
from bot.daily import handlers
from cogs.served import Served


class Daily(Served):
    """The command of the daily deal."""

    @app_commands.command(description="Today's deal: the same cards for everyone, one try")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def daily(self, interaction: discord.Interaction) -> None:
        """`/daily`."""
        await self._serve(interaction, handlers.play())


async def setup(bot: OfcBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Daily(bot))
