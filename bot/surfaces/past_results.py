"""Older results whose messages do not say what they should, such as one of a deal now public."""

import logging
from functools import partial
from typing import Final

from bot.game.loading import loaded
from bot.game.results import with_news
from bot.game.table import Table
from bot.screens.components import Screen
from bot.store import postings
from bot.store.database import Database
from bot.store.engine import Connection
from bot.store.postings import Posting
from bot.surfaces.composer import Composer
from bot.surfaces.gateway import (
    NOT_SO,
    ChannelGone,
    DmClosed,
    Gateway,
    MessageGone,
    NotAllowed,
    Refused,
    ThreadArchived,
)

log: Final = logging.getLogger(__name__)

_OUT_OF_REACH: Final = (
    MessageGone,
    ChannelGone,
    DmClosed,
    NotAllowed,
    Refused,
    ThreadArchived,
)


class PastResults:
    """Paints them once more; raises GatewayError for what may work later."""

    def __init__(self, database: Database, gateway: Gateway, composer: Composer) -> None:
        self._database = database
        self._gateway = gateway
        self._composer = composer

    async def repaint(self, table_id: int) -> None:
        """Paint all results of a table that are to be painted once more."""
        while (found := await self._database.read(partial(_next, table_id))) is not None:
            posting, table = found
            try:
                await self._show(posting, table)
            except _OUT_OF_REACH as error:
                log.info("table %d: hand %d stays unmarked: %r", table_id, posting.number, error)
            # Out of reach counts as painted, too: it would be tried again for ever.
            await self._database.write(partial(postings.repainted, posting=posting))

    async def _show(self, posting: Posting, table: Table) -> None:
        """Edit a result's message: with its picture, or in words if that is refused."""
        show = partial(self._gateway.edit, posting.channel_id, posting.message_id)
        try:
            await show(await self._drawn(posting, table, pictured=True))
        except NOT_SO:
            await show(await self._drawn(posting, table, pictured=False))

    async def _drawn(self, posting: Posting, table: Table, *, pictured: bool) -> Screen:
        if posting.player_id:
            return await self._composer.private(table, posting.player_id, None, pictured=pictured)
        return await self._composer.past_result(table, pictured=pictured)


def _next(table_id: int, db: Connection) -> tuple[Posting, Table] | None:
    posting = postings.next_stale(db, table_id)
    if posting is None:
        return None
    return posting, with_news(db, loaded(db, table_id, hand=posting.number))
