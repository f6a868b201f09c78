"""Gateway sessions: what was sent to a shard, so that it can be sent again."""

import asyncio
import json
from dataclasses import dataclass, field
from enum import IntEnum
from secrets import token_hex

from bot.sandbox.snowflakes import shard_of
from bot.sandbox.vocabulary import Intent, Json


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
        self._waiting.put_nowait(
            json.dumps({"op": int(op), "d": data, "s": number, "t": name or None})
        )

    async def next(self) -> str:
        """The next text to send."""
        return await self._waiting.get()


@dataclass(eq=False)
class Session:
    """What one shard has been told since it identified. It outlives its connections."""

    shard: int
    shards: int
    intents: Intent
    id: str = field(default_factory=token_hex)
    outbox: Outbox | None = None
    _sent: list[tuple[str, Json]] = field(default_factory=list[tuple[str, Json]])

    def hears_of(self, guild_id: int | None) -> bool:
        """Whether a guild's events are this shard's."""
        return shard_of(guild_id, self.shards) == self.shard

    def tell(self, name: str, data: Json) -> None:
        """Dispatch an event: now, or when the shard resumes."""
        self._sent.append((name, data))
        if self.outbox:
            self.outbox.put(Op.DISPATCH, data, len(self._sent), name)

    def resume(self, outbox: Outbox, last: int) -> None:
        """Go on over a new connection, from after event number `last`."""
        self.outbox = outbox
        for number, (name, data) in enumerate(self._sent[last:], start=last + 1):
            outbox.put(Op.DISPATCH, data, number, name)
        self.tell("RESUMED", {})
