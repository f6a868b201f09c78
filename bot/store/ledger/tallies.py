"""Reads a ledger's sums: standings, records, charts, months, and the evidence for ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.store import players
from bot.store.engine import Connection, as_row
from bot.store.ledger import bookings
from bot.store.ledger.counting import TOLD, WHOLE
from bot.values.hand_skill import THOUSAND
from bot.values.ledger_records import (
    DAY,
    EVERYTHING,
    NOTHING_COUNTS,
    LedgerError,
    Record,
    Rival,
    Scope,
)
from bot.values.phrases import plain
from bot.values.scenes import LedgerEntry, LedgerScene, ScenePlayer, Standing
from ofc_engine.players.ratings import Evidence, PairPoints, PlayerPoints

_NAMED: Final = players.named(":guild")
_ALL: Final = 2**62
"""A limit that nothing reaches."""


def condition(
    guild_id: int, scope: Scope, now: int, *, daily: bool = False
) -> tuple[str, dict[str, Any]]:
    """The condition on rows of tallies or rivalries for a scope, as SQL and its parameters.

    `daily`: take the rows of single days even where those over all days would do.
    """
    words, values = bookings.in_scope(guild_id, scope)
    words += ["guild_id = :guild", "day > :since" if scope.days or daily else "day = 0"]
    since = max(now // DAY - scope.days, 0) if scope.days else 0
    return " AND ".join(words), {**values, "since": since}


def standing(
    db: Connection,
    guild_id: int,
    scope: Scope = EVERYTHING,
    *,
    now: int = 0,
    first: int = 0,
    count: int = _ALL,
) -> tuple[Standing, ...]:
    """Everybody's points in a scope, the most first: up to `count` lines, from line `first` on."""
    where, values = condition(guild_id, scope, now)
    rows = db.execute(
        f"""
        SELECT RANK() OVER (ORDER BY SUM(points) DESC) AS place, MAX({_NAMED}) AS name,
            SUM(hands) AS hands, SUM(points) AS points, MAX(best) AS best, MIN(worst) AS worst,
            SUM(judged) AS judged, SUM(given) AS given
        FROM tallies JOIN players ON players.id = player_id WHERE {where}
        GROUP BY player_id ORDER BY SUM(points) DESC, SUM(hands) DESC, player_id
        LIMIT :count OFFSET :first
        """,
        {**values, "first": first, "count": count},
    )
    return tuple(as_row(Standing, row) for row in rows)


def ranked(db: Connection, guild_id: int, scope: Scope, *, now: int, count: int) -> list[int]:
    """The ids of those who played most in a scope, most hands first."""
    where, values = condition(guild_id, scope, now)
    rows = db.execute(
        f"SELECT player_id FROM tallies WHERE {where} GROUP BY player_id"
        " ORDER BY SUM(hands) DESC, player_id LIMIT :count",
        {**values, "count": count},
    )
    return [row["player_id"] for row in rows]


def record(
    db: Connection, guild_id: int, player_id: int, scope: Scope, *, now: int
) -> Record | None:
    """A player's sums in a scope; None if they have not played there."""
    where, values = condition(guild_id, scope, now)
    sums = ", ".join(f"SUM({name}) AS {name}" for name in TOLD)
    row = db.execute(
        f"""
        SELECT player_id, MAX({_NAMED}) AS name, {sums}, MAX(best) AS best, MIN(worst) AS worst
        FROM tallies JOIN players ON players.id = player_id
        WHERE {where} AND player_id = :player GROUP BY player_id
        """,
        {**values, "player": player_id},
    ).fetchone()
    return None if row is None else as_row(Record, row)


def is_empty(db: Connection, guild_id: int) -> bool:
    """True if no hand of a server counts."""
    query = "SELECT 1 FROM tallies WHERE guild_id = ? LIMIT 1"
    return db.execute(query, (guild_id,)).fetchone() is None


def nothing_of(db: Connection, guild_id: int, player_id: int, *others: int) -> LedgerError:
    """The refusal if no hand counts that a player played, or played with all the others."""
    if is_empty(db, guild_id):
        return LedgerError(NOTHING_COUNTS)
    if not others and has_played(db, guild_id, player_id):
        return LedgerError("This player has no hands here.")
    names = [players.in_ledger(db, guild_id, each).name for each in (player_id, *others)]
    return LedgerError(
        "No hand of {names} counts here yet; those with computer players usually don't.",
        names=", ".join(map(plain, names)),
    )


def has_played(db: Connection, guild_id: int, player_id: int) -> bool:
    """True if a player has a hand in a server's ledger that counts."""
    row = db.execute(
        "SELECT 1 FROM tallies WHERE player_id = ? AND guild_id = ?", (player_id, guild_id)
    ).fetchone()
    return row is not None


