"""Closes the tables of channels and servers that are gone."""

import logging
from collections.abc import Collection
from sqlite3 import Connection
from typing import Final

from bot.handlers.services import Services
from bot.store import surfaces, tables
from bot.tables.changed import close_now
from bot.tables.gateway import GatewayError
from bot.tables.table import loaded

log: Final = logging.getLogger(__name__)


async def close_channel(services: Services, channel_id: int) -> None:
    """Close the table of a channel that was deleted; its players are told in private."""

    def work(db: Connection) -> int | None:
        table_id = tables.open_in_channel(db, channel_id)
        if table_id is not None:
            _close(db, table_id, services.now)
        return table_id

    closed = await services.database.write(work)
    if closed is not None:
        log.info("table %d: its channel was deleted, it is closed", closed)
        await services.painter.wake(closed)


async def close_lost_channels(services: Services) -> None:
    """Close the tables of channels that were deleted while the bot was away."""
    for channel_id in await services.database.read(tables.channels_with_open):
        try:
            if await services.gateway.is_gone(channel_id):
                await close_channel(services, channel_id)
        except GatewayError as error:
            log.warning("channel %d: not known whether it is there: %r", channel_id, error)


async def close_guilds_but(services: Services, guild_ids: Collection[int]) -> None:
    """Close the tables of all servers but these, of which the bot is still a member."""
    open_in = await services.database.read(tables.guilds_with_open)
    for guild_id in open_in.difference(guild_ids):
        log.info("the bot is no member of server %d any more, its tables are closed", guild_id)
        await close_guild(services, guild_id)


async def close_guild(services: Services, guild_id: int) -> None:
    """Close all tables of a server in which nothing can be posted any more.

    Their players are told in private; cards that they still see there are taken away.
    """

    def work(db: Connection) -> tuple[int, ...]:
        closed = tables.open_in_guild(db, guild_id)
        for table_id in closed:
            _close(db, table_id, services.now)
        return closed

    for table_id in await services.database.write(work):
        await services.painter.wake(table_id)


def _close(db: Connection, table_id: int, now: int) -> None:
    close_now(db, loaded(db, table_id), now)
    surfaces.give_up_public(db, table_id)
