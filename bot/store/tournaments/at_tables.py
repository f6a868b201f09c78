"""The tables of a tournament: threads, arrivals, time banks, best boards, finishes."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, astuple, dataclass

from bot.store.engine import Connection, as_row, upsert
from bot.values.standings import Finishes, NoThreads


@dataclass(frozen=True)
class Room:
    """The thread of a tournament's table, below a message in its channel; None: not made yet.

    `message` is what the id of that message adds to the table's first deal.
    """

    number: int
    message_id: int | None
    thread_id: int | None
    message: str | None = None
    is_archived: bool = False


def want_rooms(db: Connection, tournament_id: int, count: int) -> None:
    """Plan the threads of `count` tables."""
    db.executemany(
        "INSERT INTO rooms (tournament_id, number) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(tournament_id, number) for number in range(1, count + 1)],
    )


def rooms_of(db: Connection, tournament_id: int) -> tuple[Room, ...]:
    """The threads of a tournament's tables, by their numbers."""
    rows = db.execute(
        "SELECT number, message_id, thread_id, message, is_archived FROM rooms"
        " WHERE tournament_id = ? ORDER BY number",
        (tournament_id,),
    )
    return tuple(as_row(Room, row) for row in rows)


def keep_room(db: Connection, tournament_id: int, room: Room) -> None:
    """Store a table's message and thread, and whether it is archived."""
    values = room.message_id, room.thread_id, room.message, room.is_archived
    db.execute(
        "UPDATE rooms SET message_id = ?, thread_id = ?, message = ?, is_archived = ?"
        " WHERE tournament_id = ? AND number = ?",
        (*values, tournament_id, room.number),
    )


def hold_up(db: Connection, tournament_id: int, why: NoThreads, until: int | None) -> None:
    """Record why a tournament gets no more threads, and when to try again (Unix seconds)."""
    db.execute(
        "UPDATE tournaments SET no_threads = ?, threads_at = ? WHERE id = ?",
        (why, until, tournament_id),
    )


# --- who sat down where ----------------------------------------------------------------------


@dataclass(frozen=True)
class Arrival:
    """Somebody sat down at a table before a round, having come from another or none.

    They `brought` their stack, less what they had won at this table before.
    """

    table_id: int
    player_id: int
    round: int
    came_from: int | None
    brought: int


def add_arrival(db: Connection, arrival: Arrival) -> None:
    """Record that somebody sat down."""
    values = asdict(arrival)
    key = {name: values.pop(name) for name in ("table_id", "player_id", "round")}
    db.execute(*upsert("arrivals", key, values))


def arrivals_at(db: Connection, table_id: int) -> tuple[Arrival, ...]:
    """Who sat down at a table, the earliest first."""
    rows = db.execute("SELECT * FROM arrivals WHERE table_id = ? ORDER BY round", (table_id,))
    return tuple(as_row(Arrival, row) for row in rows)


def departures(db: Connection, table_id: int) -> tuple[Arrival, ...]:
    """Who left a table for another of the tournament, the earliest first."""
    rows = db.execute("SELECT * FROM arrivals WHERE came_from = ? ORDER BY round", (table_id,))
    return tuple(as_row(Arrival, row) for row in rows)


def moves(db: Connection, tournament_id: int) -> Mapping[int, int]:
    """Player id -> how often they have moved to another table, if ever."""
    rows = db.execute(
        "SELECT player_id, count(*) FROM arrivals JOIN tables ON tables.id = table_id"
        " WHERE tournament_id = ? AND came_from IS NOT NULL GROUP BY player_id",
        (tournament_id,),
    )
    return {row[0]: row[1] for row in rows}


# --- time banks (R14.5) ----------------------------------------------------------------------


@dataclass(frozen=True)
class Bank:
    """A player's time bank: the `seconds` in it at the last decision that they were asked for.

    `decision` is `hand.street` at the table. `empties_at` (Unix seconds) is when the bank is empty
    unless they decide before, None while it does not run.
    """

    player_id: int
    table_id: int
    decision: str
    seconds: int
    empties_at: int | None

    def left_at(self, now: int) -> int:
        """The seconds left at a moment; time before the bank starts to run costs nothing."""
        if self.empties_at is None:
            return self.seconds
        return max(0, min(self.seconds, self.empties_at - now))


