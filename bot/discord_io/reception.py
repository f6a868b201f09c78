"""The entry point of every interaction: it is served, answered, and never left unanswered."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.discord_io.answers import (
    ALREADY_ANSWERED,
    LOST,
    apologise,
    defer,
    deliver,
    has_answer,
    refuse,
)
from bot.discord_io.discord_gateway import DiscordGateway
from bot.discord_io.requests import Patience
from bot.discord_io.token_messages import TokenMessage
from bot.discord_io.visitors import entries_in, is_in_private, visitor_of
from bot.handlers.request import Answer, Services
from bot.handlers.serving import HandlerCall, asked_by, follow_up, serve
from bot.screens.replies import Private, Redraw, Shared, says
from bot.surfaces.admission import AdmissionQueue
from bot.tasks import Tasks
from bot.texts import texts_for
from bot.values.vitals import AnswerTimes
from ofc_engine.errors import TurnError

log: Final = logging.getLogger(__name__)

# Discord's codes for a message that is gone, and for an interaction older than three seconds.
_UNKNOWN_MESSAGE: Final = 10008
_UNKNOWN_INTERACTION: Final = 10062


@dataclass(frozen=True)
class Limits:
    """How many interactions are served at once, and for how long the others wait."""

    deferred_after: float = 1.5
    """Seconds after which Discord is told that the answer takes longer."""
    at_once: int = 32
    """How many are served at once; all others wait in the order in which they came.

    This many are written to the disk together. More would not be served sooner, but keep the
    painter waiting.
    """
    longest_served: float = 10.0
    """Seconds after which an interaction gives up its place: what it waits for does not need it."""
    longest_wait: float = 1.0
    """Seconds: once the first in the queue has waited this long, new ones are turned away."""


class Reception:
    """Serves interactions, each in the task that discord.py made for it."""

    def __init__(
        self,
        services: Services,
        gateway: DiscordGateway,
        limits: Limits = Limits(),
        patience: Patience = Patience(),
    ) -> None:
        self.services = services
        self.limits = limits
        self.patience = patience
        self._gateway = gateway
        self._under_way: set[asyncio.Task[Any]] = set()
        self._tasks = Tasks()
        self._queue = AdmissionQueue(limits.at_once)
        self.times = AnswerTimes()
        self._is_closed = False

    async def serve(
        self, interaction: discord.Interaction, asked: HandlerCall, entry: str = ""
    ) -> None:
        """Answer a press, form or command; `entry` is what was chosen or typed."""
        task = asyncio.current_task()
        assert task is not None
        # The bot does not end before it has been served.
        self._under_way.add(task)
        began_at = asyncio.get_running_loop().time()
        try:
            if self._is_closed:
                await _refuse_while_closing(interaction, self.patience)
                return
            if interaction.message is not None:
                self._gateway.pictures.note_pressed(interaction.message)
            # A new one would wait longer than Discord waits for its answer.
            if self._queue.waited > self.limits.longest_wait:
                answer = _too_much(interaction)
            else:
                answer = await self._served(interaction, asked, entry)
            await self._answer(interaction, answer)
        except asyncio.CancelledError:
            if not has_answer(interaction):
                await _refuse_while_closing(interaction, self.patience)
            raise
        except Exception as error:  # noqa: BLE001 - the entry point: nothing may stay unanswered
            self.times.failed += 1
            await apologise(interaction, error, self.patience)
        finally:
            self._under_way.discard(task)
            self.times.add(asyncio.get_running_loop().time() - began_at)

    async def _served(
        self, interaction: discord.Interaction, asked: HandlerCall, entry: str
    ) -> Answer:
        """Serve an interaction; if that takes long, Discord shows that an answer is coming."""
        deferring: list[asyncio.Task[None]] = []
        deferral = asyncio.get_running_loop().call_later(
            self.limits.deferred_after,
            lambda: deferring.append(
                self._tasks.begin("deferring an answer", defer(interaction, self.patience))
            ),
        )
        try:
            async with self._queue.admission(longest=self.limits.longest_served):
                return await serve(self.services, visitor_of(interaction, entry), asked)
        finally:
            deferral.cancel()
            # An answer goes where the deferral says, so that has to be over first.
            for task in deferring:
                await task

    @property
    def waiting(self) -> int:
        """How many interactions wait to be served."""
        return len(self._queue)

    @property
    def is_serving(self) -> bool:
        """True while anything is under way."""
        return bool(self._under_way)

    async def close(self, grace: float) -> None:
        """Wait for at most `grace` seconds until what is under way has been served.

        Those still waiting then are told to ask again, which may take as long; and so are those who
        ask from now on.
        """
        self._is_closed = True
        if not self._under_way:
            return
        _, unserved = await asyncio.wait(self._under_way, timeout=grace)
        for task in unserved:
            task.cancel()
        if unserved:
            await asyncio.wait(unserved, timeout=grace)

    async def _answer(self, interaction: discord.Interaction, answer: Answer) -> None:
        delivered = False
        match answer.reply:
            case Redraw(screen, for_everybody=False) if not is_in_private(interaction):
                # No button in a channel asks for this; a forged one shows cards to nobody else.
                answer = replace(answer, reply=Private(screen), shown=None)
            case _:
                pass
        try:
            late = await deliver(interaction, answer.reply, self.patience)
            delivered = True
            self._gateway.answered(interaction)
            if answer.cards_of:
                await self._note_cards(interaction, answer, late)
        except discord.HTTPException as error:
            if error.code == _UNKNOWN_MESSAGE:
                # The pressed message has just been replaced; its successor shows the change.
                await defer(interaction, self.patience)
            elif error.code not in {ALREADY_ANSWERED, _UNKNOWN_INTERACTION}:
                raise
            log.warning("interaction %d: could not be shown: %s", interaction.id, error)
        except LOST as error:
            log.warning("interaction %d: could not be answered: %r", interaction.id, error)
        finally:
            # What was done is committed, and is shown even if the reply never arrived.
            message_id = None if interaction.message is None else interaction.message.id
            match answer.reply:
                case Redraw(screen) | Shared(screen) if message_id is not None:
                    self._gateway.pictures.forget_replaced(
                        message_id, screen, pressed=interaction.id
                    )
                case _:
                    pass
            await follow_up(self.services, answer, message_id=message_id, delivered=delivered)
            if answer.notice:
                self.services.messages.answered(answer.notice, delivered=delivered)

    async def _note_cards(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        late: discord.WebhookMessage | None,
    ) -> None:
        """Record where somebody was just shown their cards: those of a table in one place only."""
        cards_of, user_id = answer.cards_of, interaction.user.id
        is_new, is_own = isinstance(answer.reply, Private), isinstance(cards_of, str)
        pressed = interaction.message
        if is_new or is_own or (pressed is not None and pressed.flags.ephemeral):
            await self._gateway.opened(cards_of, user_id, TokenMessage.of(interaction, late))
        else:
            await self._gateway.close_open(cards_of, user_id)


async def _refuse_while_closing(interaction: discord.Interaction, patience: Patience) -> None:
    restarting = TurnError("I'm being restarted. Please try again in a minute.")
    try:
        await refuse(interaction, restarting, patience)
    except RuntimeError as error:  # the client has closed its connections: nobody can be told
        log.info("interaction %d: not answered, the bot has ended: %s", interaction.id, error)


def _too_much(interaction: discord.Interaction) -> Answer:
    error = TurnError("Too much is going on right now. Please try again in a few seconds.")
    return Answer(says(texts_for(interaction.locale.value).error(error)))


# --- which handler ---------------------------------------------------------------------------

_ROUTED: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def asked_in(interaction: discord.Interaction) -> tuple[HandlerCall, str] | None:
    """The call that a component or form asks for, and the entry; None for other interactions."""
    if interaction.type not in _ROUTED:
        return None
    data: Mapping[str, Any] = dict(interaction.data or {})
    return asked_by(data.get("custom_id", "")), _entry(data)


def _entry(data: Mapping[str, Any]) -> str:
    """The choice from a menu (several with commas), or the text in the first line of a form."""
    if "values" in data:
        return ",".join(map(str, data["values"]))
    return next(iter(entries_in(data).values()), "")
