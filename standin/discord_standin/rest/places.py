"""Guilds, members, users, channels and direct messages."""

from typing import Final

from discord_standin.checks.form import Form
from discord_standin.faults import (
    ARCHIVED_THREAD,
    CANNOT_DM,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    OPENING_DMS_TOO_FAST,
    RATE_LIMITED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    DiscordError,
)
from discord_standin.model.permissions import may
from discord_standin.model.world import THREADS
from discord_standin.payloads.places import (
    channel_json,
    guild_json,
    member_json,
    role_json,
    user_json,
)
from discord_standin.rest.call import Answer, Call, Route
from discord_standin.vocabulary import Permission

_GUILD: Final = "/guilds/{guild_id}"
_CHANNEL: Final = "/channels/{channel_id}"


def _get_guild(call: Call) -> Answer:
    return guild_json(call.world.guild(call.number("guild_id")))


def _list_channels(call: Call) -> Answer:
    guild = call.world.guild(call.number("guild_id"))
    return [channel_json(c) for c in guild.channels.values() if not c.is_thread]


def _list_roles(call: Call) -> Answer:
    guild = call.world.guild(call.number("guild_id"))
    return [role_json(role) for role in guild.roles.values()]


def _get_member(call: Call) -> Answer:
    guild = call.world.guild(call.number("guild_id"))
    member = guild.members.get(call.number("user_id"))
    if member is None:
        raise DiscordError(UNKNOWN_MEMBER)
    return member_json(member)


def _leave_guild(call: Call) -> Answer:
    call.world.leave(call.world.guild(call.number("guild_id")), call.world.bot)
    return None


def _get_user(call: Call) -> Answer:
    return user_json(call.world.user(call.number("user_id")))


def _open_dm(call: Call) -> Answer:
    """Open direct messages; people who accept none refuse only the message."""
    recipient = call.fields.get("recipient_id")
    user = call.world.users.get(int(recipient or 0))
    if user is None or user.is_bot:
        raise DiscordError(CANNOT_DM)
    if user.opening_fault:
        raise DiscordError(user.opening_fault)
    openings = call.world.openings
    if openings is not None and not openings.take():
        raise DiscordError(OPENING_DMS_TOO_FAST)
    return channel_json(call.world.dm_with(user))


def _get_channel(call: Call) -> Answer:
    return channel_json(call.channel())


def _change_thread(call: Call) -> Answer:
    """Archive a thread or unarchive it."""
    channel = call.channel()
    bot = call.world.bot
    if not channel.is_thread or not may(bot, channel, Permission.SEND_MESSAGES_IN_THREADS):
        raise DiscordError(MISSING_PERMISSIONS)
    call.world.archive(channel, archived=bool(call.fields.get("archived", channel.is_archived)))
    return channel_json(channel)


def _start_thread(call: Call) -> Answer:
    """A public thread, on a message if the path names one."""
    channel = call.channel(Permission.CREATE_PUBLIC_THREADS)
    on_message = call.number("message_id") if "message_id" in call.params else None
    if on_message is not None and not call.world.messages.get(on_message):
        raise DiscordError(UNKNOWN_MESSAGE)
    form = Form()
    form.sized(("name",), call.fields.get("name"), 1, 100)
    kind = THREADS.get(channel.type)
    if on_message is None and kind is not None and call.fields.get("type") != kind:
        form.wrong(("type",), "BASE_TYPE_CHOICES", f"Value must be one of ({int(kind)},).")
    form.verify()
    threads = call.world.threads
    if threads is not None and not threads.take():
        raise DiscordError(RATE_LIMITED, retry_after=threads.wait())
    name = call.fields["name"]
    return channel_json(call.world.add_thread(channel, name, call.world.bot, on_message))


def _add_to_thread(call: Call) -> Answer:
    """Add a member of the server to a thread that is not archived."""
    thread = call.channel(Permission.SEND_MESSAGES_IN_THREADS)
    if not thread.is_thread:
        raise DiscordError(UNKNOWN_CHANNEL)
    user = call.world.user(call.number("user_id"))
    if not may(user, thread, Permission.VIEW_CHANNEL):
        raise DiscordError(MISSING_ACCESS)
    if thread.is_archived:
        raise DiscordError(ARCHIVED_THREAD)
    thread.followers.add(user.id)
    return None


ROUTES: Final = (
    Route("GET", _GUILD, _get_guild),
    Route("GET", f"{_GUILD}/channels", _list_channels),
    Route("GET", f"{_GUILD}/roles", _list_roles),
    Route("GET", f"{_GUILD}/members/{{user_id}}", _get_member),
    Route("DELETE", "/users/@me/guilds/{guild_id}", _leave_guild),
    Route("POST", "/users/@me/channels", _open_dm),
    Route("GET", "/users/{user_id}", _get_user),
    Route("GET", _CHANNEL, _get_channel),
    Route("PATCH", _CHANNEL, _change_thread),
    Route("POST", f"{_CHANNEL}/threads", _start_thread, status=201),
    Route("POST", f"{_CHANNEL}/messages/{{message_id}}/threads", _start_thread, status=201),
    Route("PUT", f"{_CHANNEL}/thread-members/{{user_id}}", _add_to_thread),
)
