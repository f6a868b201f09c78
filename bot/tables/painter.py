"""The painter brings every message of a table up to what the database says it should show.

It keeps nothing that matters in memory: after a restart it asks the database again. For each
table there is at most one worker for the channel's messages and one for each player's, and
each works until nothing is left to paint, so the latest state wins.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

from bot.screens.components import Screen
from bot.store import players
from bot.store.database import Database
from bot.store.surfaces import NOTHING, Slot, Surface
from bot.tables.gateway import (
    ChannelGone,
    DmClosed,
    Gateway,
    GatewayError,
    MessageGone,
    NotAllowed,
    Refused,
    ThreadArchived,
)
from bot.tables.jobs import (
    Job,
    Shown,
    is_needed,
    keep_channel_gone,
    keep_dm_closed,
    keep_shown,
    next_job,
    nonce_of,
    owners_to_paint,
    tables_to_paint,
    without_pings,
)
from bot.tables.looks import is_of_finished_hand
from bot.tables.past import PastResults
from bot.tables.retries import Retries
from bot.tables.studio import Studio

T = TypeVar("T")

log: Final = logging.getLogger(__name__)

_AT_ONCE: Final = 2
"""How many surfaces are composed at once: whoever waits for an answer to a click comes first."""
_FIRST_RETRY: Final = 1.0
_LAST_RETRY: Final = 3600.0
_KEPT: Final = frozenset({Slot.RESULT, Slot.LOBBY})
"""Slots whose message stays in the channel when the next one is posted."""


class Painter:
    """Paints; `clock` gives Unix seconds."""

    def __init__(
        self, database: Database, gateway: Gateway, studio: Studio, clock: Callable[[], float]
    ) -> None:
        self._database = database
        self._gateway = gateway
        self._studio = studio
        self._past = PastResults(database, gateway, studio)
        self._clock = clock
        self._workers: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._retries = Retries(self._wake_again, _FIRST_RETRY, _LAST_RETRY)
        self._waking: set[asyncio.Task[None]] = set()
        self._composing = asyncio.Semaphore(_AT_ONCE)
        self._is_closed = False

    async def catch_up(self) -> None:
        """Begin to paint whatever was left unpainted when the bot went away."""
        for table_id in await self._database.read(tables_to_paint):
            await self.wake(table_id)

    async def wake(self, table_id: int) -> None:
        """Begin to paint a table's surfaces that do not show what they should.

        Once the painter is closed they are left for the next start.
        """
        owners = await self._database.read(partial(owners_to_paint, table_id))
        if self._is_closed:
            return
        for owner in owners:
            if (table_id, owner) not in self._workers:
                task = asyncio.create_task(self._work(table_id, owner))
                self._workers[table_id, owner] = task

    @property
    def is_painting(self) -> bool:
        """Whether anything is being painted now."""
        return bool(self._workers)

    async def close(self, grace: float) -> None:
        """Finish what is being painted, for at most `grace` seconds, and begin nothing more."""
        self._is_closed = True
        self._retries.close()
        if self._workers:
            _, unfinished = await asyncio.wait(self._workers.values(), timeout=grace)
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)

    # --- workers ----------------------------------------------------------------------------

    async def _work(self, table_id: int, owner: int) -> None:
        """Paint a table's surfaces of one owner (0: the channel's) until none is left."""
        try:
            while (work := await self._next(table_id, owner)) is not None:
                await self._paint(*work)
            if not owner:
                await self._past.repaint(table_id)
            self._retries.worked(table_id)
        except (GatewayError, sqlite3.OperationalError) as error:
            log.warning("table %d: not painted, will try again: %r", table_id, error)
            self._retries.later(table_id)
        except Exception:
            log.exception("table %d: a surface could not be painted", table_id)
        finally:
            # Before anything else can run, so that a wake during the last look at the database
            # starts a new worker.
            del self._workers[table_id, owner]

    def _wake_again(self, table_id: int) -> None:
        task = asyncio.create_task(self._awake(table_id))
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def _awake(self, table_id: int) -> None:
        try:
            await self.wake(table_id)
        except sqlite3.OperationalError as error:
            log.warning("table %d: not read, will try again: %r", table_id, error)
            self._retries.later(table_id)

    async def _next(self, table_id: int, owner: int) -> tuple[Job, Screen | None] | None:
        """The next job as the table is now, and the screen to show if it needs one."""
        async with self._composing:
            job = await self._database.read(partial(next_job, table_id, owner))
            if job is None:
                return None
            if job.takes_no_dms:
                needs_screen = self._gateway.has_open(table_id, job.user_id)
            else:
                needs_screen = bool(job.surface.wanted.key)
            if not needs_screen:
                return job, None
            return job, await self._compose(job)

    async def _paint(self, job: Job, screen: Screen | None) -> None:
        try:
            await self._show(job, screen)
        except DmClosed:
            await self._database.write(partial(keep_dm_closed, job))
            await self.wake(job.table.id)
        except ChannelGone:
            if job.surface.place.player_id:
                await self._database.write(partial(keep_dm_closed, job))
                await self.wake(job.table.id)
                return
            log.info("table %d: its channel is gone, the table is closed", job.table.id)
            await self._database.write(partial(keep_channel_gone, job, int(self._clock())))
            await self.wake(job.table.id)

    async def _show(self, job: Job, screen: Screen | None) -> None:
        """Edit the surface's message, or post another one in its place."""
        surface = job.surface
        if job.takes_no_dms:
            await self._show_open(job, screen)
            return
        if job.is_edited(self._clock()):
            if await self._edited(job, screen):
                return
            screen = None
        old = None if self._stays(surface) else surface.message_id
        try:
            await self._delete(surface, old)
            old = None
        except ThreadArchived:
            log.debug("table %d: a new message opens the thread again", job.table.id)
        if surface.wanted.key:
            await self._post(job, screen)
        else:
            await self._keep(job, None, None)
        await self._delete(surface, old)

    async def _delete(self, surface: Surface, message_id: int | None) -> None:
        if message_id is not None:
            await self._gateway.delete(_known(surface.channel_id), message_id)

    async def _show_open(self, job: Job, screen: Screen | None) -> None:
        """Without direct messages: keep up to date what the player has open in the channel."""
        surface = job.surface
        if screen is not None:
            show = partial(self._gateway.edit_open, job.table.id, job.user_id)
            await self._send(job, show, screen)
        if job.owner.dm_closed:
            await self._keep(job, surface.channel_id, surface.message_id)
            return
        await self._delete(surface, surface.message_id)
        await self._keep(job, None, None)

    async def _edited(self, job: Job, screen: Screen | None) -> bool:
        """Edit the message; False if another has to be posted."""
        surface = job.surface
        message_id = _known(surface.message_id)
        edit = partial(self._gateway.edit, _known(surface.channel_id), message_id)
        try:
            await self._send(job, edit, screen)
        except ThreadArchived:
            return False
        except MessageGone:
            if surface.place.slot not in _KEPT or is_needed(job):
                return False
            await self._keep(job, surface.channel_id, None)
            return True
        await self._keep(job, surface.channel_id, surface.message_id)
        return True

    async def _post(self, job: Job, screen: Screen | None) -> None:
        channel_id = await self._channel(job)
        nonce = nonce_of(job.surface)

        async def post(screen: Screen) -> int:
            return await self._gateway.post(
                channel_id, without_pings(job, screen, int(self._clock())), nonce
            )

        await self._keep(job, channel_id, await self._send(job, post, screen))

    async def _compose(self, job: Job, *, pictured: bool = True) -> Screen:
        return await self._studio.surface(
            job.surface.place, job.table, job.draft, pictured=pictured
        )

    async def _send(
        self, job: Job, send: Callable[[Screen], Awaitable[T]], screen: Screen | None
    ) -> T:
        """Send a surface's screen: with its picture, or in words if that is refused."""
        screen = screen or await self._compose(job)
        try:
            return await send(screen)
        except (NotAllowed, Refused):
            if not screen.pictures:
                raise
        return await send(await self._compose(job, pictured=False))

    async def _channel(self, job: Job) -> int:
        if not job.surface.place.player_id:
            return job.table.row.channel_id
        if job.owner.dm_channel_id is not None:
            return job.owner.dm_channel_id
        channel_id = await self._gateway.open_dm(job.user_id)
        await self._database.write(
            lambda db: players.set_dm(db, job.owner.id, channel_id=channel_id, closed=False)
        )
        return channel_id

    async def _keep(self, job: Job, channel_id: int | None, message_id: int | None) -> None:
        """Keep what a surface shows now."""
        fresh = message_id != job.surface.message_id
        posted_at = int(self._clock()) if fresh else job.surface.posted_at
        shown = Shown(channel_id, message_id, posted_at)
        await self._database.write(partial(keep_shown, job, shown))

    def _stays(self, surface: Surface) -> bool:
        """Whether the message that a surface has is left where it is when another is posted."""
        if surface.place.slot is Slot.PRIVATE:
            return is_of_finished_hand(surface.painted)
        return surface.place.slot in _KEPT and surface.painted != NOTHING


def _known(snowflake: int | None) -> int:
    assert snowflake is not None, "a message is kept with its channel"
    return snowflake
