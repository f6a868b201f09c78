"""The messages of a table, sent through discord.py, with Discord's refusals by name."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar, cast

import aiohttp
import discord

from bot.discord_io import scheduled_events
from bot.discord_io.command_mentions import Context, tappable_by
from bot.discord_io.dm_openings import Openings
from bot.discord_io.patience import Patience
from bot.discord_io.refusals import UNKNOWN, Budget, Doing, Refusals
from bot.discord_io.screen_layout import (
    Layout,
    attachments,
    buttons_in,
    files,
    mentions,
    picture_in,
)
from bot.discord_io.token_messages import TokenMessage, changes_pressed
from bot.screens.components import AttachedPicture, Picture, Screen, buttons_of
from bot.surfaces.gateway import (
    ChannelGone,
    Denied,
    DmClosed,
    GatewayError,
    Limited,
    MessageGone,
    NotAllowed,
    Refused,
    ThreadArchived,
    ThreadsFull,
    TooManyDms,
)
from bot.values.scheduled_starts import ServerEvent

T = TypeVar("T")

log: Final = logging.getLogger(__name__)


class ThreadThere(GatewayError):
    """The message has a thread already."""


_REFUSALS: Final[dict[int, type[GatewayError]]] = {
    10003: ChannelGone,  # unknown channel
    10008: MessageGone,  # unknown message
    10015: MessageGone,  # unknown webhook: the token of an answer has run out
    40003: TooManyDms,  # opening direct messages too fast
    40005: Refused,  # request entity too large
    50001: NotAllowed,  # missing access
    50007: DmClosed,  # cannot send messages to this user
    50013: NotAllowed,  # missing permissions
    50027: MessageGone,  # invalid webhook token
    50035: Refused,  # invalid form body
    50083: ThreadArchived,
    50278: DmClosed,  # no mutual guild
    160004: ThreadThere,
    160006: ThreadsFull,
    160007: ThreadsFull,  # of announcements
}

_NOT_BY_TOKEN: Final = (MessageGone, ChannelGone, NotAllowed, Denied)
"""After what it is done without the token, which may have run out."""
_LOOKED_THROUGH: Final = 100
"""How many messages are looked through for one that may have been posted: one request's."""

# Discord's code for an application that its anti-spam has flagged.
_FLAGGED: Final = 20026
_FLAGGED_TOLD_EVERY: Final = 3600.0
"""Seconds between two times that whoever runs the bot is told."""
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500
_ARCHIVED_AFTER: Final = 7 * 24 * 60
"""Minutes without a message after which Discord archives a thread: it allows no more."""
_PUBLIC: Final = discord.ChannelType.public_thread
_PAINTED_KEPT: Final = 2048
"""Enough for the results below which people say that they are ready, at a thousand tables."""
# Discord itself remembers a nonce for minutes only: older ones need not be known as posted.
_NONCES_KEPT: Final = 4096
_MOMENT: Final = 1.0
"""Seconds by which what is new may seem older, as Discord's clock may be behind."""
_NAMES_KEPT: Final = 1024


