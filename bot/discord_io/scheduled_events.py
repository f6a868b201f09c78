"""A tournament as a scheduled event of its server: found again, made, changed, begun, ended."""

from collections.abc import Iterable
from datetime import UTC, datetime

import discord
from discord import EventStatus, ScheduledEvent

from bot.surfaces.gateway import EventGone, NotAllowed
from bot.values.tournament_views import EventState, ServerEvent


async def show(guild: discord.Guild, wanted: ServerEvent, event_id: int | None) -> int | None:
    """Bring a server's event up to date and return its id, None if there is none.

    `event_id` is its id so far. An event is the bot's own if it links to the announcement, so that
    it is found after a crash, too. Raises EventGone, NotAllowed and what discord.py does.
    """
    if not guild.me.guild_permissions.create_events:
        # A server that does not grant it has no events; but one that is there would be left.
        if event_id is not None:
            raise NotAllowed("Create Events is no longer granted")
        return None
    # Without the intent for them, the client knows of no events.
    listed = await guild.fetch_scheduled_events(with_counts=False)
    own = [event for event in listed if _is_own(event, guild, wanted, event_id)]
    to_come = _with_status(own, EventStatus.scheduled)
    active = _with_status(own, EventStatus.active)
    if wanted.state is EventState.SCHEDULED:
        return await _schedule(guild, wanted, event_id, to_come, active)
    event = to_come or active
    if event is not None:
        await _move_on(event, wanted.state)
    elif event_id is not None and wanted.state is EventState.ACTIVE:
        raise EventGone("it was deleted or ended")
    return None if event is None else event.id


def _is_own(
    event: ScheduledEvent, guild: discord.Guild, wanted: ServerEvent, event_id: int | None
) -> bool:
    is_made_here = event.creator_id == guild.me.id and wanted.link in (event.description or "")
    return event.id == event_id or is_made_here


def _with_status(events: Iterable[ScheduledEvent], status: EventStatus) -> ScheduledEvent | None:
    return next((event for event in events if event.status is status), None)


async def _schedule(
    guild: discord.Guild,
    wanted: ServerEvent,
    event_id: int | None,
    to_come: ScheduledEvent | None,
    active: ScheduledEvent | None,
) -> int:
    """The id of the event that is to come, at its time.

    One that Discord has begun by itself cannot be put off: another takes its place.
    """
    starts_at, ends_at = _moment(wanted.starts_at), _moment(wanted.ends_at)
    if to_come is None:
        if event_id is not None and active is None:
            raise EventGone("it was deleted or ended")
        to_come = await guild.create_scheduled_event(
            name=wanted.name,
            description=wanted.description,
            start_time=starts_at,
            end_time=ends_at,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=_location(guild, wanted.channel_id),
        )
    elif to_come.start_time != starts_at:
        to_come = await to_come.edit(start_time=starts_at, end_time=ends_at)
    # Only now: if the bot stops in between, the new one is found again by its link.
    if active is not None:
        await active.delete()
    return to_come.id


async def _move_on(event: ScheduledEvent, state: EventState) -> None:
    """Begin, complete or cancel an event that has not come so far yet."""
    # Discord cancels only what has not begun, and completes only what has.
    is_begun = event.status is EventStatus.active
    if state is EventState.CANCELED:
        if is_begun:
            await event.delete()
        else:
            await event.edit(status=EventStatus.canceled)
        return
    if not is_begun:
        event = await event.edit(status=EventStatus.active)
    if state is EventState.COMPLETED:
        await event.edit(status=EventStatus.completed)


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)


def _location(guild: discord.Guild, channel_id: int) -> str:
    channel = guild.get_channel_or_thread(channel_id)
    # Discord takes no longer location, and a name alone can be as long.
    return f"#{channel.name}"[:100] if channel is not None else guild.name
