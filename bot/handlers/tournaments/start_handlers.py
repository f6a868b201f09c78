"""When tournaments start: planned by hosts, announced to those who are in, started on time."""

import logging
from dataclasses import replace
from functools import partial
from typing import Final

from bot.game.tournaments import starts
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.several_tables import find
from bot.game.tournaments.starts import StartCall, parse_start, written
from bot.handlers.direct_messages import JoinedWithDm, write
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services
from bot.handlers.serving import runs
from bot.screens.components import calling
from bot.screens.replies import says
from bot.screens.tournaments.tournament_words import start_screen, times
from bot.store.due import DueKind
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tournaments import schedules, tournaments
from bot.store.tournaments.schedules import StartNotice
from bot.store.tournaments.tournaments import TournamentRow
from bot.surfaces.gateway import (
    PERMANENT_POST_ERRORS,
    DmClosed,
    EventGone,
    GatewayError,
    NotAllowed,
    Refused,
    TooManyDms,
    nonce_from,
)
from bot.surfaces.server_events import event_to_show
from bot.texts import texts_for
from bot.values.zones import zone_label
from ofc_engine.errors import OfcError

log: Final = logging.getLogger(__name__)

_LATEST_CALL: Final = 24 * 3600
"""Seconds for which a channel that takes no messages is tried: after that it is no news."""


async def tell_all(services: Services, tournament_id: int) -> None:
    """Tell people what they have not been told; raises GatewayError if that is to be tried again.

    Whoever takes no direct messages, or turns out to take none, is named in the channel.
    """
    failed: GatewayError | None = None
    for notice in await services.database.read(
        partial(schedules.notices, tournament_id=tournament_id)
    ):
        try:
            await _tell(services, notice)
        except GatewayError as error:
            # Tried again later, but the others do not have to wait for that.
            failed = error
    gather = partial(starts.calls, tournament_id=tournament_id)
    for call in await services.database.write(gather):
        try:
            await _call(services, call)
        except GatewayError as error:
            failed = error
    if failed is not None:
        raise failed


async def _tell(services: Services, notice: StartNotice) -> None:
    """Tell somebody by direct message, if they take any and are still in."""
    player, channel_id = await services.database.read(partial(_addressee, notice))
    if player is None:
        return
    screen = start_screen(notice.kind, channel_id, notice.starts_at, texts_for(player.locale))
    screen = replace(screen, is_silent=player.is_quiet(services.now))
    try:
        await write(services, player, screen, _nonce("start", notice, player.id))
    except TooManyDms:
        raise
    except DmClosed:
        return  # They have not been told: the message in the channel names them.
    await services.database.write(partial(_keep_told, (notice,)))


async def _call(services: Services, call: StartCall) -> None:
    """Tell people in the channel; raises GatewayError if that is to be tried again."""
    notice, awake = call.notice, call.notifiable(services.now)
    user_ids = [each.user_id for each in call.people if each.user_id is not None]
    words = start_screen(notice.kind, call.channel_id, notice.starts_at, texts_for(call.locale))
    screen = replace(calling(user_ids, words), pings=awake, is_silent=not awake)
    nonce = _nonce("start call", notice, notice.called_with)
    try:
        await services.gateway.post(call.channel_id, screen, nonce)
    except PERMANENT_POST_ERRORS as error:
        if isinstance(error, NotAllowed) and services.now < notice.added_at + _LATEST_CALL:
            raise
        log.info("channel %d: cannot be told of a start: %r", call.channel_id, error)
    await services.database.write(partial(_keep_told, call.notices))


def _nonce(what: str, notice: StartNotice, whose: int | None) -> str:
    # The same can be told twice, after it was told otherwise: these are two messages.
    news = f"{notice.kind} {notice.starts_at} {notice.added_at}"
    return nonce_from(f"{what} {notice.tournament_id} {whose} {news}")


def _addressee(notice: StartNotice, db: Connection) -> tuple[Player | None, int | None]:
    """Who is told by direct message, None for nobody, and the tournament's channel if it exists."""
    if notice.called_with is not None:
        return None, None
    found = tournament_of(db, find(db, notice.tournament_id))
    there = (each for each in found.persons if each.id == notice.player_id and each.takes_dms)
    return next(there, None), None if found.row.is_lost else found.row.channel_id


def _keep_told(notices: tuple[StartNotice, ...], db: Connection) -> None:
    for notice in notices:
        schedules.mark_told(db, notice)


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
    """When it starts automatically, as its host would type it; empty if it does not."""
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


@runs(DueKind.START)
async def keep_time(services: Services, tournament_id: int) -> None:
    """Do what is due about a tournament's start; raises GatewayError if it has to be retried."""
    follow = partial(
        starts.follow, tournament_id=tournament_id, now=services.now, secret=services.secret
    )
    for table_id in await services.database.write(follow):
        await services.painter.wake(table_id)
    services.timer.expect(services.now)
    try:
        await tell_all(services, tournament_id)
    finally:
        await _show_event(services, tournament_id)
    settle = partial(starts.settle, tournament_id=tournament_id, now=services.now)
    services.timer.expect(await services.database.write(settle))


async def _show_event(services: Services, tournament_id: int) -> None:
    """Update the server's scheduled event, if the bot may create one."""
    found = await services.database.read(partial(event_to_show, tournament_id=tournament_id))
    if found is None:
        return
    schedule, look, wanted = found
    event_id, is_gone = schedule.event_id, False
    if wanted is not None:
        try:
            event_id = await services.gateway.show_event(wanted, schedule.event_id)
        except (EventGone, NotAllowed, Refused) as error:
            log.info("tournament %d: its event is left alone: %s", schedule.tournament_id, error)
            is_gone = event_id is not None
    keep = partial(
        schedules.keep_event,
        tournament_id=tournament_id,
        look=look,
        event_id=event_id,
        is_gone=is_gone,
    )
    await services.database.write(keep)
