"""The daily deal: deals, how people have played them, and which summaries were posted."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.ofc.deal import commitment
from bot.store.connection import as_row
from bot.store.engine import Connection, Row


@dataclass(frozen=True)
class DailyDeal:
    """The deal of a day; `par` is what the master makes of it, None as long as nobody knows."""

    day: int
    secret: bytes
    commitment: bytes
    par: int | None


@dataclass(frozen=True)
class Attempt:
    """How a player plays a day's deal.

    `guild_id` is where it was begun, None outside servers; if it `is_told`, its player knows that
    the server's summary tells of it. `log` has the placements, one a line;
    `layout` and `armed` are what is laid out, as in a draft. `points` are known once it is over
    (`ended_at`, Unix seconds), `costs` once `judge` has said what each decision gave away.
    """

    player_id: int
    day: int
    practice: bool
    guild_id: int | None
    is_told: bool = False
    log: tuple[str, ...] = ()
    layout: str = ""
    armed: bool = False
    ended_at: int | None = None
    points: int | None = None
    costs: tuple[float, ...] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the last card has been placed."""
        return self.points is not None

    @property
    def given_away(self) -> float:
        """Points that all decisions gave away, 0 as long as nobody has judged."""
        return sum(self.costs or ())


# --- deals -----------------------------------------------------------------------------------


def deal_of(db: Connection, day: int) -> DailyDeal | None:
    """The deal of a day; None if nobody has asked for it."""
    row = db.execute("SELECT * FROM daily_deals WHERE day = ?", (day,)).fetchone()
    return None if row is None else as_row(DailyDeal, row)


def commit_to(db: Connection, day: int, secret: bytes, now: int) -> DailyDeal:
    """Fix the deal of a day, unless it is fixed already; returns it."""
    known = deal_of(db, day)
    if known is not None:
        return known
    db.execute(
        "INSERT INTO daily_deals (day, secret, commitment, committed_at) VALUES (?, ?, ?, ?)",
        (day, secret, commitment(secret), now),
    )
    return DailyDeal(day, secret, commitment(secret), None)


def set_par(db: Connection, day: int, par: int) -> None:
    """Keep what the master makes of a day's deal."""
    db.execute("UPDATE daily_deals SET par = ? WHERE day = ? AND par IS NULL", (par, day))


def days_until(db: Connection, last: int, most: int) -> tuple[int, ...]:
    """The days up to a last one that have a deal, the latest first."""
    rows = db.execute(
        "SELECT day FROM daily_deals WHERE day <= ? ORDER BY day DESC LIMIT ?", (last, most)
    )
    return tuple(row["day"] for row in rows)


# --- attempts --------------------------------------------------------------------------------


def find(db: Connection, player_id: int, day: int, *, practice: bool) -> Attempt | None:
    """How a player plays a day's deal; None if they have not begun."""
    row = db.execute(
        "SELECT * FROM daily_attempts WHERE player_id = ? AND day = ? AND practice = ?",
        (player_id, day, practice),
    ).fetchone()
    return None if row is None else _attempt(row)


def begin(db: Connection, attempt: Attempt, now: int) -> None:
    """Begin a deal; one begun before, for practice, is forgotten."""
    db.execute(
        "INSERT OR REPLACE INTO daily_attempts"
        " (player_id, day, practice, guild_id, is_told, began_at) VALUES (?, ?, ?, ?, ?, ?)",
        (*_key(attempt), attempt.guild_id, attempt.is_told, now),
    )


def keep_layout(db: Connection, attempt: Attempt) -> None:
    """Keep what is laid out."""
    db.execute(
        "UPDATE daily_attempts SET layout = ?, armed = ?"
        " WHERE player_id = ? AND day = ? AND practice = ?",
        (attempt.layout, attempt.armed, *_key(attempt)),
    )


def keep_log(db: Connection, before: Attempt, after: Attempt) -> None:
    """Keep what has been placed, with nothing laid out any more, and the points if it is over.

    Nothing is kept if something else was placed since.
    """
    db.execute(
        """
        UPDATE daily_attempts SET log = ?, layout = '', armed = 0, points = ?, ended_at = ?
        WHERE log = ? AND player_id = ? AND day = ? AND practice = ?
        """,
        ("\n".join(after.log), after.points, after.ended_at, "\n".join(before.log), *_key(after)),
    )


