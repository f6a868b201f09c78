"""All steps in their order, and the clean-up."""

from collections.abc import Callable
from typing import Final

from bot.edge.check import commands, messages, places, presses
from bot.edge.check.findings import Finding, Step
from bot.edge.check.trial import Trial

STEPS: Final = (
    *places.STEPS,
    *commands.STEPS,
    *messages.STEPS,
    *presses.STEPS,
    *messages.DIRECT,
)
_CLEAN_UP: Final = Step[Trial](
    "clean-up", Trial.clean_up, "Messages that should go away stay where they are."
)


async def take_steps(trial: Trial, tell: Callable[[Finding], None]) -> list[Finding]:
    """Try everything and tell each finding; what was posted is deleted, whatever happens."""
    findings: list[Finding] = []

    async def take(step: Step[Trial]) -> None:
        findings.append(await step.take(trial))
        tell(findings[-1])

    try:
        for step in STEPS:
            await take(step)
    finally:
        await take(_CLEAN_UP)
    return findings
