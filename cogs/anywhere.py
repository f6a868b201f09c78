"""`/learn` and `/score`: what needs no server; people may install it for themselves."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.handlers import scoring
from bot.handlers.serving import Asked
from bot.ofc.rulesets import PRESETS, Ruleset, parse_changes
from bot.ofc.variants import VARIANTS
from bot.tutorial import handlers
from bot.values.options import MOST_STAKE


class Anywhere(commands.Cog):
    """The commands that concern nobody but whoever runs them."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    @app_commands.command(description="Learn the game in small steps")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def learn(self, interaction: discord.Interaction) -> None:
        """`/learn`."""
        await self._serve(interaction, handlers.learn())

    @app_commands.command(description="What boards are worth: points, royalties and fouls")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(
        board1="Ann: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d, then FL14, dead or surrendered",
        board2="The next player's board; the name may be left out",
        rules="Which house rules",
        stake="What points are multiplied by",
        options="Changes to the rules, such as: scoring=2-4 equal_rows=foul",
        variant="How the cards were dealt",
    )
    @app_commands.choices(
        variant=[Choice(name=name, value=name) for name in VARIANTS],
        rules=[Choice(name=name, value=name) for name in PRESETS],
    )
    async def score(
        self,
        interaction: discord.Interaction,
        *,
        board1: Range[str, 1, 150],
        board2: Range[str, 1, 150],
        board3: Range[str, 1, 150] | None = None,
        board4: Range[str, 1, 150] | None = None,
        rules: str = "standard",
        variant: str | None = None,
        stake: Range[int, 1, MOST_STAKE] = 1,
        options: Range[str, 0, 300] = "",
    ) -> None:
        """`/score`."""
        changes = parse_changes(options.split())
        if variant is not None:
            changes["variant"] = variant
        boards = [board for board in (board1, board2, board3, board4) if board is not None]
        asked = scoring.score(Ruleset.of(rules, changes), stake, boards)
        await self._serve(interaction, asked)

    async def _serve(self, interaction: discord.Interaction, asked: Asked) -> None:
        await self._reception.serve(interaction, asked)


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Anywhere(bot))
