"""Interactions as Discord's JSON."""

from typing import Any, Final

from discord_standin.model.interactions import Interaction, Phase
from discord_standin.model.messages import Message
from discord_standin.model.permissions import permissions_in
from discord_standin.model.places import Channel, Role, User
from discord_standin.payloads.messages import message_json, owners_json
from discord_standin.payloads.places import channel_json, member_json, role_json, user_json
from discord_standin.vocabulary import CallbackType, Json, Permission

FILE_LIMIT: Final = 10 * 1024 * 1024
_IN_GUILD, _IN_DM, _IN_GROUP = 0, 1, 2


def interaction_json(interaction: Interaction, bot: User) -> Json:
    """An interaction as the gateway brings it to the bot."""
    channel = interaction.channel
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(bot.id),
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": _channel(channel, interaction.user),
        "locale": interaction.user.locale,
        "app_permissions": str(int(_of_app(channel, bot))),
        "attachment_size_limit": FILE_LIMIT,
        "authorizing_integration_owners": owners_json(interaction),
        "entitlements": [],
        "context": _context(channel),
        **_person(channel, interaction.user),
    }
    if interaction.message:
        body["message"] = message_json(interaction.message, interaction.pressed)
    return body


def _of_app(channel: Channel, bot: User) -> Permission:
    """The bot's permissions; where it is not a member, its answers may still show files."""
    is_there = channel.has_bot if channel.guild is None else bot.id in channel.guild.members
    if is_there:
        return permissions_in(channel, bot)
    return Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE


def _context(channel: Channel) -> int:
    if channel.guild:
        return _IN_GUILD
    return _IN_DM if channel.has_bot else _IN_GROUP


def _channel(channel: Channel, user: User) -> Json:
    return {**channel_json(channel), "permissions": str(int(permissions_in(channel, user)))}


def _person(channel: Channel, user: User) -> Json:
    guild = channel.guild
    if guild is None:
        return {"user": user_json(user)}
    return {
        "guild_id": str(guild.id),
        "guild_locale": guild.locale,
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "member": {
            **member_json(guild.members[user.id]),
            "permissions": str(int(permissions_in(channel, user))),
        },
    }


def resolved_json(values: list[Any], channel: Channel) -> Json:
    """The users, roles and channels among a command's values, as far as the bot may know them."""
    users = {str(value.id): value for value in values if isinstance(value, User)}
    channels = {str(value.id): value for value in values if isinstance(value, Channel)}
    roles = {str(value.id): role_json(value) for value in values if isinstance(value, Role)}
    members = channel.guild.members if channel.guild else {}
    body: Json = {}
    if users:
        body["users"] = {key: user_json(user) for key, user in users.items()}
        body["members"] = {
            key: _partial_member(channel, user) for key, user in users.items() if user.id in members
        }
    if roles:
        body["roles"] = roles
    if channels:
        body["channels"] = {
            key: {**channel_json(named), "permissions": "0"} for key, named in channels.items()
        }
    return body


def _partial_member(channel: Channel, user: User) -> Json:
    """A member without their user, as `resolved` lists them."""
    assert channel.guild
    full = member_json(channel.guild.members[user.id])
    del full["user"]
    return {**full, "permissions": str(int(permissions_in(channel, user)))}


def callback_json(interaction: Interaction, how: CallbackType, message: Message | None) -> Json:
    """The response to a callback that asks for one."""
    body: Json = {"id": str(interaction.id), "type": int(interaction.type)}
    if message is None:
        return {"interaction": body}
    body |= {
        "response_message_id": str(message.id),
        "response_message_loading": interaction.phase is Phase.THINKING,
        "response_message_ephemeral": message.is_ephemeral,
    }
    if how not in (CallbackType.MESSAGE, CallbackType.UPDATE):
        return {"interaction": body}
    shown = {"type": int(how), "message": message_json(message)}
    return {"interaction": body, "resource": shown}
