"""Keeping writes: each whole or not at all, those that wait at the same time together.

All of it runs in the connection's thread.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from bot.store.backend import Backend
from bot.store.cache import Memory
from bot.store.engine import Connection

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]

_TOGETHER: Final = 64
"""How many writes are committed together at most: all of them wait for the last."""


@dataclass
class Write(Generic[T]):
    """Work to be kept, and once `is_over` what came of it."""

    work: Work[T]
    is_over: bool = False
    result: T | None = None
    error: BaseException | None = None

    @property
    def outcome(self) -> T:
        """The result once it is over; raises what the work raised, or why it was not kept."""
        if self.error is not None:
            raise self.error
        return cast("T", self.result)


class Writer:
    """Keeps writes with a connection, of which a memory knows what they change."""

    def __init__(self, backend: Backend, db: Connection, memory: Memory) -> None:
        self._backend = backend
        self._db = db
        self._memory = memory
        self.waiting: deque[Write[Any]] = deque()
        """The writes to be kept, in the order in which they came."""
        self.commits = 0
        """How many transactions have been kept."""

    def keep(self, write: Write[Any]) -> None:
        """Commit a write that waits, with all that have come since.

        If they cannot be committed, all have failed.
        """
        if write.is_over:
            return
        # What came before has been kept together, so that this one is the first.
        count = min(len(self.waiting), _TOGETHER)
        writes = [self.waiting.popleft() for _ in range(count)]
        try:
            self._backend.commit(partial(self._commit, writes))
        except BaseException as error:  # noqa: BLE001 - raised where each of them is waited for
            for each in writes:
                each.error = error
        for each in writes:
            each.is_over = True

    def _commit(self, writes: list[Write[Any]], again: tuple[type[Exception], ...]) -> None:
        """Keep all that can be kept, in one transaction; nothing after an error of `again`."""
        for each in writes:
            each.error = None
        self._backend.verify_in_place()
        self._begin("BEGIN IMMEDIATE")
        try:
            self._memory.begin(writes=True)
            # Alone, a write needs no savepoint: what undoes the transaction undoes just that.
            if len(writes) == 1:
                writes[0].result = writes[0].work(self._db)
            else:
                for each in writes:
                    self._work_apart(each, again)
            self._memory.finish()
            self._db.execute("COMMIT")
            self.commits += 1
        except BaseException:
            self._memory.undo()
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _work_apart(self, write: Write[Any], again: tuple[type[Exception], ...]) -> None:
        """Undo one of several writes if it fails, and keep why; not for an error of `again`."""
        self._db.execute("SAVEPOINT one")
        try:
            write.result = write.work(self._db)
        except BaseException as error:
            if not self._db.in_transaction:  # SQLite has given up the whole of it
                raise
            if isinstance(error, again):
                raise
            self._memory.undo()
            self._db.execute("ROLLBACK TO one")
            write.error = error
        self._db.execute("RELEASE one")

    def read(self, work: Work[T]) -> T:
        """The result of a function that only reads one state of the database."""
        self._begin("BEGIN")
        try:
            self._memory.begin(writes=False)
            return work(self._db)
        finally:
            self._memory.undo()
            self._db.execute("ROLLBACK")

    def _begin(self, statement: str) -> None:
        """Begin a transaction; one that could not be ended is undone first."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._db.execute(statement)
