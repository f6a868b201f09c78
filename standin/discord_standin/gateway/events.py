"""The events by which the bot hears of a change."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from discord_standin.model.feed import Change, Event
from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message
from discord_standin.model.places import Channel, Guild, Role, ScheduledEvent, User
from discord_standin.payloads.interactions import interaction_json
from discord_standin.payloads.messages import message_json
from discord_standin.payloads.places import (
    channel_json,
    event_json,
    guild_create_json,
    member_json,
    role_json,
)
from discord_standin.vocabulary import Intent, Json


@dataclass(frozen=True)
class Dispatch:
    """An event for the shard of a guild, or of the direct messages, that has the intent."""

    name: str
    data: Json
    guild_id: int | None
    needed: Intent | None

    def is_for(self, intents: Intent) -> bool:
        """True if a shard with these intents hears it."""
        return self.needed is None or self.needed in intents


def dispatches(change: Change, bot: User) -> Iterator[Dispatch]:
    """The events of a change; none for what a bot is not told."""
    match change.subject:
        case Interaction() as interaction if change.event is Event.INTERACTION_STARTED:
            guild = interaction.channel.guild
            data = interaction_json(interaction, bot)
            yield Dispatch("INTERACTION_CREATE", data, guild and guild.id, None)
        case Guild() as guild:
            yield _of_guild(change.event, guild, bot)
        case Channel(guild=Guild() as guild) as channel if bot.id in guild.members:
            yield _of_channel(change.event, channel, guild)
        case Role(guild=Guild() as guild) as role if bot.id in guild.members:
            yield _of_role(change.event, role, guild)
        case ScheduledEvent() as scheduled if bot.id in scheduled.guild.members:
            yield _of_scheduled(change.event, scheduled)
        case Message() as message if not message.is_ephemeral and _is_near(message, bot):
            yield _of_message(change.event, message, bot)
        case _:
            pass


def _is_near(message: Message, bot: User) -> bool:
    guild = message.channel.guild
    return message.channel.has_bot if guild is None else bot.id in guild.members


def _of_guild(event: Event, guild: Guild, bot: User) -> Dispatch:
    if event is Event.GUILD_JOINED:
        data = guild_create_json(guild, bot)
        # A guild that has just been joined is not one that has become available.
        del data["unavailable"]
        return Dispatch("GUILD_CREATE", data, guild.id, Intent.GUILDS)
    return Dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id, Intent.GUILDS)


_CHANNEL_EVENTS: Final = {
    Event.CHANNEL_CREATED: "CREATE",
    Event.CHANNEL_CHANGED: "UPDATE",
    Event.CHANNEL_DELETED: "DELETE",
}


def _of_channel(event: Event, channel: Channel, guild: Guild) -> Dispatch:
    kind = "THREAD" if channel.is_thread else "CHANNEL"
    name = f"{kind}_{_CHANNEL_EVENTS[event]}"
    return Dispatch(name, channel_json(channel), guild.id, Intent.GUILDS)


def _of_role(event: Event, role: Role, guild: Guild) -> Dispatch:
    where: Json = {"guild_id": str(guild.id)}
    if event is Event.ROLE_DELETED:
        data = {**where, "role_id": str(role.id)}
        return Dispatch("GUILD_ROLE_DELETE", data, guild.id, Intent.GUILDS)
    data = {**where, "role": role_json(role)}
    return Dispatch("GUILD_ROLE_CREATE", data, guild.id, Intent.GUILDS)


_SCHEDULED_EVENTS: Final = {
    Event.SCHEDULED_CREATED: "GUILD_SCHEDULED_EVENT_CREATE",
    Event.SCHEDULED_CHANGED: "GUILD_SCHEDULED_EVENT_UPDATE",
    Event.SCHEDULED_DELETED: "GUILD_SCHEDULED_EVENT_DELETE",
}


def _of_scheduled(event: Event, scheduled: ScheduledEvent) -> Dispatch:
    name, data = _SCHEDULED_EVENTS[event], event_json(scheduled)
    return Dispatch(name, data, scheduled.guild.id, Intent.GUILD_SCHEDULED_EVENTS)


def _of_message(event: Event, message: Message, bot: User) -> Dispatch:
    guild = message.channel.guild
    needed = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
    where: Json = {"guild_id": str(guild.id)} if guild else {}
    if event is Event.MESSAGE_DELETED:
        gone = {"id": str(message.id), "channel_id": str(message.channel.id), **where}
        return Dispatch("MESSAGE_DELETE", gone, guild and guild.id, needed)
    data = {**message_json(message), **where}
    if guild and message.author.id in guild.members:
        member = member_json(guild.members[message.author.id])
        del member["user"]
        data["member"] = member
    if guild and message.author is not bot and bot not in message.mentions:
        # Without the message content intent others' words are blank.
        data |= {"content": "", "embeds": [], "attachments": [], "components": []}
    name = "MESSAGE_CREATE" if event is Event.MESSAGE_CREATED else "MESSAGE_UPDATE"
    return Dispatch(name, data, guild and guild.id, needed)
