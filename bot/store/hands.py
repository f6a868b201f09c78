"""Hands: their deals, who plays them, and the operations that make them up."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import Final

from bot.store import drafts
from bot.store.engine import Connection, DbRow, as_row, insert
from bot.store.ledger import seals
from ofc_engine.deal import NO_SEED, Deal, commitment
from ofc_engine.operations import Operation

_SEPARATOR: Final = ":"
"""Between two seeds; no seed contains it."""
_HAND: Final = (
    "SELECT hands.*, secret, commitment FROM hands LEFT JOIN deals USING (table_id, number)"
)


class HandState(StrEnum):
    """The state of a hand."""

    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"
    """Ended before it was finished."""


@dataclass(frozen=True)
class HandRow:
    """A hand; `button` is a table seat.

    `counts`: in the server's ledger, and not only in the table's totals. `seeds` are what its
    players added to the deal, in acting order; `message` is the id of the message that showed its
    commitment, and `joined` what joining a tournament added: see `ofc_engine.deal.Deal`. Real
    cards have no secret and no commitment: both are empty. `seen`: a backup was restored while it
    was played, so its cards may be known. `by_seat`: each seat is dealt from a pile of its own.
    `dealt_as` is the number of the hand whose deal it repeats (R14.6), None if it has its own.
    `ended_at` is Unix seconds, None while it is played.
    """

    id: int
    table_id: int
    number: int
    button: int
    secret: bytes
    commitment: bytes
    seeds: tuple[str, ...]
    message: str | None
    joined: str
    by_seat: bool
    dealt_as: int | None
    state: HandState
    counts: bool
    seen: bool
    ended_at: int | None

    @cached_property
    def deal(self) -> Deal:
        """The origin of the hand's deck; DealError for real cards."""
        return Deal(
            self.secret,
            self.dealt_as or self.number,
            self.seeds,
            self.by_seat,
            self.message,
            self.joined,
        )


@dataclass(frozen=True)
class LineupRow:
    """Somebody's part in a hand; `seat` is in acting order, None sits the hand out.

    `can_lose` is the most points they can lose in it, None without a limit (R9.3).
    """

    table_seat: int
    player_id: int
    seat: int | None
    fantasyland: int
    can_lose: int | None = None


def add(
    db: Connection,
    table_id: int,
    *,
    number: int,
    button: int,
    lineup: Iterable[LineupRow],
    seeds: Sequence[str] = (),
    message: str | None = None,
    joined: str = NO_SEED,
    by_seat: bool = False,
    dealt_as: int | None = None,
    counts: bool = True,
    now: int,
) -> int:
    """Begin hand `number` of a table and return its id.

    IntegrityError if a hand is running, or that number is taken.
    """
    columns = {
        "table_id": table_id,
        "number": number,
        "button": button,
        "seeds": _SEPARATOR.join(seeds),
        "message": message,
        "joined": joined,
        "by_seat": by_seat,
        "dealt_as": dealt_as,
        "state": HandState.PLAYING,
        "counts": counts,
        "started_at": now,
    }
    hand_id: int = insert(db, "hands", columns)["id"]
    db.executemany(
        "INSERT INTO lineups (hand_id, table_seat, player_id, seat, fantasyland, can_lose)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(hand_id, *astuple(row)) for row in lineup],
    )
    return hand_id


def latest(db: Connection, table_id: int) -> HandRow | None:
    """The latest hand of a table, running or not."""
    row = db.execute(
        f"{_HAND} WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table_id,)
    ).fetchone()
    return None if row is None else _hand(row)


def of_table(db: Connection, table_id: int) -> tuple[int, ...]:
    """The ids of the hands of a table, in order."""
    rows = db.execute("SELECT id FROM hands WHERE table_id = ? ORDER BY number", (table_id,))
    return tuple(row["id"] for row in rows)


def latest_finished(db: Connection, table_id: int) -> int | None:
    """The number of the latest finished hand of a table."""
    row = db.execute(
        "SELECT max(number) FROM hands WHERE table_id = ? AND state = 'finished'", (table_id,)
    ).fetchone()
    return row[0]


