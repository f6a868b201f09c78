"""The page's server on loopback: files, pictures and windows."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from aiohttp import web

from discord_standin.guard import Guard, Handler
from discord_standin.listener import HOST, Listener
from discord_standin.model.messages import Message
from discord_standin.page.levers import Levers
from discord_standin.page.playground import Playground
from discord_standin.page.windows import Window
from discord_standin.people.person import Person
from discord_standin.rest.files import Files
from discord_standin.vocabulary import Json

_STATIC: Final = Path(__file__).with_name("static")
_ALONE: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The policy of a self-contained page: it may load nothing else."""
_LOOK_EVERY: Final = 0.2
"""Seconds between two looks at the state of the levers."""


@asynccontextmanager
async def serve_page(playground: Playground, port: int = 0) -> AsyncGenerator[str]:
    """Serve a playground's page on a port of this machine, 0 for a free one; gives its address.

    Raises OSError if the port is taken. The bot is the caller's to start.
    """
    page = Page(playground)
    await page.start(port)
    try:
        yield page.url
    finally:
        await page.close()


class Page:
    """The page at an address such as `http://127.0.0.1:8080/`, one for all windows."""

    def __init__(self, playground: Playground) -> None:
        self.url = ""
        self._playground = playground
        self._levers = Levers(playground, self._show_anew)
        self._windows: set[Window] = set()
        self._told: Json = {}
        self._guard = Guard(0)
        self._listener = Listener(0.2)
        self._watch: asyncio.Task[None] | None = None

    async def start(self, port: int) -> None:
        """Listen."""
        app = web.Application(middlewares=[self._checked])
        app.router.add_get("/", self._index)
        app.router.add_get("/as/{person}", self._index)
        app.router.add_get("/socket/{person}", self._socket)
        app.router.add_static("/static", _STATIC)
        app.router.add_get("/pages/{name}", self._document)
        Files(self._playground.standin.world).add_to(app)
        app.on_response_prepare.append(self._prepare)
        bound = await self._listener.start(app, port)
        self._guard = Guard(bound)
        self.url = f"http://{HOST}:{bound}/"
        self._watch = asyncio.create_task(self._watch_levers())

    async def close(self) -> None:
        """Close every window and stop listening."""
        if self._watch:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        await self._listener.close()

    @web.middleware
    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self._guard.verify(request)
        return await handler(request)

    async def _prepare(self, request: web.Request, response: web.StreamResponse) -> None:
        await self._guard.add_headers(request, response)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        """The page; `/` is the first person's."""
        key = request.match_info.get("person", "")
        if key and key not in self._playground.people:
            raise web.HTTPNotFound(text="There is nobody of that name here.")
        if not key:
            raise web.HTTPFound(f"/as/{next(iter(self._playground.people))}")
        return web.FileResponse(_STATIC / "index.html")

    async def _document(self, request: web.Request) -> web.StreamResponse:
        """A page of the bot's own."""
        file = self._playground.documents.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        return web.FileResponse(file, headers={"Content-Security-Policy": _ALONE})

    # --- windows ----------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        person = self._playground.people.get(request.match_info["person"])
        if person is None:
            raise web.HTTPNotFound
        window = Window(self._playground, person, self._levers, self._dismissed, self._tell_levers)
        self._windows.add(window)
        try:
            return await window.serve(request)
        finally:
            self._windows.discard(window)

    def _dismissed(self, message: Message) -> None:
        """A person has dismissed a message: it goes from all their windows."""
        for window in self._windows:
            if window.person.user is message.only_for:
                window.forget(message)

    def _show_anew(self, person: Person) -> None:
        """Redraw a person's windows: they have restarted their app, or changed its language."""
        for window in self._windows:
            if window.person is person:
                window.show_everything()

    def _tell_levers(self) -> None:
        """Tell every window the state of the levers, if it has changed."""
        state = self._levers.state()
        if state != self._told:
            self._told = state
            for window in self._windows:
                window.tell(state)

    async def _watch_levers(self) -> None:
        """Tell windows of changes that no lever made: the bot ended, or its connection broke."""
        while True:
            self._tell_levers()
            await asyncio.sleep(_LOOK_EVERY)
