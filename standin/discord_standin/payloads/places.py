"""Users, members, roles, guilds and channels as Discord's JSON."""

from typing import Final

from discord_standin.clock import timestamp
from discord_standin.model.emojis import Emoji
from discord_standin.model.places import (
    Channel,
    Guild,
    Member,
    Overwrite,
    Role,
    ScheduledEvent,
    User,
)
from discord_standin.vocabulary import ChannelType, Json

_ROLE, _MEMBER = 0, 1
_ARCHIVE_AFTER: Final = 1440
_ONLY_MEMBERS: Final = 2
_EXTERNAL: Final = 3
_SPOKEN: Final = (ChannelType.VOICE, ChannelType.STAGE)
_VOICE: Final = {"bitrate": 64000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}


def user_json(user: User) -> Json:
    """A user, as everybody may see them."""
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": None if user.is_bot else user.display_name,
        "discriminator": "0",
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "clan": None,
        "public_flags": 0,
        "flags": 0,
        "bot": user.is_bot,
    }


def self_json(bot: User) -> Json:
    """The bot, as it sees itself."""
    return {
        **user_json(bot),
        "mfa_enabled": True,
        "locale": bot.locale,
        "verified": True,
        "email": None,
        "bio": "",
    }


def member_json(member: Member) -> Json:
    """A member with their user."""
    return {
        "user": user_json(member.user),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [str(role.id) for role in member.roles],
        "joined_at": timestamp(member.joined),
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def role_json(role: Role) -> Json:
    """A role."""
    return {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.is_managed,
        "mentionable": role.is_mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel_json(channel: Channel) -> Json:
    """A channel of any type."""
    if channel.is_dm or not channel.has_bot:
        return _dm_json(channel)
    return _thread_json(channel) if channel.is_thread else _text_channel_json(channel)


def _last_message(channel: Channel) -> str | None:
    return None if channel.last_message_id is None else str(channel.last_message_id)


def _dm_json(channel: Channel) -> Json:
    people = channel.group if channel.recipient is None else (channel.recipient,)
    body: Json = {
        "id": str(channel.id),
        "type": int(channel.type),
        "flags": 0,
        "last_message_id": _last_message(channel),
        "recipients": [user_json(user) for user in people],
    }
    if not channel.has_bot:
        body |= {"name": channel.name, "icon": None, "owner_id": str(people[0].id)}
    return body


def _text_channel_json(channel: Channel) -> Json:
    assert channel.guild
    return {
        "id": str(channel.id),
        "type": int(channel.type),
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "topic": None,
        "position": channel.position,
        "parent_id": None,
        "nsfw": False,
        "flags": 0,
        "rate_limit_per_user": 0,
        "last_message_id": _last_message(channel),
        "permission_overwrites": [
            _overwrite_json(target, overwrite) for target, overwrite in channel.overwrites.items()
        ],
        **(_VOICE if channel.type in _SPOKEN else {}),
    }


def _thread_json(channel: Channel) -> Json:
    assert channel.guild
    assert channel.parent
    return {
        "id": str(channel.id),
        "type": int(channel.type),
        "guild_id": str(channel.guild.id),
        "parent_id": str(channel.parent.id),
        "owner_id": str(channel.owner.id if channel.owner else 0),
        "name": channel.name,
        "flags": 0,
        "last_message_id": _last_message(channel),
        "rate_limit_per_user": 0,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": channel.is_archived,
            "archive_timestamp": timestamp(channel.since),
            "auto_archive_duration": _ARCHIVE_AFTER,
            "locked": channel.is_locked,
            "create_timestamp": timestamp(channel.since),
        },
    }


def _overwrite_json(target: int, overwrite: Overwrite) -> Json:
    return {
        "id": str(target),
        "type": _ROLE if overwrite.is_for_role else _MEMBER,
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def guild_json(guild: Guild) -> Json:
    """A guild as REST shows it."""
    system = guild.system_channel
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "preferred_locale": guild.locale,
        "roles": [role_json(role) for role in guild.roles.values()],
        "features": [],
        "emojis": [],
        "stickers": [],
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None if system is None else str(system.id),
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "max_members": 500_000,
        "max_presences": None,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "incidents_data": None,
    }


def guild_create_json(guild: Guild, bot: User) -> Json:
    """A guild as the gateway sends it to a bot that may not see its members."""
    channels = list(guild.channels.values())
    return {
        **guild_json(guild),
        "joined_at": timestamp(guild.members[bot.id].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(guild.members[bot.id])],
        "channels": [channel_json(channel) for channel in channels if not channel.is_thread],
        "threads": [
            channel_json(channel)
            for channel in channels
            if channel.is_thread and not channel.is_archived
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [event_json(event) for event in guild.events.values()],
        "soundboard_sounds": [],
    }


def event_json(event: ScheduledEvent) -> Json:
    """A scheduled event."""
    return {
        "id": str(event.id),
        "guild_id": str(event.guild.id),
        "channel_id": None,
        "creator_id": str(event.creator.id),
        "creator": user_json(event.creator),
        "name": event.name,
        "description": event.description,
        "image": None,
        "scheduled_start_time": timestamp(event.starts_at),
        "scheduled_end_time": timestamp(event.ends_at),
        "privacy_level": _ONLY_MEMBERS,
        "status": int(event.status),
        "entity_type": _EXTERNAL,
        "entity_id": None,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": None,
        "guild_scheduled_event_exceptions": [],
        "user_count": 0,
    }


def emoji_json(emoji: Emoji, owner: User) -> Json:
    """An emoji of the application."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "user": user_json(owner),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": emoji.is_animated,
        "available": True,
    }
