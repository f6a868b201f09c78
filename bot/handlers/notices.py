"""Tells everybody of decisions whose announcement did not arrive, also after a restart.

A decision is committed together with a notice. As a rule the answer to whoever decided tells the
channel, and the notice is dropped; if the bot was stopped in between, or Discord did not take it,
it is given here.
"""

import asyncio
import logging
from functools import partial
from sqlite3 import Connection, OperationalError
from typing import Final

from bot.game.agreements import screen_of
from bot.handlers.ledger import page_of
from bot.handlers.request import Services
from bot.screens.components import Screen
from bot.screens.queries import LedgerView, Query
from bot.store import notices, proposals
from bot.store.notices import Notice, NoticeKind
from bot.surfaces.gateway import ChannelGone, GatewayError, MessageGone, NotAllowed, Refused
from bot.surfaces.retries import Retries
from bot.texts import Texts, texts_for

log: Final = logging.getLogger(__name__)

_IN_VAIN: Final = (ChannelGone, MessageGone, NotAllowed, Refused)
_FIRST_RETRY: Final = 5.0
_LAST_RETRY: Final = 3600.0


class Notices:
    """Gives notices through the gateway, each until it has arrived or cannot."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tasks: set[asyncio.Task[None]] = set()
        self._retries = Retries(self._begin, _FIRST_RETRY, _LAST_RETRY)

    @property
    def are_given(self) -> bool:
        """Whether one is being given now."""
        return bool(self._tasks)

    async def catch_up(self) -> None:
        """Begin to give those that were left when the bot went away."""
        for notice in await self._services.database.read(notices.every):
            self._begin(notice.id)

    async def answered(self, notice_id: int, *, delivered: bool) -> None:
        """An answer has given a notice, or could not."""
        if delivered:
            await self._services.database.write(partial(notices.given, notice_id=notice_id))
        else:
            self._begin(notice_id)

    async def close(self) -> None:
        """Stop; what is left is given after the next start."""
        self._retries.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, notice_id: int) -> None:
        task = asyncio.create_task(self._give(notice_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _give(self, notice_id: int) -> None:
        try:
            notice = await self._services.database.read(partial(notices.get, notice_id=notice_id))
            if notice is not None:
                await self._show(notice)
                await self._services.database.write(partial(notices.given, notice_id=notice_id))
            self._retries.worked(notice_id)
        except (GatewayError, OperationalError) as error:
            log.warning("notice %d: not given, will try again: %r", notice_id, error)
            self._retries.later(notice_id)
        except Exception:
            log.exception("notice %d: cannot be given", notice_id)

    async def _show(self, notice: Notice) -> None:
        screen = await self._screen(notice, texts_for(notice.locale))
        gateway = self._services.gateway
        try:
            if notice.message_id is None:
                await gateway.post(notice.channel_id, screen, f"notice-{notice.id}")
            else:
                await gateway.edit(notice.channel_id, notice.message_id, screen)
        except _IN_VAIN as error:
            log.info("notice %d: nobody can be told: %r", notice.id, error)

    async def _screen(self, notice: Notice, _: Texts) -> Screen:
        match notice.kind:
            case NoticeKind.PROPOSAL | NoticeKind.VOTE:
                return await self._services.database.read(partial(_decided, notice, _))
            case NoticeKind.SEASON:
                query = Query(LedgerView.SEASON, about=(notice.about,))
                return (await page_of(self._services, notice.guild_id, query, _)).public()


def _decided(notice: Notice, _: Texts, db: Connection) -> Screen:
    find = proposals.vote if notice.kind is NoticeKind.VOTE else proposals.get
    proposal = find(db, notice.about)
    assert proposal is not None, "neither a proposal nor a vote is ever deleted"
    return screen_of(db, proposal, _)
