"""Renews a server's leaderboard: edits its message, or posts it anew if that was deleted.

When one is due stands in the database. A message is posted with a nonce of its own, so that a crash
does not post it twice.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.daily.days import day_at, week_before, week_begins, week_ends, week_of
from bot.handlers.ledger.ratings import leaders
from bot.handlers.request import Services
from bot.leaderboard.screen import Leaderboard, leaderboard_screen
from bot.screens.components import Screen
from bot.store import guilds, leaderboards
from bot.store.engine import Connection
from bot.store.leaderboards import BestHand, LeaderboardRow
from bot.store.ledger import seals, tallies
from bot.surfaces.gateway import (
    ChannelGone,
    MessageGone,
    NotAllowed,
    Refused,
    edit_or_post,
    nonce_from,
)
from bot.texts import texts_for
from bot.values.options import Guild
from bot.values.scenes import Standing

log: Final = logging.getLogger(__name__)

_PLACES: Final = 10
"""People in the standing."""
_RATED: Final = 5
"""People in the ladder."""


@dataclass(frozen=True)
class _Contents:
    """What the database has for a leaderboard at a moment."""

    row: LeaderboardRow
    guild: Guild
    standing: tuple[Standing, ...]
    best: tuple[BestHand, ...]
    next_at: int
    seal: str


async def renew(services: Services, guild_id: int) -> None:
    """Renew a leaderboard that is due; raises GatewayError if it has to be tried again."""
    found = await services.database.read(partial(_read, guild_id, services.now))
    if found is None:
        return
    row, channel_id = found.row, found.guild.leaderboard_channel_id
    if row.channel_id != channel_id:
        row = await _cleared(services, row)
    after = None if channel_id is None else await _renewed(services, found, row, channel_id)
    if after is None:
        drop = partial(leaderboards.drop, guild_id=guild_id, channel_id=channel_id)
        await services.database.write(drop)
        return
    after = replace(after, due_at=found.next_at)
    await services.database.write(partial(leaderboards.keep, before=found.row, after=after))


async def _renewed(
    services: Services, found: _Contents, row: LeaderboardRow, channel_id: int
) -> LeaderboardRow | None:
    """The row with its message as it is now; None if the channel is gone."""
    try:
        return await _shown(services, found, row, channel_id)
    except ChannelGone as error:
        log.info("leaderboard of a server is dropped: %r", error)
        return None
    except (NotAllowed, Refused) as error:
        log.info("leaderboard of a server waits for next Monday: %r", error)
        return row


async def _cleared(services: Services, row: LeaderboardRow) -> LeaderboardRow:
    """The row without its message, which is deleted: the server wants it elsewhere, or none."""
    if row.channel_id is not None and row.message_id is not None:
        with suppress(ChannelGone, MessageGone, NotAllowed):
            await services.gateway.delete(row.channel_id, row.message_id)
    return replace(row, channel_id=None, message_id=None)


async def _shown(
    services: Services, found: _Contents, row: LeaderboardRow, channel_id: int
) -> LeaderboardRow:
    """The row with the message that shows it now: the one it had, or a new one."""
    screen = await _screen(services, found)
    nonce = nonce_from(f"leaderboard {row.guild_id} {row.posts}")
    message_id = await edit_or_post(services.gateway, channel_id, row.message_id, screen, nonce)
    if message_id == row.message_id:
        return row
    return replace(row, channel_id=channel_id, message_id=message_id, posts=row.posts + 1)


async def _screen(services: Services, found: _Contents) -> Screen:
    guild = found.guild
    variant, rated = await leaders(services, guild.id, _RATED)
    shown = Leaderboard(
        found.standing,
        variant,
        rated,
        found.best,
        made_at=services.now,
        next_at=found.next_at,
        seal=found.seal,
    )
    return leaderboard_screen(
        shown, texts_for(guild.locale or services.gateway.locale_of(guild.id))
    )


def _read(guild_id: int, now: int, db: Connection) -> _Contents | None:
    row = leaderboards.find(db, guild_id)
    if row is None:
        return None
    guild = guilds.get(db, guild_id)
    zone = guild.time_zone
    week = week_of(day_at(zone, now))
    since, until = week_begins(week_before(week), zone), week_begins(week, zone)
    latest = seals.latest(db, guild_id)
    return _Contents(
        row,
        guild,
        tallies.standing(db, guild_id, now=now, count=_PLACES),
        leaderboards.best_hands(db, guild_id, since, until),
        week_ends(week, zone),
        "" if latest is None else latest.written,
    )
