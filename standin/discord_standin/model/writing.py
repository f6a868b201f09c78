"""Sending, editing and deleting messages."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from discord_standin.model.attachments import Attachment
from discord_standin.model.feed import Event
from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message, Version
from discord_standin.model.permissions import may
from discord_standin.model.places import Channel, User
from discord_standin.model.world import World
from discord_standin.vocabulary import Json, MessageFlag, Permission

_MENTION: Final = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION: Final = re.compile(r"<@&(\d+)>")


@dataclass(frozen=True)
class Letter:
    """A new message: what it shows, who wrote it, and for whom it is."""

    version: Version
    author: User
    only_for: User | None = None
    interaction: Interaction | None = None
    reply_to: Message | None = None
    nonce: str | None = None
    allowed_mentions: Json | None = None


def send(world: World, channel: Channel, letter: Letter) -> Message:
    """Put a message into a channel."""
    mentions = tuple(_mentioned(world, letter))
    message = Message(
        id=world.ids.next(),
        channel=channel,
        author=letter.author,
        versions=[letter.version],
        only_for=letter.only_for,
        interaction=letter.interaction,
        reply_to=letter.reply_to,
        nonce=letter.nonce,
        mentions=mentions,
        pings=frozenset(_pinged(channel, letter, mentions)),
    )
    world.messages.add(message)
    _serve_files(world, message.now)
    world.feed.tell(Event.MESSAGE_CREATED, message)
    return message


def rewrite(world: World, message: Message, version: Version) -> None:
    """Change what a message shows."""
    was_loading = message.now.is_loading
    message.versions[-1] = _without_files(world, message.now, kept=version.attachments)
    message.versions.append(version)
    _serve_files(world, version)
    world.feed.tell(Event.MESSAGE_EDITED, message)
    if was_loading and message.interaction:
        world.desk.thought(message.interaction)


def erase(world: World, message: Message) -> None:
    """Delete a message."""
    message.is_deleted = True
    message.versions[-1] = _without_files(world, message.now, kept=())
    world.feed.tell(Event.MESSAGE_DELETED, message)
    if message.now.is_loading and message.interaction:
        world.desk.thought(message.interaction)


def _serve_files(world: World, version: Version) -> None:
    world.files.update({attachment.id: attachment for attachment in version.attachments})


def _without_files(world: World, version: Version, kept: tuple[Attachment, ...]) -> Version:
    """A version without its files, except those kept."""
    staying = {attachment.id for attachment in kept}
    for attachment in version.attachments:
        if attachment.id not in staying:
            world.files.pop(attachment.id, None)
    gone = [a if a.id in staying else replace(a, content=b"") for a in version.attachments]
    return replace(version, attachments=tuple(gone))


def _mentioned(world: World, letter: Letter) -> Iterator[User]:
    """The users whose mention counts: those in the text that `allowed_mentions` allows."""
    allowed = _allowed(letter.allowed_mentions, "users")
    for user_id in dict.fromkeys(int(found) for found in _MENTION.findall(_written(letter))):
        if user_id in world.users and (allowed is None or user_id in allowed):
            yield world.users[user_id]


def _written(letter: Letter) -> str:
    return "\n".join([letter.version.content, *letter.version.texts])


def _allowed(allowed_mentions: Json | None, kind: str) -> frozenset[int] | None:
    """The ids of the `users` or `roles` that may be mentioned; None for all."""
    if allowed_mentions is None or kind in allowed_mentions.get("parse", ()):
        return None
    return frozenset(int(snowflake) for snowflake in allowed_mentions.get(kind, ()))


def _members_called(channel: Channel, letter: Letter) -> Iterator[int]:
    """The users who see the channel and have a role that the letter mentions, if it may."""
    allowed = _allowed(letter.allowed_mentions, "roles")
    called = {int(found) for found in _ROLE_MENTION.findall(_written(letter))}
    # With it an author also mentions roles that others cannot.
    may_all = may(letter.author, channel, Permission.MENTION_EVERYONE)
    members = [] if channel.guild is None else list(channel.guild.members.values())
    for member in members:
        roles = [role for role in member.roles if role.id in called]
        counts = [r for r in roles if (may_all or r.is_mentionable)]
        heard = any(allowed is None or role.id in allowed for role in counts)
        if heard and may(member.user, channel, Permission.VIEW_CHANNEL):
            yield member.user.id


def _pinged(channel: Channel, letter: Letter, mentions: Iterable[User]) -> Iterator[int]:
    if letter.only_for or MessageFlag.SUPPRESS_NOTIFICATIONS in letter.version.flags:
        return
    if channel.recipient and letter.author is not channel.recipient:
        yield channel.recipient.id
    yield from (user.id for user in mentions)
    yield from _members_called(channel, letter)
