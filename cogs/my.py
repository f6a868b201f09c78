"""`/my` and `/privacy`: one's own cards, games, record and data, also in direct messages."""

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.handlers import own_data, settings_handlers, waiting_cards
from bot.handlers.ledger import own_record
from cogs.served import Served, complete_zone, offered


@app_commands.allowed_contexts(guilds=True, dms=True)
class My(
    Served,
    commands.GroupCog,
    group_name="my",
    group_description="Your cards, games and settings, anywhere",
):
    """The commands about oneself, which need no channel of a table."""

    @app_commands.command(description="Your games in all servers, and whose turn it is")
    async def games(self, interaction: discord.Interaction) -> None:
        """`/my games`."""
        await self._serve(interaction, waiting_cards.games())

    @app_commands.command(description="See your cards; nobody else does")
    async def hand(self, interaction: discord.Interaction) -> None:
        """`/my hand`."""
        await self._serve(interaction, waiting_cards.hand())

    @app_commands.command(description="Place your cards by typing")
    @app_commands.describe(entry="bbmmf, or 2c / 7h7c / AsKd; end with ! to confirm at once")
    @app_commands.rename(entry="cards")
    async def place(self, interaction: discord.Interaction, entry: Range[str, 1, 100]) -> None:
        """`/my place`."""
        await self._serve(interaction, waiting_cards.place(entry, anywhere=True))

    @place.autocomplete("entry")
    async def complete_entry(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Show what is typed as it would be placed."""
        return await offered(
            interaction, partial(waiting_cards.preview, entry=typed, anywhere=True)
        )

    @app_commands.command(description="Your record: averages, fouls, Fantasyland, streaks")
    async def record(self, interaction: discord.Interaction) -> None:
        """`/my record`."""
        await self._serve(interaction, own_record.record())

    @app_commands.command(description="Your preferences, and when not to notify you")
    @app_commands.describe(
        quiet_hours="When not to notify you: 22-8, or none",
        time_zone="Your time zone: type a city",
    )
    @app_commands.autocomplete(time_zone=complete_zone)
    async def settings(
        self,
        interaction: discord.Interaction,
        quiet_hours: Range[str, 1, 20] | None = None,
        time_zone: Range[str, 1, 50] | None = None,
    ) -> None:
        """`/my settings`."""
        await self._serve(interaction, settings_handlers.show(quiet_hours, time_zone))


class Privacy(Served):
    """The command about one's own data."""

    @app_commands.command(description="What I keep about you: see it, take it along, be forgotten")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def privacy(self, interaction: discord.Interaction) -> None:
        """`/privacy`."""
        await self._serve(interaction, own_data.about())


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(My(bot))
    await bot.add_cog(Privacy(bot))
