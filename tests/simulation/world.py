"""A world: Discord, servers with people, the machine that the bot runs on, all in one loop."""

import asyncio
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from discord_standin.clock import Clock
from discord_standin.redirect import redirected
from discord_standin.standin import StandIn
from tests.e2e.committed import Committed
from tests.simulation.boundary import inside
from tests.simulation.census import census
from tests.simulation.disk import Disk
from tests.simulation.loop import SimulatedLoop
from tests.simulation.machine import Machine
from tests.simulation.network import ADDRESS
from tests.simulation.people.town import settle
from tests.simulation.plan import DAY, Plan
from tests.simulation.transcript import Transcript


@dataclass(frozen=True)
class Outcome:
    """What came of a world."""

    plan: Plan
    digest: str
    counts: Counter[str]


def simulate(plan: Plan, written: Path | None = None) -> Outcome:
    """Live through a world; its transcript is written to a file if there is one for it."""
    loop = SimulatedLoop(plan.chance("durations"))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        disk = Disk(folder, plan.chance("disk"))
        stack.enter_context(inside(loop, plan.begins_at, plan.chance("chance"), disk))
        asyncio.set_event_loop(loop)
        world = World(plan, loop, disk, folder, written)
        try:
            loop.run_until_complete(world.live())
        finally:
            world.transcript.close()
            loop.bury()
    return Outcome(plan, world.transcript.digest, world.counts)


class World:
    """All there is."""

    def __init__(
        self, plan: Plan, loop: SimulatedLoop, disk: Disk, folder: Path, written: Path | None
    ) -> None:
        self.plan = plan
        self.loop = loop
        self.discord = StandIn(clock=Clock(), port=ADDRESS[1])
        secrets = plan.chance("secrets")
        self.machine = Machine(loop, self.discord, folder, disk, lambda: secrets.randbytes(32))
        self.committed = Committed(disk.database)
        self.transcript = Transcript(self.discord.clock.now, written)
        self.discord.world.feed.follow(self.transcript.note_change)
        self.discord.follow_requests(self.transcript.note_request)
        self.counts: Counter[str] = Counter()
        self.people = settle(plan, self.discord, lambda: self.committed.db)

    async def live(self) -> None:
        """Let everything happen that is planned."""
        async with self.discord:
            with redirected(self.discord.url):
                self.machine.turn_on()
                living = [asyncio.create_task(actor.live()) for actor in self.people]
                await asyncio.wait(living, timeout=self.plan.days * DAY)
                for life in living:
                    life.cancel()
                for error in await asyncio.gather(*living, return_exceptions=True):
                    if isinstance(error, Exception):
                        raise error
                await self.machine.turn_off()
                self.counts = census(self.committed.db, self.discord)
                self.committed.close()
