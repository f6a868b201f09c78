"""Discord in memory, as far as the bot's gateway needs it: channels, messages, threads, events."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from bot.screens.components import AttachedPicture, Screen
from bot.surfaces.gateway import (
    ChannelGone,
    DmClosed,
    Gateway,
    GatewayError,
    MessageGone,
    ThreadArchived,
)
from bot.values.tournament_views import ServerEvent

FIRST_DM = 10_000
"""Added to a person's id, the id of the channel of their direct messages."""


@dataclass
class Message:
    """A message of the bot, and how often it was edited."""

    id: int
    channel_id: int
    screen: Screen
    edits: int = 0


@dataclass
class Post(Gateway):
    """A gateway that keeps everything in memory, with all messages by id.

    `locale` is that of the server; `closed` are people who take no direct messages (Discord's
    ids), `gone` are deleted channels, `busy` ones where people write after each message, `archived`
    threads; `refusals` are raised once each by the next calls that post or edit.
    """

    locale: str = "en-US"
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    closed: set[int] = field(default_factory=set[int])
    gone: set[int] = field(default_factory=set[int])
    busy: set[int] = field(default_factory=set[int])
    archived: set[int] = field(default_factory=set[int])
    events: dict[int, ServerEvent] = field(default_factory=dict[int, ServerEvent])
    refusals: list[GatewayError] = field(default_factory=list[GatewayError])
    edited: dict[tuple[str, int], Screen] = field(default_factory=dict[tuple[str, int], Screen])
    """Place of a draft and user id -> the last screen that replaced the draft's unasked."""
    ids: Iterator[int] = field(default_factory=lambda: count(1))
    _nonces: dict[str, int] = field(default_factory=dict[str, int])

    def in_channel(self, channel_id: int) -> list[Message]:
        """The messages of a channel, the oldest first."""
        return [each for each in self.messages.values() if each.channel_id == channel_id]

    def _raise_refusal(self) -> None:
        if self.refusals:
            raise self.refusals.pop(0)

    def _verify_there(self, channel_id: int) -> None:
        if channel_id in self.gone:
            raise ChannelGone

    async def open_dm(self, user_id: int) -> int:
        if user_id in self.closed:
            raise DmClosed
        return FIRST_DM + user_id

    async def name_of(self, guild_id: int) -> str | None:
        return f"Server {guild_id}"

    def locale_of(self, guild_id: int) -> str:
        return self.locale

    async def is_gone(self, channel_id: int) -> bool:
        return channel_id in self.gone

    async def post(self, channel_id: int, screen: Screen, nonce: str) -> int:
        self._raise_refusal()
        self._verify_there(channel_id)
        if channel_id - FIRST_DM in self.closed:
            raise DmClosed
        if nonce not in self._nonces:
            message = Message(next(self.ids), channel_id, screen)
            self.messages[message.id] = message
            self._nonces[nonce] = message.id
            self.archived.discard(channel_id)
        return self._nonces[nonce]

    async def follow(self, channel_id: int, screen: Screen) -> int | None:
        return None

    async def find(self, channel_id: int, screen: Screen, after: int | None) -> int | None:
        return None

    async def edit(self, channel_id: int, message_id: int, screen: Screen) -> None:
        self._raise_refusal()
        self._verify_there(channel_id)
        message = self.messages.get(message_id)
        if message is None:
            raise MessageGone
        if channel_id in self.archived:
            raise ThreadArchived
        message.screen = screen
        message.edits += 1

    def is_last(self, channel_id: int, message_id: int) -> bool:
        return channel_id not in self.busy and self.in_channel(channel_id)[-1].id == message_id

    def verify_taken(self, channel_id: int, *, edits: bool) -> None: ...

    def newest_picture(
        self, message_id: int | None, seen: AttachedPicture | None
    ) -> AttachedPicture | None:
        return seen

    def picture_of(self, guild_id: int, message_id: int, of: int) -> AttachedPicture | None:
        is_direct = self.messages[message_id].channel_id >= FIRST_DM
        assert is_direct == (guild_id == 0), "guild id 0 means direct messages"
        return None

    def has_open(self, table_id: int, user_id: int) -> bool:
        return False

    async def close_open(self, cards_of: int | str, user_id: int) -> None: ...

    async def edit_open(self, cards_of: int | str, user_id: int, screen: Screen) -> None:
        assert isinstance(cards_of, str), "no private view of a table is open here"
        self.edited[cards_of, user_id] = screen

    async def open_thread(self, channel_id: int, message_id: int | None, name: str) -> int:
        return next(self.ids) if message_id is None else message_id

    async def add_to_thread(self, thread_id: int, user_id: int) -> None: ...

    async def archive(self, thread_id: int) -> None:
        self.archived.add(thread_id)

    async def delete(self, channel_id: int, message_id: int) -> None:
        self.messages.pop(message_id, None)

    async def show_event(self, wanted: ServerEvent, event_id: int | None) -> int | None:
        event_id = event_id or next(self.ids)
        self.events[event_id] = wanted
        return event_id
