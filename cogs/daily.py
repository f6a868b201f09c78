"""`/daily`: a deal a day and eight a week; people may install it and play everywhere."""

import discord
from discord import app_commands

from bot.client import OfcBot
from bot.daily import daily_handlers
from cogs.served import Served


class Daily(Served):
    """The command of the daily deal."""

    @app_commands.command(description="Today's deal: the same cards for everyone, one try")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(week="Play this week's eight deals instead")
    async def daily(self, interaction: discord.Interaction, *, week: bool = False) -> None:
        """`/daily`."""
        play = daily_handlers.play_week if week else daily_handlers.play_day
        await self._serve(interaction, play())


async def setup(bot: OfcBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Daily(bot))
