"""The stored sums of a server's ledger, recomputed from its hands to compare or replace them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.store.engine import Connection, as_row, streamed
from bot.store.ledger import achievements, counting, feats, seasons
from bot.values.ledger_records import Season, Streak

_SEVERAL: Final = ", ".join(f"SUM({name}) AS {name}" for name in counting.SUMS)
_PAIRS: Final = ", ".join(f"SUM({name}) AS {name}" for name in counting.PAIR_SUMS)
_COLUMNS: Final = (*counting.KEY, *counting.SUMS, "best", "worst")
_DIFFERENCE: Final = """
    WITH kept AS MATERIALIZED ({kept}), counted AS MATERIALIZED ({counted})
    SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted) AS a
    UNION ALL
    SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept) AS b
    LIMIT 1
"""
_PAIR_COLUMNS: Final = (*counting.PAIR_KEY, *counting.PAIR_SUMS)
_TALLIED: Final = f"""
    SELECT {", ".join(counting.KEY)}, {_SEVERAL}, MAX(best), MIN(worst)
    FROM ({counting.RESULTS} WHERE b.guild_id = :guild AND b.is_void = 0) AS hands
    GROUP BY {", ".join(counting.KEY)}
"""
_PAIRED: Final = f"""
    SELECT {", ".join(counting.PAIR_KEY)}, {_PAIRS}
    FROM ({counting.ENTRIES} AND b.guild_id = :guild AND b.is_void = 0) AS pairs
    GROUP BY {", ".join(counting.PAIR_KEY)}
"""
_TOTALLED: Final = """
    SELECT table_id, CASE is_a WHEN 1 THEN a ELSE b END AS player_id,
        SUM(CASE is_a WHEN 1 THEN points ELSE -points END)
    FROM tables t JOIN hands h ON h.table_id = t.id JOIN entries e ON e.hand_id = h.id,
        (SELECT 0 AS is_a UNION ALL SELECT 1) AS sides
    WHERE t.guild_id = :guild GROUP BY table_id, 2
"""
_TALLIES: Final = _DIFFERENCE.format(
    kept=f"SELECT {', '.join(_COLUMNS)} FROM tallies WHERE guild_id = :guild", counted=_TALLIED
)
_RIVALRIES: Final = _DIFFERENCE.format(
    kept=f"SELECT {', '.join(_PAIR_COLUMNS)} FROM rivalries WHERE guild_id = :guild",
    counted=_PAIRED,
)
_TOTALS: Final = _DIFFERENCE.format(
    kept="SELECT table_id, player_id, totals.points FROM totals"
    " JOIN tables ON tables.id = table_id WHERE guild_id = :guild",
    counted=_TOTALLED,
)


_STRAY: Final = """
    SELECT 1 FROM achievements a LEFT JOIN results r USING (hand_id, player_id)
    WHERE a.guild_id = ?
        AND (r.guild_id IS NULL OR r.guild_id <> a.guild_id OR r.number <> a.number)
