"""Hands: who plays them and the operations they are folded from."""

from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass
from sqlite3 import Connection, Row

from bot.ofc.operations import Operation


@dataclass(frozen=True)
class HandRow:
    """A hand; `button` is a table seat, `state` is `playing`, `finished` or `void`.

    `counts` says that it counts in the server's ledger, and not only in the table's totals.
    """

    id: int
    table_id: int
    number: int
    button: int
    secret: bytes
    state: str
    counts: bool


@dataclass(frozen=True)
class LineupRow:
    """Somebody's part in a hand; `seat` is in acting order, None sits the hand out."""

    table_seat: int
    player_id: int
    seat: int | None
    fantasyland: int


def add(
    db: Connection,
    table_id: int,
    *,
    button: int,
    secret: bytes,
    lineup: Iterable[LineupRow],
    counts: bool = True,
    now: int,
) -> int:
    """Begin the next hand of a table and return its id; IntegrityError if one is running."""
    hand_id: int = db.execute(
        """
        INSERT INTO hands (table_id, number, button, secret, state, counts, started_at)
        SELECT ?1, 1 + COALESCE(MAX(number), 0), ?2, ?3, 'playing', ?4, ?5
        FROM hands WHERE table_id = ?1
        RETURNING id
        """,
        (table_id, button, secret, counts, now),
    ).fetchone()[0]
    _add_lineup(db, hand_id, lineup)
    return hand_id


def add_numbered(
    db: Connection,
    table_id: int,
    *,
    number: int,
    button: int,
    secret: bytes,
    lineup: Iterable[LineupRow],
    now: int,
) -> int:
    """Keep a finished hand with the number it has at its table; returns its id."""
    hand_id: int = db.execute(
        "INSERT INTO hands (table_id, number, button, secret, state, started_at, ended_at)"
        " VALUES (?, ?, ?, ?, 'finished', ?, ?) RETURNING id",
        (table_id, number, button, secret, now, now),
    ).fetchone()["id"]
    _add_lineup(db, hand_id, lineup)
    return hand_id


def _add_lineup(db: Connection, hand_id: int, lineup: Iterable[LineupRow]) -> None:
    db.executemany(
        "INSERT INTO lineups (hand_id, table_seat, player_id, seat, fantasyland)"
        " VALUES (?, ?, ?, ?, ?)",
        [(hand_id, *astuple(row)) for row in lineup],
    )


def latest(db: Connection, table_id: int) -> HandRow | None:
    """The latest hand of a table, running or not."""
    row = db.execute(
        "SELECT * FROM hands WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table_id,)
    ).fetchone()
    return None if row is None else _hand(row)


def latest_finished(db: Connection, table_id: int) -> int | None:
    """The number of the latest finished hand of a table."""
    row = db.execute(
        "SELECT max(number) FROM hands WHERE table_id = ? AND state = 'finished'", (table_id,)
    ).fetchone()
    return row[0]


def numbered(db: Connection, table_id: int, number: int) -> HandRow | None:
    """A hand of a table by its number."""
    row = db.execute(
        "SELECT * FROM hands WHERE table_id = ? AND number = ?", (table_id, number)
    ).fetchone()
    return None if row is None else _hand(row)


def lineup(db: Connection, hand_id: int) -> tuple[LineupRow, ...]:
    """Everybody at the table when the hand was dealt, in order of table seats."""
    rows = db.execute("SELECT * FROM lineups WHERE hand_id = ? ORDER BY table_seat", (hand_id,))
    return tuple(
        LineupRow(row["table_seat"], row["player_id"], row["seat"], row["fantasyland"])
        for row in rows
    )


def end(db: Connection, hand_id: int, *, state: str, now: int) -> None:
    """Mark a hand `finished` or `void` and drop what was laid out but not confirmed."""
    db.execute("UPDATE hands SET state = ?, ended_at = ? WHERE id = ?", (state, now, hand_id))
    db.execute("DELETE FROM drafts WHERE hand_id = ?", (hand_id,))


def append(
    db: Connection,
    hand_id: int,
    log: Iterable[Operation],
    *,
    first: int,
    now: int,
    on_behalf: Collection[int] = (),
) -> None:
    """Append operations, the first with number `first`; IntegrityError if it is taken.

    `on_behalf` are the numbers of those that were decided for their players.
    """
    db.executemany(
        "INSERT INTO operations (hand_id, number, operation, at, on_behalf) VALUES (?, ?, ?, ?, ?)",
        [
            (hand_id, number, str(op), now, number in on_behalf)
            for number, op in enumerate(log, start=first)
        ],
    )


def log(db: Connection, hand_id: int) -> tuple[tuple[str, ...], frozenset[int]]:
    """The operations of a hand as they are written (see `bot.ofc.operations`).

    And the numbers of those that were decided for their players.
    """
    rows = db.execute(
        "SELECT operation, on_behalf FROM operations WHERE hand_id = ? ORDER BY number", (hand_id,)
    ).fetchall()
    decided = frozenset(place for place, row in enumerate(rows) if row["on_behalf"])
    return tuple(row["operation"] for row in rows), decided


def latest_at(db: Connection, hand_id: int) -> int | None:
    """When the latest operation of a hand happened."""
    row = db.execute("SELECT max(at) FROM operations WHERE hand_id = ?", (hand_id,)).fetchone()
    return row[0]


def _hand(row: Row) -> HandRow:
    return HandRow(
        id=row["id"],
        table_id=row["table_id"],
        number=row["number"],
        button=row["button"],
        secret=row["secret"],
        state=row["state"],
        counts=bool(row["counts"]),
    )
