"""Personal data: where it is, all of it for one player, and forgetting them, in backups too."""

import logging
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.store import challenges, guilds, hands, players, seats, tables
from bot.store.backup import may_pass, write_whole
from bot.store.engine import Connection
from bot.store.facts import drop_fact, fact, keep_fact
from bot.store.schema import StoreError, columns, references
from bot.store.tournaments import tournaments
from bot.values.ledger_records import LedgerError
from bot.values.preferences import Preferences

log: Final = logging.getLogger(__name__)

_PERSON: Final = "player_id"
TRACES: Final = "traces"
"""The fact that data of forgotten players may be left, in a file's log or a server's dead rows.

Its value is our own id of the player forgotten last.
"""


def is_needed(db: Connection, player_id: int) -> bool:
    """True if a player has a seat, or takes part in a running hand or a tournament."""
    in_hands = tables.of_player(db, player_id) or hands.running_with(db, player_id)
    return bool(in_hands or tournaments.of_player(db, player_id))


def ask(db: Connection, player_id: int, now: int) -> None:
    """Record that a player is to be forgotten as soon as they can be."""
    db.execute("UPDATE players SET forget_asked_at = ? WHERE id = ?", (now, player_id))


def who_asked(db: Connection) -> tuple[int, ...]:
    """The ids of the players who are to be forgotten as soon as they can be."""
    rows = db.execute("SELECT id FROM players WHERE forget_asked_at IS NOT NULL ORDER BY id")
    return tuple(row["id"] for row in rows)


def forget(db: Connection, player_id: int) -> None:
    """Forget who a player is, for good; LedgerError while they are playing anywhere."""
    if is_needed(db, player_id):
        raise LedgerError(
            "You're still playing. Leave your tables and tournaments, then try again."
        )
    db.execute(
        """
        UPDATE players SET user_id = NULL, name = 'Player ' || id, handle = '', locale = 'en-US',
            dm_channel_id = NULL, dm_closed = 1, dm_refusals = 0, dm_again_at = NULL,
            forget_asked_at = NULL
        WHERE id = ?
        """,
        (player_id,),
    )
    players.set_preferences(db, player_id, Preferences())
    challenges.leave(db, player_id)
    seats.decline_all(db, player_id)
    guilds.renew_leaderboards_with(db, player_id)
    tournaments.renew_hosted(db, player_id)
    for table in (
        *("surfaces", "messages", "learners", "waiters"),
        *("attempts", "exercises", "drafts", "start_notices"),
    ):
        db.execute(f"DELETE FROM {table} WHERE player_id = ?", (player_id,))
    db.execute(
        "UPDATE proposals SET state = 'declined', outcome = ?1 WHERE player_id = ?1"
        " AND state = 'open'",
        (player_id,),
    )
    keep_fact(db, TRACES, str(player_id))


def personal_columns(db: Connection) -> dict[str, tuple[str, ...]]:
    """Table -> its columns that hold our own id of a player, for every table with any."""
    refer = {(table, column) for table, column, to in references(db) if to == "players"}
    found = {
        table: tuple(sorted(n for n in names if n == _PERSON or (table, n) in refer))
        for table, names in columns(db).items()
    }
    return {table: names for table, names in sorted(found.items()) if names}


# --- who was forgotten -----------------------------------------------------------------------

