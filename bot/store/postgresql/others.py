"""The server and the other processes beside one that works with its database, and their turns.

Of the requests that Discord takes of a bot each process has as large a part as it has of the shards
that are looked after: about the same part of the messages to be painted is its own, and nobody has
to be asked before a request. Of the shards that Discord counts as the same one may identify every
five seconds, which goes by the database server's clock.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final

from bot.settings import Shards
from bot.store.engine import Connection, Error, OperationalError
from bot.store.engines import Door, Others
from bot.store.facts import fact, keep_fact
from bot.store.postgresql.leases import Leases, tell
from bot.tasks import Tasks

_APART: Final = 5_250
"""Thousandths of a second between two shards that Discord counts as the same; it asks for 5 s."""
_NOW: Final = "SELECT CAST(1000 * EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)"


class ProcessTurns:
    """This process's: of all requests the `share` (0 to 1)."""

    def __init__(self, door: Door, share: Callable[[], float]) -> None:
        self._door = door
        self.share = share

    async def to_identify(self, alike: int) -> None:
        """Wait until one of the shards that Discord counts as the same may identify."""
        await asyncio.sleep(await self._door.write(partial(_next_turn, alike=alike)))


def _next_turn(db: Connection, alike: int) -> float:
    """Take the next turn; seconds until it comes."""
    (now,) = db.execute(_NOW).fetchone()
    name = f"identifies {alike}"
    turn = max(now, int(fact(db, name) or 0))
    keep_fact(db, name, str(turn + _APART))
    return (turn - now) / 1000


log: Final = logging.getLogger(__name__)

_LOOK: Final = 5.0
"""Seconds between two looks at the connection."""
_FIRST_TRY: Final = 0.5
"""Seconds until it is tried again to connect; then twice as long, up to `_LOOK`."""
_MOST: Final = 65_536
"""Of how many tables it is known where they are."""
_SESSION: Final = "SELECT pg_backend_pid(), pg_postmaster_start_time()::text"
"""The process of the server's that serves the connection."""


class ServerAlone(Others):
    """Beside this process is nothing but the server, which may go away and come back.

    What fails meanwhile has failed for whoever asked for it, and is tried again by whoever does it
    by themselves, later and later. So that nothing waits longer than it has to, and nothing is left
    that nobody tries again, all is looked through after every return, as after a start.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._tasks = Tasks(OperationalError)

    async def begin(
        self, left: Callable[[], object], changed: Callable[[Collection[int]], object]
    ) -> None:
        """Call `left` after every loss of the connection."""
        del changed
        self._tasks.keep_up("standing by for the database", partial(self._stand_by, left))

    async def end(self) -> None:
        """Stand by no longer."""
        await self._tasks.close()

    async def _stand_by(self, left: Callable[[], object]) -> None:
        known: object = None
        is_away = False
        wait = _LOOK
        while True:
            try:
                session = await self._door.read(_session)
                if is_away or known not in (None, session):
                    log.warning("the database's server is back, going on with what was left")
                    left()
                known, is_away, wait = session, False, _LOOK
            except Error as error:
                if not is_away:
                    log.warning("the database's server is away, trying again: %s", error)
                wait = min(2 * wait, _LOOK) if is_away else _FIRST_TRY
                is_away = True
            await asyncio.sleep(wait)


def _session(db: Connection) -> Any:  # noqa: ANN401 - told from others, and no more
    return db.execute(_SESSION).fetchone()


class OtherProcesses(ServerAlone):
    """Beside this process are others, each for some shards."""

    def __init__(self, door: Door, leases: Leases, shards: Shards) -> None:
        super().__init__(door)
        self.leases = leases
        self._guilds: dict[int, int] = {}
        """The servers of tables, which never change."""
        own = len(shards.ids) / shards.count
        self.turns = ProcessTurns(door, lambda: len(leases.held) / shards.count or own)

    @property
    def looked_after(self) -> int:
        """Of how many shards this process has the leases."""
        return len(self.leases.held)

    async def begin(
        self, left: Callable[[], object], changed: Callable[[Collection[int]], object]
    ) -> None:
        """Take the leases of the own shards, and hear of the others from now on."""
        call = asyncio.get_running_loop().call_soon_threadsafe
        hear = partial(self._hear, changed)
        await asyncio.to_thread(self.leases.begin, partial(call, left), partial(call, hear))
        self.is_first = self.leases.is_first
        await super().begin(left, changed)

    def _hear(self, changed: Callable[[Collection[int]], object], ids: Collection[int]) -> None:
        async def pass_on() -> None:
            if ours := await self._ours(ids):
                changed(ours)

        self._tasks.keep_up("what another process has changed", pass_on)

    async def end(self) -> None:
        """Give the leases back."""
        await super().end()
        await asyncio.to_thread(self.leases.end)

    async def tell(self, table_ids: Collection[int]) -> None:
        """Tell the others which tables have changed that are none of this process's."""
        if others := set(table_ids).difference(await self._ours(table_ids)):
            await self._door.write(partial(tell, table_ids=others))

    async def _ours(self, table_ids: Collection[int]) -> list[int]:
        """Those of some tables that this process looks after."""
        unknown = [each for each in table_ids if each not in self._guilds]
        if unknown:
            if len(self._guilds) > _MOST:
                self._guilds.clear()
            self._guilds |= await self._door.read(partial(_guilds_of, table_ids=unknown))
        return [each for each in table_ids if self.leases.hold(self._guilds.get(each))]


def _guilds_of(db: Connection, table_ids: list[int]) -> dict[int, int]:
    return dict(db.execute("SELECT id, guild_id FROM tables WHERE id = ANY (?)", (table_ids,)))
