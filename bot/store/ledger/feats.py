"""Feats of players in a server: hands won or lost in a row, records, milestones."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from bot.store import players
from bot.store.engine import Connection, as_row, upsert
from bot.store.ledger import bookings
from bot.values.ledger_records import DAY, EVERYTHING, Feat, FeatKind, HeldRecord, Scope, Streak

# Above the number of any hand, and still an integer for SQLite.
_NO_END: Final = 2**62


def get(db: Connection, guild_id: int, player_id: int) -> Streak:
    """A player's streaks."""
    row = db.execute(
        "SELECT run, won, lost FROM streaks WHERE guild_id = ? AND player_id = ?",
        (guild_id, player_id),
    ).fetchone()
    return Streak() if row is None else as_row(Streak, row)


def within(
    db: Connection, guild_id: int, player_id: int, scope: Scope, *, now: int
) -> Streak | None:
    """A player's streaks in a season or a period; None for a single channel or variant.

    Hands of a season or a period have consecutive numbers; those of a channel would have to be
    picked out of all hands.
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
    return _between(db, guild_id, player_id, first, last)


def add(db: Connection, guild_id: int, player_id: int, points: int) -> None:
    """Count another hand in."""
    _put(db, guild_id, player_id, get(db, guild_id, player_id).then(points))


def count_anew(db: Connection, guild_id: int, player_id: int) -> None:
    """Count a player's streaks from all their hands that count."""
    _put(db, guild_id, player_id, _between(db, guild_id, player_id, 0, _NO_END))


def _between(db: Connection, guild_id: int, player_id: int, first: int, last: int) -> Streak:
    """A player's streaks in the hands from one number to another."""
    rows = db.execute(
        "SELECT points FROM results WHERE guild_id = ? AND player_id = ?"
        " AND number BETWEEN ? AND ? AND is_void = 0 ORDER BY number",
        (guild_id, player_id, first, last),
    )
    return Streak.of(row["points"] for row in rows)


def _put(db: Connection, guild_id: int, player_id: int, streak: Streak) -> None:
    db.execute(*upsert("streaks", {"guild_id": guild_id, "player_id": player_id}, asdict(streak)))


# --- records and milestones ------------------------------------------------------------------

_LEAST_HANDS: Final = 20
"""Hands of a server before the first record: at the start every other hand would be one."""
_MILESTONES: Final = frozenset({100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000})
_LEAST_STREAK: Final = 3

_MOST: Final = "SELECT {0} FROM results WHERE guild_id = :guild AND is_void = 0"
_BEST: Final = {
    FeatKind.POINTS: f"{_MOST.format('points')} AND hand_id <> :but ORDER BY points DESC LIMIT 1",
    FeatKind.ROYALTIES: f"{_MOST.format('royalties')} AND hand_id <> :but"
    " ORDER BY royalties DESC LIMIT 1",
    FeatKind.STREAK: "SELECT MAX(won) FROM streaks WHERE guild_id = :guild",
}


def bests(db: Connection, guild_id: int, *, but: int = 0) -> dict[FeatKind, int]:
    """The current records of a server, 0 where there is none; hand `but` is left out.

    It must not have been counted in the streaks yet.
    """
    values = {"guild": guild_id, "but": but}
    rows = {kind: db.execute(query, values).fetchone() for kind, query in _BEST.items()}
    return {kind: (row[0] or 0) if row else 0 for kind, row in rows.items()}


def keep_reached(db: Connection, hand_id: int, before: dict[FeatKind, int]) -> None:
    """Record the records and milestones of a hand; `before` are the records without it."""
    row = db.execute(
        "SELECT guild_id, number FROM bookings WHERE hand_id = ?", (hand_id,)
    ).fetchone()
    if row["number"] > _LEAST_HANDS:
        least = {**before, FeatKind.STREAK: max(before[FeatKind.STREAK], _LEAST_STREAK - 1)}
        for kind in _BEST:
            _keep_record(db, hand_id, kind, least[kind])
    hands = db.execute(
        """
        SELECT player_id, SUM(hands) AS hands
        FROM tallies JOIN results USING (guild_id, player_id)
        WHERE hand_id = ? AND day = 0 GROUP BY player_id
        """,
        (hand_id,),
    ).fetchall()
    reached = ((each["player_id"], each["hands"]) for each in hands)
    _keep(db, hand_id, FeatKind.HANDS, (pair for pair in reached if pair[1] in _MILESTONES))


_VALUES: Final = {
    FeatKind.POINTS: "SELECT player_id, points FROM results WHERE hand_id = ?",
    FeatKind.ROYALTIES: "SELECT player_id, royalties FROM results WHERE hand_id = ?",
    FeatKind.STREAK: "SELECT player_id, won FROM streaks JOIN results USING (guild_id, player_id)"
    " WHERE hand_id = ?",
}


