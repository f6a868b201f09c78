"""When tournaments start: planned by their hosts, begun at that time, told to whoever is in."""

import logging
from dataclasses import replace
from functools import partial
from typing import Final

from bot.game import starts
from bot.game.server_events import event_to_show
from bot.game.start_times import parse_start, written
from bot.game.table import Table, TableError
from bot.handlers.events import here, verify_host
from bot.handlers.request import Answer, AnswerOrLater, Request, Services
from bot.ofc.errors import OfcError
from bot.screens.replies import says
from bot.screens.starts import start_screen, times
from bot.store import players, schedules
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.schedules import StartNotice
from bot.store.tournaments import TournamentRow
from bot.surfaces.dms import dm_channel
from bot.surfaces.gateway import (
    ChannelGone,
    DmClosed,
    EventGone,
    GatewayError,
    NotAllowed,
    Refused,
    nonce_from,
)
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)

_IN_VAIN: Final = (ChannelGone, NotAllowed, Refused)


# --- planned ---------------------------------------------------------------------------------


def planned(at: Request, typed: str, opened: AnswerOrLater) -> AnswerOrLater:
    """Plan the start of the tournament that was just opened, if its host has typed a time.

    Raises TableError.
    """
    if not typed:
        return opened
    starts_at, _ = _plan(at, _tournament(at), typed), at.texts
    if starts_at is None:
        return opened
    said = _(
        "Your tournament is open. It starts {date}, {relative}. The others press Join to take "
        "part.",
        **times(starts_at),
    )
    return Answer(says(said))


def change(at: Request, typed: str) -> str:
    """Plan another start of the channel's tournament, as its host; returns what to say of it."""
    of, _ = _tournament(at), at.texts
    if isinstance(of, Table):
        verify_tournament(at)
        at.verify_host()
    else:
        verify_host(at, of)
    starts_at = _plan(at, of, typed)
    if starts_at is None:
        return _("The tournament does not start by itself any more: press Start when it should.")
    return _(
        "The tournament starts {date}, {relative}. Everybody who is in is told.", **times(starts_at)
    )


def verify_tournament(at: Request) -> None:
    """Raise TableError unless the table of the channel is a tournament."""
    if not at.table.options.is_tournament:
        raise TableError("The table in this channel is no tournament. Use /ofc for it.")


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
    return [(f"{written(starts_at, zone)} ({zone or 'UTC'})", typed)]


def _tournament(at: Request) -> Table | TournamentRow:
    """The tournament that goes on in the channel; raises TableError."""
    return here(at) or at.table


def _plan(at: Request, of: Table | TournamentRow, typed: str) -> int | None:
    starts_at = parse_start(typed, _zone(at), at.now)
    starts.plan(at.db, of, starts_at, at.now, at.player)
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
    failed: GatewayError | None = None
    for notice in await services.database.read(partial(schedules.notices, schedule_id=schedule_id)):
        try:
            await _tell(services, notice)
        except GatewayError as error:
            failed = error
    if failed is not None:
        raise failed
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


async def _tell(services: Services, notice: StartNotice) -> None:
    """Tell somebody by direct message, if they take any and are still in."""
    player, channel_id = await services.database.read(partial(_addressee, notice))
    if player is not None:
        try:
            await _post(services, notice, player, channel_id)
        except DmClosed:
            keep = partial(players.set_dm, player_id=player.id, channel_id=None, closed=True)
            await services.database.write(keep)
        except _IN_VAIN as error:
            log.info("player %d: cannot be told of a start: %r", player.id, error)
    await services.database.write(partial(schedules.told, notice=notice))


async def _post(services: Services, notice: StartNotice, player: Player, channel_id: int) -> None:
    dm_id = await dm_channel(services.database, services.gateway, player)
    _ = texts_for(player.locale)
    screen = start_screen(notice.kind, channel_id, notice.starts_at, _)
    screen = replace(screen, is_silent=player.is_quiet(services.now))
    about = f"start {notice.schedule_id} {player.id} {notice.kind} {notice.starts_at}"
    await services.gateway.post(dm_id, screen, nonce_from(about))


def _addressee(notice: StartNotice, db: Connection) -> tuple[Player | None, int]:
    """Who is to be told, None for nobody any more, and the channel of the tournament."""
    schedule = schedules.get(db, notice.schedule_id)
    if schedule is None:
        return None, 0
    found = starts.of_schedule(db, schedule)
    there = (each for each in found.people if each.id == notice.player_id and each.takes_dms)
    return next(there, None), found.place.channel_id
