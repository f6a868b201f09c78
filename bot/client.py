"""The Discord client: puts the parts together, starts and stops cleanly."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection
from functools import partial
from importlib import import_module
from typing import Any, Final, cast

import discord
from discord.ext import commands

from bot.assembly import assemble
from bot.discord_io.answers import apologise, refuse, refuse_unknown_command
from bot.discord_io.command_mentions import CommandMentions, KnowsCommands
from bot.discord_io.discord_gateway import DiscordGateway
from bot.discord_io.health import Health
from bot.discord_io.helping import Helping
from bot.discord_io.rate_limits import DmLimiter, DmRates
from bot.discord_io.reception import Limits, Reception, asked_in
from bot.discord_io.requests import Budget, Patience
from bot.discord_io.screen_layout import NOBODY
from bot.discord_io.start import INTENTS, PatientBot, WithoutTraceback
from bot.discord_io.sync import await_commands, await_emoji, payloads, supply_emoji, sync_commands
from bot.discord_io.typed_options import CommandTree
from bot.discord_io.visitors import invite_link
from bot.handlers import ending
from bot.settings import Settings, Shards
from bot.store.database import Database
from bot.store.engine import OperationalError
from bot.surfaces.composer import Composer
from bot.surfaces.render import Illustrator
from bot.tasks import Tasks, Thinker
from bot.workers.skill_judge import JUDGES_AFTER, SkillJudge
from ofc_engine.deal import SECRET_BYTES
from ofc_engine.errors import OfcError

log: Final = logging.getLogger(__name__)

COGS: Final = (
    "cogs.play",
    "cogs.ofc",
    "cogs.tournament",
    "cogs.my",
    "cogs.anywhere",
    "cogs.people",
    "cogs.ledger",
)
# The bot does not speak, so missing voice libraries are nothing to warn about.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
logging.getLogger("discord.shard").addFilter(WithoutTraceback())

_OUT_OF_DATE: Final = (
    discord.app_commands.CommandNotFound,
    discord.app_commands.CommandSignatureMismatch,
)
"""Errors of commands that Discord still offers although this version lacks or has changed them."""
_SYNC_PATIENCE: Final = 5.0
"""Seconds that a start waits for Discord to take the commands."""
_CLOCK_SKEW: Final = 1.0
"""Seconds by which Discord's clock may be behind."""
_GRACE: Final = 2.0
"""Seconds that work in progress gets to finish when the bot is told to stop."""


