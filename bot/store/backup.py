"""Backups: copies of the database while it is in use, each checked before it gets its name."""

import os
import re
import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from bot.store import facts
from bot.store.engine import Connection, upsert
from bot.store.schema import DamagedError, InUseError, StoreError, is_busy, primary_code
from bot.values.ledger_records import DAY

_PATIENCE: Final = 5.0
"""Seconds to wait for another program that has locked the database."""
_TERM: Final = 30 * DAY
_FAULT: Final = "does not fit"
"""The fact in a copy that says what is wrong with it."""
_COPY: Final = "is a copy"
"""The fact in a copy that says when it was made: whatever works with it goes back to that."""
UNFINISHED: Final = ".part"
"""How the name of a copy ends until it is whole."""
BESIDE: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite may have beside a database."""
_TIME: Final = "%Y-%m-%dT%H-%M-%SZ"
_NAME: Final = r"-(schema(?P<schema>\d+)-)?(?P<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.sqlite3"


def back_up(source: Path, target: Path, now: float | None = None) -> None:
    """Copy a database, which may be in use, into a new file; raises StoreError.

    What is committed when it begins is in the copy; writers are not held up. The copy is one
    file. It has its name only once it is whole and has passed SQLite's integrity check. With `now`
    (Unix seconds) it keeps that it is a copy, so that whatever works with it goes back to that.
    """
    if target.exists():
        raise StoreError("{path} already exists. Choose another name.", path=target)
    if target.parent.exists() and not target.parent.is_dir():
        raise StoreError(
            "{folder} is a file, not a folder. Choose another folder.",
            folder=target.parent,
        )
    draft = draft_of(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        drop_draft(draft)
        copy(source, draft)
        if now is not None:
            _mark_copy(draft, now)
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            "{source} couldn't be copied to {path}: {reason}.",
            source=source,
            path=target,
            reason=error,
        ) from error
    finally:
        # Why there is no copy is told already.
        with suppress(OSError):
            drop_draft(draft)


def draft_of(target: Path) -> Path:
    """Where a copy is until it is what it is to be."""
    return target.with_name(f"{target.name}{UNFINISHED}")


def write_whole(file: Path, data: bytes) -> None:
    """Write a file that has its name once it is whole and the disk has it; raises OSError."""
    draft = draft_of(file)
    try:
        with draft.open("wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        draft.replace(file)
    finally:
        # Why there is no file is told already.
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def drop_draft(draft: Path) -> None:
    """Delete a copy that is not whole, with what SQLite may have beside it; raises OSError."""
    for end in ("", *BESIDE):
        draft.with_name(f"{draft.name}{end}").unlink(missing_ok=True)


def copy(source: Path, target: Path) -> None:
    """Copy and check a database; raises DamagedError, OSError or sqlite3.Error."""
    with (
        reading_schema(source),
        closing(
            sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE)
        ) as old,
        closing(sqlite3.connect(target, isolation_level=None)) as new,
    ):
        _hold(old, source)
        old.backup(new)
        # The live file's write-ahead log would make the copy two files.
        new.execute("PRAGMA journal_mode = DELETE")
        verify_sound(new, source, "integrity_check")


def _hold(db: sqlite3.Connection, path: Path) -> None:
    """Keep a database readable while it is copied; without that a lock is waited for for ever."""
    try:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if not is_busy(error):
            raise
        raise InUseError("Another program is using {path}. Close it first.", path=path) from error


@contextmanager
def reading_schema(path: Path) -> Generator[None]:
    """Raise DamagedError where SQLite quotes a schema that is no text any more."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise DamagedError("{path} is damaged: its schema can't be read.", path=path) from error


def verify_sound(db: sqlite3.Connection, path: Path, check: str) -> None:
    """Raise DamagedError unless a database passes SQLite's `integrity_check` or `quick_check`."""
    (found,) = db.execute(f"PRAGMA {check}(1)").fetchone()
    if found != "ok":
        raise DamagedError("{path} is damaged: {reason}.", path=path, reason=found.strip(" ."))


