"""Replies as responses to interactions, and the apology when something went wrong."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.discord_io.requests import Patience, may_work_later
from bot.discord_io.screen_layout import NOBODY, FormModal, answer, attachments, files, mentions
from bot.screens.components import Screen, note
from bot.screens.replies import Acknowledged, Form, Private, Public, Redraw, Reply, Shared, says
from bot.store.engine import OperationalError
from bot.texts import texts_for
from ofc_engine.errors import OfcError

T = TypeVar("T")

log: Final = logging.getLogger(__name__)

# Discord's codes: the interaction has been acknowledged, and the form body is invalid.
ALREADY_ANSWERED: Final = 40060
_INVALID: Final = 50035
LOST: Final = (aiohttp.ClientError, OSError)
"""A connection that broke, or over which no answer came; TimeoutError is an OSError."""
_DEFERRED: Final = (
    discord.InteractionResponseType.deferred_channel_message,
    discord.InteractionResponseType.deferred_message_update,
)


async def deliver(
    interaction: discord.Interaction, reply: Reply, patience: Patience
) -> discord.WebhookMessage | None:
    """Give a reply as the response to an interaction, or later if it was deferred.

    If the connection breaks, a response is given again: Discord takes only one, so it does not
    matter how far the first got. If Discord does not take a screen as it is, the reply's others
    are tried. Returns the message that shows it if that is not the one that Discord calls the
    interaction's original. Raises HTTPException, or one of `LOST`.

    An autocomplete gets no choices: Discord takes nothing else for it.
    """
    if interaction.type is discord.InteractionType.autocomplete:
        async with asyncio.timeout(patience.answer):
            await interaction.response.autocomplete([])
        return None
    try:
        return await _deliver(interaction, reply, patience)
    except discord.HTTPException as error:
        other = await _other_way(reply) if error.code == _INVALID else None
        if other is None:
            raise
        is_keeping = isinstance(reply, Redraw | Shared) and reply.screen.keeps_picture
        # A picture to keep may have been replaced while the answer was on its way.
        level = logging.INFO if is_keeping else logging.WARNING
        log.log(level, "interaction %d: shown in another way: %s", interaction.id, error)
        return await deliver(interaction, other, patience)


async def _other_way(reply: Reply) -> Reply | None:
    match reply:
        # Made only now: most screens are taken, and another one may have to be drawn.
        case Redraw(others=(make, *others)) | Shared(others=(make, *others)):
            return replace(reply, screen=await make(), others=tuple(others))
        case _:
            return None


async def _deliver(
    interaction: discord.Interaction, reply: Reply, patience: Patience
) -> discord.WebhookMessage | None:
    late, other = interaction.response.is_done(), None
    async with asyncio.timeout(patience.late_answer if late else patience.answer):
        if late:
            other = await _insist(interaction, patience, partial(_give_late, interaction, reply))
        else:
            await _give_in_time(interaction, reply)
    match reply:
        case Shared(public=public):
            await _insist(interaction, patience, partial(_post, interaction, public, patience))
        case Public(screen) if late:
            await _insist(interaction, patience, partial(_post, interaction, screen, patience))
        case _:
            pass
    match reply:
        case Redraw(aside=Screen() as aside) | Public(aside=Screen() as aside):
            # Only now: it follows the reply.
            await _insist(interaction, patience, partial(_give_late, interaction, Private(aside)))
        case _:
            pass
    return other


async def _insist(
    interaction: discord.Interaction, patience: Patience, give: Callable[[], Awaitable[T]]
) -> T:
    """Try a few times to give something, until it arrives.

    Followups take no nonce. After a connection broke a message may come twice, which is better
    than not at all: what it tells has been done, and nobody would ask for it again.
    """
    for pause in patience.pauses:
        try:
            return await give()
        except (discord.HTTPException, *LOST) as error:
            if not is_temporary(error):
                raise
            log.warning("interaction %d: given again: %r", interaction.id, error)
            await asyncio.sleep(pause)
    return await give()


def is_temporary(error: Exception) -> bool:
    """True if the same request may be answered a moment later.

    The proxy in front of Discord answers without any of Discord's codes, with 429 to everybody at
    an address from which somebody asks too much: discord.py takes that for a ban.
    """
    if isinstance(error, discord.HTTPException):
        return may_work_later(error) or not error.code
    return isinstance(error, LOST)


async def _give_in_time(interaction: discord.Interaction, reply: Reply) -> None:
    try:
        await _give(interaction, reply)
    # It is one of `LOST`, but a second attempt would be too late for Discord.
    except TimeoutError:
        raise
    except (discord.HTTPException, *LOST) as error:
        if not is_temporary(error):
            raise
        log.warning("interaction %d: answered again: %r", interaction.id, error)
        await _give_again(interaction, reply)


async def _give_again(interaction: discord.Interaction, reply: Reply) -> None:
    try:
        await _give(interaction, reply)
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            raise


async def _give(interaction: discord.Interaction, reply: Reply) -> None:
    response = interaction.response
    match reply:
        case Private(screen):
            await response.send_message(
                view=answer(interaction, screen),
                files=files(screen),
                ephemeral=True,
                allowed_mentions=NOBODY,
            )
        case Redraw(screen) | Shared(screen):
            await response.edit_message(
                view=answer(interaction, screen), attachments=attachments(screen)
            )
        case Public(screen):
            await response.send_message(
                view=answer(interaction, screen),
                files=files(screen),
                allowed_mentions=mentions(screen),
            )
        case Acknowledged():
            await response.defer()
        case Form():
            await response.send_modal(FormModal(reply))


async def defer(interaction: discord.Interaction, patience: Patience) -> None:
    """Tell Discord that the answer takes longer than it waits."""
    try:
        async with asyncio.timeout(patience.answer):
            # The answer is not known yet. One that is for everybody gets a message of its own.
            if interaction.type is discord.InteractionType.application_command:
                await interaction.response.defer(ephemeral=True, thinking=True)
            else:
                await interaction.response.defer()
    except (discord.HTTPException, *LOST) as error:
        log.warning("interaction %d: could not be deferred: %r", interaction.id, error)


async def _give_late(
    interaction: discord.Interaction, reply: Reply
) -> discord.WebhookMessage | None:
    """Give a reply after a deferral; returns its message, None if that is the deferred one."""
    match reply:
        case Private(screen):
            # After a press the original is the message that was pressed, which others may see.
            return await interaction.followup.send(
                view=answer(interaction, screen),
                files=files(screen),
                ephemeral=True,
                allowed_mentions=NOBODY,
                wait=True,
            )
        case Redraw(screen) | Shared(screen):
            await interaction.edit_original_response(
                view=answer(interaction, screen), attachments=attachments(screen)
            )
        case Public():
            # The first message after a private "thinking" is private, whatever it asks for.
            _ = texts_for(interaction.locale.value)
            await _give_late(interaction, Private(note(_("Here it is."))))
        case Acknowledged():
            pass
        case Form():
            _ = texts_for(interaction.locale.value)
            again = note(_("That took too long. Please press the button again."))
            await _give_late(interaction, Private(again))
    return None


async def _post(interaction: discord.Interaction, screen: Screen, patience: Patience) -> None:
    """Show everybody a message, after the interaction itself has been answered."""
    async with asyncio.timeout(patience.late_answer):
        await interaction.followup.send(
            view=answer(interaction, screen), files=files(screen), allowed_mentions=mentions(screen)
        )


async def refuse(interaction: discord.Interaction, error: OfcError, patience: Patience) -> None:
    """Tell a person why what they asked for cannot be."""
    _ = texts_for(interaction.locale.value)
    try:
        await deliver(interaction, says(_.error(error)), patience)
    except (discord.HTTPException, *LOST) as refusal:
        log.warning("interaction %d: could not be answered: %r", interaction.id, refusal)


async def refuse_unknown_command(interaction: discord.Interaction, patience: Patience) -> None:
    """Tell a person that what they typed is no command any more."""
    gone = OfcError("This command no longer exists. Type / to see what there is.")
    await refuse(interaction, gone, patience)


async def apologise(interaction: discord.Interaction, error: Exception, patience: Patience) -> None:
    """Log an error under an id with what was pressed or typed, and tell the person that id."""
    # Of digits alone: with letters between them it could be read as cards, such as 6d3d.
    error_id = f"{secrets.randbelow(10**6):06}"
    told = f"interaction {interaction.id} ({_asked(interaction)}) failed, error {error_id}"
    if isinstance(error, OperationalError):
        # It comes again with each press until the disk, or the database's server, is well.
        log.warning("%s: %s", told, error)
    else:
        log.error(told, exc_info=error)
    if has_answer(interaction):  # what failed is what comes after it
        return
    _ = texts_for(interaction.locale.value)
    if isinstance(error, OperationalError):
        sorry = _(
            "I can't save anything right now (error {id}). Please try again in a few minutes.",
            id=error_id,
        )
    else:
        sorry = _("Something went wrong here (error {id}). Please try again.", id=error_id)
    try:
        await deliver(interaction, Private(note(sorry)), patience)
    except (discord.HTTPException, *LOST) as refusal:
        log.warning("error %s: could not be told: %r", error_id, refusal)


def has_answer(interaction: discord.Interaction) -> bool:
    """True if the person has had their answer, and not only that it is coming."""
    return interaction.response.is_done() and interaction.response.type not in _DEFERRED


def _asked(interaction: discord.Interaction) -> str:
    """The name of a pressed button, form or command, without any entry: that may be cards."""
    command = getattr(interaction, "command", None)  # absent if its data could not be read
    if command is not None:
        return f"/{command.qualified_name}"
    data: Mapping[str, Any] = dict(interaction.data or {})
    return repr(data.get("custom_id"))
