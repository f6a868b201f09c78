"""The disk is full or read-only, single calls fail, another program writes."""

import asyncio
import sqlite3
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tests.simulation.world import World

_REFUSALS: Final = (
    ("database or disk is full", sqlite3.SQLITE_FULL, 1.0),
    ("attempt to write a readonly database", sqlite3.SQLITE_READONLY, 1.0),
    ("disk I/O error", sqlite3.SQLITE_IOERR, 1.0),
    ("disk I/O error", sqlite3.SQLITE_IOERR, 0.1),
)
"""SQLite's message, its code, and the share of calls that fail."""


async def fail(world: "World", chance: Random, seconds: float) -> None:
    """Let every write fail, or a call now and then."""
    words, code, share = chance.choice(_REFUSALS)
    world.disk.refusal = lambda: _error(words, code) if chance.random() < share else None
    await asyncio.sleep(seconds)
    world.disk.refusal = lambda: None


async def lock(world: "World", _chance: Random, seconds: float) -> None:
    """Let another program lock the database by a slow write."""
    world.disk.refusal = lambda: _error("database is locked", sqlite3.SQLITE_BUSY)
    await asyncio.sleep(seconds)
    world.disk.refusal = lambda: None


def _error(words: str, code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error