def guilds_of(db: Connection, player_id: int) -> tuple[int, ...]:
    """The servers in whose ledgers a player has hands that count, the one with most hands first."""
    rows = db.execute(
        "SELECT guild_id FROM tallies WHERE player_id = ?"
        " GROUP BY guild_id ORDER BY SUM(hands) DESC, guild_id",
        (player_id,),
    )
    return tuple(row["guild_id"] for row in rows)


def points(db: Connection, guild_id: int, player_id: int, scope: Scope, *, now: int) -> int:
    """A player's points in a scope."""
    where, values = condition(guild_id, scope, now)
    row = db.execute(
        f"SELECT SUM(points) FROM tallies WHERE {where} AND player_id = :player",
        {**values, "player": player_id},
    ).fetchone()
    return row[0] or 0


def rivals(
    db: Connection, guild_id: int, player_id: int, scope: Scope, *, now: int
) -> tuple[Rival, ...]:
    """A player's record against everybody they have played with, most hands first."""
    where, values = condition(guild_id, scope, now)
    rows = db.execute(
        f"""
        SELECT other AS player_id, MAX({_NAMED}) AS name, SUM(hands) AS hands,
            SUM(points) AS points, SUM(won) AS won, SUM(lost) AS lost
        FROM (
            SELECT b AS other, hands, points, won, lost FROM rivalries
            WHERE {where} AND a = :player
            UNION ALL
            SELECT a, hands, -points, lost, won FROM rivalries
            WHERE {where} AND b = :player
        ) AS games JOIN players ON players.id = other
        GROUP BY other ORDER BY SUM(hands) DESC, other
        """,
        {**values, "player": player_id},
    )
    return tuple(as_row(Rival, row) for row in rows)


# --- as evidence for ratings -----------------------------------------------------------------

_PLAYED: Final = """
    SELECT player_id, MAX(level) AS level, SUM(hands) AS hands, SUM(judged) AS judged,
        SUM(net) - SUM(judged_net) AS net, SUM(lucky_net) AS luck,
        SUM(given_each) AS given, SUM(given_squares) AS squares
    FROM tallies JOIN players ON players.id = player_id
    WHERE {where} GROUP BY player_id
"""
_TOGETHER: Final = """
    SELECT a, b, SUM(lucky_weight) AS lucky, SUM(weight) - SUM(judged_weight) AS bare
    FROM rivalries WHERE {where} GROUP BY a, b
"""


def most_played(
    db: Connection, guild_id: int, scope: Scope, *, now: int, player_id: int | None = None
) -> str | None:
    """The variant with the most hands of a scope, or of a player in it; None without any."""
    where, values = condition(guild_id, scope, now)
    row = db.execute(
        f"""
        SELECT variant FROM tallies
        WHERE {where} AND player_id = COALESCE(:player, player_id)
        GROUP BY variant ORDER BY SUM(hands) DESC, variant LIMIT 1
        """,
        {**values, "player": player_id},
    ).fetchone()
    return None if row is None else row["variant"]


def evidence(db: Connection, guild_id: int, scope: Scope, *, now: int) -> Evidence:
    """The evidence of a scope's hands, void hands left out."""
    where, values = condition(guild_id, scope, now)
    played = tuple(
        PlayerPoints(
            row["player_id"],
            row["level"],
            row["hands"],
            row["judged"],
            row["given"] / THOUSAND,
            row["squares"] / THOUSAND**2,
            row["luck"] / (WHOLE * THOUSAND),
            row["net"] / (WHOLE * THOUSAND),
        )
        for row in db.execute(_PLAYED.format(where=where), values)
    )
    together = tuple(
        PairPoints(row["a"], row["b"], row["lucky"] / WHOLE, row["bare"] / WHOLE)
        for row in db.execute(_TOGETHER.format(where=where), values)
    )
    return Evidence(played, together)


# --- how points ran --------------------------------------------------------------------------


def points_by_hand(
    db: Connection, guild_id: int, player_ids: Sequence[int], scope: Scope, *, now: int, count: int
) -> LedgerScene:
    """The latest `count` hands that any of the players played, void hands left out."""
    entries: dict[int, dict[int, LedgerEntry]] = {}
    for player_id in player_ids:
        for number, entry in _latest(db, guild_id, player_id, scope, now, count):
            entries.setdefault(number, {})[player_id] = entry
    numbers = sorted(entries)[-count:]
    hands = tuple(tuple(map(entries[number].get, player_ids)) for number in numbers)
    return LedgerScene(_shown(db, guild_id, player_ids, scope, now), 1, hands)


