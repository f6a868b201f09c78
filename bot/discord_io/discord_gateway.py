"""The messages of a table, sent through discord.py."""

import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, TypeVar, cast

import discord

from bot.discord_io import scheduled_events
from bot.discord_io.bounded_dict import BoundedDict
from bot.discord_io.command_mentions import Context, tappable_by
from bot.discord_io.connections import TEXT_CHANNELS
from bot.discord_io.painted_pictures import PaintedPictures
from bot.discord_io.rate_limits import DmLimiter
from bot.discord_io.requests import (
    UNKNOWN,
    Budget,
    Doing,
    Patience,
    Refusals,
    Requests,
    ThreadThere,
    may_work_later,
)
from bot.discord_io.screen_layout import Layout, attachments, buttons_in, files, mentions
from bot.discord_io.token_messages import TokenGateway, TokenMessage
from bot.screens.components import AttachedPicture, Picture, Screen, buttons_of
from bot.surfaces.gateway import (
    ChannelGone,
    GatewayError,
    Limited,
    MessageGone,
    NotAllowed,
    Refused,
    ThreadArchived,
    TooManyDms,
)
from bot.values.tournament_views import ServerEvent

T = TypeVar("T")

log: Final = logging.getLogger(__name__)


_LOOKED_THROUGH: Final = 100
"""How many messages are searched for one that may be there: as many as one request returns."""

_ARCHIVED_AFTER: Final = 7 * 24 * 60
"""Minutes without a message after which Discord archives a thread: it allows no more."""
_PUBLIC: Final = discord.ChannelType.public_thread
# Discord itself remembers a nonce for minutes only: older ones need not be known as posted.
_NONCES_KEPT: Final = 4096
_CLOCK_SKEW: Final = 1.0
"""Seconds by which a new message may seem older, as Discord's clock may be behind."""
_NAMES_KEPT: Final = 1024


