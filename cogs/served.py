"""How the commands of a cog are served: as presses are."""

import discord
from discord.ext import commands

from bot.client import OfcBot
from bot.discord_io.visitors import person_of
from bot.game.table import TableError
from bot.handlers.serving import HandlerCall
from bot.store.players import Person


def rival_of(user: discord.User | discord.Member) -> Person:
    """Somebody who is challenged; raises TableError for a bot."""
    if user.bot:
        raise TableError(
            "Other bots don't play. Open a table with /play and choose a computer player."
        )
    return person_of(user)


class Served(commands.Cog):
    """A cog whose commands each ask a handler."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    async def _serve(self, interaction: discord.Interaction, asked: HandlerCall) -> None:
        await self._reception.serve(interaction, asked)