def _latest(
    db: Connection, guild_id: int, player_id: int, scope: Scope, now: int, count: int
) -> list[tuple[int, LedgerEntry]]:
    words, values = bookings.in_scope(guild_id, scope)
    words += ["r.guild_id = :guild", "player_id = :player", "r.is_void = 0"]
    since, first = now // DAY - scope.days, None
    if scope.days:
        first = bookings.first_since(db, guild_id, since)
        # The first of the period bounds the walk along the index.
        words += ["r.number >= :first", "+day > :since"]
    rows = db.execute(
        f"SELECT r.number, points, fantasyland, is_foul FROM results r"
        f" JOIN bookings USING (hand_id) WHERE {' AND '.join(words)}"
        " ORDER BY r.number DESC LIMIT :count",
        {**values, "player": player_id, "first": first, "since": since, "count": count},
    )
    return [
        (
            row["number"],
            LedgerEntry(row["points"], bool(row["fantasyland"]), bool(row["is_foul"])),
        )
        for row in rows
    ]


def points_by_day(
    db: Connection, guild_id: int, player_ids: Sequence[int], scope: Scope, *, now: int
) -> LedgerScene:
    """Every day on which any of the players played."""
    where, values = condition(guild_id, scope, now, daily=True)
    days: dict[int, dict[int, LedgerEntry]] = {}
    for player_id in player_ids:
        rows = db.execute(
            f"SELECT day, SUM(points) AS points FROM tallies WHERE {where}"
            " AND player_id = :player GROUP BY day",
            {**values, "player": player_id},
        )
        for row in rows:
            days.setdefault(row["day"], {})[player_id] = LedgerEntry(row["points"])
    steps = tuple(tuple(map(days[day].get, player_ids)) for day in sorted(days))
    totals = _shown(db, guild_id, player_ids, scope, now)
    return LedgerScene(totals, 1, steps, per_day=True)


def _shown(
    db: Connection, guild_id: int, player_ids: Sequence[int], scope: Scope, now: int
) -> tuple[ScenePlayer, ...]:
    found: list[ScenePlayer] = []
    for player_id in player_ids:
        total = points(db, guild_id, player_id, scope, now=now)
        found.append(players.in_ledger(db, guild_id, player_id).shown(total))
    return tuple(found)


# --- weeks and months ------------------------------------------------------------------------


@dataclass(frozen=True)
class MonthLine:
    """Somebody's sums over a month; `visits` are hands that they played in Fantasyland."""

    place: int
    name: str
    hands: int
    points: int
    visits: int


@dataclass(frozen=True)
class BestHand:
    """The most points that anybody made in one hand: `number` is the hand's in the server."""

    name: str
    points: int
    number: int


_BETWEEN: Final = f"""
    FROM bookings b JOIN results r USING (hand_id) JOIN players ON players.id = player_id
    WHERE b.guild_id = :guild AND day BETWEEN :since / {DAY} AND :until / {DAY}
        AND booked_at >= :since AND booked_at < :until AND r.is_void = 0
"""


def best_hands(db: Connection, guild_id: int, since: int, until: int) -> tuple[BestHand, ...]:
    """The best hands from a moment up to another (Unix seconds): all that are level, in order.

    None if nobody has won points then.
    """
    rows = db.execute(
        f"""
        SELECT name, points, number FROM (
            SELECT {_NAMED} AS name, points, r.number AS number, seat,
                RANK() OVER (ORDER BY points DESC) AS place
            {_BETWEEN} AND points > 0
        ) AS hands WHERE place = 1 ORDER BY number, seat
        """,
        {"guild": guild_id, "since": since, "until": until},
    )
    return tuple(as_row(BestHand, row) for row in rows)


def hands_between(db: Connection, guild_id: int, since: int, until: int) -> int:
    """How many hands counted from a moment up to another (Unix seconds)."""
    return db.execute(
        f"SELECT COUNT(DISTINCT hand_id) {_BETWEEN}",
        {"guild": guild_id, "since": since, "until": until},
    ).fetchone()[0]


def lines_between(db: Connection, guild_id: int, since: int, until: int) -> tuple[MonthLine, ...]:
    """Everybody's sums from a moment up to another (Unix seconds), most points first."""
    rows = db.execute(
        f"""
        SELECT RANK() OVER (ORDER BY SUM(points) DESC) AS place, MAX({_NAMED}) AS name,
            COUNT(*) AS hands, SUM(points) AS points,
            SUM(CASE WHEN fantasyland > 0 THEN 1 ELSE 0 END) AS visits
        {_BETWEEN} GROUP BY player_id ORDER BY SUM(points) DESC, COUNT(*) DESC, player_id
        """,
        {"guild": guild_id, "since": since, "until": until},
    )
    return tuple(as_row(MonthLine, row) for row in rows)