def free_name(folder: Path, database: Path, now: float, *, schema: int | None = None) -> Path:
    """Where in a folder a copy made at `now` (Unix seconds) goes, or a little later."""
    while (path := folder / name_of(database, now, schema=schema)).exists():
        now += 1
    return path


def name_of(database: Path, now: float, *, schema: int | None = None) -> str:
    """The file name of a copy made at `now` (Unix seconds); with `schema`, before an update."""
    about = "" if schema is None else f"schema{schema}-"
    return f"{database.stem}-{about}{datetime.fromtimestamp(now, UTC):{_TIME}}.sqlite3"


def back_up_before_update(folder: Path, database: Path, now: float, schema: int) -> None:
    """Copy a database of an older schema before it is brought up to date; raises StoreError.

    Copies of an update that was tried before go, but for those with more hands.
    """
    made = free_name(folder, database, now, schema=schema)
    back_up(database, made)
    about = _about(made)
    for each in _copies(folder, database):
        if each.schema != schema or each.path == made or about is None:
            continue
        before = _about(each.path)
        if before is not None and before.hands <= about.hands:
            # One that cannot be deleted is no reason not to start.
            with suppress(OSError):
                each.path.unlink()


def made_at(folder: Path, database: Path, now: float) -> float | None:
    """When the newest regular backup was made (Unix seconds), None if there is none.

    What `with_wrong_dates` names is not counted.
    """
    return next((each.made_at for each in _regular(folder, database, now)), None)


def thin_out(folder: Path, database: Path, kept: int, now: float) -> None:
    """Delete all regular backups but the newest, and any with more hands than each of those.

    Copies made before a change of schema stay, as does what `with_wrong_dates` names, and what
    cannot be read for now. While the newest does not fit (see `mark_faulty`), all that fit stay.
    """
    regular = [each.path for each in _regular(folder, database, now)]
    if not regular[kept:]:
        return
    found = {path: about for path in regular if (about := _about(path)) is not None}
    if regular[0] not in found or found[regular[0]].fault:
        regular = [path for path in found if found[path].fault]
    most = max((found[path].hands for path in regular[:kept] if path in found), default=0)
    for path in regular[kept:]:
        if path in found and found[path].hands <= most:
            path.unlink()


def _mark_copy(path: Path, now: float) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(*upsert("facts", {"name": _COPY}, {"value": str(int(now))}))


def is_copy(db: Connection) -> bool:
    """True if a database is a copy that was put in place by hand."""
    return facts.fact(db, _COPY) is not None


