"""Findings: the steps that were tried, and how they ended."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

import discord

from bot.discord_io.answers import LOST
from bot.discord_io.start import reason

_Place = TypeVar("_Place")


class CheckError(ValueError):
    """Why nothing can be tried at all."""


class DiffersError(ValueError):
    """Discord took it, but what came of it is not what the bot counts on."""


class SkippedError(ValueError):
    """Why something cannot be tried."""


class CheckOutcome(Enum):
    """How a try ended."""

    OK = "ok"
    NO = "no"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Finding:
    """A step that was tried, how it ended, and what was seen or what Discord said.

    `means` says what a `NO` means for the bot; it is empty for what the bot does without.
    """

    what: str
    outcome: CheckOutcome
    saw: str
    means: str = ""

    def __str__(self) -> str:
        return f"{self.outcome.value:<8}{self.what}: {self.saw}"

    @property
    def is_trouble(self) -> bool:
        """True if the bot lacks something here."""
        return self.outcome is CheckOutcome.NO and bool(self.means)


@dataclass(frozen=True)
class CheckStep(Generic[_Place]):
    """Something to try: `run` returns what it saw.

    It raises DiffersError, SkippedError or what discord.py raises. `means` is the finding's.
    """

    what: str
    run: Callable[[_Place], Awaitable[str]]
    means: str = ""

    async def take(self, place: _Place) -> Finding:
        """Try it."""
        try:
            return Finding(self.what, CheckOutcome.OK, await self.run(place))
        except SkippedError as why:
            return Finding(self.what, CheckOutcome.SKIPPED, str(why))
        except (DiffersError, discord.DiscordException, *LOST) as error:
            return Finding(self.what, CheckOutcome.NO, reason(error), self.means)


async def take_steps(
    steps: Iterable[CheckStep[_Place]],
    clean_up: CheckStep[_Place],
    place: _Place,
    report: Callable[[Finding], None],
) -> list[Finding]:
    """Try everything and report each finding; what was posted is deleted, whatever happens."""
    findings: list[Finding] = []

    async def take(step: CheckStep[_Place]) -> None:
        findings.append(await step.take(place))
        report(findings[-1])

    try:
        for step in steps:
            await take(step)
    finally:
        await take(clean_up)
    return findings


def summary(findings: Sequence[Finding]) -> str:
    """All findings in a few sentences, for whoever runs the bot."""
    tried = [finding for finding in findings if finding.outcome is not CheckOutcome.SKIPPED]
    skipped = len(findings) - len(tried)
    troubles = [finding for finding in tried if finding.is_trouble]
    # A failed step without a meaning is one that the bot does not need: it is named, not counted.
    spared = [f for f in tried if f.outcome is CheckOutcome.NO and not f.is_trouble]
    count = len(tried) - len(spared)
    if troubles:
        lines = [f"{len(troubles)} of {count} things do not work here:"]
        lines += [f"- {finding.what}. {finding.means}" for finding in troubles]
    else:
        lines = [f"All {count} things work here."]
    lines += [f"The bot does without: {finding.what}." for finding in spared]
    if skipped:
        lines.append(f"{skipped} were skipped; the lines above say why.")
    return "\n".join(lines)
