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
_EXPIRES_AFTER: Final = 30 * DAY
_FAULT: Final = "does not fit"
"""The fact in a copy that says what is wrong with it."""
_COPY: Final = "is a copy"
"""The fact in a copy that says when it was made: a bot that opens it goes back to that moment."""
UNFINISHED: Final = ".part"
"""Ends the name of a copy until it is whole."""
BESIDE: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite may have beside a database."""
_TIME: Final = "%Y-%m-%dT%H-%M-%SZ"
_NAME: Final = r"-(schema(?P<schema>\d+)-)?(?P<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.sqlite3"


def back_up(source: Path, target: Path, now: float | None = None) -> None:
    """Copy a database, which may be in use, into a new file; raises StoreError.

    The copy has everything that was committed when it began; writers are not held up. It is one
    file, and gets its name only once it is whole and has passed SQLite's integrity check. With
    `now` (Unix seconds) it is marked as a copy: see `_COPY`.
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
        # The reason for there being no copy is already on its way.
        with suppress(OSError):
            drop_draft(draft)


def draft_of(target: Path) -> Path:
    """Where a copy is made until it is whole."""
    return target.with_name(f"{target.name}{UNFINISHED}")


def write_whole(file: Path, data: bytes) -> None:
    """Write a file, which gets its name once all of it is on the disk; raises OSError."""
    draft = draft_of(file)
    try:
        with draft.open("wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        draft.replace(file)
    finally:
        # The reason for there being no file is already on its way.
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def drop_draft(draft: Path) -> None:
    """Delete an unfinished copy and SQLite's files beside it; raises OSError."""
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
        _begin_reading(old, source)
        old.backup(new)
        # The live file's write-ahead log would make the copy two files.
        new.execute("PRAGMA journal_mode = DELETE")
        verify_sound(new, source, "integrity_check")


def _begin_reading(db: sqlite3.Connection, path: Path) -> None:
    """Begin reading a database, so that copying it never waits for a lock: that has no timeout."""
    try:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if not is_busy(error):
            raise
        raise InUseError("Another program is using {path}. Close it first.", path=path) from error


@contextmanager
def reading_schema(path: Path) -> Generator[None]:
    """Raise DamagedError where SQLite quotes a schema that is not valid text."""
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
    """The path in a folder for a copy made at `now` (Unix seconds), or some seconds later."""
    while (path := folder / name_of(database, now, schema=schema)).exists():
        now += 1
    return path


def name_of(database: Path, now: float, *, schema: int | None = None) -> str:
    """The file name of a copy made at `now` (Unix seconds); `schema`: before an update from it."""
    about = "" if schema is None else f"schema{schema}-"
    return f"{database.stem}-{about}{datetime.fromtimestamp(now, UTC):{_TIME}}.sqlite3"


def back_up_before_update(folder: Path, database: Path, now: float, schema: int) -> None:
    """Copy a database of an older schema before it is brought up to date; raises StoreError.

    Copies from earlier tries of the same update are deleted, except those with more hands.
    """
    made = free_name(folder, database, now, schema=schema)
    back_up(database, made)
    about = _about(made)
    for each in _copies(folder, database):
        if each.schema != schema or each.path == made or about is None:
            continue
        before = _about(each.path)
        if before is not None and before.hands <= about.hands:
            # A copy that cannot be deleted must not stop the bot from starting.
            with suppress(OSError):
                each.path.unlink()


def made_at(folder: Path, database: Path, now: float) -> float | None:
    """When the newest regular backup was made (Unix seconds), None if there is none.

    Those of `with_wrong_dates` do not count.
    """
    return next((each.made_at for each in _regular(folder, database, now)), None)


def thin_out(folder: Path, database: Path, kept: int, now: float) -> None:
    """Delete regular backups except the newest `kept` and those with more hands than any of them.

    Copies made before a change of schema stay, as do those of `with_wrong_dates`, and any that
    cannot be read now. While the newest is faulty (see `mark_faulty`), only faulty ones go.
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
    """True if a database is a copy that somebody put in place by hand."""
    return facts.fact(db, _COPY) is not None


def mark_faulty(path: Path, fault: str) -> None:
    """Mark a copy as no good backup, with what is wrong in it. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(*upsert("facts", {"name": _FAULT}, {"value": fault}))


def fault_of(path: Path) -> str | None:
    """The fault of a copy, in a sentence, or why it cannot be read; None if it has none."""
    try:
        return _fault_in(path)
    except sqlite3.OperationalError as error:
        return str(error)


def forget_marks(db: Connection) -> None:
    """Remove the marks of a copy from a database that was put in place."""
    db.execute("DELETE FROM facts WHERE name IN (?, ?)", (_FAULT, _COPY))


def faulty(folder: Path, database: Path) -> dict[Path, str]:
    """The faulty backups, the newest first, each with its fault."""
    faults = {each.path: fault_of(each.path) for each in _copies(folder, database)}
    return {path: fault for path, fault in faults.items() if fault is not None}


def drop_expired(folder: Path, database: Path, now: float) -> None:
    """Delete copies of older schemas and replaced databases after 30 days.

    Unfinished copies go after a day.
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
        if made is not None and made < now - _EXPIRES_AFTER:
            path.unlink()


def _drop_unfinished(folder: Path, database: Path, now: float) -> None:
    ends = "|".join(re.escape(end) for end in BESIDE)
    of_database = re.escape(database.name)
    of_backup = re.escape(database.stem) + _NAME
    # A backup yet to be checked is a draft itself, and copied as the draft of that.
    name = re.compile(f"({of_database}|{of_backup})({re.escape(UNFINISHED)}){{1,2}}({ends})?")
    for place in {folder, database.resolve().parent}:
        for path in place.glob(f"*{UNFINISHED}*"):
            if name.fullmatch(path.name) and path.stat().st_mtime < now - DAY:
                path.unlink()


def with_wrong_dates(folder: Path, database: Path, now: float) -> list[Path]:
    """Backups named after a time that does not exist or is more than a day ahead."""
    return [each.path for each in _copies(folder, database) if not each.is_dated(now)]


def has_any(folder: Path, database: Path) -> bool:
    """True if there are backups of a database, good or not."""
    return bool(_copies(folder, database))


def latest_good(folder: Path, database: Path) -> Path | None:
    """The newest backup that is sound and not marked as faulty; misdated ones come last."""
    now = time.time()
    copies = sorted(_copies(folder, database), key=lambda each: not each.is_dated(now))
    return next((each.path for each in copies if _is_sound(each.path)), None)


@dataclass(frozen=True)
class _Copy:
    """A backup; `made_at` is the time in its name (Unix seconds), None if it does not exist.

    `schema` is the number of its schema if it was made before an update, else None.
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
    """Open a copy to read it; raises DamagedError or sqlite3.Error."""
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
    """The fault of a copy, None if it has none, and the number of its hands."""

    fault: str | None
    hands: int


def _about(path: Path) -> _About | None:
    """None if a copy cannot be read now, though another try may succeed."""
    try:
        return _About(_fault_in(path), _hands_in(path))
    except sqlite3.OperationalError:
        return None


def _fault_in(path: Path) -> str | None:
    """The fault of a copy, None for none; raises OperationalError if it cannot be read now."""
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
    """True if an error is not about the contents of a file, so that another try may succeed."""
    is_about_file = isinstance(error, sqlite3.OperationalError)
    return is_about_file and primary_code(error) != sqlite3.SQLITE_ERROR
