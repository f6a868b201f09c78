"""What changes, for all who follow it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Self, TypeAlias

from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message
from discord_standin.model.places import Channel, Guild, Role, ScheduledEvent


class Event(StrEnum):
    """What can happen."""

    MESSAGE_CREATED = "message_created"
    MESSAGE_EDITED = "message_edited"
    MESSAGE_DELETED = "message_deleted"
    CHANNEL_CREATED = "channel_created"
    CHANNEL_CHANGED = "channel_changed"
    CHANNEL_DELETED = "channel_deleted"
    ROLE_CREATED = "role_created"
    ROLE_DELETED = "role_deleted"
    GUILD_JOINED = "guild_joined"
    GUILD_LEFT = "guild_left"
    SCHEDULED_CREATED = "scheduled_created"
    SCHEDULED_CHANGED = "scheduled_changed"
    SCHEDULED_DELETED = "scheduled_deleted"
    INTERACTION_STARTED = "interaction_started"
    INTERACTION_ENDED = "interaction_ended"


Subject: TypeAlias = Message | Channel | Guild | Role | ScheduledEvent | Interaction


@dataclass(frozen=True)
class Change:
    """Something that happened to something."""

    event: Event
    subject: Subject


Listener: TypeAlias = Callable[[Change], None]


class Feed:
    """Tells every listener of every change, at once and in order."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def follow(self, listener: Listener) -> None:
        """Call `listener` with every change from now on."""
        self._listeners.append(listener)

    def unfollow(self, listener: Listener) -> None:
        """Tell it no more."""
        self._listeners.remove(listener)

    def tell(self, event: Event, subject: Subject) -> None:
        """Something happened."""
        for listener in list(self._listeners):
            listener(Change(event, subject))


class Changes:
    """The changes from when it is made until it is closed, one after the other."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._queue: asyncio.Queue[Change] = asyncio.Queue()
        feed.follow(self._queue.put_nowait)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Follow no more."""
        self._feed.unfollow(self._queue.put_nowait)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        return await self._queue.get()
