"""Who is behind an interaction, and what the bot must be allowed to do there."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import discord

from bot.discord_io.screen_layout import picture_in
from bot.handlers.request import Visitor
from bot.store.players import Person
from bot.texts import marked
from bot.values.names import clean_name, clean_text


def visitor_of(interaction: discord.Interaction, entry: str = "") -> Visitor:
    """The person who acts, where, and what they chose or typed."""
    return Visitor(
        person=person_of(interaction.user, interaction.locale.value),
        interaction_id=interaction.id,
        channel_id=interaction.channel_id or 0,
        guild_id=interaction.guild_id,
        guild_locale=(interaction.guild_locale or interaction.locale).value,
        picture=picture_in(interaction.message) if is_in_private(interaction) else None,
        may_manage=interaction.guild_id is not None and interaction.permissions.manage_guild,
        may_attach=interaction.app_permissions.attach_files,
        parent_id=_parent_of(interaction),
        role_ids=_roles_of(interaction.user),
        message_id=None if interaction.message is None else interaction.message.id,
        is_in_private=is_in_private(interaction),
        entry=entry,
        entries=entries_in(dict(interaction.data or {})),
        may_mention=partial(_may_mention, interaction),
        may_share=_may_share(interaction),
        has_threads=isinstance(interaction.channel, discord.TextChannel),
        may_open_threads=_may_open_threads(interaction),
        lacking=lacking(interaction),
    )


def entries_in(data: Mapping[str, Any]) -> dict[str, str]:
    """The entries in the fields of a form, by their keys; none of any other interaction.

    For a menu it is the value that was chosen, for several with commas.
    """
    parts = (dict(label.get("component") or {}) for label in data.get("components", ()))
    return {
        str(part["custom_id"]): clean_text(str(part.get("value") or ",".join(_values(part))))
        for part in parts
        if "custom_id" in part
    }


def _values(part: Mapping[str, Any]) -> list[str]:
    return [str(value) for value in part.get("values") or ()]


def _parent_of(interaction: discord.Interaction) -> int | None:
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _roles_of(user: discord.User | discord.Member) -> frozenset[int]:
    roles = user.roles if isinstance(user, discord.Member) else []
    return frozenset(role.id for role in roles)


def _may_mention(interaction: discord.Interaction, role_id: int) -> bool:
    role = None if interaction.guild is None else interaction.guild.get_role(role_id)
    return interaction.app_permissions.mention_everyone or (role is not None and role.mentionable)


def _may_open_threads(interaction: discord.Interaction) -> bool:
    granted = interaction.app_permissions
    return granted.create_public_threads and granted.send_messages_in_threads


def _may_share(interaction: discord.Interaction) -> bool:
    """True if the person may post there, so that others see the bot's answers to them.

    For an app that only the person has, Discord shows them to nobody else where they lack a
    permission.
    """
    if interaction.guild_id is None:
        return True
    granted = interaction.permissions
    is_thread = isinstance(interaction.channel, discord.Thread)
    may_post = granted.send_messages_in_threads if is_thread else granted.send_messages
    return may_post and (interaction.is_guild_integration() or granted.use_external_apps)


def person_of(user: discord.User | discord.Member, locale: str = "") -> Person:
    """Somebody by their own name: one server's nickname is no business of another's."""
    return Person(
        user_id=user.id,
        name=clean_name(user.global_name or "") or user.name,
        handle=user.name,
        locale=locale,
    )


def is_in_private(interaction: discord.Interaction) -> bool:
    """True if the pressed message is seen by nobody else."""
    message = interaction.message
    return message is not None and (interaction.guild_id is None or message.flags.ephemeral)


def channels_seen_by(interaction: discord.Interaction) -> frozenset[int]:
    """The channels and threads of the server that the person who acts can see, as far as known.

    Who is in a private thread is known only of the one they are in now.
    """
    member, guild = interaction.user, interaction.guild
    if guild is None or not isinstance(member, discord.Member):
        return frozenset()
    places = (*guild.channels, *guild.threads)
    seen = {place.id for place in places if _is_seen_by(place, member)}
    return frozenset(seen | {interaction.channel_id or 0})


def _is_seen_by(place: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    if not isinstance(place, discord.Thread):
        return place.permissions_for(member).view_channel
    if place.parent is None:
        return False
    granted = place.permissions_for(member)
    return granted.view_channel and (granted.manage_threads or not place.is_private())


# --- permissions -----------------------------------------------------------------------------

_NEEDED: Final = {
    "view_channel": marked("View Channel"),
    "send_messages": marked("Send Messages"),
    "attach_files": marked("Attach Files"),
    "read_message_history": marked("Read Message History"),
}
IN_THREADS: Final = {
    **_NEEDED,
    "send_messages_in_threads": marked("Send Messages in Threads"),
}
"""All permissions that the bot needs, by discord.py's names."""

INVITE: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the invite link asks for."""


def invite_link(application_id: int) -> str:
    """The address at which somebody takes the bot into a server of theirs."""
    return discord.utils.oauth_url(
        application_id, permissions=INVITE, scopes=("bot", "applications.commands")
    )


def lacking(interaction: discord.Interaction) -> tuple[str, ...]:
    """The permissions that a table needs and the bot lacks where the interaction happened."""
    is_thread = isinstance(interaction.channel, discord.Thread)
    needed = IN_THREADS if is_thread else _NEEDED
    if is_thread:
        # There Discord goes by the permission for threads instead.
        needed = {name: text for name, text in needed.items() if name != "send_messages"}
    granted = interaction.app_permissions
    return tuple(text for name, text in needed.items() if not getattr(granted, name))
