"""The hands of a server's ledger: their numbers and their results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from typing import Any, Final

from bot.store import players
from bot.store.engine import Connection, DbRow, as_row
from bot.values.ledger_records import DAY, HistoryLine, Scope


@dataclass(frozen=True)
class Part:
    """A player's part in a hand that is over, without the points.

    `seat` is in acting order, `board` is written as `front / middle / back`, `fate` is an
    `ofc_engine.seat.Fate`; `fantasyland` and `earned` are the cards of this visit and of the next.
    """

    player_id: int
    seat: int
    board: str
    fate: str
    fantasyland: int
    earned: int
    is_foul: bool
    scoops: int
    royalties: tuple[int, int, int]

    @property
    def columns(self) -> tuple[object, ...]:
        """The values of a result's columns from `player_id` to `royalties`."""
        *kept, royalties = astuple(self)
        return *kept, *royalties, sum(royalties)


@dataclass(frozen=True)
class Stamp:
    """When and how a hand is booked; `season` None is the running one, 0 is none.

    `origin` is `table` or `recorded` (played with real cards); `is_news`: records and milestones
    are announced.
    """

    variant: str
    now: int
    origin: str = "table"
    season: int | None = None
    is_news: bool = True


@dataclass(frozen=True)
class Booking:
    """A hand of the ledger: its `number` in the server, and where it was played."""

    hand_id: int
    guild_id: int
    number: int
    season: int
    channel_id: int
    variant: str
    booked_at: int
    origin: str
    is_void: bool
    table_id: int
    table_hand: int


def in_scope(guild_id: int, scope: Scope) -> tuple[list[str], dict[str, Any]]:
    """The conditions of a scope, without its server and its days, and all parameters.

    They fit bookings and the sums over them; the server is `:guild`.
    """
    chosen = {"channel_id": scope.channel_id, "season": scope.season, "variant": scope.variant}
    words = [f"{column} = :{column}" for column, value in chosen.items() if value]
    return words, {"guild": guild_id, **chosen}


def first_since(db: Connection, guild_id: int, day: int) -> int | None:
    """The number of the first hand after a day (since 1970); later hands have higher ones."""
    row = db.execute(
        "SELECT number FROM bookings WHERE guild_id = ? AND day > ? ORDER BY day, number LIMIT 1",
        (guild_id, day),
    ).fetchone()
    return None if row is None else row["number"]