class OfcBot(PatientBot, KnowsCommands):
    """The bot.

    `clock` gives Unix seconds, `secret` the random bytes of a deal; `seed` turns the id of an
    interaction or a message into what it adds to a deal. With `emoji`, card emoji that the
    application lacks are uploaded; computer players take about `computer_delay` seconds for a
    decision; `judges_after` is how many seconds after a change it looks for hands to be judged,
    None for never; if `shards` is a part of all, other processes serve the others; the page that
    shows a hand from a link is at `replay_url`, if there is one. `patience` is how long it waits
    for Discord, `dm_rates` how fast it opens direct messages, `limits` are the reception's. It
    `greets` servers that it joins. `options` go to the client.
    """

    reception: Reception
    health: Health

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], float] = time.time,
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
        seed: Callable[[int], str] = str,
        emoji: bool = True,
        computer_delay: float = Settings.computer_delay,
        judges_after: float | None = JUDGES_AFTER,
        shards: Shards | None = None,
        replay_url: str = "",
        patience: Patience = Patience(),
        dm_rates: DmRates = DmRates(),
        limits: Limits = Limits(),
        greets: bool = True,
        **options: Any,  # noqa: ANN401 - whatever the client takes
    ) -> None:
        self.budget = Budget(clock)
        super().__init__(
            http_trace=self.budget.trace,
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CommandTree,
            intents=INTENTS,
            max_messages=None,
            allowed_mentions=NOBODY,
            allowed_contexts=discord.app_commands.AppCommandContext(guild=True),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True),
            shards=shards,
            turns=database.others.turns,
            **options,
        )
        self._served = shards
        self._greets = greets
        self._illustrator = Illustrator()
        self._database = database
        self._connected: set[int] = set()
        self._wants_emoji = emoji
        self._supplying: asyncio.Task[None] | None = None
        self._tasks = Tasks(OperationalError)
        self._thinker = Thinker()
        dms = DmLimiter(dm_rates, clock)
        self._gateway = DiscordGateway(self, dms, self._tells_of, patience, clock, self.budget)
        self._services = assemble(
            database,
            self._gateway,
            Composer(self._illustrator),
            self._thinker,
            clock=clock,
            secret=secret,
            seed=seed,
            computer_delay=computer_delay,
            replay_url=replay_url,
        )
        self._painter = self._services.painter
        self._messages = self._services.messages
        self._computers = self._services.computers
        self.timer = self._services.timer
        self.timer.returned = self.catch_up
        self._judge = None
        if judges_after is not None:
            self._judge = SkillJudge(database, self._painter, self._thinker, judges_after)
        self.reception = Reception(self._services, self._gateway, limits, patience)
        self.health = Health(self, database, self.reception, self._painter, clock, shards)
        self._helping = Helping(self._services)
        self.tree.error(self._on_command_error)

    async def prepare(self) -> None:
        """Load the cogs, tell Discord about the commands, go on where the bot was stopped."""
        for cog in COGS:
            await import_module(cog).setup(self)
        if self._is_first:
            log.info("invite the bot to a server: %s", self.invite)
        await self._supply()
        await self._database.others.begin(self._go_on, self._hear_of)
        await self.timer.start()
        # Nobody can press anything before the shards are connected, which resumes it.
        self.timer.pause()
        if self._judge is not None:
            await self._judge.start()
        await self.catch_up()

    async def catch_up(self) -> None:
        """Go on with what a restart, another process or an outage of the database has left."""
        self._gateway.go_on()
        await self._painter.catch_up()
        await self._messages.catch_up()
        await self._computers.catch_up()
        if self._judge is not None:
            self._judge.wake()
        self.timer.wake()

    async def _supply(self) -> None:
        """Send Discord commands and emoji in the process with shard 0; the others wait for them."""
        task = self._tasks.keep_up("sending the commands, or waiting for them", self._sync_commands)
        if self._is_first:
            await asyncio.wait({task}, timeout=_SYNC_PATIENCE)
        self._supply_emoji()

    async def _sync_commands(self) -> None:
        """Send the commands, or wait for them, and learn how they are mentioned."""
        commands, application_id = payloads(self.tree), self.application_id or 0
        self.command_mentions = CommandMentions(commands)
        if self._is_first:
            ids = await sync_commands(
                self.http, commands, self._database, application_id, self.first_pause
            )
        else:
            ids = await await_commands(commands, self._database, application_id)
        self.command_mentions = CommandMentions(commands, ids)

    @property
    def _is_first(self) -> bool:
        """True in the one process that does what is done once for the whole bot."""
        return self._served is None or 0 in self._served.ids

    def _supply_emoji(self) -> None:
        """Find out which emoji there are, and upload the missing ones, unless that is under way."""
        if not self._wants_emoji or (self._supplying and not self._supplying.done()):
            return
        if self._is_first:
            supplying = supply_emoji(self, self._illustrator, self.first_pause)
        else:
            supplying = await_emoji(self, self._illustrator)
        self._supplying = self._tasks.begin("supplying the emoji of cards", supplying)

    def on_emoji_unknown(self) -> None:
        """Look for the emoji anew: somebody has deleted some, or Discord has forgotten them."""
        self._supply_emoji()

    def _go_on(self) -> None:
        """Go on where another process was stopped, or the database was away."""
        self._services.background.keep_up("going on with what was left", self.catch_up)

    def _hear_of(self, table_ids: Collection[int]) -> None:
        """Take up what another process has changed at tables."""
        looking = partial(self._look_at, table_ids)
        self._services.background.keep_up("what another process has changed", looking)

    async def _look_at(self, table_ids: Collection[int]) -> None:
        for table_id in table_ids:
            await self._painter.wake(table_id)
        self.timer.wake()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Serve presses and forms; commands are served by the cogs."""
        asked = asked_in(interaction)
        if asked is not None:
            await self.reception.serve(interaction, *asked)

    async def on_message(self, message: discord.Message) -> None:
        """Tell people who write to the bot where to begin."""
        self._helping.hear(message, self.command_mentions, self.invite)

    @property
    def invite(self) -> str:
        """The address by which the bot is added to a server."""
        return invite_link(self.application_id or 0)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server, once; show there what changed while the bot was not in it."""
        if self._greets:
            self._helping.greet(guild)
        self._gateway.permissions_changed(guild.id)
        ending.show_again(self._services, guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed the bot or was deleted."""
        ending.close_guild(self._services, guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a deleted channel."""
        ending.close_channel(self._services, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        ending.close_channel(self._services, payload.thread_id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Write again where the bot may do more or less than before."""
        if before.overwrites != after.overwrites:
            await self._ask_again_in(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Write again where a role allows more or less than before."""
        if before.permissions != after.permissions:
            await self._ask_again_in(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Write again where the bot has other roles; Discord tells of no other members."""
        if before.roles != after.roles or before.timed_out_until != after.timed_out_until:
            await self._ask_again_in(after.guild)
            self._expect_end_of_time_out(after)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Write again in a thread that was unlocked; archived ones are not cached."""
        guild = self.get_guild(payload.guild_id)
        is_locked = payload.data["thread_metadata"].get("locked")
        if guild is not None and not is_locked and self._gateway.has_refused(payload.thread_id):
            await self._ask_again_in(guild)

    def _expect_end_of_time_out(self, me: discord.Member) -> None:
        """Write again once the bot's own time-out is over, which Discord does not tell."""
        until = me.timed_out_until
        left = 0.0 if until is None else (until - discord.utils.utcnow()).total_seconds()
        if left > 0:
            what = f"waiting for the end of my time-out in server {me.guild.id}"
            self._tasks.begin(what, self._ask_again_in(me.guild, after=left + _CLOCK_SKEW))

    async def _ask_again_in(self, guild: discord.Guild, *, after: float = 0.0) -> None:
        """In `after` seconds show what Discord has refused in a server: its permissions change."""
        await asyncio.sleep(after)
        if self._gateway.permissions_changed(guild.id):
            await self._painter.catch_up(guild.id)
            await self._messages.catch_up()

    async def on_ready(self) -> None:
        """Log that the bot is connected; close tables in servers and channels lost meanwhile."""
        log.info("ready as %s, servers: %d", self.user, len(self.guilds))
        if self._greets:
            self._helping.greet_those_joined_unheard(iter(self.guilds))
        for guild in self.guilds:
            # In an unavailable server discord.py knows no members.
            if (me := cast("discord.Member | None", guild.me)) is not None:
                self._expect_end_of_time_out(me)
        # Discord does not tell later what was deleted while nobody listened.
        ending.close_lost_places(self._services, self._is_lost)

    async def on_shard_ready(self, _shard_id: int) -> None:
        """Look around, too, when one of several shards alone has a new session."""
        if self.is_ready() and len(self.shards) > 1:
            await self.on_ready()

    def _is_lost(self, guild_id: int) -> bool:
        """True if the bot is no longer in a server, as far as this process has been told."""
        return self._tells_of(guild_id) and self.get_guild(guild_id) is None

    def _tells_of(self, guild_id: int) -> bool:
        """True if Discord tells this process of a server; 0 stands for direct messages."""
        return self._served is None or self._served.have(guild_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Let nobody's time run out while people's presses do not come through."""
        self._connected.discard(shard_id)
        self.timer.pause()

    async def on_shard_connect(self, shard_id: int) -> None:
        """Go on with everybody's time once all presses come through."""
        self._connected.add(shard_id)
        if self._connected.issuperset(self.shard_ids or range(self.shard_count or 1)):
            self.timer.resume()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Go on with everybody's time after a short interruption."""
        await self.on_shard_connect(shard_id)

    @property
    def is_busy(self) -> bool:
        """True while anybody is served, somebody is played for, or a message is painted."""
        at_work = (
            self.reception.is_serving,
            self._services.background.is_busy,
            self.unread.answering.is_busy,
            self._computers.are_playing,
            self._painter.is_painting,
            self._messages.is_painting,
            self.timer.is_playing,
            self._judge is not None and self._judge.is_judging,
        )
        return any(at_work)

    async def close(self) -> None:
        """Finish what is under way and disconnect."""
        # What wakes others is closed before them, and the painter last: it paints what they have
        # done until then.
        await self.reception.close(_GRACE)
        await self._services.background.close()
        await self.unread.answering.close()
        await self._tasks.close()
        await self.timer.close()
        await self._computers.close()
        if self._judge is not None:
            await self._judge.close()
        self._thinker.close()
        await self._messages.close(_GRACE)
        await self._painter.close(_GRACE)
        await self._database.others.end()
        await super().close()

    async def _on_command_error(
        self, interaction: discord.Interaction, error: discord.app_commands.AppCommandError
    ) -> None:
        """Tell what was wrong with a command before a handler had it, or that something failed."""
        cause = getattr(error, "original", error)
        if isinstance(cause, _OUT_OF_DATE):
            log.warning("interaction %d: %s", interaction.id, cause)
            await refuse_unknown_command(interaction, self.reception.patience)
        elif isinstance(cause, OfcError):
            await refuse(interaction, cause, self.reception.patience)
        else:
            await apologise(interaction, error, self.reception.patience)
