"""The machine's clock jumps, or everything on it takes much longer."""

import asyncio
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.world import World


async def jump(world: "World", chance: Random, seconds: float) -> None:
    """Set the clock wrong for a while, and then right."""
    ahead = chance.choice((-1, 1)) * 10 ** chance.uniform(0, 4.5)
    world.machine.skew = ahead
    await asyncio.sleep(seconds)
    world.machine.skew = 0.0


async def slow_down(world: "World", chance: Random, seconds: float) -> None:
    """Let network, disk and processor take five to fifty times as long."""
    world.loop.slowness = 5 * 10 ** chance.random()
    await asyncio.sleep(seconds)
    world.loop.slowness = 1.0