def mark_faulty(path: Path, fault: str) -> None:
    """Keep in a copy what does not fit in it: it is no good backup. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(*upsert("facts", {"name": _FAULT}, {"value": fault}))


def fault_of(path: Path) -> str | None:
    """The fault of a copy, in a sentence; None for one that was not marked."""
    try:
        return _fault_in(path)
    except sqlite3.OperationalError as error:
        return str(error)


def forget_marks(db: Connection) -> None:
    """Forget that a database that is put in place was a copy, and what did not fit in it."""
    db.execute("DELETE FROM facts WHERE name IN (?, ?)", (_FAULT, _COPY))


def faulty(folder: Path, database: Path) -> dict[Path, str]:
    """The backups in which something does not fit, the newest first, with what that is."""
    faults = {each.path: fault_of(each.path) for each in _copies(folder, database)}
    return {path: fault for path, fault in faults.items() if fault is not None}


def drop_expired(folder: Path, database: Path, now: float) -> None:
    """Delete copies of older schemas and replaced databases that are older than 30 days.

    What a copy that was never finished has left goes after a day.
    """
    _drop_unfinished(folder, database, now)
    beside = re.compile("replaced-" + re.escape(database.stem) + _NAME + r"(-wal|-shm)?(\.part)?")
    replaced = [
        (path, _moment(match["time"]))
        for path in database.resolve().parent.glob("replaced-*")
        if (match := beside.fullmatch(path.name))
    ]
    older = [(each.path, each.made_at) for each in _copies(folder, database) if not each.is_regular]
    for path, made in (*replaced, *older):
        if made is not None and made < now - _TERM:
            path.unlink()


def _drop_unfinished(folder: Path, database: Path, now: float) -> None:
    ends = "|".join(re.escape(end) for end in BESIDE)
    of_database = re.escape(database.name)
    of_backup = re.escape(database.stem) + _NAME
    # A backup is copied as the draft of one that is yet to be looked through.
    name = re.compile(f"({of_database}|{of_backup})({re.escape(UNFINISHED)}){{1,2}}({ends})?")
    for place in {folder, database.resolve().parent}:
        for path in place.glob(f"*{UNFINISHED}*"):
            if name.fullmatch(path.name) and path.stat().st_mtime < now - DAY:
                path.unlink()


def with_wrong_dates(folder: Path, database: Path, now: float) -> list[Path]:
    """Backups whose name tells a time that is more than a day ahead, or that there is not."""
    return [each.path for each in _copies(folder, database) if not each.is_dated(now)]


def has_any(folder: Path, database: Path) -> bool:
    """True if there are backups of a database, good or not."""
    return bool(_copies(folder, database))


def latest_good(folder: Path, database: Path) -> Path | None:
    """The newest backup that is sound and not marked as faulty; what is misdated comes last."""
    now = time.time()
    copies = sorted(_copies(folder, database), key=lambda each: not each.is_dated(now))
    return next((each.path for each in copies if _is_sound(each.path)), None)


@dataclass(frozen=True)
class _Copy:
    """A backup; its name tells when it was made (Unix seconds, None for no time there is).

    One made before an update has the number of its schema, any other None.
    """

    path: Path
    made_at: float | None
    schema: int | None

    @property
    def is_regular(self) -> bool:
        return self.schema is None

    def is_dated(self, now: float) -> bool:
        return self.made_at is not None and self.made_at <= now + DAY


def _regular(folder: Path, database: Path, now: float) -> list[_Copy]:
    """The backups made night by night or by hand, the newest first."""
    return [each for each in _copies(folder, database) if each.is_regular and each.is_dated(now)]


def _copies(folder: Path, database: Path) -> list[_Copy]:
    """The backups of a database in a folder, the newest first."""
    pattern = re.compile(re.escape(database.stem) + _NAME)
    found = [match for path in folder.glob("*.sqlite3") if (match := pattern.fullmatch(path.name))]
    found.sort(key=lambda match: match["time"], reverse=True)
    return [_Copy(folder / m.string, _moment(m["time"]), _number(m["schema"])) for m in found]


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _moment(text: str) -> float | None:
    try:
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


@contextmanager
def _opened(path: Path) -> Generator[sqlite3.Connection]:
    """A copy to be read; raises DamagedError or sqlite3.Error."""
    with (
        reading_schema(path),
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db,
    ):
        yield db


def _is_sound(path: Path) -> bool:
    try:
        with _opened(path) as db:
            verify_sound(db, path, "integrity_check")
    except (sqlite3.Error, DamagedError):
        return False
    return fault_of(path) is None


class _About(NamedTuple):
    """The fault of a copy, None if it has none, and how many hands are in it."""

    fault: str | None
    hands: int


def _about(path: Path) -> _About | None:
    """None if a copy cannot be read for now."""
    try:
        return _About(_fault_in(path), _hands_in(path))
    except sqlite3.OperationalError:
        return None


def _fault_in(path: Path) -> str | None:
    """The fault of a copy, None for none; raises OperationalError if it cannot be read for now."""
    try:
        with _opened(path) as db:
            row = db.execute("SELECT value FROM facts WHERE name = ?", (_FAULT,)).fetchone()
    except (sqlite3.Error, DamagedError) as error:
        if may_pass(error):
            raise
        return str(error)
    return None if row is None else row[0]


def _hands_in(path: Path) -> int:
    """How many hands are in a copy, none in a damaged one; raises OperationalError as above."""
    try:
        with _opened(path) as db:
            return db.execute("SELECT count(*) FROM hands").fetchone()[0]
    except (sqlite3.Error, DamagedError) as error:
        if may_pass(error):
            raise
        return 0


def may_pass(error: Exception) -> bool:
    """True if an error says nothing of what is in a file, so that another try may do."""
    is_about_file = isinstance(error, sqlite3.OperationalError)
    return is_about_file and primary_code(error) != sqlite3.SQLITE_ERROR
