"""`/ledger`: the points of a server."""

from typing import Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.discord_io.visitors import person_of
from bot.handlers import proposing
from bot.handlers.ledger import exports, ledger_pages
from bot.handlers.proposing import WrittenHand
from bot.values.ledger_records import LedgerError
from cogs import served
from cogs.served import Served

GuildChannel: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.Thread

_LARGEST: Final = 999_999


def _whole(
    pairs: list[tuple[discord.User | None, str | None]],
) -> tuple[tuple[discord.User, ...], tuple[str, ...]]:
    """The people and their boards; LedgerError if one lacks the other, or for a bot."""
    users = tuple(user for user, _ in pairs if user is not None and not user.bot)
    boards = tuple(board for _, board in pairs if board)
    if not len(users) == len(boards) == len(pairs):
        raise LedgerError("Name a person and a board for each player; bots don't play.")
    return users, boards


@app_commands.guild_only()
class Ledger(
    Served, commands.GroupCog, group_name="ledger", group_description="The points of a server"
):
    """The commands of the ledger."""

    @app_commands.command(
        description="Points, records, charts, past hands: choose what to see on the page"
    )
    @app_commands.describe(
        player="Whose record (without: how everybody stands)",
        against="The opponent: how the two have played each other",
    )
    async def show(
        self,
        interaction: discord.Interaction,
        player: discord.User | None = None,
        against: discord.User | None = None,
    ) -> None:
        """`/ledger show`."""
        people = (None if user is None else person_of(user) for user in (player, against))
        await self._serve(interaction, ledger_pages.show(*people))

    @app_commands.command(description="Seasons with their tables; start one, or end it")
    async def season(self, interaction: discord.Interaction) -> None:
        """`/ledger season`."""
        await self._serve(interaction, ledger_pages.show_seasons())

    @app_commands.command(
        description="Take a hand back, or have it count again (Manage Server, or its players)"
    )
    @app_commands.describe(
        number="The hand's number in the history", reason="Why; everybody sees it"
    )
    async def void(
        self,
        interaction: discord.Interaction,
        number: Range[int, 1, _LARGEST],
        reason: Range[str, 1, 200],
    ) -> None:
        """`/ledger void`."""
        await self._serve(interaction, proposing.void(number, reason))

    @app_commands.command(
        description="Record a hand played with real cards; its players confirm it"
    )
    @app_commands.describe(
        board1="6c6d4d / TcTd9sQh8c / 3c3d3h2c2d, then FL14, dead or surrendered where it applies",
        **served.OF_A_HAND,
    )
    @app_commands.choices(variant=served.VARIANTS)
    @app_commands.autocomplete(rules=served.complete_rules)
    async def record(
        self,
        interaction: discord.Interaction,
        *,
        player1: discord.User,
        board1: Range[str, 1, 100],
        player2: discord.User,
        board2: Range[str, 1, 100],
        player3: discord.User | None = None,
        board3: Range[str, 1, 100] | None = None,
        player4: discord.User | None = None,
        board4: Range[str, 1, 100] | None = None,
        rules: Range[str, 0, 300] = "",
        variant: str | None = None,
    ) -> None:
        """`/ledger record`."""
        pairs = [(player1, board1), (player2, board2), (player3, board3), (player4, board4)]
        users, boards = _whole([pair for pair in pairs if pair != (None, None)])
        people = tuple(map(person_of, users))
        written = WrittenHand(rules, variant, people, boards)
        await self._serve(interaction, proposing.record(written))

    @app_commands.command(description="The whole ledger as a file")
    @app_commands.describe(form="JSON can be imported elsewhere, CSV is for spreadsheets")
    @app_commands.rename(form="format")
    @app_commands.choices(form=[Choice(name="JSON", value="json"), Choice(name="CSV", value="csv")])
    async def export(self, interaction: discord.Interaction, form: str = "json") -> None:
        """`/ledger export`."""
        await self._serve(interaction, exports.export(form))


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Ledger(bot))
