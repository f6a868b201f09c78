"""How the bot is doing, in numbers."""

from bisect import bisect_left
from dataclasses import dataclass
from math import inf
from typing import Final

BOUNDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, inf)
"""Seconds: an answer counts at the first bound that it did not exceed."""


class AnswerTimes:
    """How long people have waited for answers, since the start."""

    def __init__(self) -> None:
        self.counts = [0] * len(BOUNDS)
        """How many answers took up to each of the `BOUNDS`, and longer than the one before."""
        self.seconds = 0.0
        """Seconds that all answers took together."""
        self.failed = 0
        """How many of them said that something went wrong, with an id."""

    @property
    def number(self) -> int:
        """How many answers there were."""
        return sum(self.counts)

    def add(self, seconds: float) -> None:
        """Count an answer."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def within(self, share: float) -> float:
        """The first of the `BOUNDS` within which that share (0 to 1) of the answers came."""
        wanted, so_far = share * self.number, 0
        for bound, count in zip(BOUNDS, self.counts, strict=True):
            so_far += count
            if so_far >= wanted:
                return bound
        return inf


@dataclass(frozen=True)
class Vitals:
    """How the bot is doing at a moment; times in seconds, moments in Unix seconds.

    `late` is how long the earliest due thing is overdue, 0 if nothing is due; `commits` counts the
    database's since the start. Of several processes this one serves the shards `served`, as
    OFC_SHARDS names them, and looks after the tables of `looked_after` shards; '' and None if it
    is the only process.
    """

    started_at: float
    now: float
    shards: int
    shards_open: int
    servers: int
    answers: AnswerTimes
    answers_waiting: int
    pictures_waiting: int
    late: float
    commits: int
    tables_open: int
    hands_running: int
    served: str = ""
    looked_after: int | None = None
