"""Messages that the token of an interaction reaches, for a quarter of an hour.

Discord counts what a bot asks, but not what it asks by such a token.
"""

from dataclasses import dataclass
from typing import Any, Final, cast

import discord

from bot.discord_io.command_mentions import Context, context_of, tappable_by
from bot.discord_io.screen_layout import Layout, attachments, files, mentions
from bot.screens.components import Screen

_LASTS: Final = 15 * 60 - 10
"""Seconds: Discord takes it for a quarter of an hour, and an edit takes a while to get there."""
_ORIGINAL: Final = cast("Any", "@original")
"""Discord's name for the message that an interaction is answered with, or whose button was pressed.

The latter, if the answer was to change that message.
"""
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
        return now - self.since < _LASTS

    async def edit(self, screen: Screen) -> discord.Message:
        """Show another screen there; may raise HTTPException."""
        return await self.webhook.edit_message(
            self.message_id or _ORIGINAL, view=self._layout(screen), attachments=attachments(screen)
        )

    async def delete(self) -> None:
        """Take it away; may raise HTTPException."""
        await self.webhook.delete_message(self.message_id or _ORIGINAL)

    async def follow(self, screen: Screen) -> discord.Message:
        """Post a new message where it stands; may raise HTTPException."""
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
