"""Scheduled events of servers: made, changed, begun and ended by people, bots and the clock."""

from discord_standin.model.feed import Event
from discord_standin.model.places import Guild, ScheduledEvent
from discord_standin.model.world import World
from discord_standin.vocabulary import EventStatus

UNFINISHED = (EventStatus.SCHEDULED, EventStatus.ACTIVE)


def unfinished(world: World, guild: Guild) -> list[ScheduledEvent]:
    """The events of a guild that are not over, once those that are due have begun or ended."""
    for event in list(guild.events.values()):
        _go_on(world, event)
    return [event for event in guild.events.values() if event.status in UNFINISHED]


def add(world: World, event: ScheduledEvent) -> None:
    """Put an event into its guild."""
    event.guild.events[event.id] = event
    world.feed.tell(Event.SCHEDULED_CREATED, event)


def change(world: World, event: ScheduledEvent) -> None:
    """Tell the feed that an event has changed."""
    world.feed.tell(Event.SCHEDULED_CHANGED, event)


def remove(world: World, event: ScheduledEvent) -> None:
    """Delete an event."""
    del event.guild.events[event.id]
    world.feed.tell(Event.SCHEDULED_DELETED, event)


def _go_on(world: World, event: ScheduledEvent) -> None:
    """Begin and end an event at its times, as Discord does with those outside its channels."""
    now = world.clock.now()
    if event.status is EventStatus.SCHEDULED and event.starts_at <= now:
        event.status = EventStatus.ACTIVE
        change(world, event)
    if event.status is EventStatus.ACTIVE and event.ends_at <= now:
        event.status = EventStatus.COMPLETED
        change(world, event)
