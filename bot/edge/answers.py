"""The entry point of every interaction: serve it, answer it, and never leave it unanswered."""

import logging
import secrets
from collections.abc import Awaitable
from typing import Final

import discord

from bot.desk.desk import Desk
from bot.desk.visitors import Answer
from bot.edge.layout import NOBODY, FormModal, Layout, files
from bot.screens.components import note
from bot.screens.replies import Form, Noted, Private, Redraw, Reply
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)

_UNKNOWN_INTERACTION: Final = 10062
_ALREADY_ANSWERED: Final = 40060


async def serve(desk: Desk, interaction: discord.Interaction, answer: Awaitable[Answer]) -> None:
    """Answer an interaction; whatever goes wrong is logged with an id that the person is told."""
    try:
        served = await answer
    except Exception as error:  # noqa: BLE001 - the entry point: nothing may stay unanswered
        await apologise(interaction, error)
        return
    delivered = False
    try:
        await deliver(interaction, served.reply)
        delivered = True
    except discord.HTTPException as error:
        if error.code in (_UNKNOWN_INTERACTION, _ALREADY_ANSWERED):
            log.warning("interaction %d: too late to answer: %s", interaction.id, error)
        else:
            await apologise(interaction, error)
    finally:
        message_id = None if interaction.message is None else interaction.message.id
        await desk.follow_up(served, message_id=message_id, delivered=delivered)


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
