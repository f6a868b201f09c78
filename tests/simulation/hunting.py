"""Runs many worlds, each in a process of its own, and shrinks those that fail."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from tests.simulation.census import is_offered
from tests.simulation.checks.check import Failure
from tests.simulation.plan import DAY, QUIET, Fault, Plan
from tests.simulation.world import Outcome, simulate

_HANGS_AFTER: Final = 900.0
"""Real seconds after which a world counts as hanging; many, for busy machines."""
_MOST_TRIES: Final = 40


@dataclass
class Tally:
    """The statistics of many worlds."""

    worlds: int = 0
    days: float = 0.0
    counts: Counter[str] = field(default_factory=Counter[str])
    failures: list[Outcome] = field(default_factory=list[Outcome])

    def add(self, outcome: Outcome) -> None:
        """Add a world's outcome."""
        self.worlds += 1
        self.days += outcome.plan.days
        self.counts.update(outcome.counts)
        if outcome.failure is not None:
            self.failures.append(outcome)

    def __str__(self) -> str:
        numbers = ", ".join(f"{count} {name}" for name, count in self.counts.items() if count)
        unmet = ", ".join(self.unmet) or "nothing"
        return f"{self.worlds} worlds, {self.days:.0f} days: {numbers}\nnever met: {unmet}"

    @property
    def unmet(self) -> list[str]:
        """What people are offered and nobody has used in any world."""
        return [name for name, count in self.counts.items() if not count and is_offered(name)]


# --- many ------------------------------------------------------------------------------------


def live_through(plans: Iterable[Plan], jobs: int = 1) -> Iterator[Outcome]:
    """Run worlds, `jobs` at once; yields each outcome as the world ends."""
    living: dict[Connection, _Life] = {}
    to_come = iter(plans)
    while True:
        while len(living) < jobs and (plan := next(to_come, None)) is not None:
            life = _Life(plan)
            living[life.told] = life
        if not living:
            return
        wait(list(living), timeout=1.0)
        for told, life in list(living.items()):
            outcome = life.outcome()
            if outcome is not None:
                del living[told]
                yield outcome


class _Life:
    """A world in a process of its own."""

    def __init__(self, plan: Plan) -> None:
        context = get_context()
        self.plan = plan
        self.told, telling = context.Pipe(duplex=False)
        self._process: BaseProcess = context.Process(target=_live, args=(plan, telling))
        self._until = time.monotonic() + _HANGS_AFTER
        self._process.start()
        telling.close()

    def outcome(self) -> Outcome | None:
        """Its outcome; None while it goes on."""
        if self.told.poll():
            try:
                outcome = self.told.recv()
            except EOFError:
                outcome = self._without_end("the process died")
            self._process.join()
            return outcome
        if time.monotonic() > self._until:
            self._process.kill()
            self._process.join()
            return self._without_end("it does not end")
        return None

    def _without_end(self, why: str) -> Outcome:
        return Outcome(self.plan, "", Failure("process", self.plan.days * DAY, why), Counter())


def _live(plan: Plan, telling: Connection) -> None:
    telling.send(simulate(plan))
    telling.close()
    # Leave without cleaning up: nothing of a process that was killed in the world may run.
    os._exit(0)


# --- smaller ---------------------------------------------------------------------------------


def shrink(found: Outcome, tell: Callable[[Outcome], object]) -> Outcome:
    """The smallest world found that fails the same check, within a limit of tries."""
    assert found.failure is not None
    smallest = found
    to_try = _smaller(found)
    for _ in range(_MOST_TRIES):
        plan = next(to_try, None)
        if plan is None:
            break
        (outcome,) = live_through([plan])
        if outcome.failure is not None and outcome.failure.check == found.failure.check:
            smallest = outcome
            to_try = _smaller(smallest)
            tell(smallest)
    return smallest


def _smaller(found: Outcome) -> Iterator[Plan]:
    """Plans that are shorter, with fewer faults or fewer people, the largest steps first."""
    plan, failure = found.plan, found.failure
    assert failure is not None
    until = (failure.at + QUIET + 60) / DAY
    if until < plan.days * 0.98:
        yield replace(plan, days=round(until, 4))
    faults = sorted(plan.faults)
    if faults:
        yield replace(plan, faults=frozenset())
    if len(faults) > 2:
        half = len(faults) // 2
        yield replace(plan, faults=frozenset(faults[:half]))
        yield replace(plan, faults=frozenset(faults[half:]))
    for people in dict.fromkeys((plan.people // 2, plan.people - 1)):
        if people >= 1:
            yield replace(plan, people=people)
    if len(faults) > 1:
        for fault in faults:
            yield replace(plan, faults=plan.faults - {fault})
    for share in (0.5, 0.8):
        if plan.days * share * DAY > QUIET * 1.5:
            yield replace(plan, days=round(plan.days * share, 4))


def plans(seeds: Iterable[int], usual: Plan) -> Iterator[Plan]:
    """A plan for each seed, varying the usual one's people and faults."""
    for seed in seeds:
        plan = replace(usual, seed=seed)
        chance = plan.chance("plan")
        some = frozenset(fault for fault in sorted(usual.faults) if chance.random() < 0.4)
        faults = chance.choice((usual.faults, some, some, frozenset[Fault]()))
        yield replace(plan, people=max(2, usual.people + chance.randint(-4, 4)), faults=faults)