def bank_of(db: Connection, tournament_id: int, player_id: int) -> Bank | None:
    """A player's time bank in a tournament; None if it was never needed."""
    row = db.execute(
        "SELECT * FROM time_banks WHERE tournament_id = ? AND player_id = ?",
        (tournament_id, player_id),
    ).fetchone()
    return None if row is None else as_row(Bank, row)


def banks_at(db: Connection, table_id: int) -> dict[int, Bank]:
    """Player id -> time bank, for all whose latest decision was at a table."""
    rows = db.execute("SELECT * FROM time_banks WHERE table_id = ?", (table_id,))
    return {row["player_id"]: as_row(Bank, row) for row in rows}


def put_bank(db: Connection, tournament_id: int, bank: Bank) -> None:
    """Store a player's time bank, in place of the earlier one."""
    values = asdict(bank)
    key = {"tournament_id": tournament_id, "player_id": values.pop("player_id")}
    db.execute(*upsert("time_banks", key, values))


# --- best boards -----------------------------------------------------------------------------


@dataclass(frozen=True)
class BestRow:
    """A board in notation, its royalties by row, and the points that it won in its hand."""

    table_id: int
    hand: int
    player_id: int
    board: str
    front: int
    middle: int
    back: int
    points: int

    @property
    def rank(self) -> tuple[int, int]:
        """The order of boards: by royalties, then by points."""
        return self.front + self.middle + self.back, self.points


def offer_board(db: Connection, row: BestRow) -> None:
    """Store a board if it is better than the best of its table so far."""
    known = best_at(db, row.table_id)
    if known is None or row.rank > known.rank:
        values = asdict(row)
        db.execute(*upsert("best_boards", {"table_id": values.pop("table_id")}, values))


def best_board(db: Connection, table_ids: Collection[int]) -> BestRow | None:
    """The best board of some tables, of equals the earliest; None if there is none."""
    found = (row for each in table_ids if (row := best_at(db, each)) is not None)
    return first_best(sorted(found, key=lambda row: row.hand))


def first_best(boards: Iterable[BestRow]) -> BestRow | None:
    """The best of some boards, of equals the first; None if there is none."""
    return max(boards, key=lambda row: row.rank, default=None)


def best_at(db: Connection, table_id: int) -> BestRow | None:
    """The best board of a table; None if there is none."""
    row = db.execute("SELECT * FROM best_boards WHERE table_id = ?", (table_id,)).fetchone()
    return None if row is None else as_row(BestRow, row)


# --- who came where --------------------------------------------------------------------------


@dataclass(frozen=True)
class Finish:
    """Somebody's `place` among `people` entrants, and what they won from them, in thousandths."""

    player_id: int
    guild_id: int
    place: int
    people: int
    against: int


def keep_finishes(db: Connection, tournament_id: int, finishes: Iterable[Finish]) -> None:
    """Store the places of a tournament, unless they are stored already."""
    if _has_finishes(db, tournament_id):
        return
    db.executemany(
        "INSERT INTO finishes (tournament_id, player_id, guild_id, place, people, against)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(tournament_id, *astuple(finish)) for finish in finishes],
    )


def _has_finishes(db: Connection, tournament_id: int) -> bool:
    """True if the places of a tournament are stored."""
    query = "SELECT 1 FROM finishes WHERE tournament_id = ? LIMIT 1"
    return db.execute(query, (tournament_id,)).fetchone() is not None


def finishes_of(db: Connection, tournament_id: int) -> list[Finish]:
    """The stored places of a tournament, by player id."""
    rows = db.execute(
        "SELECT * FROM finishes WHERE tournament_id = ? ORDER BY player_id", (tournament_id,)
    )
    return [as_row(Finish, row) for row in rows]


def finishes_with(db: Connection, guild_id: int, player_id: int) -> Finishes | None:
    """Somebody's finishes in all tournaments of a server; None if they played none."""
    rows = db.execute(
        "SELECT place, people, against FROM finishes WHERE player_id = ? AND guild_id = ?",
        (player_id, guild_id),
    ).fetchall()
    if not rows:
        return None
    best = sorted((row["place"], -row["people"]) for row in rows)[:3]
    return Finishes(
        played=len(rows),
        best=tuple((place, -people) for place, people in best),
        against=sum(row["against"] for row in rows),
    )
