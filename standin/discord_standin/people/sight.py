"""Who sees what, and every text that somebody's app ever received."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from discord_standin.model.components import mapped
from discord_standin.model.messages import Message, Version
from discord_standin.model.permissions import may
from discord_standin.model.places import Channel, User
from discord_standin.model.world import World
from discord_standin.people.errors import CannotDoError
from discord_standin.vocabulary import Json, Permission


def may_read(user: User, where: Channel) -> bool:
    """True if a user sees a channel."""
    return may(user, where, Permission.VIEW_CHANNEL)


def may_see(user: User, message: Message, *, ever: bool = False) -> bool:
    """True if a user sees a message, or ever did."""
    if message.only_for is not None:
        is_dismissed = user.id in message.dismissed_by and not ever
        return message.only_for is user and not is_dismissed
    return may_read(user, message.channel)


def words_for(world: World, user: User) -> Iterator[str]:
    """Every string that Discord ever sent to a user's app."""
    for message in world.messages:
        if may_see(user, message, ever=True):
            for version in message.versions:
                yield from _strings(version)
    for interaction in world.desk.all:
        if interaction.user is user:
            yield from _words(interaction.modal)
            yield from _words(list(interaction.choices))


def _strings(version: Version) -> Iterator[str]:
    yield version.content
    yield from _words([*version.embeds, *version.components])
    for attachment in version.attachments:
        yield attachment.file_name
        yield attachment.description or ""


def _words(tree: object) -> Iterator[str]:
    """Every string in a JSON tree."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in cast("Json", tree).values():
            yield from _words(value)
    elif isinstance(tree, list):
        for value in cast("list[Any]", tree):
            yield from _words(value)


def with_forged_button(version: Version, custom_id: str) -> Version:
    """A version in which the first button has another custom_id; raises CannotDoError."""
    first = next((part["custom_id"] for _, part in version.parts if part.get("custom_id")), None)
    if first is None:
        raise CannotDoError("The message has no button to tamper with.")

    def tamper(part: Json) -> Json:
        return {**part, "custom_id": custom_id} if part.get("custom_id") == first else part

    components = tuple(mapped(component, tamper) for component in version.components)
    return replace(version, components=components)
