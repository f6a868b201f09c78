"""The server and the other processes beside one that works with its database.

What is to be done about a table without anybody asking, such as painting it or playing for whoever
is late, is one process's: the one that has the lease of its server's shard. That is the one that
serves the shard. It renews its leases every few seconds; those of a process that does so no more
run out, and whoever looks first takes them over, row by row. A process that is back takes its own
again. Whoever has changed something about another's table says so, and the other one looks at once.

A process that serves all shards does the same. What watches the others sees, too, when the server
goes away and comes back: then all is looked through as after a start, so that nothing is left that
failed meanwhile. Time is the server's, since the processes' machines may go by different clocks.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from secrets import randbits
from threading import Event, Thread
from typing import Any, Final

import psycopg

from bot.settings import Shards
from bot.store.engine import Connection, Error, OperationalError, ours_of_guild
from bot.store.engines import Door, Others
from bot.store.facts import fact, keep_fact
from bot.store.postgresql.server_connection import GIVES_UP, TO_WRITE
from bot.tasks import Tasks

log: Final = logging.getLogger(__name__)

_RENEWED: Final = 5.0
"""Seconds between two renewals: three may fail before a lease runs out."""
_PAUSE: Final = 1.0
"""Seconds until it begins again after it has failed."""
_LEASE: Final = 20.0
"""Seconds that a lease lasts, and so for how long the tables of a dead process rest."""
_APART: Final = 5_250
"""Thousandths of a second between two shards that Discord counts as the same; it asks for 5 s."""
LEASES: Final = """
CREATE TABLE leases (
    shard  BIGINT PRIMARY KEY,
    shards BIGINT NOT NULL,
    holder BIGINT NOT NULL,
    until  TIMESTAMPTZ NOT NULL
);
"""
"""Their table, which only a server's schema has."""
_SESSION: Final = f"""
    SET application_name = 'ofc watch'; SET statement_timeout = '5s'; SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '5s'; {GIVES_UP}; LISTEN ofc_wake
"""
_TAKE: Final = """
    INSERT INTO leases AS known (shard, shards, holder, until)
    SELECT shard, %(count)s, %(me)s, now() + %(lease)s
    FROM generate_series(0, %(count)s - 1) AS shard ON CONFLICT (shard) DO UPDATE
    SET shards = excluded.shards, holder = excluded.holder, until = excluded.until
    WHERE known.holder = %(me)s OR known.shard = ANY (%(own)s) OR known.until <= now()
"""
"""Its own, those that it has, and those that nobody has renewed; in an order, so that two that do
so at once wait for each other."""
_MINE: Final = "SELECT shard FROM leases WHERE holder = %(me)s"
_HELD: Final = "SELECT shard, holder FROM leases WHERE until > now() AND shards = %(count)s"
_GIVE_BACK: Final = "UPDATE leases SET until = now() WHERE holder = %(me)s"
_WAKE: Final = "NOTIFY ofc_wake"
"""Has all look at the leases: it tells of no table."""


