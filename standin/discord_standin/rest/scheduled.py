"""Scheduled events of a guild, those that take place outside its voice and stage channels."""

from datetime import datetime
from typing import Final

from discord_standin.checks.form import Form
from discord_standin.faults import (
    EVENT_FINISHED,
    MISSING_PERMISSIONS,
    TOO_MANY_EVENTS,
    UNKNOWN_EVENT,
    DiscordError,
)
from discord_standin.model import scheduled
from discord_standin.model.permissions import permissions_in_guild
from discord_standin.model.places import Guild, ScheduledEvent
from discord_standin.payloads.places import event_json
from discord_standin.rest.call import Answer, Call, Route
from discord_standin.vocabulary import EventStatus, Json, Permission

_EVENTS: Final = "/guilds/{guild_id}/scheduled-events"
_EVENT: Final = f"{_EVENTS}/{{event_id}}"
_MOST: Final = 100
_EXTERNAL: Final = 3
_ONLY_MEMBERS: Final = 2
_TRANSITIONS: Final = {
    EventStatus.SCHEDULED: (EventStatus.ACTIVE, EventStatus.CANCELED),
    EventStatus.ACTIVE: (EventStatus.COMPLETED,),
}


def _list(call: Call) -> Answer:
    guild = call.world.guild(call.number("guild_id"))
    return [event_json(event) for event in scheduled.unfinished(call.world, guild)]


def _get(call: Call) -> Answer:
    return event_json(_found(call))


def _create(call: Call) -> Answer:
    guild = call.world.guild(call.number("guild_id"))
    _verify(call, guild, Permission.CREATE_EVENTS)
    if len(scheduled.unfinished(call.world, guild)) >= _MOST:
        raise DiscordError(TOO_MANY_EVENTS)
    fields, form = call.fields, Form()
    for name in ("scheduled_start_time", "scheduled_end_time", "entity_metadata"):
        form.needed((name,), fields.get(name))
    form.sized(("name",), fields.get("name"), 1, 100)
    form.one_of(("entity_type",), fields.get("entity_type"), (_EXTERNAL,))
    form.one_of(("privacy_level",), fields.get("privacy_level"), (_ONLY_MEMBERS,))
    form.verify()
    event = ScheduledEvent(call.world.ids.next(), guild, call.world.bot)
    _fill(event, fields, form)
    _verify_times(call, event, form)
    scheduled.add(call.world, event)
    return event_json(event)


def _change(call: Call) -> Answer:
    event, fields, form = _found(call), call.fields, Form()
    _verify_own(call, event)
    if event.status not in scheduled.UNFINISHED:
        raise DiscordError(EVENT_FINISHED)
    status = fields.get("status") or event.status
    if status != event.status:
        form.one_of(("status",), status, _TRANSITIONS[event.status])
    if "scheduled_start_time" in fields and event.status is EventStatus.ACTIVE:
        form.wrong(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_ACTIVE", "It has begun.")
    form.verify()
    before = (event.starts_at, event.ends_at)
    _fill(event, fields, form)
    if (event.starts_at, event.ends_at) != before:
        _verify_times(call, event, form)
    event.status = EventStatus(status)
    scheduled.change(call.world, event)
    return event_json(event)


def _delete(call: Call) -> Answer:
    event = _found(call)
    _verify_own(call, event)
    scheduled.remove(call.world, event)
    return None


def _found(call: Call) -> ScheduledEvent:
    guild = call.world.guild(call.number("guild_id"))
    # Discord begins and ends events by itself; here that is made up for when one is asked for.
    scheduled.unfinished(call.world, guild)
    event = guild.events.get(call.number("event_id"))
    if event is None:
        raise DiscordError(UNKNOWN_EVENT)
    return event


def _verify(call: Call, guild: Guild, *any_of: Permission) -> None:
    """Raise DiscordError unless the bot has one of these permissions."""
    granted = permissions_in_guild(guild, guild.members[call.world.bot.id])
    if not any(permission in granted for permission in any_of):
        raise DiscordError(MISSING_PERMISSIONS, detail=f"{any_of[0].name} in {guild.name}")


def _verify_own(call: Call, event: ScheduledEvent) -> None:
    own = (Permission.CREATE_EVENTS,) if event.creator is call.world.bot else ()
    _verify(call, event.guild, Permission.MANAGE_EVENTS, *own)


def _fill(event: ScheduledEvent, fields: Json, form: Form) -> None:
    """Change the fields in the request; raises DiscordError."""
    form.length(("name",), fields.get("name"), 1, 100)
    form.length(("description",), fields.get("description"), 0, 1000)
    where: Json = fields.get("entity_metadata") or {}
    form.length(("entity_metadata", "location"), where.get("location"), 1, 100)
    starts_at = _moment(fields, "scheduled_start_time", form)
    ends_at = _moment(fields, "scheduled_end_time", form)
    form.verify()
    event.name = fields.get("name", event.name)
    event.description = fields.get("description", event.description)
    event.location = where.get("location", event.location)
    event.starts_at = event.starts_at if starts_at is None else starts_at
    event.ends_at = event.ends_at if ends_at is None else ends_at


def _moment(fields: Json, name: str, form: Form) -> float | None:
    """A time in seconds since 1970; None if it is not named."""
    written = fields.get(name)
    if written is None:
        return None
    try:
        return datetime.fromisoformat(written).timestamp()
    except ValueError:
        form.wrong((name,), "DATE_TIME_TYPE_PARSE", f"Could not parse {written}.")
        return None


def _verify_times(call: Call, event: ScheduledEvent, form: Form) -> None:
    now, is_begun = call.world.clock.now(), event.status is EventStatus.ACTIVE
    if event.starts_at <= now and not is_begun:
        words = "Cannot schedule event in the past."
        form.wrong(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", words)
    if event.ends_at <= max(event.starts_at, now):
        words = "Cannot schedule an end before the start."
        form.wrong(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", words)
    form.verify()


ROUTES: Final = (
    Route("GET", _EVENTS, _list),
    Route("POST", _EVENTS, _create),
    Route("GET", _EVENT, _get),
    Route("PATCH", _EVENT, _change),
    Route("DELETE", _EVENT, _delete),
)
