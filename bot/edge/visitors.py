"""Who is behind an interaction."""

from pathlib import PurePosixPath
from urllib.parse import urlsplit

import discord

from bot.handlers.request import Visitor
from bot.names import clean_name
from bot.screens.components import Kept
from bot.store.players import Person


def visitor_of(interaction: discord.Interaction, entry: str = "") -> Visitor:
    """The person who acts, where, and what they chose or typed."""
    return Visitor(
        person=person_of(interaction.user, interaction.locale.value),
        interaction_id=interaction.id,
        channel_id=interaction.channel_id or 0,
        guild_id=interaction.guild_id,
        guild_locale=(interaction.guild_locale or interaction.locale).value,
        picture=_picture_of(interaction) if is_in_private(interaction) else None,
        may_manage=interaction.guild_id is not None and interaction.permissions.manage_guild,
        may_attach=interaction.app_permissions.attach_files,
        parent_id=_parent_of(interaction),
        role_ids=_roles_of(interaction.user),
        message_id=None if interaction.message is None else interaction.message.id,
        is_in_private=is_in_private(interaction),
        entry=entry,
    )


def _parent_of(interaction: discord.Interaction) -> int | None:
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _roles_of(user: discord.User | discord.Member) -> frozenset[int]:
    roles = user.roles if isinstance(user, discord.Member) else []
    return frozenset(role.id for role in roles)


def person_of(user: discord.User | discord.Member, locale: str = "") -> Person:
    """Somebody by their own name: one server's nickname is no business of another's."""
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


def _picture_of(interaction: discord.Interaction) -> Kept | None:
    """The file in the pressed message's gallery: such files are not listed as attachments."""
    message = interaction.message
    for component in () if message is None else message.components:
        if isinstance(component, discord.MediaGalleryComponent):
            media = component.items[0].media
            if media.attachment_id is not None:
                return Kept(media.attachment_id, PurePosixPath(urlsplit(media.url).path).name)
    return None
