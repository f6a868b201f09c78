"""The steps of a check: the login, the bot's permissions and its commands; then what it posts.

Messages with pictures are edited in each way, buttons pressed by a person, one goes to a person.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, cast

import discord
from discord.http import Route

from bot.discord_io.check.check_client import CheckClient, CheckError
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
from bot.discord_io.sync import SET_BY_DISCORD, Payload, payloads
from bot.discord_io.visitors import IN_THREADS
from bot.screens.components import note, row

_MOST_NAMES: Final = 10
_GLOBAL_ONLY: Final = ("contexts", "integration_types", "dm_permission")
_NOT_SENT: Final = (*SET_BY_DISCORD, *_GLOBAL_ONLY, "guild_id")
"""Fields that Discord sets by itself, or takes only of commands for all servers."""


def channels(client: CheckClient) -> Iterator[str]:
    """The text channels that the bot sees, one a line: id, name and server."""
    for guild in client.guilds:
        for channel in guild.text_channels:
            if channel.permissions_for(guild.me).view_channel:
                yield f"{channel.id}  #{channel.name}  ({guild.name})"


def channel_of(client: CheckClient, channel_id: int) -> discord.TextChannel:
    """The channel of an id; raises CheckError if it is no text channel of the bot's servers."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise CheckError(
            f"The bot knows no text channel {channel_id}. Invite it to the server, or choose one "
            "that ofc-bot check lists without --channel."
        )
    return channel


async def _login(trial: Trial) -> str:
    return f"as {trial.client.user}, application {trial.client.application_id}"


async def _gateway(trial: Trial) -> str:
    client = trial.client
    names = [guild.name for guild in client.guilds[:_MOST_NAMES]]
    more = f" and {len(client.guilds) - _MOST_NAMES} more" if client.guilds[_MOST_NAMES:] else ""
    open_shards = [shard for shard in client.shards.values() if not shard.is_closed()]
    return f"{len(open_shards)} of {len(client.shards)} shards; servers: {', '.join(names)}{more}"


async def _permission(name: str, trial: Trial) -> str:
    channel = trial.channel
    if not getattr(channel.permissions_for(channel.guild.me), name):
        raise DiffersError(f"missing in #{channel.name}")
    return f"there in #{channel.name}"


async def _events(trial: Trial) -> str:
    guild = trial.channel.guild
    if not guild.me.guild_permissions.create_events:
        raise DiffersError(f"missing in {guild.name}: a tournament with a time is no event there")
    return f"there in {guild.name}"


def _means(name: str) -> str:
    where = "in its threads" if name == "send_messages_in_threads" else "there"
    return f"The bot plays {where} only when it is allowed."


async def _sync(trial: Trial) -> str:
    """Put the commands to the server, read them back, and leave those that were there before."""
    before = await _commands(trial)
    commands = _sendable(payloads(trial.client.tree))
    try:
        await _put(trial, commands)
        got = {command["name"]: command for command in await _commands(trial)}
    finally:
        await _put(trial, _sendable(before))
    for command in commands:
        if not _holds(got.get(command["name"]), command):
            raise DiffersError(f"/{command['name']} came back changed")
    names = ", ".join(f"/{command['name']}" for command in commands)
    return f"{names} put to {trial.channel.guild.name}, read back, and taken away again"


def _sendable(commands: list[Payload]) -> list[Payload]:
    return [{key: c[key] for key in c if key not in _NOT_SENT} for c in commands]


def _route(trial: Trial) -> Route:
    return Route(
        "GET",
        "/applications/{application_id}/guilds/{guild_id}/commands",
        application_id=trial.client.application_id,
        guild_id=trial.channel.guild.id,
    )


async def _commands(trial: Trial) -> list[Payload]:
    return await trial.client.http.request(_route(trial), params={"with_localizations": "true"})


async def _put(trial: Trial, commands: list[Payload]) -> None:
    client, guild = trial.client, trial.channel.guild
    await client.http.bulk_upsert_guild_commands(client.application_id or 0, guild.id, commands)


def _holds(got: object, sent: object) -> bool:
    """True if Discord has all that was sent; it adds fields of its own and leaves out defaults."""
    if isinstance(sent, dict):
        fields = cast("dict[str, Any]", sent)
        kept = cast("dict[str, Any]", got) if isinstance(got, dict) else {}
        return all(_holds(kept.get(key), value) for key, value in fields.items())
    if isinstance(sent, list):
        parts = cast("list[Any]", sent)
        found = cast("list[Any]", got or [])
        return len(found) == len(parts) and all(map(_holds, found, parts))
    return str(got) == str(sent) if sent or got else True


# --- messages ---------------------------------------------------------------------------------

_WEBP: Final = "image/webp"
_CANNOT_DM: Final = (50007, 50278)
"""Direct messages are closed; no server in common."""
_BUTTONS: Final = 4


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
    label = f"Press me within {_span(trial.wait)} ({number} of {_BUTTONS})"
    words = f"**A check of the bot.** Button {number} of {_BUTTONS}: please press it."
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


async def _answer_replace(trial: Trial) -> str:
    async with _pressed(trial, 2) as (interaction, message):
        screen = picture_screen("**A check of the bot.** A new picture.", trial.samples.second)
        await interaction.response.edit_message(
            view=Layout(screen.components), attachments=files(screen)
        )
        return await another(message.fetch, media_of(message))


async def _late(trial: Trial) -> str:
    async with _pressed(trial, 3) as (interaction, message):
        await interaction.response.defer()
        words = "**A check of the bot.** A new picture, later."
        screen = picture_screen(words, trial.samples.second)
        await interaction.edit_original_response(
            view=Layout(screen.components), attachments=files(screen)
        )
        return await another(message.fetch, media_of(message))


async def _private(trial: Trial) -> str:
    async with _pressed(trial, 4) as (interaction, _message):
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


# --- all of them -----------------------------------------------------------------------------

STEPS: Final = (
    CheckStep("login", _login),
    CheckStep("gateway", _gateway),
    *(
        CheckStep(f"permission {title}", partial(_permission, name), _means(name))
        for name, title in IN_THREADS.items()
    ),
    CheckStep(
        "permission Create Public Threads",
        partial(_permission, "create_public_threads"),
        "Nobody can follow a table in a thread.",
    ),
    CheckStep("permission Create Events", _events),
    CheckStep(
        "command sync",
        _sync,
        "New commands do not appear on Discord; those of before go on.",
    ),
    CheckStep("message with a picture", _picture, "Boards are shown in words."),
    CheckStep(
        "edit that lists the picture it keeps",
        _keep,
        "A message whose words change loses its picture, or comes in words.",
    ),
    CheckStep("edit with a new picture", _replace, "Boards that change are shown in words."),
    CheckStep("animated WebP", _film, "The film of a replay stands still; its steps work."),
    CheckStep("nonce", _nonce, "After a broken connection a message may come twice."),
    CheckStep("silent message", _silent, "Messages in quiet hours notify people."),
    CheckStep(
        "answer that lists the picture it keeps",
        _answer_keep,
        "A tap on a card brings its picture anew, which is slower, or loses it.",
    ),
    CheckStep(
        "answer with a new picture",
        _answer_replace,
        "Private boards do not change at a press; /ofc place works.",
    ),
    CheckStep(
        "deferred answer with a new picture",
        _late,
        "Answers that take long do not arrive; press again.",
    ),
    CheckStep(
        "private answer with a picture",
        _private,
        "Cards come by direct message alone, and /ofc hand shows none.",
    ),
    CheckStep(
        "direct message with a picture", _direct, "Cards come only in the channel, by /ofc hand."
    ),
)
