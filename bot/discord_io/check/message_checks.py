"""Steps with messages: pictures, edits, nonce, silence; buttons that a person presses; one DM."""

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

import discord

from bot.discord_io.check.trial import (
    CheckStep,
    DiffersError,
    SkippedError,
    Trial,
    another,
    frames,
    kept_of,
    kept_screen,
    media_of,
    picture_screen,
    same,
    seen,
    size,
)
from bot.discord_io.screen_layout import Layout, attachments, files
from bot.screens.components import note, row

_WEBP: Final = "image/webp"
_CANNOT_DM: Final = (50007, 50278)
"""Direct messages are closed; no server in common."""
_COUNT: Final = 5


async def _picture(trial: Trial) -> str:
    screen = picture_screen("**A check of the bot.** It is deleted soon.", trial.samples.first)
    message = await trial.post(screen)
    media = await seen(message.fetch)
    trial.board = message
    return f"its gallery shows {size(media)}, {media.content_type}"


async def _keep(trial: Trial) -> str:
    board = trial.edited()
    before = media_of(await board.fetch())
    words = "**A check of the bot.** Other words, the same picture."
    screen = kept_screen(words, kept_of(before))
    await board.edit(view=Layout(screen.components), attachments=attachments(screen))
    return await same(board.fetch, before)


async def _replace(trial: Trial) -> str:
    board = trial.edited()
    before = media_of(await board.fetch())
    screen = picture_screen("**A check of the bot.** Another picture.", trial.samples.second)
    await board.edit(view=Layout(screen.components), attachments=files(screen))
    return await another(board.fetch, before)


async def _unlisted(trial: Trial) -> str:
    board = trial.edited()
    before = media_of(await board.fetch())
    words = "**A check of the bot.** Other words, nothing said of the picture."
    await board.edit(view=Layout(kept_screen(words, kept_of(before)).components))
    return await same(board.fetch, before)


async def _film(trial: Trial) -> str:
    replay = trial.samples.replay
    message = await trial.post(picture_screen("**A check of the bot.** This moves.", replay))
    media = await seen(message.fetch)
    if media.content_type != _WEBP:
        raise DiffersError(f"Discord takes it for {media.content_type}")
    sent = frames(replay.data)
    stored = frames(await trial.client.http.get_from_cdn(media.url))
    address = media.proxy_url or media.url
    moving = f"{address}{'&' if '?' in address else '?'}animated=true"
    shown = frames(await trial.client.http.get_from_cdn(moving))
    saw = f"{media.content_type}, {size(media)}, {sent} frames sent, {stored} kept, {shown} shown"
    if stored != sent or shown <= 1:
        raise DiffersError(saw)
    return saw


async def _nonce(trial: Trial) -> str:
    nonce = secrets.token_hex(8)
    screen = note("**A check of the bot.** This is sent twice and must be there once.")
    first = await trial.post(screen, nonce=nonce)
    second = await trial.post(screen, nonce=nonce)
    if first.id != second.id:
        raise DiffersError("the same post twice gave two messages")
    return "the same post twice gave one message"


async def _silent(trial: Trial) -> str:
    sent = await trial.post(note("**A check of the bot.** This notifies nobody."), silent=True)
    message = await sent.fetch()
    if not message.flags.suppress_notifications:
        raise DiffersError("Discord did not keep the flag")
    return "the message notifies nobody"


async def _direct(trial: Trial) -> str:
    if trial.user_id is None:
        raise SkippedError("nobody pressed, and no --user was given")
    try:
        where = await trial.client.create_dm(discord.Object(trial.user_id))
        words = "**A check of the bot.** It is deleted soon."
        message = await trial.post(picture_screen(words, trial.samples.first), where)
    except discord.HTTPException as error:
        if error.code in _CANNOT_DM:
            raise SkippedError(
                f"their direct messages are closed to the bot ({error.text})"
            ) from error
        raise
    media = await seen(partial(where.fetch_message, message.id))
    return f"it arrived with its picture, {size(media)}"


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


async def _answer_keep(trial: Trial) -> str:
    async with _pressed(trial, 1) as (interaction, message):
        before = media_of(message)
        kept = kept_of(before)
        screen = kept_screen("**A check of the bot.** The picture has stayed.", kept)
        await interaction.response.edit_message(
            view=Layout(screen.components), attachments=attachments(screen)
        )
        return await same(message.fetch, before)


async def _answer_unlisted(trial: Trial) -> str:
    async with _pressed(trial, 2) as (interaction, message):
        before = media_of(message)
        words = "**A check of the bot.** Nothing was said of the picture."
        view = Layout(kept_screen(words, kept_of(before)).components)
        await interaction.response.edit_message(view=view)
        return await same(message.fetch, before)


async def _answer_replace(trial: Trial) -> str:
    async with _pressed(trial, 3) as (interaction, message):
        screen = picture_screen("**A check of the bot.** A new picture.", trial.samples.second)
        await interaction.response.edit_message(
            view=Layout(screen.components), attachments=files(screen)
        )
        return await another(message.fetch, media_of(message))


async def _late(trial: Trial) -> str:
    async with _pressed(trial, 4) as (interaction, message):
        await interaction.response.defer()
        words = "**A check of the bot.** A new picture, later."
        screen = picture_screen(words, trial.samples.second)
        await interaction.edit_original_response(
            view=Layout(screen.components), attachments=files(screen)
        )
        return await another(message.fetch, media_of(message))


async def _private(trial: Trial) -> str:
    async with _pressed(trial, 5) as (interaction, _message):
        screen = picture_screen("Only you see this.", trial.samples.second)
        await interaction.response.send_message(
            view=Layout(screen.components), files=files(screen), ephemeral=True
        )
        answer = await interaction.original_response()
        media = await seen(partial(interaction.followup.fetch_message, answer.id))
        with suppress(discord.HTTPException):  # it is theirs alone, and they can dismiss it
            await interaction.delete_original_response()
        if not answer.flags.ephemeral:
            raise DiffersError("everybody could see it")
        return f"it came with its picture, {size(media)}"


STEPS: Final = (
    CheckStep[Trial]("message with a picture", _picture, "Boards are shown in words."),
    CheckStep[Trial](
        "edit that lists the picture it keeps",
        _keep,
        "A message whose words change loses its picture, or comes in words.",
    ),
    CheckStep[Trial]("edit with a new picture", _replace, "Boards that change are shown in words."),
    CheckStep[Trial]("edit that does not list its picture", _unlisted),
    CheckStep[Trial]("animated WebP", _film, "The film of a replay stands still; its steps work."),
    CheckStep[Trial]("nonce", _nonce, "After a broken connection a message may come twice."),
    CheckStep[Trial]("silent message", _silent, "Messages in quiet hours notify people."),
    CheckStep[Trial](
        "answer that lists the picture it keeps",
        _answer_keep,
        "A tap on a card brings its picture anew, which is slower, or loses it.",
    ),
    CheckStep[Trial]("answer that does not list its picture", _answer_unlisted),
    CheckStep[Trial](
        "answer with a new picture",
        _answer_replace,
        "Private boards do not change at a press; /ofc place works.",
    ),
    CheckStep[Trial](
        "deferred answer with a new picture",
        _late,
        "Answers that take long do not arrive; press again.",
    ),
    CheckStep[Trial](
        "private answer with a picture",
        _private,
        "Cards come by direct message alone, and /ofc hand shows none.",
    ),
    CheckStep[Trial](
        "direct message with a picture", _direct, "Cards come only in the channel, by /ofc hand."
    ),
)
