"""`/help`, `/learn`, `/score`, `/daily`: without a server; people may install it for themselves."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot import welcome
from bot.client import OfcBot
from bot.daily import daily_handlers
from bot.discord_io.command_mentions import Context, context_of
from bot.discord_io.helping import offered
from bot.handlers import score_command
from bot.tutorial import handlers
from cogs.served import OF_A_HAND, VARIANTS, Served, complete_rules


class Anywhere(Served):
    """The commands that concern only the person who runs them."""

    def __init__(self, bot: OfcBot) -> None:
        super().__init__(bot)
        self._bot = bot

    @app_commands.command(description="Where to begin, and all commands")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def help(self, interaction: discord.Interaction) -> None:
        """`/help`."""
        context = context_of(interaction)
        commands = offered(self._bot.command_mentions, context)
        has_tables = context is Context.GUILD
        asked = welcome.ask(commands, self._bot.invite, has_tables=has_tables)
        await self._serve(interaction, asked)

    @app_commands.command(description="Learn the game in small steps")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(exercises="Exercises instead of lessons: what has cost you most")
    async def learn(self, interaction: discord.Interaction, *, exercises: bool = False) -> None:
        """`/learn`."""
        await self._serve(interaction, handlers.practise() if exercises else handlers.learn())

    @app_commands.command(description="What boards are worth, and the best board of a Fantasyland")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(
        board1="Ann: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d; or 13 to 17 cards to set, without rows",
        board2="The next player's board; or another way to set the cards of board1",
        **OF_A_HAND,
    )
    @app_commands.choices(variant=VARIANTS)
    @app_commands.autocomplete(rules=complete_rules)
    async def score(
        self,
        interaction: discord.Interaction,
        *,
        board1: Range[str, 1, 150],
        board2: Range[str, 1, 150] | None = None,
        board3: Range[str, 1, 150] | None = None,
        board4: Range[str, 1, 150] | None = None,
        rules: Range[str, 0, 300] = "",
        variant: str | None = None,
    ) -> None:
        """`/score`."""
        boards = [board for board in (board1, board2, board3, board4) if board is not None]
        await self._serve(interaction, score_command.score(rules, variant, boards))

    @app_commands.command(description="Today's deal: the same cards for everyone, one try")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(week="Play this week's eight deals instead")
    async def daily(self, interaction: discord.Interaction, *, week: bool = False) -> None:
        """`/daily`."""
        play = daily_handlers.play_week if week else daily_handlers.play_day
        await self._serve(interaction, play())


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Anywhere(bot))
