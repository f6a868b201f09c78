"""Private answers that show somebody their cards, and are kept up to date while they can be."""

from dataclasses import dataclass
from typing import Final

import discord

from bot.discord_io.screen_layout import answer, attachments
from bot.screens.components import Screen

_TOKEN_LASTS: Final = 15 * 60 - 10
"""Seconds: Discord takes it for a quarter of an hour, and an edit takes a while to get there."""


@dataclass(frozen=True)
class OpenCards:
    """The answer that one person alone sees: the original of an interaction, or a message after it.

    After a press that was deferred the original is the message that was pressed.
    """

    interaction: discord.Interaction
    message: discord.WebhookMessage | None = None
    is_new: bool = True
    """True for a message of its own, False for the one that was pressed."""

    @property
    def made_by(self) -> int:
        """The id of the interaction that brought the message which shows them."""
        pressed = self.interaction.message
        if self.message is not None or pressed is None or self.is_new:
            return self.interaction.id
        metadata = pressed.interaction_metadata
        return pressed.id if metadata is None else metadata.id

    def lasts(self, now: float) -> bool:
        """True if its answer's token still allows an edit at `now` (Unix seconds)."""
        return now - self.interaction.created_at.timestamp() < _TOKEN_LASTS

    async def edit(self, screen: Screen) -> None:
        """Show another screen there; may raise HTTPException."""
        files = attachments(screen)
        if self.message is None:
            await self.interaction.edit_original_response(
                view=answer(self.interaction, screen), attachments=files
            )
        else:
            await self.message.edit(view=answer(self.interaction, screen), attachments=files)

    async def delete(self) -> None:
        """Take it away; may raise HTTPException."""
        if self.message is None:
            await self.interaction.delete_original_response()
        else:
            await self.message.delete()
