"""Steps with messages in the channel: pictures, edits, nonce, silence; and one by message."""

import secrets
from functools import partial
from typing import Final

import discord

from bot.edge.check.findings import DiffersError, SkippedError, Step
from bot.edge.check.samples import frames
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
from bot.screens.components import note

_WEBP: Final = "image/webp"
_CANNOT_DM: Final = (50007, 50278)
"""Direct messages are closed; no server in common."""


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
    await board.edit(view=Layout(screen), attachments=attachments(screen))
    return await same(board.fetch, before)


async def _replace(trial: Trial) -> str:
    board = trial.edited()
    before = media_of(await board.fetch())
    screen = picture_screen("**A check of the bot.** Another picture.", trial.samples.second)
    await board.edit(view=Layout(screen), attachments=files(screen))
    return await another(board.fetch, before)


async def _unlisted(trial: Trial) -> str:
    board = trial.edited()
    before = media_of(await board.fetch())
    words = "**A check of the bot.** Other words, nothing said of the picture."
    await board.edit(view=Layout(kept_screen(words, kept_of(before))))
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


STEPS: Final = (
    Step[Trial]("message with a picture", _picture, "Boards are shown in words."),
    Step[Trial](
        "edit that lists the picture it keeps",
        _keep,
        "A message whose words change loses its picture, or comes in words.",
    ),
    Step[Trial]("edit with a new picture", _replace, "Boards that change are shown in words."),
    Step[Trial]("edit that does not list its picture", _unlisted),
    Step[Trial]("animated WebP", _film, "The film of /ofc replay stands still; its steps work."),
    Step[Trial]("nonce", _nonce, "After a broken connection a message may come twice."),
    Step[Trial]("silent message", _silent, "Messages in quiet hours notify people."),
)
DIRECT: Final = (
    Step[Trial](
        "direct message with a picture", _direct, "Cards come only in the channel, by /ofc hand."
    ),
)
