"""Brings faults about, each kind at its own intervals."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tests.simulation.plan import Fault

if TYPE_CHECKING:
    from tests.simulation.world import World

Happen = Callable[["World", Random, float], Awaitable[None]]
"""Makes a trouble happen in a world, with its random stream, for some seconds."""


@dataclass(frozen=True)
class Trouble:
    """A trouble: about how many hours apart it happens, and its least and most seconds."""

    fault: Fault
    hours_between: float
    seconds: tuple[float, float]
    happen: Happen

    async def bring(self, world: "World") -> None:
        """Make a trouble happen again and again, while there may be faults."""
        chance = world.plan.chance(self.fault)
        passed = 0.0
        for at, lasts in self._episodes(chance, world.plan.troubled):
            await asyncio.sleep(max(0.0, at - passed))
            began = world.loop.time()
            with world.weather.during(self.fault, f"for {lasts:.0f} s"):
                await self.happen(world, chance, lasts)
            passed = at + world.loop.time() - began

    def _episodes(self, chance: Random, seconds: float) -> Iterator[tuple[float, float]]:
        """When each trouble begins and how long it lasts, within some seconds."""
        at = 0.0
        least, most = self.seconds
        while True:
            at += chance.expovariate(1 / (self.hours_between * 3600))
            lasts = least * (most / least) ** chance.random()
            if at + lasts > seconds:
                return
            yield at, lasts
            at += lasts
