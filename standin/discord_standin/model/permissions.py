"""Who may do what where, computed as Discord does."""

from collections.abc import Iterable

from discord_standin.model.places import Channel, Guild, Member, Overwrite, User
from discord_standin.vocabulary import ALL_PERMISSIONS, EVERYBODY, NO_PERMISSIONS, Permission


def permissions_in_guild(guild: Guild, member: Member) -> Permission:
    """A member's permissions where no channel says otherwise."""
    if guild.owner is member.user:
        return ALL_PERMISSIONS
    granted = united(role.permissions for role in (guild.everyone, *member.roles))
    return ALL_PERMISSIONS if Permission.ADMINISTRATOR in granted else granted


def permissions_in(channel: Channel, user: User) -> Permission:
    """A user's permissions in a channel; none if they cannot see it."""
    if channel.guild is None:
        is_part = user in channel.group or user is channel.recipient
        return EVERYBODY if is_part or (user.is_bot and channel.has_bot) else NO_PERMISSIONS
    member = channel.guild.members.get(user.id)
    if member is None:
        return NO_PERMISSIONS
    granted = permissions_in_guild(channel.guild, member)
    # From an owner or administrator no overwrite takes anything.
    if granted == ALL_PERMISSIONS:
        return granted
    # A thread has no overwrites of its own: those of its channel hold.
    granted = _overwritten(granted, channel.parent or channel, channel.guild, member)
    return granted if Permission.VIEW_CHANNEL in granted else NO_PERMISSIONS


def _overwritten(granted: Permission, channel: Channel, guild: Guild, member: Member) -> Permission:
    """Apply overwrites in Discord's order: everybody's, those of all their roles, their own."""
    of = channel.overwrites.get
    roles = [overwrite for role in member.roles if (overwrite := of(role.id))]
    together = Overwrite(united(o.allow for o in roles), united(o.deny for o in roles))
    for overwrite in (of(guild.id), together, of(member.user.id)):
        if overwrite:
            granted = granted & ~overwrite.deny | overwrite.allow
    return granted


def may(user: User, channel: Channel, *needed: Permission) -> bool:
    """True if a user has all these permissions in a channel."""
    granted = permissions_in(channel, user)
    return all(permission in granted for permission in needed)


def answers_publicly(user: User, channel: Channel, bot: User) -> bool:
    """True if everybody sees the bot's answers to a user in a channel.

    If the bot is not a member, the user needs a permission for that.
    """
    guild = channel.guild
    is_there = guild is None or bot.id in guild.members
    return is_there or may(user, channel, Permission.USE_EXTERNAL_APPS)


def united(permissions: Iterable[Permission]) -> Permission:
    """All of these together."""
    union = NO_PERMISSIONS
    for permission in permissions:
        union |= permission
    return union
