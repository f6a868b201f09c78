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
from math import inf
from secrets import randbits
from threading import Event, Thread
from typing import Any, Final

import psycopg

from bot.settings import Shards
from bot.store.care import ShardCare
from bot.store.engine import Connection
from bot.store.postgres import CONNECTING, GIVES_UP, TO_WRITE

log: Final = logging.getLogger(__name__)

CHANNEL: Final = "ofc_wake"
"""Where it is said which tables have changed; a blank: that a process has begun or ended."""
_RENEWED: Final = 5.0
"""Seconds between two renewals."""
_PAUSE: Final = 1.0
"""Seconds until it begins again after it has failed."""
_LEASE: Final = 20.0
"""Seconds after the last renewal for which a lease lasts."""
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
_OWN: Final = """
    UPDATE leases SET holder = %(me)s, shards = %(count)s, until = now() + %(lease)s
    WHERE shard = ANY (%(own)s)
"""
_RENEW: Final = "UPDATE leases SET until = now() + %(lease)s WHERE holder = %(me)s"
_TAKE_OVER: Final = """
    UPDATE leases SET holder = %(me)s, until = now() + %(lease)s WHERE shard IN (
        SELECT shard FROM leases WHERE until <= now() AND shards = %(count)s
        FOR UPDATE SKIP LOCKED
    )
"""
_MINE: Final = "SELECT shard FROM leases WHERE holder = %(me)s"
_HELD: Final = "SELECT shard, holder FROM leases WHERE until > now() AND shards = %(count)s"
_RELEASE: Final = "UPDATE leases SET until = now() WHERE holder = %(me)s"
_TELL: Final = "SELECT pg_notify('ofc_wake', '')"


class Watch:
    """Holds leases for the process that serves some shards of the database at a URL."""

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
        """Whether no other process was there when it began."""
        self._begun = Event()
        self._is_ending = Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)
        self._changed: Callable[[], object] = _nothing
        self._woken: Callable[[Collection[int]], object] = _nothing

    @property
    def care(self) -> ShardCare:
        """What this process looks after now: nothing once its leases have run out."""
        shards, until = self._held
        return ShardCare(shards if time.monotonic() < until else frozenset(), self._count)

    def kept(self, db: Connection, seconds: float) -> ShardCare:
        """What this process has looked after for so long without a break, and does now."""
        rows = db.execute("SELECT shard FROM leases WHERE holder = ?", (self._values["me"],))
        before = time.monotonic() - seconds
        since = dict(self._since)
        kept = (shard for (shard,) in rows if since.get(shard, inf) <= before)
        return ShardCare(frozenset(kept), self._count)

    def begin(
        self, changed: Callable[[], object], woken: Callable[[Collection[int]], object]
    ) -> None:
        """Take the leases of the own shards, and go on in a thread.

        There `changed` is called when there is more to look after, or something may be left of a
        process that has ended, and `woken` with the ids of tables that another has changed. Waits
        until the leases are there, or for some seconds if the server cannot be reached.
        """
        self._changed, self._woken = changed, woken
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
                self._changed()
            has_missed = False
            self._listen(db)

    def _listen(self, db: "psycopg.Connection[Any]") -> None:
        """Pass on what others say, until it is time to renew the leases."""
        for word in db.notifies(timeout=_RENEWED):
            if not word.payload:
                break
            self._woken([int(each) for each in word.payload.split()])

    def _renew(self, db: "psycopg.Connection[Any]") -> bool:
        """Renew the leases; whether there is more to look after, or a process has ended."""
        # Before it asks: it must not take itself for the holder after the lease has run out.
        asked_at = time.monotonic()
        if not self._begun.is_set():
            self.is_first = not db.execute(_HELD, self._values).fetchall()
        kept = {shard for (shard,) in db.execute(_MINE, self._values)}
        for statement in (_OWN, _RENEW, _TAKE_OVER):
            if self._is_ending.is_set():
                return False
            db.execute(statement, self._values)
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
