"""Replies as responses to interactions, and the apology when something went wrong."""

import logging
import secrets
from typing import Final

import discord

from bot.edge.layout import NOBODY, FormModal, Layout, files, mentions
from bot.screens.components import note
from bot.screens.replies import Form, Noted, Private, Public, Redraw, Reply, Shared
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)


async def deliver(interaction: discord.Interaction, reply: Reply) -> None:
    """Give a reply as the response to an interaction."""
    response = interaction.response
    match reply:
        case Private(screen):
            await response.send_message(
                view=Layout(screen), files=files(screen), ephemeral=True, allowed_mentions=NOBODY
            )
        case Redraw(screen):
            uploads = files(screen)
            if uploads:
                await response.edit_message(view=Layout(screen), attachments=uploads)
            else:
                await response.edit_message(view=Layout(screen))
        case Shared(own, public):
            await response.edit_message(view=Layout(own))
            await interaction.followup.send(
                view=Layout(public), files=files(public), allowed_mentions=mentions(public)
            )
        case Public(screen):
            await response.send_message(
                view=Layout(screen), files=files(screen), allowed_mentions=mentions(screen)
            )
        case Noted():
            await response.defer()
        case Form():
            await response.send_modal(FormModal(reply))


async def apologise(interaction: discord.Interaction, error: Exception) -> None:
    """Log an error under an id, and tell the person that id."""
    error_id = secrets.token_hex(3)
    log.error("interaction %d failed, error %s", interaction.id, error_id, exc_info=error)
    if interaction.response.is_done():
        return
    _ = texts_for(interaction.locale.value)
    sorry = note(_("Something went wrong here (error {id}). Please try again.", id=error_id))
    try:
        await deliver(interaction, Private(sorry))
    except discord.HTTPException as refusal:
        log.warning("error %s: could not be told: %s", error_id, refusal)