def numbered(db: Connection, table_id: int, number: int) -> HandRow | None:
    """A hand of a table by its number."""
    row = db.execute(f"{_HAND} WHERE table_id = ? AND number = ?", (table_id, number)).fetchone()
    return None if row is None else _hand(row)


def place_of(db: Connection, hand_id: int) -> tuple[int, int]:
    """The table of a hand, and the hand's number there."""
    row = db.execute("SELECT table_id, number FROM hands WHERE id = ?", (hand_id,)).fetchone()
    return row["table_id"], row["number"]


def lineup(db: Connection, hand_id: int) -> tuple[LineupRow, ...]:
    """Everybody at the table when the hand was dealt, in order of table seats."""
    rows = db.execute("SELECT * FROM lineups WHERE hand_id = ? ORDER BY table_seat", (hand_id,))
    return tuple(as_row(LineupRow, row) for row in rows)


def buttons(db: Connection, table_id: int) -> tuple[int, ...]:
    """The seat that had the button, hand by hand."""
    rows = db.execute("SELECT button FROM hands WHERE table_id = ? ORDER BY number", (table_id,))
    return tuple(row["button"] for row in rows)


def has_played(db: Connection, table_id: int, player_id: int) -> bool:
    """True if a player took part in a hand of a table."""
    row = db.execute(
        "SELECT 1 FROM hands JOIN lineups ON hand_id = hands.id"
        " WHERE table_id = ? AND player_id = ?",
        (table_id, player_id),
    ).fetchone()
    return row is not None


def last_with(db: Connection, table_id: int, player_id: int, before: int = 10**9) -> int | None:
    """The number of the last hand below `before` in which a player had cards at a table."""
    row = db.execute(
        "SELECT max(number) AS number FROM hands JOIN lineups ON hand_id = id"
        " WHERE table_id = ? AND player_id = ? AND seat IS NOT NULL AND number < ?",
        (table_id, player_id, before),
    ).fetchone()
    return row["number"]


def running_with(db: Connection, player_id: int) -> tuple[int, ...]:
    """The tables with a running hand that a player was dealt into or watches."""
    rows = db.execute(
        "SELECT table_id FROM lineups JOIN hands ON hands.id = hand_id"
        " WHERE player_id = ? AND state = 'playing'",
        (player_id,),
    )
    return tuple(row["table_id"] for row in rows)


def end(db: Connection, hand_id: int, *, state: HandState, now: int) -> None:
    """Mark a hand `finished` or `void`, seal it, and drop what was laid out but not confirmed."""
    db.execute("UPDATE hands SET state = ?, ended_at = ? WHERE id = ?", (state, now, hand_id))
    db.execute("UPDATE hands SET seal = ? WHERE id = ?", (seals.over_hand(db, hand_id), hand_id))
    drafts.drop_of_hand(db, hand_id)


def append(
    db: Connection,
    hand_id: int,
    log: Iterable[Operation],
    *,
    first: int,
    now: int,
    on_behalf: Collection[int] = (),
) -> None:
    """Append operations, numbered from `first` on.

    `on_behalf` are the numbers of those that the bot decided for a player. IntegrityError if a
    number is taken.
    """
    db.executemany(
        "INSERT INTO operations (hand_id, number, operation, at, on_behalf) VALUES (?, ?, ?, ?, ?)",
        [
            (hand_id, number, str(operation), now, number in on_behalf)
            for number, operation in enumerate(log, start=first)
        ],
    )


def log(db: Connection, hand_id: int, *, first: int = 0) -> tuple[tuple[str, ...], frozenset[int]]:
    """A hand's operations as text (see `ofc_engine.operations`), in order, from number `first` on.

    Also the numbers of those that the bot decided for a player; the log's first operation is 0.
    """
    rows = db.execute(
        "SELECT number, operation, on_behalf FROM operations"
        " WHERE hand_id = ? AND number >= ? ORDER BY number",
        (hand_id, first),
    ).fetchall()
    decided = frozenset(row["number"] for row in rows if row["on_behalf"])
    return tuple(row["operation"] for row in rows), decided


