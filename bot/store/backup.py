"""Backups: copies of the database while it is in use, each checked before it gets its name."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.store.errors import DamagedError, StoreError

_TIME: Final = "%Y-%m-%dT%H-%M-%SZ"
_NAME: Final = r"-(?P<schema>schema\d+-)?(?P<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.sqlite3"


def back_up(source: Path, target: Path) -> None:
    """Copy a database, which may be in use, into a new file; raises StoreError.

    What is committed when it begins is in the copy; writers are not held up. The copy is one
    file. It has its name only once it is whole and has passed SQLite's integrity check.
    """
    if target.exists():
        raise StoreError("{path} is there already. Choose another name.", path=target)
    draft = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        copy(source, draft)
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            "{source} could not be copied to {path}: {reason}.",
            source=source,
            path=target,
            reason=error,
        ) from error
    finally:
        draft.unlink(missing_ok=True)


def copy(source: Path, target: Path) -> None:
    """Copy and check a database; raises DamagedError, OSError or sqlite3.Error."""
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)) as old,
        closing(sqlite3.connect(target, isolation_level=None)) as new,
    ):
        old.backup(new)
        # The live file's write-ahead log would make the copy two files.
        new.execute("PRAGMA journal_mode = DELETE")
        verify_sound(new, source, "integrity_check")


def verify_sound(db: sqlite3.Connection, path: Path, check: str) -> None:
    """Raise DamagedError unless a database passes SQLite's `integrity_check` or `quick_check`."""
    (found,) = db.execute(f"PRAGMA {check}(1)").fetchone()
    if found != "ok":
        raise DamagedError("{path} is damaged: {reason}.", path=path, reason=found.strip(" ."))


def name_of(database: Path, now: float, *, schema: int | None = None) -> str:
    """What a copy made at `now` (Unix seconds) is called; of a schema that is about to change."""
    about = "" if schema is None else f"schema{schema}-"
    return f"{database.stem}-{about}{datetime.fromtimestamp(now, UTC):{_TIME}}.sqlite3"


def made_at(folder: Path, database: Path) -> float | None:
    """When the newest regular backup was made (Unix seconds), None if there is none."""
    for path in _named(folder, database, regular=True):
        time = path.stem.removeprefix(f"{database.stem}-")
        return datetime.strptime(time, _TIME).replace(tzinfo=UTC).timestamp()
    return None


def thin_out(folder: Path, database: Path, kept: int) -> None:
    """Delete all regular backups but the newest; copies made before a change of schema stay."""
    for path in list(_named(folder, database, regular=True))[kept:]:
        path.unlink()


def latest_good(folder: Path, database: Path) -> Path | None:
    """The newest backup that passes the integrity check."""
    return next(filter(_is_sound, _named(folder, database)), None)


def _named(folder: Path, database: Path, *, regular: bool = False) -> Iterator[Path]:
    """The backups of a database in a folder, the newest first."""
    pattern = re.compile(re.escape(database.stem) + _NAME)
    found = [match for path in folder.glob("*.sqlite3") if (match := pattern.fullmatch(path.name))]
    for match in sorted(found, key=lambda match: match["time"], reverse=True):
        if not (regular and match["schema"]):
            yield folder / match.string


def _is_sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            verify_sound(db, path, "integrity_check")
    except (sqlite3.Error, DamagedError):
        return False
    return True
