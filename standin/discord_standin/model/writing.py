"""Sending, editing and deleting messages."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from discord_standin.model.attachments import Attachment
from discord_standin.model.components import texts
from discord_standin.model.feed import Event
from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message, Version
from discord_standin.model.places import Channel, User
from discord_standin.model.world import World
from discord_standin.vocabulary import Json, MessageFlag

_MENTION: Final = re.compile(r"<@!?(\d+)>")


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
    """Let a message show something else."""
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
    """What is left of a version when its files are thrown away, all but those kept."""
    staying = {attachment.id for attachment in kept}
    for attachment in version.attachments:
        if attachment.id not in staying:
            world.files.pop(attachment.id, None)
    gone = [a if a.id in staying else replace(a, content=b"") for a in version.attachments]
    return replace(version, attachments=tuple(gone))


def _mentioned(world: World, letter: Letter) -> Iterator[User]:
    """Users whose mention counts: those in the text that `allowed_mentions` does not rule out."""
    written = "\n".join([letter.version.content, *texts(letter.version.components)])
    allowed = _allowed(letter.allowed_mentions)
    for user_id in dict.fromkeys(int(found) for found in _MENTION.findall(written)):
        if user_id in world.users and (allowed is None or user_id in allowed):
            yield world.users[user_id]


def _allowed(allowed_mentions: Json | None) -> frozenset[int] | None:
    """The ids of the users that may be mentioned; None for all."""
    if allowed_mentions is None or "users" in allowed_mentions.get("parse", ()):
        return None
    return frozenset(int(user_id) for user_id in allowed_mentions.get("users", ()))


def _pinged(channel: Channel, letter: Letter, mentions: Iterable[User]) -> Iterator[int]:
    if letter.only_for or MessageFlag.SUPPRESS_NOTIFICATIONS in letter.version.flags:
        return
    if channel.recipient and letter.author is not channel.recipient:
        yield channel.recipient.id
    yield from (user.id for user in mentions)
