"""Goals of benchmarks: a figure beside the most it may be."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """Something measured and the most it may be, both in `unit`."""

    what: str
    measured: float
    most: float
    unit: str = ""

    @property
    def is_met(self) -> bool:
        """True if the goal is met."""
        return self.measured <= self.most

    def __str__(self) -> str:
        word = "met" if self.is_met else "missed"
        measured, most = (f"{n:.4g} {self.unit}".strip() for n in (self.measured, self.most))
        return f"| {self.what} | {measured} | {most} | {word} |"


def report(goals: Iterable[Goal]) -> int:
    """Print goals as a table; 1 if one is missed, else 0."""
    listed = list(goals)
    print("\n| what | measured | at most | |\n|---|---|---|---|")
    print("\n".join(map(str, listed)), flush=True)
    return int(not all(goal.is_met for goal in listed))
