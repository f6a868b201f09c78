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
from bot.screens.ledger.hand_pages import BY_DAY, LENGTHS, length_name
from bot.screens.ledger.queries import LedgerView, Query
from bot.texts import ENGLISH
from bot.values.ledger_records import LedgerError, Scope
from bot.values.options import MOST_STAKE
from bot.values.phrases import VARIANTS
from cogs import autocomplete
from cogs.autocomplete import titled
from cogs.served import Served

GuildChannel: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.Thread

_LARGEST: Final = 999_999
_VARIANTS: Final = titled(VARIANTS)
_PERIODS: Final = titled(
    {"1": "today", "7": "last 7 days", "30": "last 30 days", "365": "last 365 days"}
)
_LENGTHS: Final = titled({str(each): length_name(each, ENGLISH) for each in (*LENGTHS, BY_DAY)})
_WORDS: Final = {
    "channel": "Only hands played in this channel",
    "season": "Only hands of the season with this number",
    "variant": "Only hands of this variant",
    "period": "Only hands from this period",
}


def _scope(
    channel: GuildChannel | None, season: int | None, variant: str | None, period: str | None
) -> Scope:
    return Scope(0 if channel is None else channel.id, season or 0, variant or "", int(period or 0))


def _whole(
    pairs: list[tuple[discord.User | None, str | None]],
) -> tuple[tuple[discord.User, ...], tuple[str, ...]]:
    """The people and their boards; LedgerError if one lacks the other, or for a bot."""
    users = tuple(user for user, _ in pairs if user is not None and not user.bot)
    boards = tuple(board for _, board in pairs if board)
    if not len(users) == len(boards) == len(pairs):
        raise LedgerError("Name a person and a board for each player; bots do not play.")
    return users, boards


@app_commands.guild_only()
class Ledger(
    Served, commands.GroupCog, group_name="ledger", group_description="The points of a server"
):
    """The commands of the ledger."""

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
        query = Query(LedgerView.STANDING, _scope(channel, season, variant, period))
        await self._show(interaction, query)

    @app_commands.command(description="A chart of points over time, for up to five players")
    @app_commands.describe(
        length="How far back (default: the latest 200 hands)",
        player1="Which players (default: those who played most)",
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
        await self._serve(interaction, ledger_pages.chart(scope, people, int(length)))

    @app_commands.command(description="A player's record: averages, fouls, Fantasyland, streaks")
    @app_commands.describe(player="Which player (default: you)", **_WORDS)
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
        await self._serve(interaction, ledger_pages.player(scope, person))

    @app_commands.command(description="Where you give points away: streets, rows, mistakes")
    @app_commands.describe(**_WORDS)
    @app_commands.choices(variant=_VARIANTS, period=_PERIODS)
    async def leaks(
        self,
        interaction: discord.Interaction,
        channel: GuildChannel | None = None,
        season: Range[int, 1, _LARGEST] | None = None,
        variant: str | None = None,
        period: str | None = None,
    ) -> None:
        """`/ledger leaks`."""
        await self._serve(interaction, ledger_pages.leaks(_scope(channel, season, variant, period)))

    @app_commands.command(description="How strong everybody plays, and how sure that is")
    @app_commands.describe(**{**_WORDS, "variant": "Which variant (default: the one played most)"})
    @app_commands.choices(variant=_VARIANTS, period=_PERIODS)
    async def rating(
        self,
        interaction: discord.Interaction,
        variant: str | None = None,
        channel: GuildChannel | None = None,
        season: Range[int, 1, _LARGEST] | None = None,
        period: str | None = None,
    ) -> None:
        """`/ledger rating`."""
        scope = _scope(channel, season, variant, period)
        await self._show(interaction, Query(LedgerView.RATING, scope))

    @app_commands.command(name="head-to-head", description="Two players against each other")
    @app_commands.describe(player="One player", against="The other player (default: you)", **_WORDS)
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
        await self._serve(interaction, ledger_pages.rivals(scope, one, two))

    @app_commands.command(description="Any past hand: boards, points, replay, deal proof")
    @app_commands.describe(number="Its number in the history (default: the latest)")
    async def hand(
        self, interaction: discord.Interaction, number: Range[int, 1, _LARGEST] | None = None
    ) -> None:
        """`/ledger hand`."""
        await self._show(
            interaction, Query(LedgerView.HAND, about=() if number is None else (number,))
        )

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
        await self._show(
            interaction, Query(LedgerView.HISTORY, _scope(channel, season, variant, period))
        )

    @app_commands.command(description="The records of this server, and recent highlights")
    async def records(self, interaction: discord.Interaction) -> None:
        """`/ledger records`."""
        await self._show(interaction, Query(LedgerView.RECORDS))

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
        **autocomplete.OF_A_HAND,
    )
    @app_commands.choices(variant=autocomplete.VARIANTS, rules=autocomplete.PRESETS)
    @app_commands.autocomplete(options=autocomplete.complete_options)
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
        rules: str = "standard",
        variant: str | None = None,
        stake: Range[int, 1, MOST_STAKE] = 1,
        options: str = "",
    ) -> None:
        """`/ledger record`."""
        pairs = [(player1, board1), (player2, board2), (player3, board3), (player4, board4)]
        users, boards = _whole([pair for pair in pairs if pair != (None, None)])
        people = tuple(map(person_of, users))
        written = WrittenHand(
            autocomplete.rules_of_hand(rules, variant, options), stake, people, boards
        )
        await self._serve(interaction, proposing.record(written))

    @app_commands.command(description="The whole ledger as a file")
    @app_commands.describe(form="JSON can be imported elsewhere, CSV is for spreadsheets")
    @app_commands.rename(form="format")
    @app_commands.choices(form=[Choice(name="JSON", value="json"), Choice(name="CSV", value="csv")])
    async def export(self, interaction: discord.Interaction, form: str = "json") -> None:
        """`/ledger export`."""
        await self._serve(interaction, exports.export(form))

    season = app_commands.Group(name="season", description="Seasons: the ledger starts afresh")

    @season.command(name="start", description="Start a season (Manage Server)")
    @app_commands.describe(name="What it is called")
    async def season_start(self, interaction: discord.Interaction, name: Range[str, 1, 40]) -> None:
        """`/ledger season start`."""
        await self._serve(interaction, ledger_pages.start(name))

    @season.command(name="end", description="End the season and post its table (Manage Server)")
    async def season_end(self, interaction: discord.Interaction) -> None:
        """`/ledger season end`."""
        await self._serve(interaction, ledger_pages.end())

    @season.command(name="list", description="All seasons, with the tables of finished ones")
    async def season_list(self, interaction: discord.Interaction) -> None:
        """`/ledger season list`."""
        await self._show(interaction, Query(LedgerView.SEASONS))

    async def _show(self, interaction: discord.Interaction, query: Query) -> None:
        await self._serve(interaction, ledger_pages.show(query))


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Ledger(bot))
