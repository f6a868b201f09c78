"""Pointing the real client at a stand-in.

discord.py has no option for the address of the API, but keeps it in three class attributes.
They are set for as long as the stand-in is in use.
"""

import errno
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from discord_standin.addresses import API, CDN, GATEWAY

_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class RedirectError(ValueError):
    """An address that cannot be a stand-in's."""


@contextmanager
def redirected(url: str) -> Generator[None]:
    """Let the client take the stand-in at `url`, such as `http://127.0.0.1:8123`, for Discord.

    Raises RedirectError unless that is on this machine.
    """
    base = _checked(url)
    addresses = (
        (Route, "BASE", f"{base}{API}"),
        (DiscordWebSocket, "DEFAULT_GATEWAY", URL(base).with_scheme("ws").with_path(GATEWAY)),
        (Asset, "BASE", f"{base}{CDN}"),
    )
    before = [getattr(holder, name) for holder, name, _ in addresses]
    for holder, name, address in addresses:
        setattr(holder, name, address)
    try:
        yield
    finally:
        for (holder, name, _), address in zip(addresses, before, strict=True):
            setattr(holder, name, address)


def loopback_connector() -> aiohttp.TCPConnector:
    """A connector for the client that reaches nothing beyond this machine."""
    return aiohttp.TCPConnector(resolver=_NoResolver(), limit=0)


def _checked(url: str) -> str:
    base = URL(url.rstrip("/"))
    if base.scheme != "http" or base.host not in _LOOPBACK or base.path not in ("", "/"):
        raise RedirectError(
            "It must be the address of a stand-in on this machine, such as"
            f" http://127.0.0.1:8123, not {url!r}."
        )
    return str(base.origin())


class _NoResolver(AbstractResolver):
    """Knows no host by name; addresses need no resolving."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        """Refuse: a name is a host elsewhere."""
        sentence = f"{host}:{port} is not on this machine (address family {family})"
        raise OSError(errno.EADDRNOTAVAIL, sentence)

    async def close(self) -> None:
        """Nothing to close."""
