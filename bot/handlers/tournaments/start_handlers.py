"""When tournaments start: planned by their hosts, begun at that time, told to whoever is in."""

import logging
from dataclasses import replace
from functools import partial
from typing import Final

from bot.game.tournaments import starts
from bot.game.tournaments.starts import parse_start, written
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services
from bot.handlers.tournaments.start_news import tell_all
from bot.screens.replies import says
from bot.screens.tournaments.start_lines import times
from bot.store.tournaments import schedules, tournaments
from bot.store.tournaments.tournaments import TournamentRow
from bot.surfaces.gateway import EventGone, NotAllowed, Refused
from bot.surfaces.server_events import event_to_show
from bot.values.zones import zone_label
from ofc_engine.errors import OfcError

log: Final = logging.getLogger(__name__)


# --- planned ---------------------------------------------------------------------------------


def planned(at: Request, typed: str, opened: AnswerOrDeferred) -> AnswerOrDeferred:
    """Plan the start of the tournament that was just opened, if its host has typed a time.

    Raises TableError.
    """
    if not typed:
        return opened
    row = tournaments.in_channel(at.db, at.visitor.channel_id)
    assert row is not None, "it was just opened there"
    starts_at, _ = _plan(at, row, typed), at.texts
    if starts_at is None:
        return opened
    said = _(
        "Your tournament is open. It starts {date}, {relative}. The others press Join to take "
        "part.",
        **times(starts_at),
    )
    told = Answer(says(said))
    return replace(opened, answer_if_reached=told) if isinstance(opened, JoinedWithDm) else told


def change(at: Request, row: TournamentRow, typed: str) -> str:
    """Plan another start of a tournament; returns what to say of it."""
    starts_at, _ = _plan(at, row, typed), at.texts
    if starts_at is None:
        return _("The tournament no longer starts by itself: press Start when it's time.")
    return _(
        "The tournament starts {date}, {relative}. I'll tell everybody who has joined.",
        **times(starts_at),
    )


def planned_start(at: Request, row: TournamentRow) -> str:
    """When it starts by itself, as its host writes it; empty if it does not."""
    return "" if row.starts_at is None else written(row.starts_at, _zone(at))


def preview(at: Request, typed: str) -> list[tuple[str, str]]:
    """How a typed start is understood, or why not, in words, and what they send."""
    _, zone = at.texts, _zone(at)
    if not typed.strip():
        return []
    try:
        starts_at = parse_start(typed, zone, at.now)
    except OfcError as error:
        return [(_.error(error), typed)]
    if starts_at is None:
        return [(_("no set time"), typed)]
    return [(f"{written(starts_at, zone)} ({zone_label(zone or 'UTC')})", typed)]


def _plan(at: Request, row: TournamentRow, typed: str) -> int | None:
    starts.verify_waits(row)
    starts_at = parse_start(typed, _zone(at), at.now)
    at.touched |= set(starts.plan(at.db, row, starts_at, at.now, at.player))
    at.due_at = at.now
    return starts_at


def _zone(at: Request) -> str | None:
    """The time zone in which the visitor writes: their own, or the server's."""
    return at.player.preferences.time_zone or at.guild.time_zone


# --- begun, and told -------------------------------------------------------------------------


async def keep_time(services: Services, schedule_id: int) -> None:
    """Do what is due at a tournament's start; raises GatewayError if it has to be tried again."""
    follow = partial(
        starts.follow, schedule_id=schedule_id, now=services.now, secret=services.secret
    )
    for table_id in await services.database.write(follow):
        await services.painter.wake(table_id)
        await services.computers.wake(table_id)
    services.timer.expect(services.now)
    await tell_all(services, schedule_id)
    await _show_event(services, schedule_id)
    settle = partial(starts.settle, schedule_id=schedule_id, now=services.now)
    services.timer.expect(await services.database.write(settle))


async def _show_event(services: Services, schedule_id: int) -> None:
    """Have the server's scheduled event show how things are, if the bot may make one."""
    found = await services.database.read(partial(event_to_show, schedule_id=schedule_id))
    if found is None:
        return
    schedule, look, wanted = found
    event_id, is_gone = schedule.event_id, False
    if wanted is not None:
        try:
            event_id = await services.gateway.show_event(wanted, schedule.event_id)
        except (EventGone, NotAllowed, Refused) as error:
            log.info("%s: the server's event is left alone: %s", schedule.event, error)
            is_gone = event_id is not None
    keep = partial(
        schedules.keep_event,
        schedule_id=schedule_id,
        look=look,
        event_id=event_id,
        is_gone=is_gone,
    )
    await services.database.write(keep)
