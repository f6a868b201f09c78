"""Messages of channels: send, edit, delete, read."""

from typing import Final

from discord_standin.checks.form import Form
from discord_standin.faults import (
    ARCHIVED_THREAD,
    FOREIGN_MESSAGE,
    LOCKED_THREAD,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILD,
    UNKNOWN_MESSAGE,
    DiscordError,
)
from discord_standin.model.messages import Message
from discord_standin.model.permissions import may
from discord_standin.model.places import Channel
from discord_standin.model.writing import Letter, erase, rewrite, send
from discord_standin.payloads.messages import message_json
from discord_standin.rest.call import Answer, Call, Route
from discord_standin.rest.drafts import Draft, compose
from discord_standin.snowflakes import moment_of
from discord_standin.vocabulary import Json, MessageFlag, Permission

_NONCE_LASTS: Final = 300.0
_MOST_READ: Final = 100
_CHANNEL: Final = "/channels/{channel_id}"
_MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"


def _create(call: Call) -> Answer:
    """Send a message; the same nonce again returns the message that was sent with it."""
    draft = Draft(call.fields, call.uploads)
    channel = call.channel(*_needed(call, draft))
    verify_reachable(call, channel)
    if channel.is_locked and not may(call.world.bot, channel, Permission.MANAGE_THREADS):
        raise DiscordError(ARCHIVED_THREAD if channel.is_archived else LOCKED_THREAD)
    if before := _sent_before(call, channel, draft.body):
        return message_json(before)
    _blame_flags(call, draft)
    version = compose(call.world, channel, draft)
    letter = Letter(
        version=version,
        author=call.world.bot,
        reply_to=_replied(call, channel, draft.body),
        nonce=draft.body.get("nonce"),
        allowed_mentions=draft.body.get("allowed_mentions"),
    )
    # Other than an edit, a new message opens the thread again.
    if channel.is_archived:
        call.world.archive(channel, archived=False)
    return message_json(send(call.world, channel, letter))


def _needed(call: Call, draft: Draft) -> list[Permission]:
    is_thread = call.world.channel(call.number("channel_id")).is_thread
    needed = [Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES]
    if draft.uploads:
        needed.append(Permission.ATTACH_FILES)
    if draft.body.get("embeds"):
        needed.append(Permission.EMBED_LINKS)
    return needed


def verify_reachable(call: Call, channel: Channel) -> None:
    """Raise DiscordError for the channel of somebody who accepts no direct messages."""
    person = channel.recipient
    if person and not call.world.shares_guild(person):
        raise DiscordError(NO_MUTUAL_GUILD)
    if person and person.writing_fault:
        raise DiscordError(person.writing_fault)


def _sent_before(call: Call, channel: Channel, body: Json) -> Message | None:
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    since = call.world.clock.now() - _NONCE_LASTS
    return call.world.messages.with_nonce(channel, nonce, since)


def _blame_flags(call: Call, draft: Draft) -> None:
    """Blame a flag that may not be set here: Discord ignores it, and the message is public."""
    if MessageFlag.EPHEMERAL in draft.flags:
        call.world.blame("a channel message was to be ephemeral; only interactions have those")


def _replied(call: Call, channel: Channel, body: Json) -> Message | None:
    reference: Json | None = body.get("message_reference")
    if not reference:
        return None
    message = call.world.messages.get(int(reference["message_id"]))
    if message and message.channel is channel and not message.is_ephemeral:
        return message
    if reference.get("fail_if_not_exists", True):
        form = Form()
        form.wrong(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.verify()
    return None


def _edit(call: Call) -> Answer:
    """Edit one of the bot's own messages."""
    channel = call.channel()
    message = _found(call, channel)
    if message.author is not call.world.bot:
        raise DiscordError(FOREIGN_MESSAGE)
    if channel.is_archived:
        raise DiscordError(ARCHIVED_THREAD)
    call.old_edits.verify(channel.id, moment_of(message.id))
    draft = Draft(call.fields, call.uploads)
    if draft.uploads and not may(call.world.bot, channel, Permission.ATTACH_FILES):
        raise DiscordError(MISSING_PERMISSIONS, detail=f"ATTACH_FILES in {channel.name}")
    rewrite(call.world, message, compose(call.world, channel, draft, message.now))
    return message_json(message)


def _found(call: Call, channel: Channel) -> Message:
    """The path's message. An ephemeral one is found only by its interaction's token."""
    message = call.world.messages.get(call.number("message_id"))
    if message is None or message.channel is not channel or message.is_ephemeral:
        raise DiscordError(UNKNOWN_MESSAGE)
    return message


def _delete(call: Call) -> Answer:
    channel = call.channel()
    message = _found(call, channel)
    is_own = message.author is call.world.bot
    if not is_own and not may(call.world.bot, channel, Permission.MANAGE_MESSAGES):
        raise DiscordError(MISSING_PERMISSIONS, detail="MANAGE_MESSAGES")
    erase(call.world, message)
    return None


def _get(call: Call) -> Answer:
    return message_json(_found(call, call.channel(Permission.READ_MESSAGE_HISTORY)))


def _list(call: Call) -> Answer:
    """A page of the history, newest first; empty without permission to read it."""
    channel = call.channel()
    if not may(call.world.bot, channel, Permission.READ_MESSAGE_HISTORY):
        return []
    before = int(call.query.get("before", 1 << 63))
    after = int(call.query.get("after", 0))
    most = min(int(call.query.get("limit", 50)), _MOST_READ)
    page = [
        message
        for message in call.world.messages.of(channel)
        if after < message.id < before and not message.is_ephemeral
    ]
    chosen = page[:most] if "after" in call.query else page[-most:]
    return [message_json(message) for message in reversed(chosen)]


def _type(call: Call) -> Answer:
    call.channel(Permission.SEND_MESSAGES)
    return None


ROUTES: Final = (
    Route("POST", f"{_CHANNEL}/messages", _create),
    Route("GET", f"{_CHANNEL}/messages", _list),
    Route("GET", _MESSAGE, _get),
    Route("PATCH", _MESSAGE, _edit),
    Route("DELETE", _MESSAGE, _delete),
    Route("POST", f"{_CHANNEL}/typing", _type),
)
