"""Who was forgotten, so that no backup brings them back.

Beside the backups stands a file with a line for each: the tag that their row has had from the
beginning, 16 random digits that say nothing about anybody. The same row of an older backup has it
too.
"""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

FILE: Final = "forgotten.txt"
_TAGS: Final = "SELECT tag FROM players WHERE user_id IS NULL AND level IS NULL"


def note(db: sqlite3.Connection, folder: Path) -> None:
    """Add everybody who is forgotten in a database to the file in the folder; raises OSError."""
    _write(folder, {tag for (tag,) in db.execute(_TAGS)})


def noted(*folders: Path) -> set[str]:
    """The tags of all who stand in the files of these folders; raises OSError."""
    files = (folder / FILE for folder in folders)
    return {tag for file in files if file.is_file() for tag in file.read_text("utf-8").split()}


def known_to(path: Path) -> set[str]:
    """The tags of all who are forgotten in a database, which may be damaged or not there."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            return {tag for (tag,) in db.execute(_TAGS)}
    except (sqlite3.Error, UnicodeDecodeError):
        return set()


def people(db: sqlite3.Connection, tags: Iterable[str]) -> list[int]:
    """The ids of those with these tags whom a database has not forgotten."""
    query = "SELECT id FROM players WHERE tag = ? AND user_id IS NOT NULL"
    return [row[0] for tag in sorted(tags) for row in db.execute(query, (tag,))]


def empty_log(db: sqlite3.Connection) -> bool:
    """Write all that is committed into the database itself, and nothing stays in its log.

    False if somebody reads just then: nobody is waited for, since everything else would wait too.
    """
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0")
    try:
        return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}")


def _write(folder: Path, tags: set[str]) -> None:
    before = noted(folder)
    if tags <= before:
        return
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{FILE}.part"
    with draft.open("w", encoding="utf-8") as file:
        file.writelines(f"{tag}\n" for tag in sorted(before | tags))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / FILE)