def keep_costs(db: Connection, attempt: Attempt, costs: Iterable[float], judge: int) -> None:
    """Keep what each decision of a finished hand gave away, and who has judged."""
    db.execute(
        "UPDATE daily_attempts SET costs = ?, judge = ?"
        " WHERE log = ? AND player_id = ? AND day = ? AND practice = ?",
        (" ".join(f"{each:.3f}" for each in costs), judge, "\n".join(attempt.log), *_key(attempt)),
    )


def _key(attempt: Attempt) -> tuple[int, int, bool]:
    return attempt.player_id, attempt.day, attempt.practice


def _attempt(row: Row) -> Attempt:
    costs: str | None = row["costs"]
    return as_row(
        Attempt,
        row,
        log=tuple(row["log"].splitlines()),
        costs=None if costs is None else tuple(map(float, costs.split())),
    )


# --- comparing -------------------------------------------------------------------------------

_OVER = "day = ? AND points IS NOT NULL AND NOT practice"


@dataclass(frozen=True)
class Field:
    """How many others have played a day's deal, and how many of them have fewer points."""

    others: int
    beaten: int


def field(db: Connection, attempt: Attempt, guild_id: int | None = None) -> Field:
    """The others who have played the deal of an attempt, everywhere or in one server."""
    where, server = (_OVER, ()) if guild_id is None else (f"{_OVER} AND guild_id = ?", (guild_id,))
    row = db.execute(
        f"SELECT count(*) AS others, coalesce(sum(points < ?), 0) AS beaten FROM daily_attempts"
        f" WHERE player_id <> ? AND {where}",
        (attempt.points, attempt.player_id, attempt.day, *server),
    ).fetchone()
    return as_row(Field, row)


def streak(db: Connection, player_id: int, day: int) -> int:
    """On how many days in a row a player has played the deal, up to a day."""
    rows = db.execute(
        "SELECT day FROM daily_attempts WHERE player_id = ? AND day <= ?"
        " AND points IS NOT NULL AND NOT practice ORDER BY day DESC",
        (player_id, day),
    )
    return _in_a_row((row["day"] for row in rows), day)


def guild_streak(db: Connection, guild_id: int, day: int) -> int:
    """On how many days in a row somebody has played the deal in a server, up to a day."""
    rows = db.execute(
        "SELECT DISTINCT day FROM daily_attempts WHERE guild_id = ? AND day <= ?"
        " AND points IS NOT NULL AND NOT practice ORDER BY day DESC",
        (guild_id, day),
    )
    return _in_a_row((row["day"] for row in rows), day)


def _in_a_row(days: Iterable[int], last: int) -> int:
    count = 0
    for day in days:
        if day != last - count:
            break
        count += 1
    return count


def results(db: Connection, day: int, guild_id: int) -> tuple[Attempt, ...]:
    """Of whom a server's summary of a day tells: the most points first, of equals the earliest."""
    rows = db.execute(
        f"SELECT * FROM daily_attempts WHERE {_OVER} AND guild_id = ? AND is_told"
        " ORDER BY points DESC, ended_at, player_id",
        (day, guild_id),
    )
    return tuple(map(_attempt, rows))


# --- summaries -------------------------------------------------------------------------------


def to_sum_up(db: Connection, day: int) -> tuple[int, ...]:
    """The servers in which a day is to be summed up and has not been yet."""
    rows = db.execute(
        f"""
        SELECT id FROM guilds WHERE daily_channel_id IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM daily_summaries WHERE guild_id = guilds.id AND daily_summaries.day >= ?)
        AND EXISTS (
            SELECT 1 FROM daily_attempts WHERE {_OVER} AND guild_id = guilds.id AND is_told)
        ORDER BY id
        """,
        (day, day),
    )
    return tuple(row["id"] for row in rows)


def summed_up(db: Connection, guild_id: int, day: int) -> None:
    """Keep that a day has been summed up in a server."""
    db.execute(
        "INSERT INTO daily_summaries (guild_id, day) VALUES (?, ?)"
        " ON CONFLICT DO UPDATE SET day = excluded.day",
        (guild_id, day),
    )