def add(db: Connection, hand_id: int, stamp: Stamp) -> tuple[int, int]:
    """Give a hand a number in its server's ledger; returns the server and the number.

    IntegrityError if the hand is booked already.
    """
    row = db.execute(
        """
        INSERT INTO bookings
            (hand_id, guild_id, number, season, channel_id, variant, booked_at, day, origin)
        SELECT hands.id, guild_id,
            1 + COALESCE((SELECT MAX(b.number) FROM bookings b WHERE b.guild_id = t.guild_id), 0),
            COALESCE(:season, (
                SELECT s.number FROM seasons s
                WHERE s.guild_id = t.guild_id AND s.ended_at IS NULL
            ), 0),
            channel_id, :variant, :now, :day, :origin
        FROM hands JOIN tables t ON t.id = table_id WHERE hands.id = :hand
        RETURNING guild_id, number
        """,
        {**asdict(stamp), "hand": hand_id, "day": stamp.now // DAY},
    ).fetchone()
    return row["guild_id"], row["number"]


def add_results(
    db: Connection, hand_id: int, parts: Iterable[Part], points: Mapping[int, int]
) -> None:
    """Store the results of a booked hand; `points` are by our own player ids."""
    for part in parts:
        db.execute(
            """
            INSERT INTO results (hand_id, guild_id, number, player_id, seat, board, fate,
                fantasyland, earned, is_foul, scoops, front, middle, back, royalties, points)
            SELECT hand_id, guild_id, number, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
            FROM bookings WHERE hand_id = ?
            """,
            (*part.columns, points.get(part.player_id, 0), hand_id),
        )


def set_void(db: Connection, hand_id: int, *, is_void: bool) -> None:
    """Mark a hand as void or as counting; IntegrityError unless its entries say the same."""
    db.execute("UPDATE bookings SET is_void = ? WHERE hand_id = ?", (int(is_void), hand_id))
    db.execute("UPDATE results SET is_void = ? WHERE hand_id = ?", (int(is_void), hand_id))


_BOOKING = """
    SELECT bookings.*, table_id, hands.number AS table_hand
    FROM bookings JOIN hands ON hands.id = hand_id
"""


def numbered(db: Connection, guild_id: int, number: int) -> Booking | None:
    """A hand of a server's ledger by its number; 0 is the latest."""
    row = db.execute(
        f"{_BOOKING} WHERE bookings.guild_id = ?1 AND bookings.number = CASE ?2 WHEN 0 THEN"
        " (SELECT MAX(number) FROM bookings WHERE guild_id = ?1) ELSE ?2 END",
        (guild_id, number),
    ).fetchone()
    return None if row is None else as_row(Booking, row)


def of_hand(db: Connection, hand_id: int) -> Booking | None:
    """The booking of a hand, if it is booked."""
    row = db.execute(f"{_BOOKING} WHERE hand_id = ?", (hand_id,)).fetchone()
    return None if row is None else as_row(Booking, row)


def recorded_with(
    db: Connection, guild_id: int, player_ids: Sequence[int]
) -> list[tuple[int, int]]:
    """Number and id of these players' hands with real cards that count, the latest first."""
    marks = ", ".join("?" * len(player_ids))
    rows = db.execute(
        "SELECT DISTINCT b.number, b.hand_id FROM results r JOIN bookings b USING (hand_id)"
        f" WHERE r.guild_id = ? AND player_id IN ({marks}) AND r.is_void = 0"
        " AND origin = 'recorded' ORDER BY b.number DESC",
        (guild_id, *player_ids),
    )
    return [(row["number"], row["hand_id"]) for row in rows]


def guilds(db: Connection) -> tuple[int, ...]:
    """The ids of the servers that have a ledger, in order."""
    rows = db.execute("SELECT DISTINCT guild_id FROM bookings ORDER BY guild_id")
    return tuple(row["guild_id"] for row in rows)


def last_number(db: Connection, guild_id: int) -> int:
    """The number of hands in a server's ledger, void ones included."""
    return db.execute(
        "SELECT COALESCE(MAX(number), 0) FROM bookings WHERE guild_id = ?", (guild_id,)
    ).fetchone()[0]


def parts(db: Connection, hand_id: int) -> tuple[Part, ...]:
    """Each player's part in a hand that is over, in acting order."""
    rows = db.execute("SELECT * FROM results WHERE hand_id = ? ORDER BY seat", (hand_id,))
    return tuple(
        as_row(Part, row, royalties=(row["front"], row["middle"], row["back"])) for row in rows
    )


_LATEST_REASON: Final = """
    SELECT reason FROM entries e WHERE e.hand_id = b.hand_id AND reverses IS NOT NULL
    ORDER BY id DESC LIMIT 1
"""


def reason_of(db: Connection, hand_id: int, *, is_void: bool) -> str | None:
    """Why a hand is void, or why one that had been void counts again; None if it is not so."""
    row = db.execute(
        f"SELECT ({_LATEST_REASON}) AS reason FROM bookings AS b WHERE hand_id = ? AND is_void = ?",
        (hand_id, is_void),
    ).fetchone()
    return None if row is None else row["reason"]


def voids(db: Connection, table_id: int, *, since: int) -> dict[int, str]:
    """Number at the table -> why the hand is void, from number `since` on."""
    rows = db.execute(
        f"""
        SELECT hands.number, ({_LATEST_REASON}) AS reason
        FROM hands JOIN bookings AS b ON hand_id = hands.id
        WHERE table_id = ? AND hands.number >= ? AND is_void <> 0
        """,
        (table_id, since),
    )
    return {row["number"]: row["reason"] or "" for row in rows}


def history(
    db: Connection, guild_id: int, scope: Scope, *, now: int, before: int, count: int
) -> tuple[HistoryLine, ...]:
    """Up to `count` hands numbered below `before` (0: no bound), the latest first."""
    where, values = condition(guild_id, scope, now)
    if before:
        where += " AND number < :before"
    rows = db.execute(
        f"SELECT * FROM bookings WHERE {where} ORDER BY number DESC LIMIT :count",
        {**values, "before": before, "count": count},
    ).fetchall()
    return tuple(_line(db, row) for row in rows)


def page_after(
    db: Connection, guild_id: int, scope: Scope, *, now: int, number: int, count: int
) -> int:
    """The `before` that gives `history` the `count` hands from a number on; 0: the latest hands."""
    where, values = condition(guild_id, scope, now)
    row = db.execute(
        f"SELECT number FROM bookings WHERE {where} AND number >= :number"
        " ORDER BY number LIMIT 1 OFFSET :count",
        {**values, "number": number, "count": count},
    ).fetchone()
    return 0 if row is None else row["number"]


def condition(guild_id: int, scope: Scope, now: int) -> tuple[str, dict[str, Any]]:
    """The condition on bookings for a scope, as SQL and its parameters."""
    words, values = in_scope(guild_id, scope)
    words.append("guild_id = :guild")
    if scope.days:
        # Numbers rise with time: the first of the period bounds the walk along the index.
        words.append(
            "number >= (SELECT number FROM bookings WHERE guild_id = :guild AND day > :day"
            " ORDER BY day, number LIMIT 1) AND +day > :day"
        )
    return " AND ".join(words), {**values, "day": now // DAY - scope.days}


def _line(db: Connection, row: DbRow) -> HistoryLine:
    points = db.execute(
        f"SELECT {players.named('results.guild_id')} AS name, points"
        " FROM results JOIN players ON players.id = player_id"
        " WHERE hand_id = ? ORDER BY points DESC, seat",
        (row["hand_id"],),
    )
    return HistoryLine(
        number=row["number"],
        booked_at=row["booked_at"],
        variant=row["variant"],
        channel_id=row["channel_id"],
        points=tuple((each["name"], each["points"]) for each in points),
        void=reason_of(db, row["hand_id"], is_void=True),
    )
