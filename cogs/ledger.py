"""`/ledger`: the points of a server."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.desk import ledger
from bot.desk.desk import Desk
from bot.desk.visitors import Answer, Visitor
from bot.edge.visitors import person_of, visitor_of
from bot.ledger import Scope
from bot.ofc.variants import VARIANTS
from bot.screens.ledger_chart import BY_DAY, LENGTHS, length_name
from bot.screens.queries import Query, View
from bot.texts import ENGLISH

Request: TypeAlias = Callable[[Desk, Visitor], Awaitable[Answer]]
GuildChannel: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.Thread

_LARGEST: Final = 999_999
_VARIANTS: Final = [Choice(name=name.capitalize(), value=name) for name in VARIANTS]
_PERIODS: Final = [
    Choice(name="today", value="1"),
    Choice(name="last 7 days", value="7"),
    Choice(name="last 30 days", value="30"),
    Choice(name="last 365 days", value="365"),
]
_LENGTHS: Final = [
    *(Choice(name=length_name(length, ENGLISH), value=str(length)) for length in (*LENGTHS, BY_DAY))
]
_WORDS: Final = {
    "channel": "Only hands played in this channel",
    "season": "Only hands of the season with this number",
    "variant": "Only hands of this variant",
    "period": "Only hands of the last days",
}


def _scope(
    channel: GuildChannel | None, season: int | None, variant: str | None, period: str | None
) -> Scope:
    return Scope(0 if channel is None else channel.id, season or 0, variant or "", int(period or 0))


@app_commands.guild_only()
class Ledger(commands.GroupCog, group_name="ledger", group_description="The points of a server"):
    """The commands of the ledger."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    @app_commands.command(description="Who has how many points in this server")
    @app_commands.describe(**_WORDS)
    @app_commands.choices(variant=_VARIANTS, period=_PERIODS)
    async def standing(
        self,
        interaction: discord.Interaction,
        channel: GuildChannel | None = None,
        season: Range[int, 1, _LARGEST] | None = None,
        variant: str | None = None,
        period: str | None = None,
    ) -> None:
        """`/ledger standing`."""
        query = Query(View.STANDING, _scope(channel, season, variant, period))
        await self._show(interaction, query)

    @app_commands.command(description="How points ran, as a picture, of up to five players")
    @app_commands.describe(
        length="How far back; the latest 200 hands if left out",
        player1="Whose lines; those who played most if left out",
        **_WORDS,
    )
    @app_commands.choices(variant=_VARIANTS, period=_PERIODS, length=_LENGTHS)
    async def chart(
        self,
        interaction: discord.Interaction,
        *,
        player1: discord.User | None = None,
        player2: discord.User | None = None,
        player3: discord.User | None = None,
        player4: discord.User | None = None,
        player5: discord.User | None = None,
        length: str = "200",
        channel: GuildChannel | None = None,
        season: Range[int, 1, _LARGEST] | None = None,
        variant: str | None = None,
        period: str | None = None,
    ) -> None:
        """`/ledger chart`."""
        scope = _scope(channel, season, variant, period)
        users = (player1, player2, player3, player4, player5)
        people = [person_of(user) for user in users if user is not None]
        await self._serve(
            interaction,
            lambda desk, visitor: ledger.chart(desk, visitor, scope, people, int(length)),
        )

    @app_commands.command(description="A player's record: averages, fouls, Fantasyland, streaks")
    @app_commands.describe(player="Whose; yours if left out", **_WORDS)
    @app_commands.choices(variant=_VARIANTS, period=_PERIODS)
    async def player(
        self,
        interaction: discord.Interaction,
        player: discord.User | None = None,
        channel: GuildChannel | None = None,
        season: Range[int, 1, _LARGEST] | None = None,
        variant: str | None = None,
        period: str | None = None,
    ) -> None:
        """`/ledger player`."""
        scope = _scope(channel, season, variant, period)
        person = person_of(player or interaction.user)
        await self._serve(
            interaction, lambda desk, visitor: ledger.player(desk, visitor, scope, person)
        )

    @app_commands.command(name="head-to-head", description="Two players against each other")
    @app_commands.describe(player="One of them", against="The other; you if left out", **_WORDS)
    @app_commands.choices(variant=_VARIANTS, period=_PERIODS)
    async def head_to_head(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        against: discord.User | None = None,
        channel: GuildChannel | None = None,
        season: Range[int, 1, _LARGEST] | None = None,
        variant: str | None = None,
        period: str | None = None,
    ) -> None:
        """`/ledger head-to-head`."""
        scope = _scope(channel, season, variant, period)
        one, two = person_of(player), person_of(against or interaction.user)
        await self._serve(
            interaction, lambda desk, visitor: ledger.rivals(desk, visitor, scope, one, two)
        )

    @app_commands.command(description="Any past hand: boards, points, replay, deal proof")
    @app_commands.describe(number="Its number in the history; the latest if left out")
    async def hand(
        self, interaction: discord.Interaction, number: Range[int, 1, _LARGEST] | None = None
    ) -> None:
        """`/ledger hand`."""
        await self._show(interaction, Query(View.HAND, about=() if number is None else (number,)))

    @app_commands.command(description="The hands played here, the latest first")
    @app_commands.describe(**_WORDS)
    @app_commands.choices(variant=_VARIANTS, period=_PERIODS)
    async def history(
        self,
        interaction: discord.Interaction,
        channel: GuildChannel | None = None,
        season: Range[int, 1, _LARGEST] | None = None,
        variant: str | None = None,
        period: str | None = None,
    ) -> None:
        """`/ledger history`."""
        await self._show(interaction, Query(View.HISTORY, _scope(channel, season, variant, period)))

    @app_commands.command(description="The records of this server, and what was reached lately")
    async def records(self, interaction: discord.Interaction) -> None:
        """`/ledger records`."""
        await self._show(interaction, Query(View.RECORDS))

    async def _show(self, interaction: discord.Interaction, query: Query) -> None:
        await self._serve(interaction, lambda desk, visitor: ledger.show(desk, visitor, query))

    async def _serve(self, interaction: discord.Interaction, request: Request) -> None:
        visitor = visitor_of(interaction)
        desk = self._reception.desk
        await self._reception.serve(interaction, desk.answered(visitor, request(desk, visitor)))


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Ledger(bot))
