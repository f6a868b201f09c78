"""`/my`: one's own cards, games and record, in servers and in direct messages."""

from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.discord_io.visitors import visitor_of
from bot.handlers import mine, settings, showing
from bot.handlers.serving import Asked, look
from cogs.zones import offered_zones

_LONGEST_CHOICE: Final = 100


@app_commands.allowed_contexts(guilds=True, dms=True)
class My(
    commands.GroupCog, group_name="my", group_description="Your cards, games and settings, anywhere"
):
    """The commands about oneself, which need no channel of a table."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    @app_commands.command(description="Your games in all servers, and whose turn it is")
    async def games(self, interaction: discord.Interaction) -> None:
        """`/my games`."""
        await self._serve(interaction, showing.games())

    @app_commands.command(description="See your cards; nobody else does")
    async def hand(self, interaction: discord.Interaction) -> None:
        """`/my hand`."""
        await self._serve(interaction, mine.hand())

    @app_commands.command(description="The best ways to place your cards; only you see them")
    async def hint(self, interaction: discord.Interaction) -> None:
        """`/my hint`."""
        await self._serve(interaction, mine.hint())

    @app_commands.command(description="Place your cards by typing")
    @app_commands.describe(entry="bbmmf, or 2c / 7h7c / AsKd; end with ! to confirm at once")
    @app_commands.rename(entry="cards")
    async def place(self, interaction: discord.Interaction, entry: Range[str, 1, 100]) -> None:
        """`/my place`."""
        await self._serve(interaction, mine.place(entry))

    @place.autocomplete("entry")
    async def complete_entry(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Show what is typed as it would be placed."""
        preview = partial(mine.preview, entry=typed)
        offers = await look(self._reception.services, visitor_of(interaction), preview)
        return [Choice(name=name[:_LONGEST_CHOICE], value=value) for name, value in offers]

    @app_commands.command(description="Your record: averages, fouls, Fantasyland, streaks")
    async def record(self, interaction: discord.Interaction) -> None:
        """`/my record`."""
        await self._serve(interaction, mine.record())

    @app_commands.command(description="Your preferences, and when not to notify you")
    @app_commands.describe(
        quiet_hours="When not to notify you: 22-8, or none",
        time_zone="Your time zone: type a city",
    )
    async def settings(
        self,
        interaction: discord.Interaction,
        quiet_hours: Range[str, 1, 20] | None = None,
        time_zone: Range[str, 1, 50] | None = None,
    ) -> None:
        """`/my settings`."""
        await self._serve(interaction, settings.show(quiet_hours, time_zone))

    @settings.autocomplete("time_zone")
    async def complete_zone(
        self, _interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Offer time zones with the time it is there."""
        return offered_zones(typed, self._reception.services.now)

    async def _serve(self, interaction: discord.Interaction, asked: Asked) -> None:
        await self._reception.serve(interaction, asked)


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(My(bot))