"""


def first_wrong(db: Connection, guild_id: int) -> str | None:
    """The first sum of a server that does not follow from its hands, in a sentence; None if all do.

    Players are named by our own ids.
    """
    return next(_wrong(db, guild_id), None)


def _wrong(db: Connection, guild_id: int) -> Iterator[str]:
    values = {"guild": guild_id}
    for row in db.execute(_TALLIES, values):
        yield f"The points kept for player {row[2]} do not follow from their hands."
    for row in db.execute(_RIVALRIES, values):
        yield f"The points kept for players {row[2]} and {row[3]} do not follow from their hands."
    for row in db.execute(_TOTALS, values):
        yield f"The total of player {row[1]} at table {row[0]} does not follow from its hands."
    yield from _wrong_streaks(db, guild_id)
    yield from _wrong_achievements(db, guild_id)
    yield from _wrong_seasons(db, guild_id)


def _wrong_streaks(db: Connection, guild_id: int) -> Iterator[str]:
    kept = {
        row["player_id"]: as_row(Streak, row)
        for row in db.execute("SELECT * FROM streaks WHERE guild_id = ?", (guild_id,))
    }
    rows = streamed(
        db,
        "SELECT player_id, points FROM results WHERE guild_id = ? AND is_void = 0"
        " ORDER BY player_id, number",
        (guild_id,),
    )
    counted = {
        player: Streak.of(row[1] for row in hands)
        for player, hands in groupby(rows, lambda row: row[0])
    }
    for player in sorted({*kept, *counted}):
        if kept.get(player, Streak()) != counted.get(player, Streak()):
            yield f"The streaks kept for player {player} do not follow from their hands."


def _wrong_achievements(db: Connection, guild_id: int) -> Iterator[str]:
    if db.execute(_STRAY, (guild_id,)).fetchone() is not None:
        yield "An achievement is of another hand than its number says."
    rows = db.execute("SELECT DISTINCT player_id FROM results WHERE guild_id = ?", (guild_id,))
    for (player,) in rows.fetchall():
        found = {
            kind: achievements.first(db, guild_id, player, kind) for kind in achievements.KINDS
        }
        reached = {kind: number for kind, number in found.items() if number is not None}
        if achievements.of_player(db, guild_id, player) != reached:
            yield f"The achievements kept for player {player} do not follow from their hands."


def _wrong_seasons(db: Connection, guild_id: int) -> Iterator[str]:
    numbers = [season.number for season in seasons.every(db, guild_id)]
    if numbers != list(range(len(numbers), 0, -1)):
        yield "The seasons are not numbered without gaps."
    for season in reversed(seasons.every(db, guild_id)):
        final = _kept_final(db, season.id)
        order = [(-line[2], -line[1]) for line in final]
        if season.ended_at is None:
            fits = not final
        else:
            counted = (_final(db, season, void) for void in _voids(db, season, season.ended_at))
            fits = sorted(final) in counted and order == sorted(order)
        if not fits:
            yield f"The table of season {season.number} does not follow from its hands."


def _kept_final(db: Connection, season_id: int) -> list[tuple[int, ...]]:
    """Player id, hands, points, best and worst hand as stored, by place."""
    rows = db.execute(
        "SELECT player_id, hands, points, best, worst FROM finals"
        " WHERE season_id = ? ORDER BY place",
        (season_id,),
    )
    return [tuple(row) for row in rows]


def _voids(db: Connection, season: Season, ended_at: int) -> Iterator[list[int]]:
    """The numbers of a season's hands that were void when it ended.

    Seals tell what came first. In a ledger that an earlier version imported only times do, and
    leave open a hand that was taken back in the very second of the end.
    """
    yield seasons.void_at_end(db, season.guild_id, season.number)
    for end in (ended_at, ended_at + 1):
        rows = db.execute(
            _VOID_BEFORE, {"guild": season.guild_id, "season": season.number, "end": end}
        )
        yield [row[0] for row in rows]


# Each correction reverses all entries of a hand, so that it is void after an odd number of them.
# SQLite uses the partial index `seals_but_of_hands` only if a query also says `kind <> 'hand'`.
_VOID_BEFORE: Final = """
    SELECT number FROM bookings b
    WHERE guild_id = :guild AND season = :season
        AND number IN (
            SELECT about FROM seals WHERE guild_id = :guild AND kind = 'void' AND kind <> 'hand'
        )
        AND 1 = (
            SELECT COUNT(reverses) / (COUNT(*) - COUNT(reverses)) % 2 FROM entries e
            WHERE e.hand_id = b.hand_id AND (reverses IS NULL OR e.booked_at < :end)
        )
"""


def _final(db: Connection, season: Season, void: Sequence[int]) -> list[tuple[int, ...]]:
    """Player id, hands, points, best and worst hand of a season, by player id.

    Hands with the numbers in `void` are left out.
    """
    without = f" AND b.number NOT IN ({', '.join('?' * len(void))})" if void else ""
    rows = db.execute(
        "SELECT player_id, COUNT(*), SUM(points), MAX(points), MIN(points)"
        " FROM bookings b JOIN results USING (hand_id)"
        f" WHERE b.guild_id = ? AND season = ?{without}"
        " GROUP BY player_id ORDER BY player_id",
        (season.guild_id, season.number, *void),
    )
    return [tuple(row) for row in rows]


# --- recounting ------------------------------------------------------------------------------

_COUNTING: Final = (
    "DELETE FROM tallies WHERE guild_id = :guild",
    f"INSERT INTO tallies ({', '.join(_COLUMNS)}) {_TALLIED}",
    "DELETE FROM rivalries WHERE guild_id = :guild",
    f"INSERT INTO rivalries ({', '.join(_PAIR_COLUMNS)}) {_PAIRED}",
    "DELETE FROM totals WHERE table_id IN (SELECT id FROM tables WHERE guild_id = :guild)",
    f"INSERT INTO totals (table_id, player_id, points) {_TOTALLED}",
    "DELETE FROM streaks WHERE guild_id = :guild",
    "DELETE FROM achievements WHERE guild_id = :guild",
)


def count_anew(db: Connection, guild_id: int) -> None:
    """Replace the sums of a server by those that follow from its hands."""
    for statement in _COUNTING:
        db.execute(statement, {"guild": guild_id})
    rows = db.execute("SELECT DISTINCT player_id FROM results WHERE guild_id = ?", (guild_id,))
    for (player_id,) in rows.fetchall():
        feats.count_anew(db, guild_id, player_id)
        achievements.count_anew(db, guild_id, player_id)
