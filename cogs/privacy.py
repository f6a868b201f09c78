"""`/privacy`: what is kept about a person, for their eyes only."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import OfcBot
from bot.handlers import privacy
from bot.handlers.serving import Asked


@app_commands.allowed_contexts(guilds=True, dms=True)
class Privacy(commands.GroupCog, group_name="privacy", group_description="What I keep about you"):
    """The commands about one's own data."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    @app_commands.command(description="What I keep about you, and who sees it")
    async def about(self, interaction: discord.Interaction) -> None:
        """`/privacy about`."""
        await self._serve(interaction, privacy.about())

    @app_commands.command(description="All I have about you, as a file")
    async def export(self, interaction: discord.Interaction) -> None:
        """`/privacy export`."""
        await self._serve(interaction, privacy.export())

    @app_commands.command(description="Forget who I am, for good")
    async def forget(self, interaction: discord.Interaction) -> None:
        """`/privacy forget`."""
        await self._serve(interaction, privacy.forget())

    async def _serve(self, interaction: discord.Interaction, asked: Asked) -> None:
        await self._reception.serve(interaction, asked)


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Privacy(bot))
