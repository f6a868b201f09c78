"""The process or the machine goes down, and comes back a while later."""

import asyncio
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.world import World


async def stop(world: "World", _chance: Random, seconds: float) -> None:
    """Tell the bot to stop, and start it again later."""
    world.machine.rests_for = seconds
    await world.machine.stop()
    await _come_up(world)


async def kill(world: "World", _chance: Random, seconds: float) -> None:
    """Kill the process at any `await`."""
    world.machine.rests_for = seconds
    world.machine.kill()
    await _come_up(world)


async def cut_power(world: "World", _chance: Random, seconds: float) -> None:
    """Cut the machine's power, with everything that its disk does not have yet."""
    world.machine.rests_for = seconds
    world.machine.kill(loses_power=True)
    await _come_up(world)


async def _come_up(world: "World") -> None:
    while not world.machine.is_up:  # noqa: ASYNC110 - nobody tells when it is
        await asyncio.sleep(0.5)
