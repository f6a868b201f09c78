"""Faults of the gateway: cut, told to reconnect, refused, events twice or out of order."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from discord_standin.gateway.gateway import Drop
from discord_standin.gateway.sessions import Session

if TYPE_CHECKING:
    from tests.simulation.world import World


async def disturb(world: "World", chance: Random, seconds: float) -> None:
    """Bring one of these about; it is over once the bot is connected again."""
    match chance.randrange(4):
        case 0:
            await _stammer(chance, seconds)
        case 1:
            world.loop.network.is_down = True
            world.loop.network.cut()
            await asyncio.sleep(seconds)
            world.loop.network.is_down = False
        case 2:
            world.discord.refuse_gateway(times=chance.randint(1, 3))
            world.discord.cut_gateway(Drop.CUT)
        case _:
            world.discord.cut_gateway(chance.choice(list(Drop)))
    await asyncio.sleep(1)
    while not world.machine.is_up:  # noqa: ASYNC110 - nobody tells when it is
        await asyncio.sleep(0.5)


async def _stammer(chance: Random, seconds: float) -> None:
    """Send events twice, or after their successors."""
    put = Session._put
    held: list[tuple[Session, Any]] = []

    def mangled(session: Session, event: Any) -> None:
        if chance.random() < 0.1:
            held.append((session, event))
            return
        for _ in range(2 if chance.random() < 0.1 else 1):
            put(session, event)
        while held:
            put(*held.pop())

    with patch.object(Session, "_put", mangled):
        await asyncio.sleep(seconds)
    for late in held:
        put(*late)
