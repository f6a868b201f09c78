"""A world: Discord, servers with people, and the bot's machine, all in one event loop."""

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from discord_standin.clock import Clock
from discord_standin.redirect import redirected
from discord_standin.standin import StandIn
from tests.e2e.committed import Committed
from tests.simulation.boundary import inside
from tests.simulation.census import census
from tests.simulation.checks import CHECKS
from tests.simulation.checks.check import Failure
from tests.simulation.disk import Disk
from tests.simulation.faults import TROUBLES
from tests.simulation.faults.requests import Storm, limit_for_good
from tests.simulation.faults.weather import Weather
from tests.simulation.loop import SimulatedLoop
from tests.simulation.machine import Machine
from tests.simulation.network import ADDRESS
from tests.simulation.people.town import settle
from tests.simulation.plan import DAY, Fault, Plan
from tests.simulation.transcript import Transcript

_LOOKS_EVERY: Final = 15.0
"""Seconds between two looks of the checks at the database while it changes."""
_LOOKS_ANYWAY: Final = 120.0


@dataclass(frozen=True)
class Outcome:
    """The outcome of a world: the failure of a check, if any, and statistics."""

    plan: Plan
    digest: str
    failure: Failure | None
    counts: Counter[str]


def simulate(plan: Plan, written: Path | None = None) -> Outcome:
    """Run a world to its end, with its transcript in the file `written`, if given."""
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
    return Outcome(plan, world.transcript.digest, world.failure, world.counts)


class World:
    """Everything that is simulated, and the checks that watch it."""

    def __init__(
        self, plan: Plan, loop: SimulatedLoop, disk: Disk, folder: Path, written: Path | None
    ) -> None:
        self.plan = plan
        self.loop = loop
        self.disk = disk
        self.storm = Storm()
        self.discord = StandIn(clock=Clock(), port=ADDRESS[1], troubles=self.storm)
        secrets = plan.chance("secrets")
        self.machine = Machine(loop, self.discord, folder, disk, lambda: secrets.randbytes(32))
        self.committed = Committed(disk.database)
        self.transcript = Transcript(self.discord.clock.now, written)
        self.discord.world.feed.follow(self.transcript.note_change)
        self.discord.follow_requests(self.transcript.note_request)
        self.weather = Weather(self.discord.clock.now, self.transcript.note)
        self.people = settle(plan, self.discord, lambda: self.committed.db)
        self.counts: Counter[str] = Counter()
        self.left_guilds: set[int] = set()
        """The servers that the bot was out of for a while."""
        self.failure: Failure | None = None
        self._began_at = loop.time()
        self._failed = asyncio.Event()
        self.on_log: list[Callable[[logging.LogRecord], None]] = [self._note_log]
        if Fault.LIMITS in plan.faults:
            limit_for_good(self, plan.chance("for good"))
        self.checks = [check(self) for check in CHECKS]

    def fail(self, check: str, seen: str) -> None:
        """Record the failure of a check, which ends the world."""
        if self.failure is None:
            self.failure = Failure(check, self.loop.time() - self._began_at, seen)
            self.transcript.note(f"FAILED {self.failure}")
            self._failed.set()

    def _note_log(self, record: logging.LogRecord) -> None:
        self.transcript.note(f"{record.levelname} {record.name}: {record.getMessage()}")

    async def live(self) -> None:
        """Run the plan until its end or the first failure."""
        async with self.discord:
            with redirected(self.discord.url), logged_to(self.on_log):
                self.machine.turn_on()
                going = [asyncio.create_task(work) for work in self._works()]
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.plan.days * DAY):
                        await self._failed.wait()
                for work in going:
                    work.cancel()
                for error in await asyncio.gather(*going, return_exceptions=True):
                    if isinstance(error, Exception):
                        raise error
                await self._conclude()
                self.counts = census(self.committed.db, self.discord, self.weather)
                self.committed.close()
                self.machine.kill()

    def _works(self) -> Iterator[Coroutine[Any, Any, None]]:
        for actor in self.people:
            yield actor.live()
        for trouble in TROUBLES:
            if trouble.fault in self.plan.faults:
                yield trouble.bring(self)
        yield self._look()

    async def _look(self) -> None:
        """Let the checks look at the database after changes, and at intervals."""
        seen, looked_at = 0, 0.0
        while True:
            await asyncio.sleep(_LOOKS_EVERY)
            is_quiet = (
                self.transcript.lines == seen and self.loop.time() - looked_at < _LOOKS_ANYWAY
            )
            if self.machine.bot is None or is_quiet:
                continue
            seen, looked_at = self.transcript.lines, self.loop.time()
            for check in self.checks:
                check.look(self.committed.db)

    async def _conclude(self) -> None:
        """Let the checks look once more, and try things at the end."""
        for check in self.checks:
            check.look(self.committed.db)
            check.finish(self.committed.db)
        for check in self.checks:
            if self.failure is None:
                await check.conclude()


@contextmanager
def logged_to(readers: Sequence[Callable[[logging.LogRecord], None]]) -> Generator[None]:
    """Send all log records to these readers, and nowhere else."""
    root = logging.getLogger()

    class _Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            for reader in readers:
                reader(record)

    handlers, root.handlers = root.handlers, [_Handler(logging.WARNING)]
    try:
        yield
    finally:
        root.handlers = handlers
