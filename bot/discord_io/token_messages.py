"""Messages that the token of an interaction reaches, for a quarter of an hour.

Requests by such a token do not count towards Discord's limit for a bot.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

import discord

from bot.discord_io.command_mentions import Context, context_of, tappable_by
from bot.discord_io.requests import Requests
from bot.discord_io.screen_layout import Layout, attachments, files, mentions
from bot.screens.components import Screen
from bot.surfaces.gateway import ChannelGone, Denied, GatewayError, MessageGone, NotAllowed

T = TypeVar("T")

log: Final = logging.getLogger(__name__)

_LIFETIME: Final = 15 * 60 - 10
"""Seconds: Discord takes a token for a quarter of an hour, and an edit takes a while to arrive."""
_ORIGINAL: Final = cast("Any", "@original")
"""Discord's name for the message that an interaction is answered with, or whose button was pressed.

The latter, if the answer was to change that message.
"""
_NOT_BY_TOKEN: Final = (MessageGone, ChannelGone, NotAllowed, Denied)
"""Errors after which it is done without the token, which may have expired."""
_CHANGES_PRESSED: Final = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)


@dataclass(frozen=True, slots=True)
class TokenMessage:
    """A message that an interaction's token reaches: its original, or one that came after that.

    `since` is when somebody did what brought the token (Unix seconds), `made_by` the id of the
    interaction that brought the message.
    """

    webhook: discord.Webhook
    client: discord.Client
    where: Context
    since: float
    made_by: int
    message_id: int | None = None

    @classmethod
    def of(
        cls, interaction: discord.Interaction, message: discord.WebhookMessage | None = None
    ) -> "TokenMessage":
        """The original of an interaction that was answered, or a `message` after it."""
        made_by, pressed = interaction.id, interaction.message
        if message is None and pressed is not None and changes_pressed(interaction):
            metadata = pressed.interaction_metadata
            made_by = pressed.id if metadata is None else metadata.id
        return cls(
            interaction.followup,
            interaction.client,
            context_of(interaction),
            interaction.created_at.timestamp(),
            made_by,
            None if message is None else message.id,
        )

    def lasts(self, now: float) -> bool:
        """True if the token still allows an edit at `now` (Unix seconds)."""
        return now - self.since < _LIFETIME

    async def edit(self, screen: Screen) -> discord.Message:
        """Show another screen there; may raise HTTPException."""
        return await self.webhook.edit_message(
            self.message_id or _ORIGINAL, view=self._layout(screen), attachments=attachments(screen)
        )

    async def delete(self) -> None:
        """Delete it; may raise HTTPException."""
        await self.webhook.delete_message(self.message_id or _ORIGINAL)

    async def follow(self, screen: Screen) -> discord.Message:
        """Post a new message in the same channel; may raise HTTPException."""
        return await self.webhook.send(
            view=self._layout(screen),
            files=files(screen),
            allowed_mentions=mentions(screen),
            silent=screen.is_silent,
            wait=True,
        )

    def _layout(self, screen: Screen) -> Layout:
        return Layout(tappable_by(self.client, screen.components, lambda: self.where))


def changes_pressed(interaction: discord.Interaction) -> bool:
    """True if an interaction was answered with a change of the message whose button was pressed."""
    return interaction.response.type in _CHANGES_PRESSED


class TokenGateway:
    """The part of a gateway that knows what tokens reach; `clock` gives Unix seconds."""

    def __init__(self, requests: Requests, clock: Callable[[], float]) -> None:
        self._requests = requests
        self._clock = clock
        self._open: dict[tuple[int | str, int], TokenMessage] = {}
        self._pressed: dict[int, TokenMessage] = {}
        """Pressed messages that a token reaches, by id, the one pressed last at the end."""
        self._active: dict[int, TokenMessage] = {}
        """Reaches direct messages in which somebody did something, by the channel's id."""

    def answered(self, interaction: discord.Interaction) -> None:
        """Keep what the token of an answered interaction reaches."""
        if interaction.type is discord.InteractionType.autocomplete:
            return  # nothing follows an offer of what to type
        pressed, reached = interaction.message, TokenMessage.of(interaction)
        if pressed is not None and changes_pressed(interaction):
            self._keep_reached(self._pressed, pressed.id, reached)
        if reached.where is Context.BOT_DM and interaction.channel_id is not None:
            self._keep_reached(self._active, interaction.channel_id, reached)

    def _keep_reached(self, kept: dict[int, TokenMessage], key: int, reached: TokenMessage) -> None:
        kept.pop(key, None)
        kept[key] = reached
        while not kept[oldest := next(iter(kept))].lasts(self._clock()) and oldest != key:
            del kept[oldest]

    async def opened(self, cards_of: int | str, user_id: int, cards: TokenMessage) -> None:
        """Record the private message that has shown a person their cards.

        An earlier one with their cards at the same table is deleted.
        """
        self._open = {key: kept for key, kept in self._open.items() if kept.lasts(self._clock())}
        before = self._open.get((cards_of, user_id))
        self._open[cards_of, user_id] = cards
        is_own = isinstance(cards_of, str)
        if before is not None and not is_own and before.made_by != cards.made_by:
            await self._take_away(before)

    async def close_open(self, cards_of: int | str, user_id: int) -> None:
        """Delete the private view of their cards that a person has open, if any."""
        cards = self._open.pop((cards_of, user_id), None)
        if cards is not None and cards.lasts(self._clock()):
            await self._take_away(cards)

    async def _take_away(self, cards: TokenMessage) -> None:
        try:
            async with self._requests.named(is_waited_for=True):
                await cards.delete()
        except GatewayError as error:
            log.info("what somebody has open of their cards stays there: %r", error)

    def has_open(self, table_id: int, user_id: int) -> bool:
        """True if a person has their cards open, where they can still be edited."""
        cards = self._open.get((table_id, user_id))
        return cards is not None and cards.lasts(self._clock())

    async def edit_open(self, cards_of: int | str, user_id: int, screen: Screen) -> None:
        """Show another screen there; no error if they have dismissed or moved it meanwhile."""
        cards = self._open.get((cards_of, user_id))
        if cards is None:
            return
        try:
            async with self._requests.named(is_waited_for=True):
                await cards.edit(screen)
        except (MessageGone, ChannelGone):
            self._open.pop((cards_of, user_id), None)

    async def _by_token(
        self,
        kept: dict[int, TokenMessage],
        key: int,
        do: Callable[[TokenMessage], Awaitable[T]],
    ) -> T | None:
        """Do something by a kept token and return the result; None if it has to go without."""
        reached = kept.get(key)
        if reached is None or not reached.lasts(self._clock()):
            return None
        try:
            async with self._requests.named(is_waited_for=True):
                return await do(reached)
        except _NOT_BY_TOKEN:
            kept.pop(key, None)
            return None
