"""Everything that one person may see, as the JSON for their windows."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

from discord_standin.model import scheduled
from discord_standin.model.messages import Message
from discord_standin.model.permissions import may
from discord_standin.model.places import Channel, Guild, ScheduledEvent, User
from discord_standin.model.world import World
from discord_standin.page.playground import Panel, Playground
from discord_standin.payloads.messages import message_json
from discord_standin.people.options import PARENTS
from discord_standin.people.person import Person
from discord_standin.people.sight import may_read, may_see
from discord_standin.people.spoken import LOCALES
from discord_standin.vocabulary import EventStatus, InteractionType, Json, Permission

_MOST_MESSAGES: Final = 100


def everything(playground: Playground, person: Person) -> Json:
    """All there is for a person: places, members, the newest messages, and what they have read."""
    places = list(_places(person))
    return {
        "type": "state",
        "you": user_seen(person.user),
        "people": [{"key": key, **user_seen(p.user)} for key, p in playground.people.items()],
        "bot": user_seen(person.world.bot),
        "panels": [_panel(panel) for panel in playground.panels],
        "welcome": asdict(playground.welcome),
        "locales": LOCALES,
        "guilds": [_guild(person.world, guild, person.user) for guild in _guilds(person)],
        "dms": [channel_seen(channel, person.user) for channel in places if channel.is_dm],
        "users": {str(user.id): user_seen(user) for user in _users(person)},
        "messages": {str(channel.id): _messages(person, channel) for channel in places},
        "read": {str(channel): str(mark) for channel, mark in playground.read_by(person.user)},
    }


def _panel(panel: Panel) -> Json:
    levers = [
        {"name": lever.name, "label": lever.label, "is_main": lever.is_main}
        for lever in panel.levers
    ]
    return {"title": panel.title, "words": panel.words, "levers": levers}


def user_seen(user: User) -> Json:
    """A user."""
    return {
        "id": str(user.id),
        "name": user.display_name,
        "handle": user.name,
        "is_bot": user.is_bot,
    }


def channel_seen(channel: Channel, user: User) -> Json:
    """A channel, and whether they may write there."""
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    return {
        "id": str(channel.id),
        "name": channel.name,
        "kind": "dm" if channel.is_dm else "thread" if channel.is_thread else "text",
        "parent": str(channel.parent.id) if channel.parent else None,
        "may_write": may(user, channel, needed),
    }


def message_seen(message: Message, user: User) -> Json:
    """A message as Discord's JSON, and what else their app knows about it.

    `version` counts its edits, `for_you` is whether nobody else sees it, `command` what it answers.
    """
    return {
        **message_json(message),
        "version": len(message.versions) - 1,
        "for_you": message.is_ephemeral,
        "is_thinking": message.now.is_loading,
        "pings_you": user.id in message.pings,
        "command": _command(message),
    }


def _command(message: Message) -> str:
    """The full name of the command that a message answers, such as `ofc new`; else empty."""
    used = message.interaction
    if used is None or used.type is not InteractionType.COMMAND:
        return ""
    words, options = [used.data["name"]], used.data["options"]
    while options and options[0]["type"] in PARENTS:
        words.append(options[0]["name"])
        options = options[0]["options"]
    return " ".join(words)


def _guild(world: World, guild: Guild, user: User) -> Json:
    visible = [channel for channel in guild.channels.values() if may_read(user, channel)]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "channels": [channel_seen(channel, user) for channel in visible],
        "members": [str(user_id) for user_id in guild.members],
        "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values()],
        "events": [_event(event) for event in scheduled.unfinished(world, guild)],
    }


def _event(event: ScheduledEvent) -> Json:
    return {
        "name": event.name,
        "location": event.location,
        "starts_at": event.starts_at,
        "is_active": event.status is EventStatus.ACTIVE,
    }


def _guilds(person: Person) -> list[Guild]:
    return [g for g in person.world.guilds.values() if person.user.id in g.members]


def _places(person: Person) -> Iterator[Channel]:
    """Every channel they see."""
    for guild in _guilds(person):
        yield from (c for c in guild.channels.values() if may_read(person.user, c))
    yield person.dm


def _users(person: Person) -> Iterator[User]:
    """The bot, and everybody in their servers."""
    yield person.world.bot
    for guild in _guilds(person):
        yield from (member.user for member in guild.members.values())


def _messages(person: Person, channel: Channel) -> list[Json]:
    seen = [m for m in person.world.messages.of(channel) if may_see(person.user, m)]
    return [message_seen(message, person.user) for message in seen[-_MOST_MESSAGES:]]
