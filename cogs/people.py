"""The commands in the menu of a person: challenges, and how one has played against them."""

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.challenges import handlers as challenges
from bot.client import OfcBot
from bot.discord_io.visitors import person_of
from bot.game.lobby import NewTable
from bot.handlers import table_challenges
from bot.handlers.ledger import ledger_pages
from bot.texts import marked
from cogs.served import Served, rival_of


class People(Served):
    """They are under *Apps*, after a right click on somebody, or holding their name."""

    def __init__(self, bot: OfcBot) -> None:
        super().__init__(bot)
        self._tree = bot.tree
        self._menu = [
            app_commands.ContextMenu(name=locale_str(marked("Challenge")), callback=self.challenge),
            app_commands.ContextMenu(
                name=locale_str(marked("Challenge to a table")), callback=self.to_a_table
            ),
            app_commands.ContextMenu(
                name=locale_str(marked("Head-to-head")), callback=self.head_to_head
            ),
        ]

    async def cog_load(self) -> None:
        """Add them to the commands."""
        for command in self._menu:
            self._tree.add_command(command)

    async def challenge(self, interaction: discord.Interaction, user: discord.User) -> None:
        """Play the same deal as somebody, each on their own."""
        await self._serve(interaction, challenges.challenge(rival_of(user)))

    async def to_a_table(self, interaction: discord.Interaction, user: discord.User) -> None:
        """Open a table of two, and ask somebody to it."""
        await self._serve(interaction, table_challenges.challenge(rival_of(user), NewTable()))

    async def head_to_head(self, interaction: discord.Interaction, user: discord.User) -> None:
        """How one has played against somebody."""
        one, two = person_of(interaction.user), person_of(user)
        await self._serve(interaction, ledger_pages.show(one, two))


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(People(bot))
