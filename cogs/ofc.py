"""`/ofc`: what people type at a table. Each command acts on the one of its channel."""

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.discord_io.visitors import channels_seen_by
from bot.handlers import new_tables, own_cards, seating, settings_handlers, showing, waiting_cards
from bot.values.options import MOST_LOSS
from cogs.served import Served, offered


@app_commands.guild_only()
class Ofc(Served, commands.GroupCog, group_name="ofc", group_description="Open Face Chinese Poker"):
    """The commands of a table."""

    @app_commands.command(description="Sit down at this channel's table")
    @app_commands.describe(
        limit="The most points you want to lose here; the match ends there (0: no limit)"
    )
    async def join(
        self, interaction: discord.Interaction, limit: Range[int, 0, MOST_LOSS] | None = None
    ) -> None:
        """`/ofc join`."""
        await self._serve(interaction, seating.join(limit))

    @app_commands.command(description="Leave this channel's table")
    async def leave(self, interaction: discord.Interaction) -> None:
        """`/ofc leave`."""
        await self._serve(interaction, seating.leave())

    @app_commands.command(description="See your cards; nobody else does")
    async def hand(self, interaction: discord.Interaction) -> None:
        """`/ofc hand`."""
        await self._serve(interaction, own_cards.show())

    @app_commands.command(description="Post the table again at the bottom of the channel")
    async def board(self, interaction: discord.Interaction) -> None:
        """`/ofc board`."""
        await self._serve(interaction, showing.board())

    @app_commands.command(description="How to play, and how this table scores")
    async def rules(self, interaction: discord.Interaction) -> None:
        """`/ofc rules`."""
        await self._serve(interaction, showing.rules())

    @app_commands.command(description="The open tables of this server, and where a seat is free")
    async def tables(self, interaction: discord.Interaction) -> None:
        """`/ofc tables`."""
        await self._serve(interaction, new_tables.open_tables(channels_seen_by(interaction)))

    @app_commands.command(description="Set up this server step by step (Manage Server)")
    async def setup(self, interaction: discord.Interaction) -> None:
        """`/ofc setup`."""
        await self._serve(interaction, settings_handlers.setup())

    @app_commands.command(description="Place your cards by typing")
    @app_commands.describe(entry="bbmmf, or 2c / 7h7c / AsKd; end with ! to confirm at once")
    @app_commands.rename(entry="cards")
    async def place(self, interaction: discord.Interaction, entry: Range[str, 1, 100]) -> None:
        """`/ofc place`."""
        await self._serve(interaction, waiting_cards.place(entry))

    @place.autocomplete("entry")
    async def complete_entry(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Show what is typed as it would be placed."""
        return await offered(interaction, partial(waiting_cards.preview, entry=typed))


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Ofc(bot))