class DiscordGateway:
    """A `bot.surfaces.gateway.Gateway` over a client that is logged in.

    `openings` lets direct messages be opened. `is_told_of` says whether it is this client that
    Discord tells of a server, or with 0 of direct messages. `clock` gives Unix seconds.
    """

    def __init__(
        self,
        client: discord.Client,
        openings: Openings,
        is_told_of: Callable[[int], bool] = lambda _guild_id: True,
        patience: Patience = Patience(),
        clock: Callable[[], float] = time.time,
        budget: Budget | None = None,
    ) -> None:
        self._client = client
        self._budget = budget or Budget(clock)
        self._refusals = Refusals(clock)
        self._clock = clock
        self._patience = patience
        self._openings = openings
        self._flagged_until = 0.0
        """As long as the event loop's time is less, nobody is told again that it is flagged."""
        self._is_told_of = is_told_of
        self._names: dict[int, str] = {}
        """Names of servers that other processes serve, by id."""
        self._open: dict[tuple[int | str, int], TokenMessage] = {}
        self._pressed: dict[int, TokenMessage] = {}
        """Messages by their ids that a token reaches, the one pressed last at the end."""
        self._active: dict[int, TokenMessage] = {}
        """What reaches direct messages by the channel's id, where somebody did something there."""
        self._painted: dict[int, AttachedPicture] = {}
        """The pictures of the messages shown last, by their ids."""
        self._sure_since = clock()
        self._nonces: dict[str, None] = {}
        """Those with which something was sent, the latest last."""

    def go_on(self) -> None:
        """Go on for whoever was stopped now: what they posted last the bot may not know of."""
        self._sure_since = self._clock()

    async def open_dm(self, user_id: int) -> int:
        """The id of the channel for direct messages to a person; may raise DmClosed."""
        await self._openings.turn()
        try:
            async with self._named_refusals(is_waited_for=True):
                channel = await self._client.create_dm(discord.Object(user_id))
        except TooManyDms:
            self._openings.rest()
            raise
        self._openings.allowed()
        return channel.id

    async def name_of(self, guild_id: int) -> str | None:
        """The name of a server; None if the bot is not in it, or if that cannot be found out.

        Of other processes' servers Discord has to be asked.
        """
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            return guild.name
        if self._is_told_of(guild_id):
            return None
        if guild_id not in self._names:
            try:
                async with self._named_refusals():
                    found = await self._client.fetch_guild(guild_id, with_counts=False)
            except GatewayError:
                return None
            self._names[guild_id] = found.name
            if len(self._names) > _NAMES_KEPT:
                del self._names[next(iter(self._names))]
        return self._names[guild_id]

    def locale_of(self, guild_id: int) -> str:
        """The language of a server; `en-US` if the bot is not in it."""
        guild = self._client.get_guild(guild_id)
        return "en-US" if guild is None else guild.preferred_locale.value

    async def is_gone(self, channel_id: int) -> bool:
        """True if a channel has been deleted; Discord is asked only if it has not told of it."""
        # Nothing is asked of what the client knows: at a start this is looked at for every table.
        if self._client.get_channel(channel_id) is not None:
            return False
        try:
            async with self._named_refusals():
                await self._client.fetch_channel(channel_id)
        except ChannelGone:
            return True
        return False

    async def post(self, channel_id: int, screen: Screen, nonce: str) -> int:
        """Post a screen and return the message's id; the same nonce does not post twice.

        What was posted with it before, of which the bot may know nothing, shows the screen, too.
        """
        is_again = nonce in self._nonces
        self._nonces[nonce] = None
        if len(self._nonces) > _NONCES_KEPT:
            del self._nonces[next(iter(self._nonces))]
        try:
            message = await self._send(channel_id, screen, nonce)
        except GatewayError as error:
            if type(error) is not GatewayError:  # Discord has said that it did not
                self._nonces.pop(nonce, None)
            raise
        self._note_new_picture(message, screen)
        if is_again or message.created_at.timestamp() < self._sure_since - _MOMENT:
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

    def answered(self, interaction: discord.Interaction) -> None:
        """Keep what the token of an interaction reaches that was answered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return  # nothing follows an offer of what to type
        pressed, reached = interaction.message, TokenMessage.of(interaction)
        if pressed is not None and changes_pressed(interaction):
            self._keep_reached(self._pressed, pressed.id, reached)
        if reached.where is Context.BOT_DM and interaction.channel_id is not None:
            self._keep_reached(self._active, interaction.channel_id, reached)

    def _keep_reached(self, kept: dict[int, TokenMessage], key: int, reached: TokenMessage) -> None:
        kept.pop(key, None)
        kept[key] = reached
        while not kept[oldest := next(iter(kept))].lasts(self._clock()) and oldest != key:
            del kept[oldest]

    async def follow(self, channel_id: int, screen: Screen) -> int | None:
        """Post a screen by the token of what somebody did in their direct messages just now.

        Returns the message's id, None if there is no such token. After a GatewayError it may be
        there, as no nonce tells it from another.
        """
        message = await self._by_token(self._active, channel_id, lambda to: to.follow(screen))
        if message is None:
            return None
        self._note_new_picture(message, screen)
        return message.id

    async def _by_token(
        self,
        kept: dict[int, TokenMessage],
        key: int,
        do: Callable[[TokenMessage], Awaitable[T]],
    ) -> T | None:
        """The result of something done by a token that is kept; None if it has to go without."""
        reached = kept.get(key)
        if reached is None or not reached.lasts(self._clock()):
            return None
        try:
            async with self._named_refusals(is_waited_for=True):
                return await do(reached)
        except _NOT_BY_TOKEN:
            kept.pop(key, None)
            return None

    async def find(self, channel_id: int, screen: Screen, after: int | None) -> int | None:
        """The id of the newest message with a button of a screen, newer than the one `after`."""
        wanted = buttons_of(screen.components)
        since = None if after is None else discord.Object(after)
        channel = self._client.get_partial_messageable(channel_id)
        async with self._named_refusals(is_waited_for=True):
            past = channel.history(limit=_LOOKED_THROUGH, after=since, oldest_first=False)
            async for message in past:
                if not wanted.isdisjoint(buttons_in(message)):
                    return message.id
        return None

    async def edit(self, channel_id: int, message_id: int, screen: Screen) -> None:
        """Show another screen in a message; may raise MessageGone."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        # Whoever edits it at the same time must not list what is gone by then.
        self.forget_replaced(message_id, screen)
        edited = await self._by_token(self._pressed, message_id, lambda to: to.edit(screen))
        if edited is None:
            async with self._done(channel_id, Doing.EDIT, screen):
                layout = self._layout(channel_id, screen)
                edited = await message.edit(view=layout, attachments=attachments(screen))
        self._note_picture(edited, screen)

    def _layout(self, channel_id: int, screen: Screen) -> Layout:
        """A screen for a channel or for somebody's direct messages."""
        where = partial(self._context, channel_id)
        return Layout(tappable_by(self._client, screen.components, where))

    def _context(self, channel_id: int) -> Context:
        in_guild = self._guild_of(channel_id) is not None
        # Before Discord has told of the servers no channel is known, and most of what is painted
        # then stands in one of theirs.
        return Context.GUILD if in_guild or not self._client.is_ready() else Context.BOT_DM

    def _note_new_picture(self, message: discord.Message, screen: Screen) -> None:
        # Of others nobody asks what they show, and they would take the places of those.
        if any(picture.of for picture in screen.pictures):
            self._note_picture(message, screen)

    def _note_picture(self, message: discord.Message, screen: Screen) -> None:
        self._painted.pop(message.id, None)
        kept = picture_in(message)
        if kept is None:
            return
        self._painted[message.id] = replace(kept, of=screen.pictures[0].of)
        if len(self._painted) > _PAINTED_KEPT:
            del self._painted[next(iter(self._painted))]

    def forget_replaced(self, message_id: int, screen: Screen) -> None:
        """Forget the picture that a message had, unless a screen shown there now keeps it.

        What an answer puts in its place Discord does not tell.
        """
        painted = self._painted.get(message_id)
        stay = {each.attachment_id for each in screen.pictures if isinstance(each, AttachedPicture)}
        if painted is not None and painted.attachment_id not in stay:
            del self._painted[message_id]

    def newest_picture(self, message_id: int | None, seen: AttachedPicture) -> AttachedPicture:
        """The picture that a message has by now, where it had the one `seen` when pressed."""
        painted = self._painted.get(message_id or 0, seen)
        # Ids grow with time, so the larger one is of the newer picture.
        return max(painted, seen, key=lambda kept: kept.attachment_id)

    def picture_of(self, guild_id: int, message_id: int, of: int) -> AttachedPicture | None:
        """The picture that a message has, if that is known to show what `of` stands for.

        Discord refuses it if another one has taken its place. Where presses are told to another
        process, that may have been done without a word.
        """
        if not self._is_told_of(guild_id):
            return None
        painted = self._painted.get(message_id)
        return painted if painted is not None and painted.of == of else None

    async def opened(self, cards_of: int | str, user_id: int, cards: TokenMessage) -> None:
        """Keep where a person, and nobody else, is shown their cards in answer to what they did.

        Where those of a table were shown before they are shown no longer.
        """
        self._open = {key: kept for key, kept in self._open.items() if kept.lasts(self._clock())}
        before = self._open.get((cards_of, user_id))
        self._open[cards_of, user_id] = cards
        is_own = isinstance(cards_of, str)
        if before is not None and not is_own and before.made_by != cards.made_by:
            await self._take_away(before)

    async def close_open(self, cards_of: int | str, user_id: int) -> None:
        """Take away what a person has open of their cards, if anything."""
        cards = self._open.pop((cards_of, user_id), None)
        if cards is not None and cards.lasts(self._clock()):
            await self._take_away(cards)

    async def _take_away(self, cards: TokenMessage) -> None:
        try:
            async with self._named_refusals(is_waited_for=True):
                await cards.delete()
        except GatewayError as error:
            log.info("what somebody has open of their cards stays there: %r", error)

    def has_open(self, table_id: int, user_id: int) -> bool:
        """True if a person has their cards open, where they can still be edited."""
        cards = self._open.get((table_id, user_id))
        return cards is not None and cards.lasts(self._clock())

    async def edit_open(self, cards_of: int | str, user_id: int, screen: Screen) -> None:
        """Show another screen there; no error if they have dismissed or moved it meanwhile."""
        cards = self._open.get((cards_of, user_id))
        if cards is None:
            return
        try:
            async with self._named_refusals(is_waited_for=True):
                await cards.edit(screen)
        except (MessageGone, ChannelGone):
            self._open.pop((cards_of, user_id), None)

    async def open_thread(self, channel_id: int, message_id: int | None, name: str) -> int:
        """The id of a message's thread, made if there is none.

        Without such a message it is made in the channel.
        """
        channel = await self._channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise GatewayError("no text channel")
        if message_id is not None:
            message = channel.get_partial_message(message_id)
            with suppress(MessageGone):
                return await self._thread_of(message, name)
        kind = discord.ChannelType.news_thread if channel.is_news() else _PUBLIC
        async with self._named_refusals():
            thread = await channel.create_thread(
                name=name,
                type=kind,
                auto_archive_duration=_ARCHIVED_AFTER,
            )
        return thread.id

    async def _thread_of(self, message: discord.PartialMessage, name: str) -> int:
        """A message's thread has the message's id."""
        try:
            async with self._named_refusals():
                await message.create_thread(name=name, auto_archive_duration=_ARCHIVED_AFTER)
        except ThreadThere:
            # It was made before the bot stopped without keeping it. If somebody has deleted it, the
            # message gets no other.
            if await self.is_gone(message.id):
                raise MessageGone("its thread was deleted") from None
        return message.id

    async def add_to_thread(self, thread_id: int, user_id: int) -> None:
        """Add a person to a thread, which is taken up again if it is archived."""
        thread = await self._thread(thread_id)
        async with self._named_refusals():
            # Discord adds nobody to an archived thread.
            if thread.archived:
                await thread.edit(archived=False)
            await thread.add_user(discord.Object(user_id))

    async def archive(self, thread_id: int) -> None:
        """Archive a thread."""
        thread = await self._thread(thread_id)
        async with self._named_refusals():
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
        async with self._named_refusals():
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
        """Have a scheduled event of a server show what it should; returns its id, None for none.

        `event_id` is the one it had. May raise EventGone, NotAllowed or Refused.
        """
        guild = self._client.get_guild(wanted.guild_id)
        if guild is None:
            return event_id
        # Of a server that Discord does not reach discord.py knows no members, nor the bot's own.
        me = cast("discord.Member | None", guild.me)
        if me is None:
            raise GatewayError("the server is not reached at the moment")
        async with self._named_refusals():
            try:
                return await scheduled_events.show(guild, wanted, event_id)
            except discord.HTTPException as error:
                # These may work later. What Discord refuses otherwise it would refuse again.
                if error.status >= _SERVER_ERROR or error.status == _TOO_MANY_REQUESTS:
                    raise
                raise Refused(str(error)) from error

    @asynccontextmanager
    async def _done(
        self, channel_id: int, doing: Doing, screen: Screen | None = None
    ) -> AsyncGenerator[None]:
        """Do something in a channel; raises Resting if it has been refused there shortly before."""
        guild = self._guild_of(channel_id)
        pictured = screen is not None and any(isinstance(p, Picture) for p in screen.pictures)
        guild_id = UNKNOWN if guild is None else guild.id
        with self._refusals.noted(channel_id, doing, guild_id, pictured=pictured):
            is_waited_for = doing is Doing.POST or not self._refusals.has_any(channel_id)
            async with self._named_refusals(is_waited_for=is_waited_for):
                yield

    def _guild_of(self, channel_id: int) -> discord.Guild | None:
        """The server of a channel; None for direct messages, and for what is not known yet."""
        channel = self._client.get_channel(channel_id)
        in_guild = isinstance(channel, discord.abc.GuildChannel | discord.Thread)
        return channel.guild if in_guild else None

    def verify_taken(self, channel_id: int, *, edits: bool) -> None:
        """Raise Resting where no message, or with `edits` none anew, is taken for now."""
        doing = Doing.EDIT if edits else Doing.POST
        self._refusals.verify(channel_id, doing, pictured=False)

    def permissions_changed(self, guild_id: int) -> bool:
        """Ask again in a server for what was refused there; whether anything was."""
        return self._refusals.forget(guild_id)

    @asynccontextmanager
    async def _named_refusals(self, *, is_waited_for: bool = False) -> AsyncGenerator[None]:
        """Have refusals raised by name; what nobody waits for raises Limited after too many."""
        if not is_waited_for:
            self._budget.verify()
        try:
            async with asyncio.timeout(self._patience.request):
                yield
        except discord.HTTPException as error:
            if error.code == _FLAGGED:
                self._tell_flagged()
            raise _refusal(error) from error
        except discord.RateLimited as error:
            raise Limited(error.retry_after) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise GatewayError(repr(error)) from error

    def _tell_flagged(self) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._flagged_until:
            self._flagged_until = now + _FLAGGED_TOLD_EVERY
            log.error(
                "Discord has flagged this bot as spam (20026): it may not write to people to whom "
                "it has not written before. They are called in their channels, and play there. "
                "To have it lifted, appeal at https://dis.gd/app-quarantine"
            )


def _refusal(error: discord.HTTPException) -> GatewayError:
    """A refusal of Discord's by its name; what it may take later is a plain GatewayError."""
    is_final = error.status < _SERVER_ERROR and error.status != _TOO_MANY_REQUESTS
    return _REFUSALS.get(error.code, Denied if is_final else GatewayError)(str(error))


async def _deleted(reached: TokenMessage) -> bool:
    await reached.delete()
    return True
