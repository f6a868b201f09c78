"""Who is behind an interaction."""

import unicodedata
from typing import Final

import discord

from bot.desk.visitors import Visitor
from bot.store.players import Person

_LONGEST: Final = 32
_JOINER: Final = "\u200d"


def visitor_of(interaction: discord.Interaction) -> Visitor:
    """The person who acts, and where."""
    return Visitor(
        person=person_of(interaction.user, interaction.locale.value),
        channel_id=interaction.channel_id or 0,
        guild_id=interaction.guild_id,
        guild_locale=(interaction.guild_locale or interaction.locale).value,
        has_picture=is_in_private(interaction) and _shows_picture(interaction),
        may_manage=interaction.guild_id is not None and interaction.permissions.manage_guild,
        may_attach=interaction.app_permissions.attach_files,
        parent_id=_parent_of(interaction),
        role_ids=_roles_of(interaction.user),
    )


def _parent_of(interaction: discord.Interaction) -> int | None:
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _roles_of(user: discord.User | discord.Member) -> frozenset[int]:
    roles = user.roles if isinstance(user, discord.Member) else []
    return frozenset(role.id for role in roles)


def person_of(user: discord.User | discord.Member, locale: str = "") -> Person:
    """Somebody by his own name: one server's nickname is no business of another's."""
    return Person(
        user_id=user.id,
        name=clean_name(user.global_name or "") or user.name,
        handle=user.name,
        locale=locale,
    )


def is_in_private(interaction: discord.Interaction) -> bool:
    """Whether what was pressed stands in a message that nobody else sees."""
    message = interaction.message
    return message is not None and (interaction.guild_id is None or message.flags.ephemeral)


def _shows_picture(interaction: discord.Interaction) -> bool:
    """Whether the pressed message has a gallery: files in one are not listed as attachments."""
    message = interaction.message
    components = () if message is None else message.components
    return any(component.type is discord.ComponentType.media_gallery for component in components)


def clean_name(name: str) -> str:
    """A name without control characters and direction marks, in one line."""
    kept = (c for c in name if c == _JOINER or unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())[:_LONGEST]
