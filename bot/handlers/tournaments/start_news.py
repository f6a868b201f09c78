"""News of a tournament's start: by direct message, or else in the channel."""

import logging
from dataclasses import replace
from functools import partial
from typing import Final

from bot.game.tournaments import start_calls
from bot.game.tournaments.start_calls import StartCall
from bot.game.tournaments.starts import scheduled_by
from bot.handlers.direct_messages import write
from bot.handlers.request import Services
from bot.screens.components import calling
from bot.screens.tournaments.start_lines import start_screen
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tournaments import schedules
from bot.store.tournaments.schedules import StartNotice
from bot.surfaces.gateway import (
    POST_IN_VAIN,
    DmClosed,
    GatewayError,
    TooManyDms,
    nonce_from,
)
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)


async def tell_all(services: Services, schedule_id: int) -> None:
    """Tell people what they have not been told; raises GatewayError if that is to be tried again.

    Whoever takes no direct messages, or turns out to take none, is named in the channel.
    """
    failed: GatewayError | None = None
    for notice in await services.database.read(partial(schedules.notices, schedule_id=schedule_id)):
        try:
            await _tell(services, notice)
        except GatewayError as error:
            # Tried again later, but nobody else has to wait for that.
            failed = error
    gather = partial(start_calls.calls, schedule_id=schedule_id)
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
    """Tell people in the channel."""
    notice, awake = call.notice, call.notifiable(services.now)
    user_ids = [each.user_id for each in call.people if each.user_id is not None]
    words = start_screen(notice.kind, call.channel_id, notice.starts_at, texts_for(call.locale))
    screen = replace(calling(user_ids, words), pings=awake, is_silent=not awake)
    nonce = _nonce("start call", notice, notice.called_with)
    try:
        await services.gateway.post(call.channel_id, screen, nonce)
    except POST_IN_VAIN as error:
        log.info("channel %d: cannot be told of a start: %r", call.channel_id, error)
    await services.database.write(partial(_keep_told, call.notices))


def _nonce(what: str, notice: StartNotice, whose: int | None) -> str:
    # The same can be told twice, after it was told otherwise: these are two messages.
    news = f"{notice.kind} {notice.starts_at} {notice.added_at}"
    return nonce_from(f"{what} {notice.schedule_id} {whose} {news}")


def _addressee(notice: StartNotice, db: Connection) -> tuple[Player | None, int]:
    """Who is told by direct message, None for nobody, and the channel of the tournament."""
    schedule = schedules.get(db, notice.schedule_id)
    if schedule is None or notice.called_with is not None:
        return None, 0
    found = scheduled_by(db, schedule)
    there = (each for each in found.persons if each.id == notice.player_id and each.takes_dms)
    return next(there, None), found.row.channel_id


def _keep_told(notices: tuple[StartNotice, ...], db: Connection) -> None:
    for notice in notices:
        schedules.mark_told(db, notice)
