"""Gateway sessions: what was sent to a shard, so that it can be sent again."""

import asyncio
import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from secrets import token_hex
from typing import Final

from discord_standin.snowflakes import shard_of
from discord_standin.vocabulary import Intent, Json

_KEPT: Final = 1000


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Outbox:
    """What goes out over one connection, in order."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[str] = asyncio.Queue()

    def put(self, op: Op, data: object = None, number: int | None = None, name: str = "") -> None:
        """Send an event or another operation."""
        self.send(json.dumps({"op": int(op), "d": data, "s": number, "t": name or None}))

    def send(self, text: str) -> None:
        """Send a text as it is."""
        self._waiting.put_nowait(text)

    async def next(self) -> str:
        """The next text to send."""
        return await self._waiting.get()


@dataclass(frozen=True)
class _Sent:
    number: int
    name: str
    data: Json


@dataclass(eq=False)
class Session:
    """What one shard has been told since it identified. It outlives its connections."""

    shard: int
    shards: int
    intents: Intent
    id: str = field(default_factory=token_hex)
    outbox: Outbox | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _sent: deque[_Sent] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def hears_of(self, guild_id: int | None) -> bool:
        """True if a guild's events are this shard's."""
        return shard_of(guild_id, self.shards) == self.shard

    def tell(self, name: str, data: Json) -> None:
        """Dispatch an event: now, or when the shard resumes."""
        event = _Sent(next(self._numbers), name, data)
        self._sent.append(event)
        self._put(event)

    def _put(self, event: _Sent) -> None:
        if self.outbox:
            self.outbox.put(Op.DISPATCH, event.data, event.number, event.name)

    def resume(self, outbox: Outbox, last: int) -> bool:
        """Continue over a new connection after event `last`; returns whether that is possible."""
        # Some of what was missed is not kept any more.
        if self._sent and self._sent[0].number > last + 1:
            return False
        self.outbox = outbox
        for event in list(self._sent):
            if event.number > last:
                self._put(event)
        self.tell("RESUMED", {})
        return True
