"""A network in memory: data arrives in order, after a while, unless the connection is cut."""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, Final, Protocol

Protocols = Callable[[], asyncio.BaseProtocol]

ADDRESS: Final = ("127.0.0.1", 8123)
"""The address of a network's only server."""


class Owner(Protocol):
    """A process, with which its connections end."""

    is_dead: bool


class Network:
    """One server and its connections.

    `delay` draws how many seconds data takes, `owner_of` gives the process of a context.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        delay: Callable[[], float],
        owner_of: Callable[[Context], Owner | None],
    ) -> None:
        self.loop = loop
        self.delay = delay
        self._owner_of = owner_of
        self._served: tuple[Protocols, Context] | None = None
        self._ends: dict[End, None] = {}
        self.is_down = False
        """True if nobody can connect."""

    def listen(self, protocols: Protocols) -> "Listening":
        """Serve connections from now on with these protocols."""
        self._served = (protocols, copy_context())
        return Listening(self)

    def close(self) -> None:
        """Listen no more."""
        self._served = None

    async def connect(self, protocols: Protocols) -> tuple[asyncio.Transport, asyncio.BaseProtocol]:
        """Connect to the server; raises ConnectionRefusedError."""
        await asyncio.sleep(self.delay())
        if self._served is None or self.is_down:
            raise ConnectionRefusedError("Nobody listens.")
        made, there = self._served
        here = End(self, copy_context())
        other = End(self, there)
        here.other, other.other = other, here
        for end in (here, other):
            self._ends[end] = None
        # Each side in its own process.
        self.loop.call_soon(other.begin, made, context=there)
        return here, here.begin(protocols)

    def cut(self, owner: Owner | None = None) -> None:
        """Cut all connections, or those of a process that has died."""
        for end in list(self._ends):
            if owner is None or self._owner_of(end.context) is owner:
                end.abort()

    def forget(self, end: "End") -> None:
        """Remove an end that is closed."""
        self._ends.pop(end, None)


class Listening(asyncio.AbstractServer):
    """The server, as far as aiohttp uses it."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.sockets = [self]

    def getsockname(self) -> tuple[str, int]:
        """The address, as of a socket."""
        return ADDRESS

    def close(self) -> None:
        """Listen no more."""
        self._network.close()

    async def wait_closed(self) -> None:
        """Return at once: nothing is left to do."""


class End(asyncio.Transport):
    """One end of a connection, in the context of its process."""

    other: "End"

    def __init__(self, network: Network, context: Context) -> None:
        super().__init__()
        self.context = context
        self._network = network
        self._protocol: Any = None
        self._arrives_at = 0.0
        self._closing = False
        self._is_paused = False
        self._held: list[bytes] = []

    def begin(self, protocols: Protocols) -> asyncio.BaseProtocol:
        """Tell this side that it is connected."""
        self._protocol = protocols()
        self._protocol.connection_made(self)
        return self._protocol

    # --- sending ----------------------------------------------------------------------------

    def write(self, data: Any) -> None:
        """Send some bytes."""
        if not self._closing:
            self._send(self.other.receive, bytes(data))

    def _send(self, deliver: Callable[..., object], *args: object) -> None:
        """Deliver after a delay, but not before what was sent earlier."""
        loop = self._network.loop
        self._arrives_at = max(self._arrives_at + 1e-6, loop.time() + self._network.delay())
        loop.call_at(self._arrives_at, deliver, *args, context=self.other.context)

    def close(self) -> None:
        """Close after what is under way has arrived."""
        if not self._closing:
            self._closing = True
            self._send(self.other.ended)
            self._network.loop.call_soon(self._lost, None, context=self.context)

    def abort(self) -> None:
        """Close at once; what is under way is lost."""
        if not self._closing:
            self._closing = True
            error = ConnectionResetError("The wire was cut.")
            self._send(self.other.ended, error)
            self._network.loop.call_soon(self._lost, error, context=self.context)

    # --- receiving --------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Take bytes that have arrived."""
        if self._is_paused:
            self._held.append(data)
        elif not self._closing:
            self._protocol.data_received(data)

    def ended(self, error: Exception | None = None) -> None:
        """Note that the other side sends no more."""
        if not self._closing:
            self._closing = True
            if error is None:
                self._protocol.eof_received()
            self._lost(error)

    def _lost(self, error: Exception | None) -> None:
        self._network.forget(self)
        self._protocol.connection_lost(error)

    def pause_reading(self) -> None:
        """Keep what arrives for later."""
        self._is_paused = True

    def resume_reading(self) -> None:
        """Hand over what was kept, and what comes."""
        self._is_paused = False
        held, self._held = self._held, []
        for data in held:
            self.receive(data)

    # --- the rest that aiohttp needs of a transport -------------------------------------------

    def is_closing(self) -> bool:
        """True if nothing more can be sent."""
        return self._closing

    def get_write_buffer_size(self) -> int:
        """0: everything written is under way at once."""
        return 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """The addresses; nothing else is asked for."""
        return ADDRESS if name in ("peername", "sockname") else default
