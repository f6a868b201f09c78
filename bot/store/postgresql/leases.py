"""How the processes of a bot share its tables: leases of shards, and word of what has changed.

What is to be done about a table without anybody asking, such as painting it or playing for whoever
is late, is one process's: the one that has the lease of its server's shard. That is the one that
serves the shard. It renews its leases every few seconds; those of a process that does so no more
run out, and whoever looks first takes them over, row by row. A process that is back takes its own
again. Whoever has changed something about another's table says so, and the other one looks at once.

Time is the database server's, since the processes' machines may go by different clocks.
"""

import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from secrets import randbits
from threading import Event, Thread
from typing import Any, Final

import psycopg

from bot.settings import Shards
from bot.store.engine import Connection
from bot.store.postgresql.server_connection import CONNECTING, GIVES_UP, TO_WRITE

log: Final = logging.getLogger(__name__)

_RENEWED: Final = 5.0
"""Seconds between two renewals: three may fail before a lease runs out."""
_PAUSE: Final = 1.0
"""Seconds until it begins again after it has failed."""
_LEASE: Final = 20.0
"""Seconds that a lease lasts, and so for how long the tables of a dead process rest."""
LEASES: Final = """
CREATE TABLE leases (
    shard  BIGINT PRIMARY KEY,
    shards BIGINT NOT NULL,
    holder BIGINT NOT NULL,
    until  TIMESTAMPTZ NOT NULL
);
"""
"""Their table: of the schema of a server alone, as only there are several processes."""
_SESSION: Final = f"""
    SET statement_timeout = '5s'; SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '5s'; {GIVES_UP}; LISTEN ofc_wake
"""
_KNOW: Final = """
    INSERT INTO leases (shard, shards, holder, until)
    SELECT shard, %(count)s, 0, now() FROM generate_series(0, %(count)s - 1) AS shard
    ON CONFLICT (shard) DO NOTHING
"""
_DROP: Final = (
    "DELETE FROM leases WHERE shard >= %(count)s OR shards <> %(count)s AND until < now()"
)
_TAKE: Final = """
    UPDATE leases SET holder = %(me)s, shards = %(count)s, until = now() + %(lease)s
    WHERE shard IN (
        SELECT shard FROM leases
        WHERE holder = %(me)s OR shard = ANY (%(own)s) OR until <= now() AND shards = %(count)s
        ORDER BY shard FOR UPDATE
    )
"""
"""Its own, those that it has, and those that nobody has renewed; in an order, so that two that do
so at once wait for each other."""
_MINE: Final = "SELECT shard FROM leases WHERE holder = %(me)s"
_HELD: Final = "SELECT shard, holder FROM leases WHERE until > now() AND shards = %(count)s"
_RELEASE: Final = "UPDATE leases SET until = now() WHERE holder = %(me)s"
_TELL: Final = "SELECT pg_notify('ofc_wake', '')"
_LOW_BITS: Final = 22
"""The lowest bits of a server's id, which do not count for its shard at Discord."""


def tell(db: Connection, table_ids: Collection[int]) -> None:
    """Say that something has changed at some tables."""
    db.execute("SELECT pg_notify('ofc_wake', ?)", (" ".join(map(str, table_ids)),)).fetchone()