def _keep_record(db: Connection, hand_id: int, kind: FeatKind, before: int) -> None:
    values: list[tuple[int, int]] = [
        (row[0], row[1]) for row in db.execute(_VALUES[kind], (hand_id,))
    ]
    best = max(value for _, value in values)
    if best > before:
        _keep(db, hand_id, kind, (pair for pair in values if pair[1] == best))


def _keep(db: Connection, hand_id: int, kind: FeatKind, reached: Iterable[tuple[int, int]]) -> None:
    db.executemany(
        "INSERT INTO feats (hand_id, kind, player_id, value, guild_id, number)"
        " SELECT hand_id, ?, ?, ?, guild_id, number FROM bookings WHERE hand_id = ?",
        [(kind, player_id, value, hand_id) for player_id, value in reached],
    )


def of_hand(db: Connection, hand_id: int) -> tuple[Feat, ...]:
    """The records and milestones that a hand reached."""
    rows = db.execute(
        f"SELECT kind, {players.named('feats.guild_id')} AS name, value"
        " FROM feats JOIN players ON players.id = player_id"
        " WHERE hand_id = ? ORDER BY kind, player_id",
        (hand_id,),
    )
    return tuple(Feat(FeatKind(row["kind"]), row["name"], row["value"]) for row in rows)


_REACHED: Final = {
    FeatKind.POINTS: "SELECT player_id, number FROM results"
    " WHERE guild_id = :guild AND is_void = 0 AND points = :value",
    FeatKind.ROYALTIES: "SELECT player_id, number FROM results"
    " WHERE guild_id = :guild AND is_void = 0 AND royalties = :value",
    # A streak is the hands won since the last that was not: their `others` is the same.
    FeatKind.STREAK: """
        SELECT player_id, number FROM (
            SELECT player_id, number,
                ROW_NUMBER() OVER (PARTITION BY player_id, others ORDER BY number) AS length
            FROM (
                SELECT player_id, number, points,
                    SUM(CASE WHEN points > 0 THEN 0 ELSE 1 END)
                        OVER (PARTITION BY player_id ORDER BY number) AS others
                FROM results WHERE guild_id = :guild AND is_void = 0 AND player_id IN (
                    SELECT player_id FROM streaks WHERE guild_id = :guild AND won = :value
                )
            ) AS runs WHERE points > 0
        ) AS won WHERE length = :value
    """,
    FeatKind.HANDS: """
        SELECT player_id, MAX(number) AS number FROM results
        WHERE guild_id = :guild AND is_void = 0 AND player_id IN (
            SELECT player_id FROM tallies WHERE guild_id = :guild AND day = 0
            GROUP BY player_id HAVING SUM(hands) = :value
        )
        GROUP BY player_id
    """,
}
"""By whom a record was reached, and with which hand."""
_HOLDERS: Final = """
    SELECT {named} AS name, number FROM ({reached}) AS r JOIN players ON players.id = player_id
    WHERE number = (SELECT MIN(number) FROM ({reached}) AS f) ORDER BY player_id
"""


def records(db: Connection, guild_id: int) -> tuple[HeldRecord, ...]:
    """Who holds each record of a server: the first to reach it, void hands left out.

    Players who reached it with the same hand share it.
    """
    values = {**bests(db, guild_id), FeatKind.HANDS: _most_hands(db, guild_id)}
    found: list[HeldRecord] = []
    for kind, reached in _REACHED.items():
        value = values[kind]
        if value > 0:
            holders = db.execute(
                _HOLDERS.format(reached=reached, named=players.named(":guild")),
                {"guild": guild_id, "value": value},
            ).fetchall()
            names = tuple(row["name"] for row in holders)
            found.append(HeldRecord(kind, value, names, holders[0]["number"]))
    return tuple(found)


def _most_hands(db: Connection, guild_id: int) -> int:
    row = db.execute(
        "SELECT SUM(hands) FROM tallies WHERE guild_id = ? AND day = 0"
        " GROUP BY player_id ORDER BY SUM(hands) DESC LIMIT 1",
        (guild_id,),
    ).fetchone()
    return 0 if row is None else row[0]


def milestones(db: Connection, guild_id: int, *, count: int) -> tuple[Feat, ...]:
    """The latest records and milestones, the newest first."""
    rows = db.execute(
        f"""
        SELECT kind, {players.named("feats.guild_id")} AS name, value, feats.number
        FROM feats JOIN bookings USING (hand_id) JOIN players ON players.id = feats.player_id
        WHERE feats.guild_id = ? AND is_void = 0 ORDER BY feats.number DESC, kind LIMIT ?
        """,
        (guild_id, count),
    )
    return tuple(
        Feat(FeatKind(row["kind"]), row["name"], row["value"], row["number"]) for row in rows
    )
