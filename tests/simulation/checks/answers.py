"""Every interaction is answered once and in time, and nothing is sent that Discord refuses."""

from math import inf
from typing import TYPE_CHECKING, Final

from discord_standin.model.feed import Change, Event
from discord_standin.model.interactions import Interaction, Phase
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_UNAVOIDABLE: Final = (
    "was not answered within",
    "was left thinking",
    "answered after",
    "10062",
    "10015",
    "40060",
    "could make nothing of the request",
)
"""Complaints that may come up during faults, or when a person's app has given up."""

_PICTURE_GONE: Final = "Attachment data not found"


class Answers(Check):
    """Looks at the stand-in's complaints about the bot."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._stale_at = -inf
        world.discord.world.feed.follow(self._see)
        self._blame, world.discord.world.blame = world.discord.world.blame, self._blamed
        world.discord.world.desk._blame = self._blamed

    def _see(self, change: Change) -> None:
        interaction = change.subject
        if not isinstance(interaction, Interaction):
            return
        message = interaction.message
        if message is not None and interaction.pressed is not message.now:
            self._stale_at = self.world.loop.time()
        if change.event is not Event.INTERACTION_ENDED:
            return
        if interaction.phase is Phase.FAILED and self.was_calm(interaction.since):
            self.fail(f"{interaction} failed")

    def _blamed(self, sentence: str) -> None:
        self._blame(sentence)
        # The picture of the pressed message may be gone: then the answer is another.
        if _PICTURE_GONE in sentence and self.world.loop.time() < self._stale_at + 60:
            return
        now = self.world.discord.clock.now()
        # Presses of a quarter of an hour ago may have met a fault.
        is_calm = self.was_calm(now, grace=16 * 60)
        if is_calm or not any(words in sentence for words in _UNAVOIDABLE):
            self.fail(sentence)
