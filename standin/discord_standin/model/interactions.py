"""Interactions: what people start and the bot has to answer in time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from secrets import token_urlsafe
from typing import Final

from discord_standin.clock import Clock
from discord_standin.faults import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    DiscordError,
)
from discord_standin.model.messages import Message, Version
from discord_standin.model.places import Channel, User
from discord_standin.snowflakes import Snowflakes
from discord_standin.vocabulary import CallbackType, InteractionType, Json

ANSWER_WITHIN: Final = 3.0
TOKEN_LASTS: Final = 15 * 60.0


class Phase(Enum):
    """Where an interaction stands: THINKING is acknowledged, but nothing is shown yet."""

    OPEN = auto()
    THINKING = auto()
    ANSWERED = auto()
    FAILED = auto()


@dataclass(eq=False, repr=False)
class Interaction:
    """Something a person did.

    `message` and `pressed` are the message with the component and what it showed; `opener` is
    the interaction that opened the modal.
    """

    id: int
    token: str
    type: InteractionType
    user: User
    channel: Channel
    data: Json
    since: float
    message: Message | None = None
    pressed: Version | None = None
    opener: "Interaction | None" = None
    phase: Phase = Phase.OPEN
    answered_with: CallbackType | None = None
    answered_after: float | None = None
    original: Message | None = None
    shown: list[Message] = field(default_factory=list[Message])
    modal: Json | None = None
    choices: tuple[Json, ...] = ()
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """True if the person sees an outcome."""
        return self._over.is_set()

    async def over(self) -> None:
        """Wait until the person sees an outcome: an answer, or that there is none."""
        await self._over.wait()

    def end(self, phase: Phase) -> None:
        """Note that the person sees an outcome."""
        self.phase = phase
        self._over.set()

    def __str__(self) -> str:
        what = self.data.get("custom_id") or f"/{self.data.get('name')}"
        return f"{self.type.name.lower()} {what} by {self.user.name}"

    def __repr__(self) -> str:
        return f"<Interaction {self}, {self.phase.name.lower()}>"


class Desk:
    """Opens interactions, watches their deadlines and takes the answers."""

    def __init__(self, clock: Clock, ids: Snowflakes, blame: Callable[[str], None]) -> None:
        self._clock = clock
        self._ids = ids
        self._blame = blame
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.on_end: Callable[[Interaction], None] = lambda _: None
        self.answer_within = ANSWER_WITHIN
        """Seconds in which an interaction has to be answered."""

    @property
    def all(self) -> list[Interaction]:
        """Every interaction, oldest first."""
        return list(self._by_id.values())

    @property
    def pending(self) -> list[Interaction]:
        """Those for which a person still waits."""
        return [interaction for interaction in self._by_id.values() if not interaction.is_over]

    @property
    def is_asked(self) -> bool:
        """True if somebody waits for an answer and was not even told that it takes longer."""
        return any(interaction.phase is Phase.OPEN for interaction in self.pending)

    def open(
        self,
        kind: InteractionType,
        user: User,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        pressed: Version | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Open a new interaction, whose time runs from now."""
        interaction = Interaction(
            id=self._ids.next(),
            token=token_urlsafe(32),
            type=kind,
            user=user,
            channel=channel,
            data=data,
            since=self._clock.now(),
            message=message,
            pressed=pressed,
            opener=opener,
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        self._clock.at(interaction.since + self.answer_within, lambda: self._missed(interaction))
        self._clock.at(interaction.since + TOKEN_LASTS, lambda: self._never_done(interaction))
        return interaction

    def _missed(self, interaction: Interaction) -> None:
        if interaction.phase is Phase.OPEN:
            self._blame(f"{interaction} was not answered within {self.answer_within:g} s")
            self._end(interaction, Phase.FAILED)

    def _never_done(self, interaction: Interaction) -> None:
        if interaction.phase is Phase.THINKING:
            self._blame(f"{interaction} was left thinking for 15 minutes")
            self._end(interaction, Phase.FAILED)

    def close(self) -> None:
        """End every wait."""
        for interaction in self.pending:
            self._blame(f"{interaction} was still unanswered at the end")
            self._end(interaction, Phase.FAILED)

    def _end(self, interaction: Interaction, phase: Phase) -> None:
        interaction.end(phase)
        self.on_end(interaction)

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """The interaction that a callback is for; raises DiscordError if it may not be answered."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise DiscordError(UNKNOWN_INTERACTION)
        late = self._clock.now() - interaction.since
        if interaction.phase is Phase.FAILED or late > TOKEN_LASTS:
            raise DiscordError(
                UNKNOWN_INTERACTION, detail=f"{interaction} answered after {late:.2f} s"
            )
        if interaction.phase is not Phase.OPEN:
            raise DiscordError(ALREADY_ACKNOWLEDGED, detail=str(interaction))
        return interaction

    def to_follow(self, token: str) -> Interaction:
        """The interaction that a token belongs to; raises DiscordError if it is of no use now."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answered_with is None:
            raise DiscordError(UNKNOWN_WEBHOOK, detail=str(interaction or "no such token"))
        if self._clock.now() - interaction.since > TOKEN_LASTS:
            raise DiscordError(
                INVALID_WEBHOOK_TOKEN, detail=f"{interaction} is over 15 minutes old"
            )
        return interaction

    def answered(self, interaction: Interaction, how: CallbackType) -> None:
        """Note that a callback was accepted."""
        interaction.answered_with = how
        interaction.answered_after = self._clock.now() - interaction.since
        if how is CallbackType.DEFERRED_MESSAGE:
            interaction.phase = Phase.THINKING
        else:
            self._end(interaction, Phase.ANSWERED)

    def thought(self, interaction: Interaction) -> None:
        """Note that something is shown now where the bot was thinking."""
        if interaction.phase is Phase.THINKING:
            self._end(interaction, Phase.ANSWERED)
