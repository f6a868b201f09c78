"""The painter brings every message of a table up to what the database says it should show.

It keeps nothing that matters in memory: after a restart it asks the database again. For each
table there is at most one worker for the channel's messages and one for each player's, and
each works until nothing is left to paint. A job that waits gives way to a newer one, so that the
latest state wins.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from sqlite3 import Connection
from typing import Final, TypeVar

from bot.game.looks import is_of_finished_hand
from bot.screens.components import Screen
from bot.store import players
from bot.store.database import Database
from bot.store.surfaces import NOTHING, Slot, Surface
from bot.surfaces.compose import Studio
from bot.surfaces.gateway import (
    ChannelGone,
    DmClosed,
    Gateway,
    GatewayError,
    MessageGone,
    NotAllowed,
    Refused,
    Retries,
    ThreadArchived,
)
from bot.surfaces.queue import (
    Job,
    PastResults,
    Shown,
    Todo,
    is_needed,
    keep_answered,
    keep_channel_gone,
    keep_dm_closed,
    keep_shown,
    next_job,
    nonce_of,
    tables_to_paint,
    todo_at,
    without_pings,
)

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
        self._todo: dict[tuple[int, int], Job] = {}
        """What each worker does next; what comes from the database later is newer."""
        self._with_past: set[int] = set()
        """The tables with past results to be painted once more."""
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
        self._begin(table_id, await self._database.read(partial(todo_at, table_id)))

    async def answered(self, surface: Surface, table_ids: Collection[int]) -> None:
        """Keep that an answer showed a surface, and begin to paint the others of these tables.

        If it cannot be kept, it is shown once more, and sqlite3.Error raised.
        """

        def work(db: Connection) -> list[Todo]:
            keep_answered(surface, db)
            return [todo_at(table_id, db) for table_id in table_ids]

        try:
            found = await self._database.jot(work)
        except sqlite3.Error:
            for table_id in table_ids:
                await self.wake(table_id)
            raise
        for table_id, todo in zip(table_ids, found, strict=True):
            self._begin(table_id, todo)

    def _begin(self, table_id: int, todo: Todo) -> None:
        if self._is_closed:
            return
        self._todo |= {job.key: job for job in todo.jobs}
        keys = {job.key for job in todo.jobs}
        if todo.has_past:
            self._with_past.add(table_id)
            keys.add((table_id, 0))
        for key in keys - self._workers.keys():
            self._workers[key] = asyncio.create_task(self._work(key))

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

    async def _work(self, key: tuple[int, int]) -> None:
        """Paint a table's surfaces of one owner (0: the channel's) until none is left."""
        table_id, owner = key
        try:
            while key in self._todo or (not owner and table_id in self._with_past):
                if key in self._todo:
                    await self._paint_next(key)
                else:
                    self._with_past.discard(table_id)
                    await self._past.repaint(table_id)
            self._retries.worked(table_id)
        except (GatewayError, sqlite3.OperationalError) as error:
            log.warning("table %d: not painted, will try again: %r", table_id, error)
            self._retries.later(table_id)
        except Exception:
            log.exception("table %d: a surface could not be painted", table_id)
        finally:
            # Before anything else can run, so that a wake from now on starts a new worker.
            del self._workers[key]
            self._todo.pop(key, None)

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

    async def _paint_next(self, key: tuple[int, int]) -> None:
        """Do the next job as it is by now, if it is still to be done."""
        must_wait = self._composing.locked()
        async with self._composing:
            job = self._todo.get(key)
            if must_wait:
                # Since it was found the player may have tapped, which wakes nobody.
                job = await self._database.read(partial(next_job, key))
            self._todo.pop(key, None)
            screen = None if job is None else await self._first_screen(job)
        if job is not None:
            await self._paint(job, screen)

    async def _first_screen(self, job: Job) -> Screen | None:
        """The screen to show, if the job needs one."""
        if job.takes_no_dms:
            needs_screen = self._gateway.has_open(job.table.id, job.user_id)
        else:
            needs_screen = bool(job.surface.wanted.key)
        return await self._compose(job) if needs_screen else None

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
        """Keep what a surface shows now, and take the next job of its owner."""
        fresh = message_id != job.surface.message_id
        posted_at = int(self._clock()) if fresh else job.surface.posted_at
        work = partial(keep_shown, job, Shown(channel_id, message_id, posted_at))
        # After a power cut an edit is made once more, but another message must not be forgotten.
        following = await (self._database.write if fresh else self._database.jot)(work)
        if following is not None:
            self._todo[job.key] = following
        else:
            self._todo.pop(job.key, None)

    def _stays(self, surface: Surface) -> bool:
        """Whether the message that a surface has is left where it is when another is posted."""
        if surface.place.slot is Slot.PRIVATE:
            return is_of_finished_hand(surface.painted)
        return surface.place.slot in _KEPT and surface.painted != NOTHING


def _known(snowflake: int | None) -> int:
    assert snowflake is not None, "a message is kept with its channel"
    return snowflake