class DiscordGateway(TokenGateway):
    """A `bot.surfaces.gateway.Gateway` over a client that is logged in.

    `dms` limits how fast direct messages are opened. `is_told_of` says whether Discord sends the
    events of a server, or with 0 those of direct messages, to this client. `clock` gives Unix
    seconds.
    """

    def __init__(
        self,
        client: discord.Client,
        dms: DmLimiter,
        is_told_of: Callable[[int], bool] = lambda _guild_id: True,
        patience: Patience = Patience(),
        clock: Callable[[], float] = time.time,
        budget: Budget | None = None,
    ) -> None:
        super().__init__(Requests(patience, budget or Budget(clock)), clock)
        self._client = client
        self._refusals = Refusals(clock)
        self._dms = dms
        self._is_told_of = is_told_of
        self._names = BoundedDict[int, str](_NAMES_KEPT)
        """Names of servers that other processes serve, by id."""
        self._threads_at = BoundedDict[int, float](_NAMES_KEPT)
        """When a server that made threads too fast may make more (Unix seconds), by id."""
        self._sure_since = clock()
        self._nonces = BoundedDict[str, None](_NONCES_KEPT)
        """Nonces with which something was sent."""
        self.pictures = PaintedPictures()

    def go_on(self) -> None:
        """Go on after another process, or the database, was away.

        Messages may have been posted and pictures replaced that this process does not know of.
        """
        self._sure_since = self._clock()
        self.pictures = PaintedPictures()

    async def open_dm(self, user_id: int) -> int:
        """The id of the channel for direct messages to a person; may raise DmClosed."""
        await self._dms.acquire()
        try:
            async with self._requests.named(is_waited_for=True):
                channel = await self._client.create_dm(discord.Object(user_id))
        except TooManyDms:
            self._dms.rest()
            raise
        self._dms.allowed()
        return channel.id

    async def name_of(self, guild_id: int) -> str | None:
        """The name of a server; None if the bot is not in it, or if that cannot be found out.

        For servers of other processes Discord has to be asked, and before the client knows its own.
        """
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            return guild.name
        if self._client.is_ready() and self._is_told_of(guild_id):
            return None
        if guild_id not in self._names:
            try:
                async with self._requests.named():
                    found = await self._client.fetch_guild(guild_id, with_counts=False)
            except GatewayError:
                return None
            self._names.keep(guild_id, found.name)
        return self._names[guild_id]

    def locale_of(self, guild_id: int) -> str:
        """The language of a server; `en-US` if the bot is not in it."""
        guild = self._client.get_guild(guild_id)
        return "en-US" if guild is None else guild.preferred_locale.value

    async def is_gone(self, channel_id: int) -> bool:
        """True if a channel has been deleted; Discord is asked if the client does not know it."""
        # No request for a channel that the client knows: a start checks that of every table.
        if self._client.get_channel(channel_id) is not None:
            return False
        try:
            async with self._requests.named():
                await self._client.fetch_channel(channel_id)
        except ChannelGone:
            return True
        return False

    async def post(self, channel_id: int, screen: Screen, nonce: str) -> int:
        """Post a screen and return the message's id; the same nonce does not post twice.

        A message posted with it before, of which the bot may know nothing, shows the screen, too.
        """
        is_again = nonce in self._nonces
        self._nonces.keep(nonce, None)
        try:
            message = await self._send(channel_id, screen, nonce)
        except GatewayError as error:
            if type(error) is not GatewayError:  # Discord has said that it posted nothing
                self._nonces.pop(nonce, None)
            raise
        self.pictures.note_new(message, screen)
        if is_again or message.created_at.timestamp() < self._sure_since - _CLOCK_SKEW:
            # Discord has given back what was posted then, and something may have changed since.
            with suppress(MessageGone):
                await self.edit(channel_id, message.id, screen)
        return message.id

    async def _send(self, channel_id: int, screen: Screen, nonce: str) -> discord.Message:
        async with self._done(channel_id, Doing.POST, screen):
            return await self._client.get_partial_messageable(channel_id).send(
                view=self._layout(channel_id, screen),
                files=files(screen),
                # With it discord.py asks Discord to post nothing twice.
                nonce=nonce,
                allowed_mentions=mentions(screen),
                silent=screen.is_silent,
            )

    async def follow(self, channel_id: int, screen: Screen) -> int | None:
        """Post a screen by the token of what somebody did in their direct messages just now.

        Returns the message's id, None if there is no such token. After a GatewayError the message
        may be there all the same: it has no nonce.
        """
        message = await self._by_token(self._active, channel_id, lambda to: to.follow(screen))
        if message is None:
            return None
        self.pictures.note_new(message, screen)
        return message.id

    async def find(self, channel_id: int, screen: Screen, after: int | None) -> int | None:
        """The id of the newest message with a button of a screen, newer than the one `after`."""
        wanted = buttons_of(screen.components)
        since = None if after is None else discord.Object(after)
        channel = self._client.get_partial_messageable(channel_id)
        async with self._requests.named(is_waited_for=True):
            past = channel.history(limit=_LOOKED_THROUGH, after=since, oldest_first=False)
            async for message in past:
                if not wanted.isdisjoint(buttons_in(message)):
                    return message.id
        return None

    async def edit(self, channel_id: int, message_id: int, screen: Screen) -> None:
        """Show another screen in a message; may raise MessageGone."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        # Another edit at the same time must not list a picture that is gone by then.
        self.pictures.forget_replaced(message_id, screen)
        edited = await self._by_token(self._pressed, message_id, lambda to: to.edit(screen))
        if edited is None:
            async with self._done(channel_id, Doing.EDIT, screen):
                layout = self._layout(channel_id, screen)
                edited = await message.edit(view=layout, attachments=attachments(screen))
        self.pictures.note(edited, screen)

    def _layout(self, channel_id: int, screen: Screen) -> Layout:
        """A screen for a channel or for somebody's direct messages."""
        where = partial(self._context, channel_id)
        return Layout(tappable_by(self._client, screen.components, where))

    def _context(self, channel_id: int) -> Context:
        in_guild = self._guild_of(channel_id) is not None
        # Until Discord has told of the servers no channel is known, and most of what is painted
        # then is in a server.
        return Context.GUILD if in_guild or not self._client.is_ready() else Context.BOT_DM

    def newest_picture(
        self, message_id: int | None, seen: AttachedPicture | None
    ) -> AttachedPicture | None:
        """The picture that a message has now; `seen` is the one it had when pressed.

        None if it has none, or one that is not known.
        """
        return self.pictures.newest(message_id, seen)

    def picture_of(self, guild_id: int, message_id: int, of: int) -> AttachedPicture | None:
        """The picture that a message has, if that is known to show what `of` stands for."""
        # Where another process gets the presses, the picture may have been replaced unnoticed.
        return self.pictures.known(message_id, of) if self._is_told_of(guild_id) else None

    async def open_thread(self, channel_id: int, message_id: int | None, name: str) -> int:
        """The id of a message's thread, made if there is none.

        Without such a message it is made in the channel.
        """
        channel = await self._channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise GatewayError("no text channel")
        # Discord's limit for one channel holds for the whole server: the others need not ask.
        left = self._threads_at.get(channel.guild.id, 0.0) - self._clock()
        if left > 0:
            raise Limited(left)
        try:
            return await self._new_thread(channel, message_id, name)
        except Limited as error:
            self._threads_at.keep(channel.guild.id, self._clock() + error.seconds)
            raise

    async def _new_thread(
        self, channel: discord.TextChannel, message_id: int | None, name: str
    ) -> int:
        if message_id is not None:
            message = channel.get_partial_message(message_id)
            with suppress(MessageGone):
                return await self._thread_of(message, name)
        kind = discord.ChannelType.news_thread if channel.is_news() else _PUBLIC
        async with self._requests.named():
            thread = await channel.create_thread(
                name=name,
                type=kind,
                auto_archive_duration=_ARCHIVED_AFTER,
            )
        return thread.id

    async def _thread_of(self, message: discord.PartialMessage, name: str) -> int:
        """The id of a message's thread, which is the message's own; made if there is none."""
        try:
            async with self._requests.named():
                await message.create_thread(name=name, auto_archive_duration=_ARCHIVED_AFTER)
        except ThreadThere:
            # It was made before, and the bot stopped without keeping it. If somebody has deleted
            # it, the message gets no other.
            if await self.is_gone(message.id):
                raise MessageGone("its thread was deleted") from None
        return message.id

    async def add_to_thread(self, thread_id: int, user_id: int) -> None:
        """Add a person to a thread, which is opened again if it is archived."""
        thread = await self._thread(thread_id)
        async with self._requests.named():
            # Discord adds nobody to an archived thread.
            if thread.archived:
                await thread.edit(archived=False)
            await thread.add_user(discord.Object(user_id))

    async def archive(self, thread_id: int) -> None:
        """Archive a thread."""
        thread = await self._thread(thread_id)
        async with self._requests.named():
            await thread.edit(archived=True)

    async def _thread(self, thread_id: int) -> discord.Thread:
        thread = await self._channel(thread_id)
        if not isinstance(thread, discord.Thread):
            raise ChannelGone("no thread")
        return thread

    async def _channel(self, channel_id: int) -> object:
        channel = self._client.get_channel(channel_id)
        if channel is not None:
            return channel
        async with self._requests.named():
            return await self._client.fetch_channel(channel_id)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; it is no error if it is gone already."""
        try:
            if await self._by_token(self._pressed, message_id, _deleted):
                return
        finally:
            self._pressed.pop(message_id, None)
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            async with self._done(channel_id, Doing.DELETE):
                await message.delete()
        except (MessageGone, ChannelGone):
            return

    async def show_event(self, wanted: ServerEvent, event_id: int | None) -> int | None:
        """Bring a server's scheduled event up to date and return its id, None if there is none.

        `event_id` is its id so far. May raise EventGone, NotAllowed or Refused.
        """
        guild = self._client.get_guild(wanted.guild_id)
        if guild is None and self._client.is_ready() and self._is_told_of(wanted.guild_id):
            return event_id  # The bot is no longer in the server.
        # In an unavailable server discord.py knows no members, not even the bot.
        me = guild and cast("discord.Member | None", guild.me)
        if guild is None or me is None:
            raise GatewayError("the server is not reached at the moment")
        async with self._requests.named():
            try:
                return await scheduled_events.show(guild, wanted, event_id)
            except discord.HTTPException as error:
                # These may work later. Anything else Discord would refuse again.
                if may_work_later(error):
                    raise
                raise Refused(str(error)) from error

    @asynccontextmanager
    async def _done(
        self, channel_id: int, doing: Doing, screen: Screen | None = None
    ) -> AsyncGenerator[None]:
        """Do something in a channel; raises Resting if it was refused there a short time ago."""
        guild = self._guild_of(channel_id)
        pictured = screen is not None and any(isinstance(p, Picture) for p in screen.pictures)
        guild_id = UNKNOWN if guild is None else guild.id
        with self._refusals.noted(channel_id, doing, guild_id, pictured=pictured):
            is_waited_for = doing is Doing.POST or not self._refusals.has_any(channel_id)
            try:
                async with self._requests.named(is_waited_for=is_waited_for):
                    yield
            except ThreadArchived as error:
                if doing is not Doing.POST:
                    raise
                # A new message would open the thread, unless it is locked.
                raise NotAllowed(str(error)) from error

    def _guild_of(self, channel_id: int) -> discord.Guild | None:
        """The server of a channel; None for direct messages, and for what is not known yet."""
        channel = self._client.get_channel(channel_id)
        in_guild = isinstance(channel, discord.abc.GuildChannel | discord.Thread)
        return channel.guild if in_guild else None

    def is_last(self, channel_id: int, message_id: int) -> bool:
        """True if nothing has been written in a channel after a message, as far as is known."""
        channel = self._client.get_channel(channel_id)
        return isinstance(channel, TEXT_CHANNELS) and channel.last_message_id == message_id

    def verify_taken(self, channel_id: int, *, edits: bool) -> None:
        """Raise Resting if a channel takes no new messages, or with `edits` no edits, for now."""
        doing = Doing.EDIT if edits else Doing.POST
        self._refusals.verify(channel_id, doing, pictured=False)

    def has_refused(self, channel_id: int) -> bool:
        """True if Discord has refused something in a channel, as far as is known."""
        return self._refusals.has_any(channel_id)

    def permissions_changed(self, guild_id: int) -> bool:
        """Let requests that were refused in a server be made again; True if any were."""
        return self._refusals.forget(guild_id)


async def _deleted(reached: TokenMessage) -> bool:
    await reached.delete()
    return True
