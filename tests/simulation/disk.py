"""The machine's disk: writes survive a killed process, but a power cut only if synced."""

import sqlite3
import struct
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, Self, TypeAlias

from bot.store.connection import path_of_log
from tests.simulation.loop import PROCESS

_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_SYNCS: Final = ("FULL", "EXTRA")
_WAITS: Final = 35.0
"""The most seconds for which Linux keeps writes in memory alone."""
_LogState: TypeAlias = tuple[bytes, int]
"""The salt of a write-ahead log, which changes when it starts over, and its last frame."""
_real_connect: Final = sqlite3.connect


class Disk:
    """The layer between a bot and its files; `chance` decides what a power cut leaves of them."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self.database = folder / "ofc.sqlite3"
        self._chance = chance
        self._open: list[sqlite3.Connection] = []
        self._synced: _LogState = (b"", 0)
        """The part of the log that is synced."""
        self._written: deque[tuple[float, _LogState]] = deque()
        """Later states of the log, and when they were written."""
        self.refusal: Callable[[], sqlite3.OperationalError | None] = lambda: None
        """The error of the next call that would write."""

    def connect(self, *args: Any, **options: Any) -> sqlite3.Connection:
        """Replaces `sqlite3.connect`: connections of a process die with it."""
        if PROCESS.get() is None:
            return _real_connect(*args, **options)
        kind = options.pop("factory", sqlite3.Connection)
        watched = type("Watched", (_Watched, kind), {"disk": self})
        connection = _real_connect(*args, factory=watched, **options)
        connection.create_function("randomblob", 1, self._chance.randbytes)
        self._open.append(connection)
        return connection

    def verify_writable(self) -> None:
        """Raise the disk's error, if it has one."""
        if (refusal := self.refusal()) is not None:
            raise refusal

    def note_commit(self, *, is_synced: bool) -> None:
        """Note that the log so far survives a power cut, now if `is_synced`, else after a while."""
        if is_synced:
            self._synced = self._log_state()
            self._written.clear()
        else:
            self._written.append((time.monotonic(), self._log_state()))
            self._flush()

    def _flush(self) -> None:
        """Write what the system has kept in memory long enough."""
        while self._written and self._written[0][0] < time.monotonic() - _WAITS:
            self._synced = self._written.popleft()[1]

    def crash(self, *, loses_power: bool) -> None:
        """Let the process's connections die; with `loses_power` also drop what was not synced."""
        log = path_of_log(self.database)
        self._flush()
        kept = {path: path.read_bytes() for path in (self.database, log) if path.exists()}
        if loses_power and log in kept:
            kept[log] = self._torn(kept[log])
        for connection in self._open:
            connection.close()
        self._open.clear()
        for path in (*kept, self.database.with_name(f"{self.database.name}-shm")):
            path.unlink(missing_ok=True)
        for path, content in kept.items():
            path.write_bytes(content)

    def _log_state(self) -> _LogState:
        """The state of the log, from its index in shared memory."""
        index = self.database.with_name(f"{self.database.name}-shm")
        with index.open("rb") as file:
            head = file.read(40)
        return head[32:40], struct.unpack_from("=I", head, 16)[0]

    def _torn(self, log: bytes) -> bytes:
        """A log with only some of the frames that were not synced."""
        salt, synced = self._synced
        if log[16:24] != salt:
            synced = 0
        size = _FRAME_HEADER + struct.unpack_from(">I", log, 8)[0]
        frames = [log[at : at + size] for at in range(_HEADER, len(log), size)]
        for number in range(synced, len(frames)):
            if self._chance.random() < 0.5:
                kept = self._chance.randrange(len(frames[number]) + 1)
                frames[number] = frames[number][:kept].ljust(len(frames[number]), b"\0")
        return log[:_HEADER] + b"".join(frames)


class _Watched(sqlite3.Connection):
    """A connection of the bot whose writes can fail and whose syncs are noted."""

    disk: Disk
    _is_synced = False

    def execute(self, sql: str, *parameters: Any) -> Any:
        word, _, rest = sql.lstrip().partition(" ")
        match word.upper():
            case "PRAGMA" if rest.startswith("synchronous = "):
                self._is_synced = rest.removeprefix("synchronous = ") in _SYNCS
            case "BEGIN" if rest.startswith("IMMEDIATE"):
                self.disk.verify_writable()
            case "INSERT" | "UPDATE" | "DELETE" | "REPLACE" | "COMMIT":
                self.disk.verify_writable()
            case _:
                pass
        done = super().execute(sql, *parameters)
        if word == "COMMIT":
            self.disk.note_commit(is_synced=self._is_synced)
        return done

    def __enter__(self) -> Self:
        super().__enter__()
        return self
