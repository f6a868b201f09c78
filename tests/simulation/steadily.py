"""A bot at a stand-in in the loop's own time, where each kind of work always takes as long.

No figure that is measured so depends on how fast or busy this machine is. What it does not tell is
how long the bot's own CPU takes: none of the loop's time passes meanwhile.
"""

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final, TypeVar

from discord_standin.redirect import redirected
from discord_standin.standin import StandIn
from tests.simulation.boundary import inside
from tests.simulation.disk import Disk
from tests.simulation.loop import SimulatedLoop, Work
from tests.simulation.machine import Machine

T = TypeVar("T")

TAKES: Final[Mapping[Work, float]] = MappingProxyType(
    {Work.DELIVERY: 0.03, Work.STORAGE: 0.0005, Work.BACKGROUND: 0.02, Work.THINKING: 0.1}
)
"""Seconds to Discord or back, for a database call, a picture, a computer player's decision."""
_BEGINS_AT: Final = 1_767_225_600.0


class _SteadyLoop(SimulatedLoop):
    def seconds_for(self, work: Work) -> float:
        """The fixed seconds that some work takes."""
        return TAKES[work]


def live(life: Callable[[Disk], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end in the loop's own time, and return its result."""
    loop = _SteadyLoop(Random(1))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        disk = Disk(folder, Random(2))
        stack.enter_context(inside(loop, _BEGINS_AT, Random(3), disk))
        asyncio.set_event_loop(loop)
        try:
            return loop.run_until_complete(life(disk))
        finally:
            loop.bury()


async def with_bot(discord: StandIn, disk: Disk, life: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine with a bot that starts before it and stops after it."""
    secrets = Random(4)
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    machine = Machine(loop, discord, disk.database.parent, disk, lambda: secrets.randbytes(32))
    async with discord:
        with redirected(discord.url):
            machine.turn_on()
            await discord.connected()
            try:
                return await life()
            finally:
                await machine.turn_off()