def latest_at(db: Connection, hand_id: int) -> int | None:
    """When the latest operation of a hand happened, in Unix seconds; None if there is none."""
    row = db.execute("SELECT max(at) FROM operations WHERE hand_id = ?", (hand_id,)).fetchone()
    return row[0]


def _hand(row: DbRow) -> HandRow:
    return as_row(
        HandRow,
        row,
        secret=row["secret"] or b"",
        commitment=row["commitment"] or b"",
        seeds=tuple(row["seeds"].split(_SEPARATOR)) if row["seeds"] else (),
    )


# --- deals -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seed:
    """A player's part in a deal: a text they typed, or else the id that Discord gave to a press."""

    text: str
    is_typed: bool


@dataclass(frozen=True)
class DealRow:
    """The deal of a hand to come: its number at the table, and the seeds added so far by player.

    `committed_at` is Unix seconds; so is `anew`, the same moment, if restoring a backup replaced
    the secret. `message` is the id of the message that shows the commitment in the channel, which
    is added to the deal; None until one does.
    """

    number: int
    commitment: bytes
    seeds: Mapping[int, Seed]
    committed_at: int
    anew: int | None
    message: str | None


def commit_deal(db: Connection, table_id: int, number: int, secret: bytes, *, now: int) -> None:
    """Store the 32-byte secret of a hand to come; IntegrityError if that hand has one."""
    db.execute(
        "INSERT INTO deals (table_id, number, secret, commitment, committed_at)"
        " VALUES (?, ?, ?, ?, ?)",
        (table_id, number, secret, commitment(secret), now),
    )


def deal(db: Connection, table_id: int, number: int) -> DealRow | None:
    """The deal of a table's hand; None for real cards, or if it was not committed to."""
    row = db.execute(
        "SELECT number, commitment, committed_at, anew, message FROM deals"
        " WHERE table_id = ? AND number = ?",
        (table_id, number),
    ).fetchone()
    return None if row is None else as_row(DealRow, row, seeds=seeds(db, table_id, number))


def keep_message(db: Connection, table_id: int, number: int, message: str) -> None:
    """Store what the message that shows a deal's commitment adds to it, unless it is dealt."""
    db.execute(
        """
        UPDATE deals SET message = ?3 WHERE table_id = ?1 AND number = ?2
            AND NOT EXISTS (SELECT 1 FROM hands WHERE table_id = ?1 AND number = ?2)
        """,
        (table_id, number, message),
    )


def seeds(db: Connection, table_id: int, number: int) -> dict[int, Seed]:
    """The seeds added to a hand's deal, by player: typed, or else from Discord."""
    rows = db.execute(
        "SELECT player_id, seed, is_typed FROM seeds WHERE table_id = ? AND number = ?"
        " ORDER BY is_typed",
        (table_id, number),
    )
    return {row["player_id"]: Seed(row["seed"], bool(row["is_typed"])) for row in rows}


def seeds_in_order(added: Mapping[int, Seed], lineup: Iterable[LineupRow]) -> list[str]:
    """The seeds of a line-up, `-` for none: in acting order, then of those who sit out."""
    parts = sorted(lineup, key=lambda part: inf if part.seat is None else part.seat)
    given = (added.get(part.player_id) for part in parts)
    return [NO_SEED if seed is None else seed.text for seed in given]


def add_seed(
    db: Connection, table_id: int, number: int, player_id: int, seed: Seed, *, now: int
) -> None:
    """Add a player's seed to a hand to come.

    IntegrityError if they have added one of that kind, or the hand is dealt or not committed to.
    """
    db.execute(
        "INSERT INTO seeds (table_id, number, player_id, is_typed, seed, added_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (table_id, number, player_id, seed.is_typed, seed.text, now),
    )
