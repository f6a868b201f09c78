"""The painter brings every message of a table up to what the database says it should show.

It keeps nothing that matters in memory: after a restart it asks the database again. For each
table there is at most one worker for the channel's messages and one for each player's, and
each works until nothing is left to paint. A job that waits gives way to a newer one, so that the
latest state wins.
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Generator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from typing import Final

from bot.game.table import Table
from bot.screens.components import Screen
from bot.store.database import Database
from bot.store.engine import Connection, OperationalError
from bot.store.surfaces import Slot, Surface, tables_to_paint
from bot.surfaces.admission import AdmissionQueue
from bot.surfaces.composer import Composer
from bot.surfaces.gateway import (
    ChannelGone,
    DmClosed,
    Gateway,
    GatewayError,
    NotAllowed,
    Resting,
    refusals_to_write,
)
from bot.surfaces.queue import (
    Job,
    Todo,
    keep_answered,
    keep_channel_gone,
    keep_dm_closed,
    keep_reached,
    keep_thread_gone,
    next_job,
    todo_at,
)
from bot.surfaces.retrying import Workers
from bot.surfaces.surface_messages import Messages

log: Final = logging.getLogger(__name__)

_COMPOSED_AT_ONCE: Final = 2
"""How many surfaces are composed at once: those who wait for an answer to a click come first."""
_SENT_AT_ONCE: Final = 100
"""How many are sent at once: each fills a tenth of a megabyte until Discord has answered.

Discord takes 50 requests a second, so this is enough as long as it answers within two seconds.
"""
_LONGEST_HELD: Final = 5.0
"""Seconds after which an unanswered request gives its place to the next."""
_FIRST_RETRY: Final = 1.0
_LOOKING: Final = -1
"""In place of an owner in a key: a look for what is to be painted at the table."""
_LONGEST_UNSENT: Final = 30.0
"""Seconds for which a player's own message may fail before they are called in the channel."""
_EDIT_PATIENCE: Final = 1.0
_LONGEST_EDIT_PATIENCE: Final = 10.0
"""Seconds by which edits give way to new messages, which call somebody; the longer one holds in
channels while `_SENT_AT_ONCE` are being sent."""


