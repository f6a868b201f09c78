"""A port of this machine at which an application is served."""

import asyncio
import socket
from contextlib import suppress
from typing import Final

from aiohttp import web

HOST: Final = "127.0.0.1"

_TURNS = 3
"""Turns of the event loop until an accepted connection is known to its server."""


class Listener:
    """Serves an application until it is closed; requests then have `seconds` to end."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._socket: socket.socket | None = None
        self._runner: web.AppRunner | None = None

    async def start(self, app: web.Application, port: int) -> int:
        """Listen; returns the port, which is any free one for 0. Raises OSError if it is taken."""
        self._socket = socket.create_server((HOST, port))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=self._seconds)
        await self._runner.setup()
        await web.SockSite(self._runner, self._socket).start()
        bound: int = self._socket.getsockname()[1]
        return bound

    async def close(self) -> None:
        """Stop listening and close every connection; nothing happens if it never began."""
        if self._socket is None or self._runner is None:
            return
        # Python 3.11 forgets, unclosed, a connection that it accepts as the server closes.
        with suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().remove_reader(self._socket)
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        await self._runner.cleanup()
