"""`/play`: open a table, and call somebody to it; in direct messages a hand with the computer."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import alone
from bot.client import OfcBot
from bot.game.computer_turns import USUAL
from bot.game.lobby import NewTable
from bot.handlers import new_tables, table_challenges
from bot.values.options import TableOptions
from bot.values.pace import PACES
from cogs.served import COMPUTERS, VARIANTS, Served, rival_of
from ofc_engine.duplicate_match import LEAST_DEALS, MOST_DEALS


class Play(Served):
    """The command with which a game begins; all else is chosen in its lobby."""

    def __init__(self, bot: OfcBot) -> None:
        super().__init__(bot)
        self._bot = bot

    @app_commands.command(
        description="Open a table in this channel; in direct messages, play me alone"
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        who="Who to challenge to it; choose me for a computer player",
        computer="A computer player to play with you",
        variant="How the cards are dealt (default: as on this server)",
        pace="How fast you play; the lobby says how long a hand then takes",
        duplicate="Play so many deals, each again with seats exchanged, and compare",
    )
    @app_commands.choices(
        pace=[Choice(name=pace.human, value=name) for name, pace in PACES.items()],
        variant=VARIANTS,
        computer=COMPUTERS,
    )
    async def play(
        self,
        interaction: discord.Interaction,
        *,
        who: discord.User | None = None,
        computer: str | None = None,
        variant: str | None = None,
        pace: str | None = None,
        duplicate: Range[int, LEAST_DEALS, MOST_DEALS] | None = None,
    ) -> None:
        """`/play`."""
        is_me = who is not None and who == self._bot.user
        opening = NewTable(
            TableOptions(duplicate=duplicate),
            variant=variant,
            pace=pace,
            computer=computer or (USUAL.name if is_me else None),
        )
        if interaction.guild_id is None and (who is None or is_me):
            await self._serve(interaction, alone.play(opening))
        elif who is None or is_me:
            await self._serve(interaction, new_tables.new(opening))
        else:
            await self._serve(interaction, table_challenges.challenge(rival_of(who), opening))


async def setup(bot: OfcBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Play(bot))
