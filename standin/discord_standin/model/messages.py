"""Messages with everything they ever showed, except files that are gone."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from discord_standin.model.attachments import Attachment
from discord_standin.model.components import Parts, media, texts, walk
from discord_standin.model.places import Channel, User
from discord_standin.vocabulary import NO_FLAGS, Json, MessageFlag

if TYPE_CHECKING:
    from discord_standin.model.interactions import Interaction


@dataclass(frozen=True, repr=False)
class Version:
    """What a message shows from `since` until its next edit."""

    since: float
    content: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: MessageFlag = NO_FLAGS

    @cached_property
    def parts(self) -> Parts:
        """Every component with its path, outer ones first."""
        return walk(self.components)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What its text displays say, in order."""
        return tuple(texts(self.parts))

    @cached_property
    def media(self) -> Parts:
        """Every component, or item of a gallery, with a picture or file, and its path."""
        return tuple(media(self.parts))

    @property
    def is_loading(self) -> bool:
        """True if it is the bot "thinking"."""
        return MessageFlag.LOADING in self.flags

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to show."""
        return not (self.content or self.embeds or self.components or self.attachments)


@dataclass(eq=False, repr=False)
class Message:
    """A message. Only `only_for` sees an ephemeral one; `pings` are the users it notified."""

    id: int
    channel: Channel
    author: User
    versions: list[Version]
    only_for: User | None = None
    interaction: "Interaction | None" = None
    reply_to: "Message | None" = None
    nonce: str | None = None
    mentions: tuple[User, ...] = ()
    pings: frozenset[int] = frozenset()
    is_deleted: bool = False
    dismissed_by: set[int] = field(default_factory=set[int])

    @property
    def now(self) -> Version:
        """What it shows."""
        return self.versions[-1]

    @property
    def is_ephemeral(self) -> bool:
        """True if one person alone sees it."""
        return self.only_for is not None

    @property
    def is_edited(self) -> bool:
        """True if it was changed since it was sent; filling in a "thinking" is no edit."""
        return len([version for version in self.versions if not version.is_loading]) > 1

    def __repr__(self) -> str:
        return f"<Message {self.id} in {self.channel}>"


class MessageBook:
    """All messages, in the order they were sent."""

    def __init__(self) -> None:
        self._messages: dict[int, Message] = {}
        self._of_channel: defaultdict[int, list[Message]] = defaultdict(list)
        self._by_nonce: dict[tuple[int, str], Message] = {}

    def __iter__(self) -> Iterator[Message]:
        return iter(list(self._messages.values()))

    def add(self, message: Message) -> None:
        """Keep a message."""
        self._messages[message.id] = message
        self._of_channel[message.channel.id].append(message)
        if not message.is_ephemeral:
            message.channel.last_message_id = message.id
        if message.nonce is not None:
            self._by_nonce[message.channel.id, message.nonce] = message

    def get(self, message_id: int) -> Message | None:
        """A message that is not deleted."""
        message = self._messages.get(message_id)
        return None if message is None or message.is_deleted else message

    def of(self, channel: Channel) -> list[Message]:
        """The messages of a channel that are not deleted, oldest first."""
        return [m for m in self._of_channel[channel.id] if not m.is_deleted]

    def newest(self, channel: Channel) -> Iterator[Message]:
        """The messages of a channel that are not deleted, newest first."""
        return (m for m in reversed(self._of_channel[channel.id]) if not m.is_deleted)

    def with_nonce(self, channel: Channel, nonce: str, since: float) -> Message | None:
        """The message that was sent with a nonce at `since` or later."""
        message = self._by_nonce.get((channel.id, nonce))
        return None if message is None or message.versions[0].since < since else message
