"""The gateway: shards identify or resume, and hear what happens."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, IntEnum, auto
from typing import Any, Final

from aiohttp import WSMsgType, web

from discord_standin.gateway.events import dispatches
from discord_standin.gateway.sessions import Op, Outbox, Session
from discord_standin.model.feed import Change
from discord_standin.model.world import World
from discord_standin.payloads.places import guild_create_json, user_json
from discord_standin.traffic import Traffic
from discord_standin.vocabulary import PRIVILEGED, Intent, Json

_HEARTBEAT_MS: Final = 41_250
_ROUND_TRIP: Final = 0.05
"""Seconds until a heartbeat is answered, as over a network.

discord.py notes when it sent a heartbeat only after sending it: an answer that comes sooner counts
as one to the heartbeat before, and discord.py warns that it cannot keep up.
"""
_LIBRARY_VERSION: Final = 10


class CloseCode(IntEnum):
    """Why the gateway closes a connection."""

    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010
    DISALLOWED_INTENTS = 4014


class Drop(Enum):
    """How a connection is interrupted: reset, on request (opcode 7), or for good (opcode 9)."""

    CUT = auto()
    RECONNECT = auto()
    INVALIDATE = auto()


class Gateway:
    """Holds the sessions and the open connections; refuses the next `refusals` connections."""

    def __init__(self, world: World, token: str, traffic: Traffic) -> None:
        self._world = world
        self._token = token
        self._traffic = traffic
        self._sessions: dict[str, Session] = {}
        self._connections: dict[Connection, None] = {}
        self.mangled: dict[str, Callable[[Json], None]] = {}
        """Event names -> what changes the next event of that name."""
        self.greetings = 0
        self.refusals = 0
        world.feed.follow(self._on_change)

    @property
    def is_connected(self) -> bool:
        """True if all shards are connected and have identified."""
        up = [session for session in self._sessions.values() if session.outbox]
        return bool(up) and len(up) == up[0].shards

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with one connection until it ends."""
        if self.refusals:
            self.refusals -= 1
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(self, request, socket)
        self._connections[connection] = None
        try:
            await connection.run()
        finally:
            del self._connections[connection]
            # Another connection may have resumed the session before this one is seen to have ended.
            if connection.session and connection.session.outbox is connection.outbox:
                connection.session.outbox = None
        return socket

    def _on_change(self, change: Change) -> None:
        self._traffic.touch()
        for dispatch in dispatches(change, self._world.bot):
            if mangle := self.mangled.pop(dispatch.name, None):
                mangle(dispatch.data)
            for session in self._sessions.values():
                if session.hears_of(dispatch.guild_id) and dispatch.is_for(session.intents):
                    session.tell(dispatch.name, dispatch.data)

    def send(self, text: str) -> None:
        """Send a frame as it is to all shards that are connected."""
        for session in self._sessions.values():
            if session.outbox:
                session.outbox.send(text)

    # --- sessions ---------------------------------------------------------------------------

    def identify(self, data: Json, outbox: Outbox) -> Session | CloseCode:
        """Open a session, or return the code to close with."""
        if data.get("token") != self._token:
            return CloseCode.AUTHENTICATION_FAILED
        intents = Intent(data["intents"])
        if intents & PRIVILEGED:
            self._world.blame(f"identified with privileged intents: {intents & PRIVILEGED!r}")
            return CloseCode.DISALLOWED_INTENTS
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            return CloseCode.INVALID_SHARD
        session = Session(shard, shards, intents, outbox=outbox)
        self._replace(session)
        self._welcome(session)
        self.greetings += 1
        return session

    def _replace(self, session: Session) -> None:
        """End the old session of a shard that identifies again."""
        staying = [
            other
            for other in self._sessions.values()
            if other.shards == session.shards and other.shard != session.shard
        ]
        self._sessions = {kept.id: kept for kept in (*staying, session)}

    def _welcome(self, session: Session) -> None:
        guilds = [g for g in self._world.guilds_of_bot() if session.hears_of(g.id)]
        bot = self._world.bot
        session.tell(
            "READY",
            {
                "v": _LIBRARY_VERSION,
                "user": user_json(bot),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self._world.gateway_url,
                "shard": [session.shard, session.shards],
                "application": {"id": str(bot.id), "flags": 0},
                "private_channels": [],
            },
        )
        if Intent.GUILDS in session.intents:
            # They are unavailable in READY, and come one by one afterwards, as with Discord.
            for guild in guilds:
                session.tell("GUILD_CREATE", guild_create_json(guild, bot))

    def resume(self, data: Json, outbox: Outbox) -> Session | None:
        """The session to go on with; None if there is none."""
        session = self._sessions.get(data["session_id"])
        if session is None or data["token"] != self._token:
            return None
        if not session.resume(outbox, data["seq"] or 0):
            return None
        self.greetings += 1
        return session

    # --- trouble ----------------------------------------------------------------------------

    def drop(self, how: Drop) -> None:
        """Interrupt every connection."""
        if how is Drop.INVALIDATE:
            self._sessions.clear()
        for connection in self._connections:
            match how:
                case Drop.RECONNECT:
                    connection.outbox.put(Op.RECONNECT)
                case Drop.INVALIDATE:
                    connection.outbox.put(Op.INVALID_SESSION, data=False)
                case Drop.CUT:
                    connection.cut()

    async def close(self) -> None:
        """Close every connection."""
        for connection in list(self._connections):
            await connection.socket.close(code=1001)


class Connection:
    """One WebSocket, from HELLO to its end."""

    def __init__(
        self, gateway: Gateway, request: web.Request, socket: web.WebSocketResponse
    ) -> None:
        self.socket = socket
        self.outbox = Outbox()
        self.session: Session | None = None
        self._gateway = gateway
        self._request = request

    async def run(self) -> None:
        """Say hello, then send and receive until the other side goes."""
        self.outbox.put(Op.HELLO, {"heartbeat_interval": _HEARTBEAT_MS})
        sending = asyncio.create_task(self._send())
        try:
            async for message in self.socket:
                if message.type is WSMsgType.TEXT:
                    await self._received(json.loads(message.data))
        finally:
            sending.cancel()

    async def _send(self) -> None:
        # A connection that goes down ends the reading side, and that ends this one.
        with suppress(ConnectionError):
            while True:
                await self.socket.send_str(await self.outbox.next())

    async def _received(self, message: dict[str, Any]) -> None:
        match message["op"]:
            case Op.HEARTBEAT:
                later = asyncio.get_running_loop().call_later
                later(_ROUND_TRIP, self.outbox.put, Op.HEARTBEAT_ACK)
            case Op.IDENTIFY if self.session:
                await self.socket.close(code=CloseCode.ALREADY_AUTHENTICATED)
            case Op.IDENTIFY:
                await self._identify(message["d"])
            case Op.RESUME:
                self._resume(message["d"])
            case _ if not self.session:
                await self.socket.close(code=CloseCode.NOT_AUTHENTICATED)
            case _:
                pass

    async def _identify(self, data: Json) -> None:
        outcome = self._gateway.identify(data, self.outbox)
        if isinstance(outcome, Session):
            self.session = outcome
        else:
            await self.socket.close(code=outcome)

    def _resume(self, data: Json) -> None:
        self.session = self._gateway.resume(data, self.outbox)
        if self.session is None:
            self.outbox.put(Op.INVALID_SESSION, data=False)

    def cut(self) -> None:
        """Reset the TCP connection."""
        if self._request.transport:
            self._request.transport.abort()