class Leases:
    """Those of the process that serves some shards, in the database at a URL."""

    def __init__(self, url: str, shards: Shards) -> None:
        self._url = url
        self._values: dict[str, Any] = {
            "me": randbits(62) + 1,
            "own": list(shards.ids),
            "count": shards.count,
            "lease": f"{_LEASE} s",
        }
        self._count = shards.count
        self._held: tuple[frozenset[int], float] = (frozenset(), 0.0)
        """The shards whose leases it has, and until when by this process's own time."""
        self._since: dict[int, float] = {}
        """Since when it has had each of them without a break, by this process's own time."""
        self._others: frozenset[int] = frozenset()
        self.is_first = False
        """True if no other process was there when it began."""
        self._begun = Event()
        self._is_ending = Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)
        self._left: Callable[[], object] = _nothing
        self._changed: Callable[[Collection[int]], object] = _nothing

    @property
    def held(self) -> frozenset[int]:
        """The shards that this process looks after now: none once its leases have run out."""
        shards, until = self._held
        return shards if time.monotonic() < until else frozenset()

    def hold(self, guild_id: int | None) -> bool:
        """True if this process looks after a server; None is of nobody."""
        return guild_id is not None and (guild_id >> _LOW_BITS) % self._count in self.held

    def ours(self, guild_id: str, seconds: float) -> str:
        """See `bot.store.engine.ours_of_guild`.

        What it has had for long is looked up: it may have been away for longer than a lease lasts.
        """
        shards = ", ".join(map(str, sorted(self._had_for(seconds) if seconds else self.held)))
        if seconds and shards:
            me = self._values["me"]
            shards = f"SELECT shard FROM leases WHERE holder = {me} AND shard IN ({shards})"
        return f" AND mod({guild_id} >> {_LOW_BITS}, {self._count}) IN ({shards or 'NULL'})"

    def _had_for(self, seconds: float) -> set[int]:
        before = time.monotonic() - seconds
        return {shard for shard, since in dict(self._since).items() if since <= before}

    def begin(
        self, left: Callable[[], object], changed: Callable[[Collection[int]], object]
    ) -> None:
        """Take the leases of the own shards, and go on in a thread, where both are called.

        Waits until the leases are there, or for some seconds if the server cannot be reached.
        """
        self._left, self._changed = left, changed
        self._thread.start()
        self._begun.wait(_RENEWED)

    def end(self) -> None:
        """Give the leases back, so that others take them over at once."""
        self._is_ending.set()
        # Not in the connection of the thread, which listens there.
        with suppress(psycopg.Error), self._connected() as db:
            db.execute(_RELEASE, self._values)
            db.execute(_TELL)
        self._thread.join(_RENEWED)
        self._held = (frozenset(), 0.0)

    def _connected(self) -> "psycopg.Connection[Any]":
        options = CONNECTING | TO_WRITE
        db = psycopg.connect(self._url, fallback_application_name="ofc watch", **options)
        for statement in filter(None, map(str.strip, _SESSION.split(";"))):
            db.execute(statement.encode())
        return db

    def _run(self) -> None:
        while not self._is_ending.is_set():
            try:
                with self._connected() as db:
                    self._watch(db)
            except psycopg.Error as error:
                says = str(error).splitlines() or [type(error).__name__]
                log.warning("the database's server is not there, trying again: %s", says[0])
                self._is_ending.wait(_PAUSE)
            except Exception:
                log.exception("watching the other processes failed, trying again")
                self._is_ending.wait(_PAUSE)

    def _watch(self, db: "psycopg.Connection[Any]") -> None:
        """Renew leases and listen, as long as the connection lasts."""
        db.execute(_DROP, self._values)
        db.execute(_KNOW, self._values)
        # What was said while nobody listened is not known.
        has_missed = self._begun.is_set()
        while not self._is_ending.is_set():
            if self._renew(db) or has_missed:
                self._left()
            has_missed = False
            self._listen(db)

    def _listen(self, db: "psycopg.Connection[Any]") -> None:
        """Pass on what others say, until it is time to renew the leases."""
        for word in db.notifies(timeout=_RENEWED):
            if not word.payload:
                break
            self._changed([int(each) for each in word.payload.split()])

    def _renew(self, db: "psycopg.Connection[Any]") -> bool:
        """Renew the leases; whether there is more to look after, or a process has ended."""
        # Before it asks: it must not take itself for the holder after the lease has run out.
        asked_at = time.monotonic()
        if not self._begun.is_set():
            self.is_first = not db.execute(_HELD, self._values).fetchall()
        kept = {shard for (shard,) in db.execute(_MINE, self._values)}
        if self._is_ending.is_set():
            return False
        db.execute(_TAKE, self._values)
        rows = db.execute(_HELD, self._values).fetchall()
        before, others = self._held[0] & kept, self._others
        held = frozenset(shard for shard, holder in rows if holder == self._values["me"])
        self._since = {each: self._since[each] if each in before else asked_at for each in held}
        self._held = (held, asked_at + _LEASE)
        self._others = frozenset(holder for _, holder in rows) - {self._values["me"]}
        if held != before:
            log.info("looking after the tables of %d of %d shards", len(held), self._count)
        was_begun = self._begun.is_set()
        if not was_begun:
            # Whoever has looked after these shards leaves them at once.
            db.execute(_TELL)
        self._begun.set()
        return was_begun and bool(held - before or others - self._others)


def _nothing(*_: object) -> None:
    """Nobody wants to know."""
