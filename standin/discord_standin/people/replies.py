"""Outcomes of what people did."""

from dataclasses import dataclass

from discord_standin.model.interactions import Interaction, Phase
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Choice
from discord_standin.people.modals import Modal
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import CallbackType, InteractionType


@dataclass(frozen=True, eq=False)
class Reply:
    """The outcome of an interaction. Messages are as they are at the moment they are looked at."""

    interaction: Interaction

    @property
    def error(self) -> str:
        """What Discord's app shows when the bot did not answer in time; else empty."""
        if self.interaction.phase is not Phase.FAILED:
            return ""
        if self.interaction.type is InteractionType.COMMAND:
            return "The application did not respond"
        return "This interaction failed"

    @property
    def seconds(self) -> float | None:
        """How long the first answer took; None without one."""
        return self.interaction.answered_after

    @property
    def how(self) -> CallbackType | None:
        """The kind of the first answer; None without one."""
        return self.interaction.answered_with

    @property
    def messages(self) -> list[Shown]:
        """The messages it brought or changed that are still there, in order."""
        seen = dict.fromkeys(m for m in self.interaction.shown if not m.is_deleted)
        return [Shown(message, message.now) for message in seen]

    @property
    def message(self) -> Shown:
        """The first of these; raises CannotDoError if there is none."""
        for shown in self.messages:
            return shown
        raise CannotDoError(f"{self.interaction} brought no message. {self.error}".strip())

    @property
    def text(self) -> str:
        """What the first message says."""
        return self.message.text

    @property
    def modal(self) -> Modal:
        """The modal that opened; raises CannotDoError if none did."""
        if self.interaction.modal is None:
            raise CannotDoError(f"{self.interaction} opened no modal. {self.error}".strip())
        return Modal(self.interaction, self.interaction.modal)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The suggestions of an autocompletion."""
        return tuple(Choice(c["name"], c["value"]) for c in self.interaction.choices)
