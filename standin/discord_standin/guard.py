"""Keeps other web sites out of the stand-in and its page, which are for this machine alone.

A site elsewhere can make a browser send requests to 127.0.0.1, and with a name of its own that
resolves to 127.0.0.1 it could read the answers. So Host has to be this address; the page refuses
requests from pages of another origin, and the stand-in, which only programs use, those from any
page.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

_NAMES: Final = ("127.0.0.1", "localhost")
_OWN_SITES: Final = ("same-origin", "none")
"""What `Sec-Fetch-Site` says of this page itself and of an address typed in."""

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """Checks every request to a port of this machine and adds security headers."""

    def __init__(self, port: int) -> None:
        self._hosts = [f"{name}:{port}" for name in _NAMES]
        sockets = " ".join(f"ws://{host}" for host in self._hosts)
        self._headers = {**_HEADERS, "Content-Security-Policy": _POLICY.format(sockets=sockets)}

    def verify_host(self, request: web.Request) -> str:
        """The Host of a request; raises HTTPForbidden unless it is this machine by address."""
        host = request.headers.get("Host", "")
        if host not in self._hosts:
            raise web.HTTPForbidden(text="This is only to be had at 127.0.0.1 and localhost.")
        return host

    def verify_program(self, request: web.Request) -> None:
        """Raise HTTPForbidden for a request that a page made; programs tell of no origin."""
        self.verify_host(request)
        if "Origin" in request.headers or not _is_of_own_site(request):
            raise web.HTTPForbidden(text="A web site asked for this.")

    def verify(self, request: web.Request) -> None:
        """Raise HTTPForbidden for a request that this page, or a person, did not make."""
        host = self.verify_host(request)
        origin = request.headers.get("Origin")
        is_socket = request.headers.get("Upgrade", "").lower() == "websocket"
        if (origin is not None or is_socket) and origin != f"http://{host}":
            raise web.HTTPForbidden(text="Another web site asked for this.")
        if not _is_of_own_site(request) and not _is_visit(request):
            raise web.HTTPForbidden(text="Another web site asked for this.")

    async def add_headers(self, _request: web.Request, response: web.StreamResponse) -> None:
        """Add a policy for the page, unless the answer has one; a signal handler of aiohttp."""
        for name, value in self._headers.items():
            response.headers.setdefault(name, value)


def _is_of_own_site(request: web.Request) -> bool:
    """True if no other site takes part in a request, as far as the browser says."""
    return request.headers.get("Sec-Fetch-Site", "none") in _OWN_SITES


def _is_visit(request: web.Request) -> bool:
    """True if somebody followed a link to the page, which shows them nothing but the page."""
    return request.headers.get("Sec-Fetch-Mode") == "navigate" and request.method == "GET"
