"""`/tournament`: a sit-and-go at the table of its channel, and those of several tables."""

from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import OfcBot
from bot.game.lobby import NewTable
from bot.game.tournaments.current_standing import DUPLICATE
from bot.game.tournaments.duplicate import MOST_HANDS, MOST_ROUNDS
from bot.game.tournaments.formats import KNOCK_OUT, verify_options
from bot.handlers.tournaments import history_pages, managing, tournament_commands
from bot.handlers.tournaments import start_handlers as timing
from bot.texts import marked
from bot.values.options import LEAST_STACK, MOST_STACK, TableOptions
from bot.values.tournament_views import SIT_AND_GO
from cogs.autocomplete import COMPUTERS, PRESETS, VARIANTS, offered, titled
from cogs.served import Served

_LEVELS: Final = {
    "usual": marked("every 3 hands"),
    "slow": marked("every 6 hands"),
    "none": marked("never"),
}
_FORMATS: Final = {
    SIT_AND_GO: marked("sit-and-go: one table"),
    KNOCK_OUT: marked("knock-out: several tables, until one is left"),
    DUPLICATE: marked("duplicate: rounds in groups with the same cards, in your own time"),
}
_STACK: Final = 100
_MOST_COMPUTERS: Final = 59


@app_commands.guild_only()
class Tournament(
    Served,
    commands.GroupCog,
    group_name="tournament",
    group_description="Play until one has all points",
):
    """The commands of tournaments."""

    @app_commands.command(
        description="Open a tournament in this channel: at one table, or at several"
    )
    @app_commands.describe(
        form="How it is played (default: a sit-and-go, which starts when it is full)",
        variant="How the cards are dealt (default: as on this server)",
        rules="Which house rules (default: this server's)",
        seats="How many people play at a table (default: as many as can)",
        stack="The points that everybody begins with",
        levels="How often the stakes rise",
        clock="How long each decision may take: 45s, 10m, 12h, 2d, or none",
        bank="Time beside the clock for the whole tournament: 5m, 24h (default: none)",
        computer="A computer player to play with you",
        computers="How many of these computer players, in a knock-out (default: one)",
        rounds="How many rounds, in a duplicate tournament (default: 3)",
        hands="How many hands in each of its rounds (default: 3)",
        deadline="How long each of its rounds may last: 90m, 48h, 7d (default: 48h)",
        starts="When it starts by itself: 20:30, 2026-11-24 20:30, or 90m, 2h, 3d from now",
        ledger="Whether its hands count in the server's ledger (default: no)",
    )
    @app_commands.rename(form="format")
    @app_commands.choices(
        form=titled(_FORMATS),
        variant=VARIANTS,
        rules=PRESETS,
        levels=titled(_LEVELS),
        computer=COMPUTERS,
    )
    async def new(
        self,
        interaction: discord.Interaction,
        *,
        form: str = SIT_AND_GO,
        variant: str | None = None,
        rules: str | None = None,
        seats: Range[int, 2, 5] | None = None,
        stack: Range[int, LEAST_STACK, MOST_STACK] = _STACK,
        levels: str = "usual",
        clock: Range[str, 1, 20] | None = None,
        bank: Range[str, 1, 20] = "none",
        computer: str | None = None,
        computers: Range[int, 1, _MOST_COMPUTERS] = 1,
        rounds: Range[int, 1, MOST_ROUNDS] = 3,
        hands: Range[int, 1, MOST_HANDS] = 3,
        deadline: Range[str, 1, 20] = "48h",
        starts: Range[str, 1, 40] = "",
        ledger: bool = False,
    ) -> None:
        """`/tournament new`."""
        verify_options(form, interaction.namespace)
        if form == DUPLICATE:
            opening = NewTable(variant=variant, preset=rules, bank=bank)
            asked = tournament_commands.new_duplicate(opening, rounds, hands, deadline, starts)
            await self._serve(interaction, asked)
            return
        opening = NewTable(
            TableOptions(stack=stack, levels=levels, books=ledger),
            variant=variant,
            preset=rules,
            seats=seats,
            clock=clock,
            computer=computer,
            bank=bank,
        )
        await self._serve(interaction, tournament_commands.new(opening, form, computers, starts))

    @app_commands.command(description="Take part in this channel's tournament")
    async def join(self, interaction: discord.Interaction) -> None:
        """`/tournament join`."""
        await self._serve(interaction, tournament_commands.join())

    @app_commands.command(description="Leave this channel's tournament")
    async def leave(self, interaction: discord.Interaction) -> None:
        """`/tournament leave`."""
        await self._serve(interaction, tournament_commands.leave())

    @app_commands.command(description="Start with those who are there (host)")
    async def start(self, interaction: discord.Interaction) -> None:
        """`/tournament start`."""
        await self._serve(interaction, tournament_commands.start())

    @app_commands.command(description="How this channel's tournament stands")
    async def show(self, interaction: discord.Interaction) -> None:
        """`/tournament show`."""
        await self._serve(interaction, tournament_commands.show())

    @app_commands.command(
        description="Pause, extend or end a tournament, or change when it starts (host)"
    )
    @app_commands.describe(
        remove="Somebody to be taken out of the tournament",
        starts="When it starts by itself: 20:30, 2026-11-24 20:30, 2h from now, or none",
        card_shown="Who showed a card out of turn: 1 point times the stake to each active player",
    )
    async def manage(
        self,
        interaction: discord.Interaction,
        remove: discord.User | None = None,
        card_shown: discord.User | None = None,
        starts: Range[str, 1, 40] = "",
    ) -> None:
        """`/tournament manage`."""
        ids = (None if person is None else person.id for person in (remove, card_shown))
        await self._serve(interaction, managing.manage(*ids, new_start=starts))

    @new.autocomplete("starts")
    @manage.autocomplete("starts")
    async def _complete_start(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return await offered(interaction, partial(timing.preview, typed=typed))

    @app_commands.command(description="The latest tournaments of this server, with all places")
    async def history(self, interaction: discord.Interaction) -> None:
        """`/tournament history`."""
        await self._serve(interaction, history_pages.history())


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Tournament(bot))
