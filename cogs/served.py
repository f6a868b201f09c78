"""How the commands of a cog are served: as presses are."""

import discord
from discord.ext import commands

from bot.client import OfcBot
from bot.handlers.serving import Asked


class Served(commands.Cog):
    """A cog whose commands each ask a handler."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    async def _serve(self, interaction: discord.Interaction, asked: Asked) -> None:
        await self._reception.serve(interaction, asked)
