"""Replies as responses to interactions, and the apology when something went wrong."""

import logging
import secrets
import sqlite3
from typing import Final

import discord

from bot.edge.layout import NOBODY, FormModal, Layout, attachments, files, mentions
from bot.screens.components import Screen, note
from bot.screens.replies import Form, Noted, Private, Public, Redraw, Reply, Shared
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)

_DEFERRED: Final = (
    discord.InteractionResponseType.deferred_channel_message,
    discord.InteractionResponseType.deferred_message_update,
)


async def deliver(interaction: discord.Interaction, reply: Reply) -> None:
    """Give a reply as the response to an interaction, or later if it was deferred."""
    response = interaction.response
    if response.is_done():
        await _deliver_late(interaction, reply)
        return
    match reply:
        case Private(screen):
            await response.send_message(
                view=Layout(screen), files=files(screen), ephemeral=True, allowed_mentions=NOBODY
            )
        case Redraw(screen):
            await response.edit_message(view=Layout(screen), attachments=attachments(screen))
        case Shared(own, public):
            await response.edit_message(view=Layout(own), attachments=attachments(own))
            await _post(interaction, public)
        case Public(screen):
            await response.send_message(
                view=Layout(screen), files=files(screen), allowed_mentions=mentions(screen)
            )
        case Noted():
            await response.defer()
        case Form():
            await response.send_modal(FormModal(reply))


async def defer(interaction: discord.Interaction) -> None:
    """Tell Discord that the answer takes longer than it waits."""
    try:
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()
    except discord.HTTPException as error:
        log.warning("interaction %d: could not be deferred: %s", interaction.id, error)


async def _deliver_late(interaction: discord.Interaction, reply: Reply) -> None:
    match reply:
        case Private(screen):
            await interaction.followup.send(
                view=Layout(screen), files=files(screen), ephemeral=True, allowed_mentions=NOBODY
            )
        case Redraw(screen):
            await interaction.edit_original_response(
                view=Layout(screen), attachments=attachments(screen)
            )
        case Shared(own, public):
            await _deliver_late(interaction, Redraw(own))
            await _post(interaction, public)
        case Public(screen):
            # The first message after a private "thinking" is private, whatever it asks for.
            _ = texts_for(interaction.locale.value)
            await _deliver_late(interaction, Private(note(_("Here it is."))))
            await _post(interaction, screen)
        case Noted():
            pass
        case Form():
            _ = texts_for(interaction.locale.value)
            again = note(_("That took too long. Please press the button again."))
            await _deliver_late(interaction, Private(again))


async def _post(interaction: discord.Interaction, screen: Screen) -> None:
    """Show everybody a message, after the interaction itself has been answered."""
    await interaction.followup.send(
        view=Layout(screen), files=files(screen), allowed_mentions=mentions(screen)
    )


async def apologise(interaction: discord.Interaction, error: Exception) -> None:
    """Log an error under an id, and tell the person that id."""
    error_id = secrets.token_hex(3)
    log.error("interaction %d failed, error %s", interaction.id, error_id, exc_info=error)
    if interaction.response.is_done() and interaction.response.type not in _DEFERRED:
        return
    _ = texts_for(interaction.locale.value)
    if isinstance(error, sqlite3.OperationalError):
        sorry = _(
            "I cannot write anything down at the moment (error {id}). Please try again in a few "
            "minutes.",
            id=error_id,
        )
    else:
        sorry = _("Something went wrong here (error {id}). Please try again.", id=error_id)
    try:
        await deliver(interaction, Private(note(sorry)))
    except discord.HTTPException as refusal:
        log.warning("error %s: could not be told: %s", error_id, refusal)