FILE: Final = "forgotten.txt"
_LINE: Final = 17
"""Bytes per line of the file."""
_TAG: Final = re.compile(rb"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
"""The tag in a line; anything else that a failing disk has left there is ignored."""
_TAGS: Final = "SELECT tag FROM players WHERE user_id IS NULL AND level IS NULL"


def keep_tags(db: Connection, folder: Path) -> None:
    """Add the tags of all whom a database has forgotten to the folder's file; raises StoreError."""
    file, forgotten = folder / FILE, {tag for (tag,) in db.execute(_TAGS)}
    data = _bytes_of(file)
    before = _tags_of(data)
    lines = "".join(f"{tag}\n" for tag in sorted(before | forgotten)).encode()
    if lines == data:
        return
    if len(data) != len(before) * _LINE:
        log.warning("%s was damaged: what can be read of it is kept", file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(file, lines)
    except OSError as error:
        raise StoreError(
            "{path} can't be written: {reason}. It has to say who was forgotten.",
            path=file,
            reason=error.strerror,
        ) from error


def kept_tags(*folders: Path) -> set[str]:
    """The tags in the files of these folders; raises StoreError."""
    return {tag for folder in folders for tag in _tags_of(_bytes_of(folder / FILE))}


def _tags_of(data: bytes) -> set[str]:
    return {tag.decode() for tag in _TAG.findall(data)}


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StoreError(
            "{path} can't be read: {reason}. It says who was forgotten and must stay so.",
            path=file,
            reason=error.strerror,
        ) from error


def tags_in(path: Path) -> set[str]:
    """The tags of all whom a database has forgotten; none if it is damaged or missing.

    Raises StoreError if it cannot be read now, though another try may succeed.
    """
    if not path.exists():
        return set()
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            return {tag for (tag,) in db.execute(_TAGS)}
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not may_pass(error):
            return set()
        raise StoreError(
            "{path} can't be read: {reason}. It says who was forgotten and must stay so. Try "
            "again, or move that file away first.",
            path=path,
            reason=error,
        ) from error


def ids_of(db: Connection, tags: Iterable[str]) -> list[int]:
    """The ids of the players with these tags whom a database has not forgotten."""
    query = "SELECT id FROM players WHERE tag = ? AND user_id IS NOT NULL"
    return [row[0] for tag in sorted(tags) for row in db.execute(query, (tag,))]


def leave_no_trace(db: Connection, folder: Path, wipe: Callable[[Connection], bool]) -> None:
    """Store the tags of all who are forgotten in the folder, and wipe what may be left of them.

    `wipe` returns False if it could not; then a later call tries again. Raises what `keep_tags`
    and `wipe` raise.
    """
    keep_tags(db, folder)
    latest = fact(db, TRACES)
    if latest is not None and wipe(db):
        # If another process has forgotten somebody meanwhile, the fact has changed and stays.
        drop_fact(db, TRACES, latest)


Rows: TypeAlias = dict[str, list[dict[str, Any]]]
"""Table -> rows of it."""
Read: TypeAlias = Callable[[Connection], Rows]

_AT_ONCE: Final = 50
"""Hands read at once."""
_THESE: Final = f"hand_id IN ({', '.join(f'?{number}' for number in range(2, _AT_ONCE + 2))})"
_OTHERS: Final = (
    "(hand_id IS NULL OR hand_id NOT IN (SELECT hand_id FROM lineups WHERE player_id = ?1))"
)
_OPERATIONS: Final = "operations"


def portions(db: Connection, player_id: int) -> list[Read]:
    """Reads that together give all data about a player: rows that name them, and their play.

    First one for each table, without the rows about hands that they played; then one for each
    portion of those hands, with all tables.
    """
    beside = {"players": "SELECT * FROM players WHERE id = ?1"}
    tables, named = columns(db), personal_columns(db)
    # Tables that name no player, but a seat of a hand.
    of_seats = {table for table in tables.keys() - named if {"hand_id", "seat"} <= {*tables[table]}}
    about = {table: _of_seats(table) for table in (_OPERATIONS, *sorted(of_seats))}
    for table, names in named.items():
        beside[table] = f"SELECT * FROM {table} WHERE ({_any(names)})"
        if "hand_id" in tables[table]:
            beside[table] += f" AND {_OTHERS}"
            # The plus makes SQLite look rows up by the few hands, not by the player.
            about[table] = f"SELECT * FROM {table} WHERE ({_any(names, '+')}) AND {_THESE}"
    theirs = [partial(_rows, {table: query}, (player_id,)) for table, query in beside.items()]
    return theirs + [partial(_rows, about, (player_id, *few)) for few in _hands(db, player_id)]


def _any(names: Sequence[str], sign: str = "") -> str:
    return " OR ".join(f"{sign}{name} = ?1" for name in names)


def _of_seats(table: str) -> str:
    """The rows of a table about the player's own seat; of operations, all with that seat."""
    own = "" if table == _OPERATIONS else f" AND lineups.seat = {table}.seat"
    seat = ", lineups.seat" if table == _OPERATIONS else ""
    return (
        f"SELECT {table}.*{seat} FROM {table} JOIN lineups USING (hand_id)"
        f" WHERE +player_id = ?1 AND {_THESE}{own}"
    )


def _hands(db: Connection, player_id: int) -> list[Sequence[int]]:
    """The hands that a player has played, in portions of equal length: the last repeats a hand."""
    query = "SELECT hand_id FROM lineups WHERE player_id = ? ORDER BY hand_id"
    ids = [hand_id for (hand_id,) in db.execute(query, (player_id,))] or [0]
    ids += ids[-1:] * (-len(ids) % _AT_ONCE)
    return [ids[at : at + _AT_ONCE] for at in range(0, len(ids), _AT_ONCE)]


def _rows(queries: Mapping[str, str], values: Sequence[int], db: Connection) -> Rows:
    found = {table: list(map(dict, db.execute(query, values))) for table, query in queries.items()}
    if _OPERATIONS in found:
        found[_OPERATIONS] = [
            each for each in found[_OPERATIONS] if each["operation"].split()[1] == str(each["seat"])
        ]
    return found
