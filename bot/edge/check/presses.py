"""Steps for which a person presses a button: how an answer changes a message with a picture."""

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

import discord

from bot.edge.check.findings import DiffersError, SkippedError, Step
from bot.edge.check.trial import (
    Trial,
    another,
    kept_of,
    kept_screen,
    media_of,
    picture_screen,
    same,
    seen,
    size,
)
from bot.edge.layout import Layout, attachments, files
from bot.screens.components import row

_COUNT: Final = 5


@asynccontextmanager
async def _pressed(
    trial: Trial, number: int
) -> AsyncGenerator[tuple[discord.Interaction, discord.Message]]:
    """The press of a new button and the message it is on; raises SkippedError if nobody presses."""
    trial.edited()
    if trial.is_alone:
        raise SkippedError("nobody pressed the button before")
    custom_id = f"check:{secrets.token_hex(8)}"
    press = trial.client.press_of(custom_id)
    label = f"Press me within {_span(trial.wait)} ({number} of {_COUNT})"
    words = f"**A check of the bot.** Button {number} of {_COUNT}: please press it."
    button = discord.ui.Button[Layout](
        label=label, custom_id=custom_id, style=discord.ButtonStyle.blurple
    )
    pressed = row(dict(button.to_component_dict()))
    message = await trial.post(picture_screen(words, trial.samples.first, pressed))
    try:
        async with asyncio.timeout(trial.wait):
            interaction = await press
    except TimeoutError:
        trial.is_alone = True
        raise SkippedError(f"nobody pressed within {_span(trial.wait)}") from None
    trial.user_id = trial.user_id or interaction.user.id
    try:
        yield interaction, message
    finally:
        if not interaction.response.is_done():
            with suppress(discord.HTTPException):  # the person's app would say that it failed
                await interaction.response.defer()


def _span(seconds: float) -> str:
    return f"{seconds / 60:g} minutes" if seconds > 60 else f"{seconds:g} seconds"


async def _keep(trial: Trial) -> str:
    async with _pressed(trial, 1) as (interaction, message):
        before = media_of(message)
        kept = kept_of(before)
        screen = kept_screen("**A check of the bot.** The picture has stayed.", kept)
        await interaction.response.edit_message(
            view=Layout(screen), attachments=attachments(screen)
        )
        return await same(message.fetch, before)


async def _unlisted(trial: Trial) -> str:
    async with _pressed(trial, 2) as (interaction, message):
        before = media_of(message)
        words = "**A check of the bot.** Nothing was said of the picture."
        view = Layout(kept_screen(words, kept_of(before)))
        await interaction.response.edit_message(view=view)
        return await same(message.fetch, before)


async def _replace(trial: Trial) -> str:
    async with _pressed(trial, 3) as (interaction, message):
        screen = picture_screen("**A check of the bot.** A new picture.", trial.samples.second)
        await interaction.response.edit_message(view=Layout(screen), attachments=files(screen))
        return await another(message.fetch, media_of(message))


async def _late(trial: Trial) -> str:
    async with _pressed(trial, 4) as (interaction, message):
        await interaction.response.defer()
        words = "**A check of the bot.** A new picture, later."
        screen = picture_screen(words, trial.samples.second)
        await interaction.edit_original_response(view=Layout(screen), attachments=files(screen))
        return await another(message.fetch, media_of(message))


async def _private(trial: Trial) -> str:
    async with _pressed(trial, 5) as (interaction, _message):
        screen = picture_screen("Only you see this.", trial.samples.second)
        await interaction.response.send_message(
            view=Layout(screen), files=files(screen), ephemeral=True
        )
        answer = await interaction.original_response()
        media = await seen(partial(interaction.followup.fetch_message, answer.id))
        with suppress(discord.HTTPException):  # it is theirs alone, and they can dismiss it
            await interaction.delete_original_response()
        if not answer.flags.ephemeral:
            raise DiffersError("everybody could see it")
        return f"it came with its picture, {size(media)}"


STEPS: Final = (
    Step[Trial](
        "answer that lists the picture it keeps",
        _keep,
        "A tap on a card brings its picture anew, which is slower, or loses it.",
    ),
    Step[Trial]("answer that does not list its picture", _unlisted),
    Step[Trial](
        "answer with a new picture",
        _replace,
        "Private boards do not change at a press; /ofc place works.",
    ),
    Step[Trial](
        "deferred answer with a new picture",
        _late,
        "Answers that take long do not arrive; press again.",
    ),
    Step[Trial](
        "private answer with a picture",
        _private,
        "Cards come by direct message alone, and /ofc hand shows none.",
    ),
)
