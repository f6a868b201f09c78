"""A port of this machine at which an application is served."""

import asyncio
from contextlib import suppress
from typing import Final

from aiohttp import web

HOST: Final = "127.0.0.1"

_TURNS: Final = 3
"""Turns of the event loop until an accepted connection is known to its server."""


class Listener:
    """Serves an application until it is closed; requests then have `seconds` to end."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._runner: web.AppRunner | None = None
        self._server: asyncio.Server | None = None

    async def start(self, app: web.Application, port: int) -> int:
        """Listen; returns the port, which is any free one for 0. Raises OSError if it is taken."""
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=self._seconds)
        await self._runner.setup()
        handle = self._runner.server
        assert handle is not None, "it is set up"
        self._server = await asyncio.get_running_loop().create_server(handle, HOST, port)
        bound: int = self._server.sockets[0].getsockname()[1]
        return bound

    async def close(self) -> None:
        """Stop listening and close every connection; nothing happens if it never began."""
        if self._server is not None:
            # Python 3.11 forgets, unclosed, a connection that it accepts as the server closes.
            with suppress(NotImplementedError):  # on Windows
                asyncio.get_running_loop().remove_reader(self._server.sockets[0])
            for _ in range(_TURNS):
                await asyncio.sleep(0)
            self._server.close()
        if self._runner is not None:
            await self._runner.cleanup()