class Painter:
    """Paints surfaces; `clock` gives Unix seconds, `seed` what a message's id adds to a deal.

    `backlog` is the queue of surfaces to be composed.
    """

    def __init__(
        self,
        database: Database,
        gateway: Gateway,
        composer: Composer,
        clock: Callable[[], float],
        seed: Callable[[int], str],
    ) -> None:
        self.backlog = AdmissionQueue(_COMPOSED_AT_ONCE)
        self._database = database
        self._messages = Messages(database, gateway, composer, clock, seed)
        self._clock = clock
        self._workers = Workers(
            lambda key: f"painting at table {key[0]}",
            self._work,
            self._wake_again,
            first=_FIRST_RETRY,
        )
        self._todo: dict[tuple[int, int], Job] = {}
        """The next job of each worker, as it was found last."""
        self._unsent: dict[tuple[int, int], float] = {}
        """Since when a player's own surfaces have failed to arrive (Unix seconds)."""
        self._sent = AdmissionQueue(_SENT_AT_ONCE)
        """Jobs that wait here keep their place in `backlog`, so that all others wait behind them.
        """
        self.followers: list[Callable[[Table], None]] = []
        """Called with a table as it is whenever anything may have changed there."""
        self.paint_kept: Callable[[int], None] = _not_yet
        """Called with our own id of a kept message of a table that is to be painted."""
        self.tell_unheard: Callable[[int], Awaitable[bool]] | None = None
        """Called with a table's id when its channel takes no messages, until it returns that people
        were told; again only after the channel has taken one.
        """
        self._is_unheard: set[int] = set()

    async def catch_up(self, guild_id: int | None = None) -> None:
        """Begin to paint whatever was left when the bot went away, or was not allowed to paint.

        Where the bot is back, or allowed to, that is in one server.
        """
        for table_id in await self._database.read(partial(tables_to_paint, guild_id=guild_id)):
            await self.wake(table_id, begun_before=True)

    async def wake(self, table_id: int, *, begun_before: bool = False) -> None:
        """Begin to paint a table's surfaces that do not show what they should.

        Once the painter is closed they are left for the next start. If another process looks after
        the table, it is told. As long as the database cannot be used, this is tried again. With
        `begun_before`, messages may have been sent already, by another process or unrecorded.
        """
        look = self._look(table_id, begun_before=begun_before)
        await self._workers.looked((table_id, _LOOKING), look)

    async def _look(self, table_id: int, *, begun_before: bool) -> None:
        todo = await self._database.read(partial(todo_at, table_id))
        if begun_before:
            self._messages.doubt(todo.jobs)
        self._begin(todo)
        await self._database.others.tell((table_id,))

    async def written(self, table_id: int, player_id: int, within: float) -> None:
        """Begin to paint a table, and wait until a player's messages there are sent or refused.

        The wait is at most `within` seconds. Player 0 is the channel.
        """
        await self.wake(table_id)
        await self.finished(table_id, player_id, within)

    async def finished(self, table_id: int, player_id: int, within: float) -> None:
        """Wait at most `within` seconds for what is being painted for a player (0: the channel)."""
        await self._workers.finished((table_id, player_id), within)

    async def answered(self, surface: Surface, table_ids: Collection[int]) -> None:
        """Record that an answer showed a surface, and begin to paint the others of these tables.

        If that cannot be recorded, the surface is painted again.
        """
        try:
            await self._answered(surface, table_ids)
        except OperationalError as error:
            log.warning("table %d: shown again: %r", surface.table_id, error)
            for table_id in table_ids:
                await self.wake(table_id)

    async def _answered(self, surface: Surface, table_ids: Collection[int]) -> None:
        def work(db: Connection) -> list[Todo]:
            keep_answered(surface, db)
            return [todo_at(table_id, db) for table_id in table_ids]

        found = await self._database.write(work)
        for todo in found:
            self._begin(todo)
        await self._database.others.tell(table_ids)

    def _begin(self, todo: Todo) -> None:
        if self._workers.is_closed:
            return
        for follow in self.followers:
            follow(todo.table)
        self._todo |= {job.key: job for job in todo.jobs}
        for key in {job.key for job in todo.jobs}:
            self._workers.begin(key)
        for message_id in todo.result_ids:
            self.paint_kept(message_id)

    @property
    def waiting(self) -> int:
        """How many workers have a surface that they have not begun to paint."""
        return len(self._todo)

    @property
    def is_painting(self) -> bool:
        """True if anything is being painted now."""
        return bool(self._workers)

    async def close(self, grace: float) -> None:
        """Finish what is being painted, for at most `grace` seconds, and begin nothing more."""
        await self._workers.close(grace)

    # --- workers ----------------------------------------------------------------------------

    async def _work(self, key: tuple[int, int]) -> None:
        """Paint a table's surfaces of one owner (0: the channel's) until none is left."""
        table_id, owner = key
        try:
            while key in self._todo:
                await self._paint_next(key)
            if not owner:
                self._is_unheard.discard(table_id)
        finally:
            self._todo.pop(key, None)

    def _note_unheard(self, table_id: int) -> None:
        if table_id not in self._is_unheard and self.tell_unheard is not None:
            self._is_unheard.add(table_id)
            what = f"telling the people of table {table_id} that its channel takes no messages"
            self._workers.tasks.begin(what, self._tell_unheard(table_id, self.tell_unheard))

    async def _tell_unheard(self, table_id: int, tell: Callable[[int], Awaitable[bool]]) -> None:
        is_told = False
        try:
            is_told = await tell(table_id)
        finally:
            if not is_told:
                self._is_unheard.discard(table_id)

    def _wake_again(self, key: tuple[int, int]) -> None:
        table_id, _owner = key
        self._workers.tasks.begin(f"painting again at table {table_id}", self.wake(table_id))

    async def _paint_next(self, key: tuple[int, int]) -> None:
        """Do the next job in its latest state, if it still has to be done."""
        must_wait = self.backlog.is_full
        async with AsyncExitStack() as sending:
            async with self.backlog.admission(self._patience(self._todo[key])):
                must_wait = must_wait or self._sent.is_full
                await sending.enter_async_context(self._sent.admission(longest=_LONGEST_HELD))
                job = self._todo.pop(key, None)
                if must_wait and job is not None and self._may_be_tapped(job):
                    job = await self._database.read(partial(next_job, key))
                if job is None:
                    return
                with self._noting_unheard(job):
                    screen = await self._messages.screen(job)
            with self._noting_unheard(job):
                await self._paint(job, screen)

    @contextmanager
    def _noting_unheard(self, job: Job) -> Generator[None]:
        try:
            yield
        except (NotAllowed, Resting):
            place = job.surface.place
            # The players miss nothing that their followers' thread does not take.
            if not place.player_id and place.slot is not Slot.THREAD:
                self._note_unheard(job.table.id)
            raise

    def _patience(self, job: Job) -> float:
        if job.surface.wanted.key != job.surface.painted.key:
            return 0.0
        # What comes next in somebody's own message may be cards, in the same turn.
        is_own = bool(job.surface.place.player_id)
        return _LONGEST_EDIT_PATIENCE if self._sent.is_full and not is_own else _EDIT_PATIENCE

    def _may_be_tapped(self, job: Job) -> bool:
        """True if the player may have tapped since the job was found: taps do not wake a worker."""
        is_own = bool(job.surface.place.player_id)
        return job.takes_no_dms or (is_own and job.is_edited(self._clock()))

    async def _paint(self, job: Job, screen: Screen | None) -> None:
        try:
            following = await self._show(job, screen)
        except (DmClosed, ChannelGone) as error:
            if job.surface.place.slot is Slot.THREAD:
                keep = partial(keep_thread_gone, job)
            elif isinstance(error, DmClosed):
                if not job.surface.place.player_id or job.is_called:
                    raise  # in a channel this error says nothing about direct messages
                log.info("player %d: not written to: %s", job.surface.place.player_id, error)
                keep = partial(keep_dm_closed, job, int(self._clock()))
            else:
                log.info("table %d: its channel is gone, the table is closed", job.table.id)
                keep = partial(keep_channel_gone, job, int(self._clock()))
        else:
            await self._plan(job.key, following)
            if not job.is_tried_again:
                return
            keep = partial(keep_reached, job)
        for table_id in await self._database.write(keep):
            await self.wake(table_id)

    async def _plan(self, key: tuple[int, int], following: Job | None) -> None:
        """Let a worker go on with the job that follows, if there is one."""
        # A job found while it painted may be newer than that, or older.
        while self._todo.pop(key, None) is not None:
            following = await self._database.read(partial(next_job, key))
        if following is not None:
            self._todo[key] = following

    async def _show(self, job: Job, screen: Screen | None) -> Job | None:
        """Show a surface; raises DmClosed if a player's own has failed for `_LONGEST_UNSENT`."""
        if not job.surface.place.player_id or job.is_called:
            return await self._messages.show(job, screen)
        since = self._unsent.pop(job.key, self._clock())
        try:
            with refusals_to_write():
                return await self._messages.show(job, screen)
        except GatewayError as error:
            if isinstance(error, DmClosed) or self._clock() - since >= _LONGEST_UNSENT:
                raise DmClosed(str(error)) from error
            self._unsent[job.key] = since
            raise


def _not_yet(_message_id: int) -> None:
    """Stands in until `paint_kept` is set."""
