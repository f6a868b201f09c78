"""Results in older messages of a table, once their hand has become void."""

import logging
from functools import partial
from sqlite3 import Connection
from typing import Final

from bot.game.table import Table, loaded, with_news
from bot.store import surfaces
from bot.store.database import Database
from bot.store.surfaces import Posting
from bot.surfaces.compose import Studio
from bot.surfaces.gateway import (
    ChannelGone,
    Gateway,
    MessageGone,
    NotAllowed,
    Refused,
    ThreadArchived,
)

log: Final = logging.getLogger(__name__)

_OUT_OF_REACH: Final = (MessageGone, ChannelGone, NotAllowed, Refused, ThreadArchived)


class PastResults:
    """Paints them once more; raises GatewayError for what may work later."""

    def __init__(self, database: Database, gateway: Gateway, studio: Studio) -> None:
        self._database = database
        self._gateway = gateway
        self._studio = studio

    async def repaint(self, table_id: int) -> None:
        """Paint all results of a table that are to be painted once more."""
        while (found := await self._database.read(partial(_next, table_id))) is not None:
            posting, table = found
            try:
                await self._show(posting, table)
            except _OUT_OF_REACH as error:
                log.info("table %d: hand %d stays unmarked: %r", table_id, posting.number, error)
            await self._database.write(partial(surfaces.repainted, hand_id=posting.hand_id))

    async def _show(self, posting: Posting, table: Table) -> None:
        """Edit a result's message: with its picture, or in words if that is refused."""
        show = partial(self._gateway.edit, posting.channel_id, posting.message_id)
        try:
            await show(await self._studio.past_result(table, pictured=True))
        except (NotAllowed, Refused):
            await show(await self._studio.past_result(table, pictured=False))


def _next(table_id: int, db: Connection) -> tuple[Posting, Table] | None:
    posting = surfaces.next_stale(db, table_id)
    if posting is None:
        return None
    return posting, with_news(db, loaded(db, table_id, hand=posting.number))