class OtherProcesses(Others):
    """Beside this process are others, each for some shards, or nothing but the server.

    Of the requests that Discord takes of a bot each process has as large a part as it has of the
    shards that are looked after: about the same part of the messages to be painted is its own, and
    nobody has to be asked before a request. Of the shards that Discord counts as the same one may
    identify every five seconds, which goes by the database server's clock.
    """

    door: Door

    def __init__(self, url: str, shards: Shards) -> None:
        self._url = url
        self._values: dict[str, Any] = {
            "me": randbits(62) + 1,
            "own": list(shards.ids),
            "count": shards.count,
            "lease": f"{_LEASE} s",
        }
        self._shards = shards
        self.turns = None if shards.are_all else self
        self.is_first = shards.are_all
        self._held: tuple[frozenset[int], float] = (frozenset(), 0.0)
        """The shards whose leases it has, and until when by this process's own time."""
        self._since: dict[int, float] = {}
        """Since when it has had each of them without a break, by this process's own time."""
        self._others: frozenset[int] = frozenset()
        self._begun = Event()
        self._is_ending = Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)
        self._tasks = Tasks(OperationalError)
        self.left: Callable[[], object] = lambda: None
        """Called in whichever thread when work may have been left undone."""
        self._changed: Callable[[Collection[int]], object] = lambda _: None

    async def begin(
        self, left: Callable[[], object], changed: Callable[[Collection[int]], object]
    ) -> None:
        """Take the leases of the own shards, and hear of the others and the server from now on.

        Waits until the leases are there, or for some seconds if the server cannot be reached.
        """
        call = asyncio.get_running_loop().call_soon_threadsafe
        self.left = partial(call, left)
        self._changed = partial(call, partial(self._hear, changed))
        self._thread.start()
        await asyncio.to_thread(self._begun.wait, _RENEWED)
        self._begun.set()  # leases that come later are taken up as those of others are

    def _hear(self, changed: Callable[[Collection[int]], object], ids: Collection[int]) -> None:
        async def pass_on() -> None:
            if ours := await self.door.read(partial(_ours_of, table_ids=ids)):
                changed(ours)

        self._tasks.keep_up("what another process has changed", pass_on)

    async def end(self) -> None:
        """Give the leases back, so that others take them over at once."""
        await self._tasks.close()
        self._is_ending.set()
        with suppress(Error):
            await self.door.write(lambda db: db.execute(_WAKE))
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join, _RENEWED)
        self._held = (frozenset(), 0.0)

    async def tell(self, table_ids: Collection[int]) -> None:
        """Tell the others which tables have changed that are none of this process's."""
        if not self._shards.are_all:
            await self.door.write(partial(_tell_others, table_ids=table_ids))

    # --- what is its own ---------------------------------------------------------------------

    @property
    def held(self) -> frozenset[int]:
        """The shards that this process looks after now: none once its leases have run out."""
        shards, until = self._held
        return shards if time.monotonic() < until else frozenset()

    @property
    def looked_after(self) -> int | None:
        """Of how many shards this process has the leases; None if no other may have them."""
        return None if self._shards.are_all else len(self.held)

    def ours(self, guild_id: str, seconds: float) -> str:
        """See `bot.store.engine.ours_of_guild`.

        What it has had for long is looked up: it may have been away for longer than a lease lasts.
        """
        if self._shards.are_all:
            return ""
        shards = ", ".join(map(str, sorted(self._had_for(seconds) if seconds else self.held)))
        if seconds and shards:
            me = self._values["me"]
            shards = f"SELECT shard FROM leases WHERE holder = {me} AND shard IN ({shards})"
        # The lowest bits of a server's id do not count for its shard at Discord.
        return f" AND mod({guild_id} >> 22, {self._shards.count}) IN ({shards or 'NULL'})"

    def _had_for(self, seconds: float) -> set[int]:
        before = time.monotonic() - seconds
        return {shard for shard, since in dict(self._since).items() if since <= before}

    def share(self) -> float:
        """Its part of the shards: of those that it looks after, or else of those that it serves."""
        return len(self.held or self._shards.ids) / self._shards.count

    async def to_identify(self, alike: int) -> None:
        """Wait until one of the shards that Discord counts as the same may identify."""
        await asyncio.sleep(await self.door.write(partial(_next_turn, alike=alike)))

    # --- the watch ---------------------------------------------------------------------------

    def _run(self) -> None:
        is_away = False
        while not self._is_ending.is_set():
            try:
                with psycopg.connect(self._url, **TO_WRITE) as db:
                    if is_away:
                        log.warning("the database's server is back, going on with what was left")
                    is_away = False
                    self._watch(db)
            except psycopg.Error as error:
                if not is_away:
                    says = str(error).splitlines() or [type(error).__name__]
                    log.warning("the database's server is away, trying again: %s", says[0])
                is_away = True
            except Exception:
                log.exception("watching the other processes failed, trying again")
            self._is_ending.wait(_PAUSE)

    def _watch(self, db: "psycopg.Connection[Any]") -> None:
        """Renew leases and listen, as long as the connection lasts."""
        db.execute(_SESSION.encode())
        # What was said while nobody listened is not known.
        has_missed = self._begun.is_set()
        while not self._is_ending.is_set():
            if self._renew(db) or has_missed:
                self.left()
            has_missed = False
            for word in db.notifies(timeout=_RENEWED):
                if not word.payload:
                    has_missed = True  # what came along with it
                    break
                self._changed([int(each) for each in word.payload.split()])
        db.execute(_GIVE_BACK, self._values)
        db.execute(_WAKE)

    def _renew(self, db: "psycopg.Connection[Any]") -> bool:
        """Renew the leases; whether there is more to look after, or a process has ended."""
        # Before it asks: it must not take itself for the holder after the lease has run out.
        asked_at, me = time.monotonic(), self._values["me"]
        if not self._begun.is_set():
            there = {shard for shard, _ in db.execute(_HELD, self._values)}
            self.is_first = there <= set(self._shards.ids)
        kept = {shard for (shard,) in db.execute(_MINE, self._values)}
        db.execute(_TAKE, self._values)
        rows = db.execute(_HELD, self._values).fetchall()
        before, others = self._held[0] & kept, self._others
        held = frozenset(shard for shard, holder in rows if holder == me)
        self._since = {each: self._since[each] if each in before else asked_at for each in held}
        self._held = (held, asked_at + _LEASE)
        self._others = frozenset(holder for _, holder in rows) - {me}
        if held != before and not self._shards.are_all:
            log.info("looking after the tables of %d of %d shards", len(held), self._shards.count)
        if held - before:
            # Whoever has looked after these shards leaves them at once.
            db.execute(_WAKE)
        was_begun = self._begun.is_set()
        self._begun.set()
        return was_begun and bool(held - before or others - self._others)


def _tell_others(db: Connection, table_ids: Collection[int]) -> None:
    if others := set(table_ids).difference(_ours_of(db, table_ids)):
        db.execute("SELECT pg_notify('ofc_wake', ?)", (" ".join(map(str, others)),))


def _ours_of(db: Connection, table_ids: Collection[int]) -> list[int]:
    """Those of some tables that this process looks after."""
    query = f"SELECT id FROM tables WHERE id = ANY (?){ours_of_guild(db)}"
    return [table_id for (table_id,) in db.execute(query, (list(table_ids),))]


def _next_turn(db: Connection, alike: int) -> float:
    """Take the next turn; seconds until it comes."""
    query = "SELECT CAST(1000 * EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)"
    (now,) = db.execute(query).fetchone()
    name = f"identifies {alike}"
    turn = max(now, int(fact(db, name) or 0))
    keep_fact(db, name, str(turn + _APART))
    return (turn - now) / 1000
