"""Requests that fail, and things that Discord refuses for a while."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Final

from discord_standin.faults import (
    CLOSED_DMS,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILD,
    OPENING_DMS_TOO_FAST,
    UNKNOWN_MESSAGE,
    Fault,
)
from discord_standin.trouble import Delay, Fail, Hang, Limit, Refuse, Reset, Trouble, Troubles

if TYPE_CHECKING:
    from tests.simulation.world import World

_MESSAGES: Final = "/channels/{channel_id}/messages"
_TOO_MANY_THREADS: Final = Fault(400, 160006, "Maximum number of active threads reached")
_FLAGGED: Final = Fault(403, 20026, "Your bot has been flagged by our anti-spam system")
_OVERLOADED: Final = Fault(503, 130000, "API resource is currently overloaded")
_OPENING: Final = ("POST", "/users/@me/channels")
"""The route that opens direct messages."""
_REFUSED_SOMETIMES: Final = {
    ("POST", _MESSAGES): (
        CLOSED_DMS,
        NO_MUTUAL_GUILD,
        MISSING_ACCESS,
        MISSING_PERMISSIONS,
        _FLAGGED,
    ),
    ("PATCH", f"{_MESSAGES}/{{message_id}}"): (UNKNOWN_MESSAGE, MISSING_ACCESS),
    _OPENING: (OPENING_DMS_TOO_FAST, _FLAGGED),
    ("POST", "/channels/{channel_id}/threads"): (_TOO_MANY_THREADS, MISSING_PERMISSIONS),
}


class Storm(Troubles):
    """Decides for each request whether it fails, and how."""

    def __init__(self) -> None:
        super().__init__()
        self.share = 0.0
        self.chance = Random(0)
        self.refused: dict[tuple[str, str], Fault] = {}
        """Route -> its refusal for a while, of every request."""
        self.never: dict[tuple[str, str], Fault] = {}
        """Route -> its refusal in the whole world."""

    def next_for(self, method: str, path: str, **_: bool) -> Trouble | None:
        """The fault of a request, None for none."""
        if fault := self.never.get((method, path)) or self.refused.get((method, path)):
            return Refuse(fault)
        if self.chance.random() >= self.share:
            return None
        return self._any(method, path)

    def _any(self, method: str, path: str) -> Trouble:
        chance = self.chance
        kinds: list[Trouble] = [
            Fail(chance.choice((429, 500, 502, 503, 504, 520))),
            Limit(10 ** chance.uniform(-1, 1.5), is_global=chance.random() < 0.2),
            Reset(after=chance.random() < 0.5),
            Hang(after=chance.random() < 0.5),
            Delay(10 ** chance.uniform(-1, 1.5)),
            Refuse(_OVERLOADED),
        ]
        kinds += [Refuse(fault) for fault in _REFUSED_SOMETIMES.get((method, path), ())]
        return chance.choice(kinds)


async def storm(world: "World", chance: Random, seconds: float) -> None:
    """Let some or most of the requests fail."""
    world.storm.chance = chance
    world.storm.share = chance.choice((0.02, 0.1, 0.3, 0.9))
    await asyncio.sleep(seconds)
    world.storm.share = 0.0


async def limit(world: "World", chance: Random, seconds: float) -> None:
    """Let Discord open no direct messages or no threads, or refuse messages there."""
    refused = chance.choice(
        (
            {_OPENING: OPENING_DMS_TOO_FAST},
            {_OPENING: _FLAGGED},
            {
                ("POST", "/channels/{channel_id}/threads"): _TOO_MANY_THREADS,
                ("POST", f"{_MESSAGES}/{{message_id}}/threads"): _TOO_MANY_THREADS,
            },
        )
    )
    world.storm.refused = refused
    await asyncio.sleep(seconds)
    world.storm.refused = {}


def limit_for_good(world: "World", chance: Random) -> None:
    """Give some servers room for few threads, and some bots no right to open direct messages."""
    if chance.random() < (0.6 if world.plan.is_club else 0.2):
        world.discord.world.most_threads = chance.randrange(1, 3)
    if chance.random() < 0.15:
        world.storm.never = {_OPENING: MISSING_ACCESS}
