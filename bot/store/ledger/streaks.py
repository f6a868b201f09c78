"""Hands won or lost one after the other in a server.

How many runs of each length there were is kept up to date, so that a hand is counted in or out
by a look at its neighbours alone.
"""

from collections.abc import Iterable
from sqlite3 import Connection
from typing import Final, NamedTuple

from bot.store.ledger import bookings
from bot.values.ledger import DAY, EVERYTHING, Scope, Streak

_BEFORE: Final = "number < ? AND NOT is_void ORDER BY number DESC"
_NO_END: Final = 2**62
_AFTER: Final = "number > ? AND NOT is_void ORDER BY number"


class _Side(NamedTuple):
    """The run beside a hand (below 0 if lost, 0 if none), and whether nothing is beyond it."""

    run: int
    is_last: bool


def get(db: Connection, guild_id: int, player_id: int) -> Streak:
    """A player's streaks."""
    row = db.execute(
        "SELECT run, won, lost FROM streaks WHERE guild_id = ? AND player_id = ?",
        (guild_id, player_id),
    ).fetchone()
    return Streak() if row is None else Streak(**row)


def within(
    db: Connection, guild_id: int, player_id: int, scope: Scope, *, now: int
) -> Streak | None:
    """A player's streaks in a season or a period; None for a single channel or variant.

    The hands of a season, and of a period, follow one another; those of a channel do not, and
    would have to be picked out of all.
    """
    if scope == EVERYTHING:
        return get(db, guild_id, player_id)
    if scope.channel_id or scope.variant:
        return None
    first, last = 0, _NO_END
    if scope.season:
        row = db.execute(
            "SELECT MIN(number), MAX(number) FROM bookings WHERE guild_id = ? AND season = ?",
            (guild_id, scope.season),
        ).fetchone()
        first, last = (0, 0) if row[0] is None else row
    if scope.days:
        since = bookings.first_since(db, guild_id, now // DAY - scope.days)
        first = max(first, _NO_END if since is None else since)
    rows = db.execute(
        "SELECT points FROM results WHERE guild_id = ? AND player_id = ?"
        " AND number BETWEEN ? AND ? AND NOT is_void ORDER BY number",
        (guild_id, player_id, first, last),
    )
    return Streak.of(row["points"] for row in rows)


def add(db: Connection, guild_id: int, player_id: int, points: int) -> None:
    """Count another hand in."""
    before = get(db, guild_id, player_id)
    after = before.then(points)
    if abs(after.run) > 1:
        _count_out(db, guild_id, player_id, [before.run])
    _count_in(db, guild_id, player_id, [after.run])
    _put(db, guild_id, player_id, after)


def take_out(db: Connection, guild_id: int, player_id: int, number: int, points: int) -> None:
    """Count a player's hand out that has been marked void; `number` is the hand's in the server."""
    left = _side(db, guild_id, player_id, number, _BEFORE)
    right = _side(db, guild_id, player_id, number, _AFTER)
    now = _joined(left.run, right.run)
    _count_out(db, guild_id, player_id, _joined(left.run, _sign(points), right.run))
    _count_in(db, guild_id, player_id, now)
    run = get(db, guild_id, player_id).run
    if right.is_last:
        run = next(filter(None, reversed(now)), 0)
    won, lost = _longest(db, guild_id, player_id)
    _put(db, guild_id, player_id, Streak(run, won, lost))


def _side(db: Connection, guild_id: int, player_id: int, number: int, where: str) -> _Side:
    """The run that ends before a hand, or begins after it."""
    run = 0
    rows = db.execute(
        f"SELECT points FROM results WHERE guild_id = ? AND player_id = ? AND {where}",
        (guild_id, player_id, number),
    )
    for row in rows:
        sign = _sign(row["points"])
        if not sign or sign * run < 0:
            return _Side(run, is_last=False)
        run += sign
    return _Side(run, is_last=True)


def _joined(*runs: int) -> list[int]:
    """Runs one after the other; neighbours of the same sign are one."""
    joined: list[int] = []
    for run in runs:
        if joined and run * joined[-1] > 0:
            joined[-1] += run
        else:
            joined.append(run)
    return joined


def _count_in(db: Connection, guild_id: int, player_id: int, lengths: Iterable[int]) -> None:
    db.executemany(
        "INSERT INTO runs (guild_id, player_id, length, count) VALUES (?, ?, ?, 1)"
        " ON CONFLICT DO UPDATE SET count = count + 1",
        [(guild_id, player_id, length) for length in lengths if length],
    )


def _count_out(db: Connection, guild_id: int, player_id: int, lengths: Iterable[int]) -> None:
    db.executemany(
        "UPDATE runs SET count = count - 1 WHERE guild_id = ? AND player_id = ? AND length = ?",
        [(guild_id, player_id, length) for length in lengths if length],
    )


def _longest(db: Connection, guild_id: int, player_id: int) -> tuple[int, int]:
    row = db.execute(
        "SELECT COALESCE(MAX(MAX(length), 0), 0), COALESCE(-MIN(MIN(length), 0), 0) FROM runs"
        " WHERE guild_id = ? AND player_id = ? AND count > 0",
        (guild_id, player_id),
    ).fetchone()
    return row[0], row[1]


def _sign(points: int) -> int:
    return (points > 0) - (points < 0)


def _put(db: Connection, guild_id: int, player_id: int, streak: Streak) -> None:
    db.execute(
        "INSERT OR REPLACE INTO streaks (guild_id, player_id, run, won, lost)"
        " VALUES (?, ?, ?, ?, ?)",
        (guild_id, player_id, streak.run, streak.won, streak.lost),
    )
