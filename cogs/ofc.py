"""`/ofc`: open a table, sit down, play. Each command acts on the table of its channel."""

from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.challenges import handlers as challenges
from bot.client import OfcBot
from bot.discord_io.visitors import channels_seen_by, person_of
from bot.game.lobby import NewTable
from bot.game.terms import MOST_BETWEEN_TWO
from bot.handlers import (
    computer_menu,
    ending,
    own_cards,
    proposing,
    replays,
    seating,
    settings_handlers,
    showing,
    sitting_out,
    table_challenges,
    thread_handlers,
    typed_placements,
)
from bot.values.match_length import Length
from bot.values.options import MOST_LOSS, MOST_STAKE, TableOptions
from bot.values.pace import NEXT_HANDS, PACES
from cogs.autocomplete import COMPUTERS, PRESETS, VARIANTS, complete_options, offered
from cogs.served import Served, rival_of
from ofc_engine.duplicate_match import LEAST_DEALS, MOST_DEALS

_LENGTHS: Final = ("endless", "10 hands", "20 hands", "3 orbits", "5 orbits", "2h", "1d", "7d")


@app_commands.guild_only()
class Ofc(Served, commands.GroupCog, group_name="ofc", group_description="Open Face Chinese Poker"):
    """The commands of a table."""

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(
        variant="How the cards are dealt (default: as on this server)",
        rules="Which house rules (default: this server's)",
        seats="How many people may sit down",
        stake="What points are multiplied by",
        pace="How fast you play; the lobby says how long a hand then takes",
        clock="How long each decision may take: 45s, 10m, 12h, 2d, or none",
        next_hand="When the next hand is dealt (default: when all are ready)",
        length="How long the match lasts: 20 hands, 3 orbits, 2h, 3d, or endless",
        loss_limit="The most points that anybody can lose; the match ends there",
        computer="A computer player to play with you",
        duplicate="Play so many deals, each again with seats exchanged, and compare",
        options="Changes to the rules, such as: scoring=2-4 equal_rows=foul",
    )
    @app_commands.choices(
        pace=[Choice(name=pace.human, value=name) for name, pace in PACES.items()],
        next_hand=[Choice(name=said, value=str(at or "ready")) for at, said in NEXT_HANDS.items()],
        variant=VARIANTS,
        rules=PRESETS,
        computer=COMPUTERS,
    )
    @app_commands.autocomplete(options=complete_options)
    async def new(
        self,
        interaction: discord.Interaction,
        *,
        variant: str | None = None,
        rules: str | None = None,
        seats: Range[int, 2, 5] | None = None,
        stake: Range[int, 1, MOST_STAKE] = 1,
        pace: str | None = None,
        clock: Range[str, 1, 20] | None = None,
        next_hand: str | None = None,
        length: Range[str, 1, 20] = "endless",
        loss_limit: Range[int, 1, MOST_LOSS] | None = None,
        computer: str | None = None,
        duplicate: Range[int, LEAST_DEALS, MOST_DEALS] | None = None,
        options: Range[str, 0, 300] = "",
    ) -> None:
        """`/ofc new`."""
        chosen = TableOptions(
            stake=stake,
            length=Length.parse(length),
            loss_limit=loss_limit,
            duplicate=duplicate,
        )
        opening = NewTable(
            chosen,
            variant=variant,
            preset=rules,
            seats=seats,
            clock=clock,
            pace=pace,
            next_hand=next_hand,
            changes=options,
            computer=computer,
        )
        await self._serve(interaction, seating.new(opening))

    @new.autocomplete("length")
    async def complete_length(
        self, _interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Offer common lengths."""
        fitting = [each for each in _LENGTHS if each.startswith(typed.lower())]
        return [Choice(name=each, value=each) for each in fitting]

    @app_commands.command(description="Challenge somebody: both play the same cards, each alone")
    @app_commands.describe(
        player="Whom to challenge",
        at_table="Play each other at a table of two instead",
        duplicate="At the table, play so many deals, each again with seats exchanged",
    )
    async def challenge(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        *,
        at_table: bool = False,
        duplicate: Range[int, LEAST_DEALS, MOST_DEALS] | None = None,
    ) -> None:
        """`/ofc challenge`."""
        if at_table or duplicate is not None:
            await self._serve(interaction, table_challenges.challenge(rival_of(player), duplicate))
        else:
            await self._serve(interaction, challenges.challenge(rival_of(player)))

    @app_commands.command(description="Sit down at this channel's table")
    @app_commands.describe(
        limit="The most points you want to lose here; the match ends there (0: no limit)"
    )
    async def join(
        self, interaction: discord.Interaction, limit: Range[int, 0, MOST_LOSS] | None = None
    ) -> None:
        """`/ofc join`."""
        await self._serve(interaction, seating.join_with_limit(limit))

    @app_commands.command(description="Leave this channel's table")
    async def leave(self, interaction: discord.Interaction) -> None:
        """`/ofc leave`."""
        await self._serve(interaction, seating.leave())

    @app_commands.command(description="Sit out from the next hand on, and keep your seat")
    async def sitout(self, interaction: discord.Interaction) -> None:
        """`/ofc sitout`."""
        await self._serve(interaction, sitting_out.sit_out())

    @app_commands.command(description="Return after sitting out, and decide for yourself again")
    async def back(self, interaction: discord.Interaction) -> None:
        """`/ofc back`."""
        await self._serve(interaction, sitting_out.back())

    @app_commands.command(description="Remove somebody from the table: by vote, or by the host")
    @app_commands.describe(player="Whom to remove")
    async def kick(self, interaction: discord.Interaction, player: discord.User) -> None:
        """`/ofc kick`."""
        await self._serve(interaction, sitting_out.kick(player.id))

    @app_commands.command(name="computers", description="Add or remove computer players (host)")
    async def computer_players(self, interaction: discord.Interaction) -> None:
        """`/ofc computers`."""
        await self._serve(interaction, computer_menu.show())

    @app_commands.command(description="Deal the first hand; later, be ready for the next one")
    @app_commands.describe(seed="Letters and digits of your own, mixed into this deal")
    async def start(self, interaction: discord.Interaction, seed: Range[str, 0, 32] = "") -> None:
        """`/ofc start`."""
        await self._serve(interaction, seating.deal(seed))

    @app_commands.command(description="Add to the next deal, so that nobody could have chosen it")
    @app_commands.describe(text="Letters and digits of your own, such as tiger7")
    async def seed(self, interaction: discord.Interaction, text: Range[str, 1, 32]) -> None:
        """`/ofc seed`."""
        await self._serve(interaction, seating.add_seed(text))

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
        await self._serve(interaction, seating.open_tables(channels_seen_by(interaction)))

    @app_commands.command(description="Watch this channel's table in a thread")
    @app_commands.describe(
        all_cards="Players: whether followers see all cards of finished hands, if all agree"
    )
    async def follow(self, interaction: discord.Interaction, all_cards: bool | None = None) -> None:
        """`/ofc follow`."""
        if all_cards is None:
            await self._serve(interaction, thread_handlers.follow())
        else:
            await self._serve(interaction, thread_handlers.all_cards(shown=all_cards))

    @app_commands.command(description="Step through a finished hand; only you see it")
    @app_commands.describe(hand="The number of the hand (default: the latest)")
    async def replay(
        self, interaction: discord.Interaction, hand: Range[int, 1] | None = None
    ) -> None:
        """`/ofc replay`."""
        await self._serve(interaction, replays.replay(hand))

    @app_commands.command(description="Set up this server step by step (Manage Server)")
    async def setup(self, interaction: discord.Interaction) -> None:
        """`/ofc setup`."""
        await self._serve(interaction, settings_handlers.setup())

    @app_commands.command(description="Call time: whoever keeps you waiting has 30 seconds")
    async def time(self, interaction: discord.Interaction) -> None:
        """`/ofc time`."""
        await self._serve(interaction, sitting_out.call())

    @app_commands.command(description="Play for another stake with one player, if they agree")
    @app_commands.describe(
        player="With whom", times="What points between the two of you are multiplied by"
    )
    async def stake(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        times: Range[int, 1, MOST_BETWEEN_TWO],
    ) -> None:
        """`/ofc stake`."""
        person = person_of(player)
        await self._serve(interaction, proposing.propose(person, times))

    @app_commands.command(description="End the game (host, Manage Server, or all players)")
    async def stop(self, interaction: discord.Interaction) -> None:
        """`/ofc stop`."""
        await self._serve(interaction, ending.stop())

    @app_commands.command(description="Place your cards by typing")
    @app_commands.describe(entry="bbmmf, or 2c / 7h7c / AsKd; end with ! to confirm at once")
    @app_commands.rename(entry="cards")
    async def place(self, interaction: discord.Interaction, entry: Range[str, 1, 100]) -> None:
        """`/ofc place`."""
        await self._serve(interaction, typed_placements.place(entry))

    @place.autocomplete("entry")
    async def complete_entry(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Show what is typed as it would be placed."""
        return await offered(interaction, partial(typed_placements.preview, entry=typed))


async def setup(bot: OfcBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Ofc(bot))
