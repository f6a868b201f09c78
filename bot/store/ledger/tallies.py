"""Sums over the ledger that are kept hand by hand, and the ratings' evidence that they are."""

from typing import Any, Final, Literal

from bot.store import players
from bot.store.engine import Connection, as_row
from bot.store.ledger import bookings
from bot.store.ledger.evidence import OF_PAIR, OF_SEAT, STAKE, WHOLE
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
from bot.values.scenes import Standing
from ofc_engine.players.ratings import Evidence, PairPoints, PlayerPoints

_TOLD: Final = (
    "hands",
    "points",
    "squares",
    "fouls",
    "visits",
    "stays",
    "scoops",
    "front",
    "middle",
    "back",
    "judged",
    "given",
    "luck",
    "first_hands",
    "first_points",
    "last_hands",
    "last_points",
)
"""The sums that a player is told of themselves."""
SUMS: Final = (*_TOLD, "net", "judged_net", "lucky_net", "given_each", "given_squares")
RESULTS: Final = f"""
    SELECT r.guild_id, day * grain AS day, player_id, season, channel_id, variant,
        1 AS hands, points, points * points AS squares, points AS best, points AS worst,
        is_foul AS fouls, CASE WHEN fantasyland > 0 THEN 1 ELSE 0 END AS visits,
        CASE WHEN fantasyland > 0 AND earned > 0 THEN 1 ELSE 0 END AS stays,
        scoops, front, middle, back,
        CASE WHEN j.given IS NULL THEN 0 ELSE 1 END AS judged,
        COALESCE(j.given, 0) AS given, COALESCE(luck, 0) AS luck,
        CASE WHEN seat = 0 THEN 1 ELSE 0 END AS first_hands,
        CASE WHEN seat = 0 THEN points ELSE 0 END AS first_points,
        CASE WHEN seat = players - 1 THEN 1 ELSE 0 END AS last_hands,
        CASE WHEN seat = players - 1 THEN points ELSE 0 END AS last_points,
        {OF_SEAT}
    FROM results r JOIN bookings b USING (hand_id)
        JOIN (SELECT hands.id AS of_hand, {STAKE} AS stake, (
            SELECT COUNT(*) FROM results c WHERE c.hand_id = hands.id
        ) AS players FROM hands JOIN tables ON tables.id = table_id) t ON t.of_hand = r.hand_id
        LEFT JOIN (SELECT hand_id AS of_hand, seat AS of_seat, given, luck FROM judgements) j
        ON j.of_hand = r.hand_id AND of_seat = r.seat
        JOIN (SELECT 0 AS grain UNION ALL SELECT 1) AS grains ON TRUE
"""
"""Each part in a hand as it is counted in, once for its day and once for all days."""
ENTRIES: Final = f"""
    SELECT e.guild_id, day * grain AS day, a, b, season, channel_id, variant,
        1 AS hands, points,
        CASE WHEN points > 0 THEN 1 ELSE 0 END AS won,
        CASE WHEN points < 0 THEN 1 ELSE 0 END AS lost,
        {OF_PAIR}
    FROM entries e JOIN bookings b USING (hand_id), (SELECT 0 AS grain UNION ALL SELECT 1) AS grains
    WHERE +reverses IS NULL
"""
"""Each entry as it is counted in, once for its day and once for all days."""
# The plus keeps SQLite from walking the index of `reverses`, in which nearly all are NULL.
_OF_JUDGEMENTS: Final = (
    "judged",
    "given",
    "luck",
    "judged_net",
    "lucky_net",
    "given_each",
    "given_squares",
)
_OF_JUDGED_PAIRS: Final = ("judged_weight", "lucky_weight")
KEY: Final = ("guild_id", "day", "player_id", "season", "channel_id", "variant")
PAIR_KEY: Final = ("guild_id", "day", "a", "b", "season", "channel_id", "variant")
PAIR_SUMS: Final = (
    "hands",
    "points",
    "won",
    "lost",
    "weight",
    "judged_weight",
    "lucky_weight",
)
_NAMED: Final = players.named(":guild")
_ALL: Final = 2**62
"""More than there are of anything."""
_PARTS_OF_HAND: Final = f"{RESULTS} WHERE hand_id = ?"
_ENTRIES_OF_HAND: Final = f"{ENTRIES} AND hand_id = ?"


def add(db: Connection, hand_id: int) -> None:
    """Count a booked hand in."""
    sums = ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in SUMS)
    db.execute(
        f"""
        INSERT INTO tallies ({", ".join(KEY)}, {", ".join(SUMS)}, best, worst)
        SELECT {", ".join(KEY)}, {", ".join(SUMS)}, best, worst FROM ({_PARTS_OF_HAND}) AS s
        WHERE TRUE
        ON CONFLICT ({", ".join(KEY)}) DO UPDATE SET {sums},
            best = CASE WHEN excluded.best > tallies.best THEN excluded.best ELSE tallies.best END,
            worst = CASE WHEN excluded.worst < tallies.worst
                THEN excluded.worst ELSE tallies.worst END
        """,
        (hand_id,),
    )
    sums = ", ".join(f"{name} = rivalries.{name} + excluded.{name}" for name in PAIR_SUMS)
    db.execute(
        f"INSERT INTO rivalries ({', '.join(PAIR_KEY)}, {', '.join(PAIR_SUMS)}) {_ENTRIES_OF_HAND}"
        f" ON CONFLICT ({', '.join(PAIR_KEY)}) DO UPDATE SET {sums}",
        (hand_id,),
    )


def take_out(db: Connection, hand_id: int) -> None:
    """Count a hand out that has been marked void."""
    _subtract(db, "tallies", KEY, SUMS, _PARTS_OF_HAND, hand_id)
    _subtract(db, "rivalries", PAIR_KEY, PAIR_SUMS, _ENTRIES_OF_HAND, hand_id)
    # An extreme cannot be subtracted: what is left of a day is looked up, then all its days.
    _find_extremes(db, hand_id, "t.day <> 0", _OF_ONE_DAY)
    _find_extremes(db, hand_id, "t.day = 0", _OF_ALL_DAYS)


_OF_ONE_DAY: Final = """
    SELECT {aggregate}(points) FILTER (
        WHERE season = t.season AND channel_id = t.channel_id AND variant = t.variant
    )
    FROM bookings b JOIN results r USING (hand_id)
    WHERE b.guild_id = t.guild_id AND b.day = t.day
        AND player_id = t.player_id AND r.is_void = 0
"""
_OF_ALL_DAYS: Final = """
    SELECT {aggregate}({name}) FROM tallies d
    WHERE d.player_id = t.player_id AND d.guild_id = t.guild_id AND d.day > 0
        AND d.season = t.season AND d.channel_id = t.channel_id AND d.variant = t.variant
"""


def add_judgement(db: Connection, hand_id: int) -> None:
    """Count in what was given away in a hand that has been counted in, and is judged now."""
    _add_to(db, "tallies", KEY, _OF_JUDGEMENTS, _PARTS_OF_HAND, hand_id)
    _add_to(db, "rivalries", PAIR_KEY, _OF_JUDGED_PAIRS, _ENTRIES_OF_HAND, hand_id)


def _add_to(
    db: Connection,
    table: str,
    key: tuple[str, ...],
    sums: tuple[str, ...],
    source: str,
    hand_id: int,
    sign: Literal["+", "-"] = "+",
) -> None:
    match = " AND ".join(f"t.{name} = s.{name}" for name in key)
    more = ", ".join(f"{name} = t.{name} {sign} s.{name}" for name in sums)
    db.execute(f"UPDATE {table} AS t SET {more} FROM ({source}) AS s WHERE {match}", (hand_id,))


def forget_judgements(db: Connection) -> None:
    """Count every judgement out again."""
    for table, sums in (("tallies", _OF_JUDGEMENTS), ("rivalries", _OF_JUDGED_PAIRS)):
        db.execute(f"UPDATE {table} SET {', '.join(f'{name} = 0' for name in sums)}")


def _find_extremes(db: Connection, hand_id: int, which: str, extreme: str) -> None:
    match = " AND ".join(f"t.{name} = s.{name}" for name in KEY)
    for name, aggregate in (("best", "MAX"), ("worst", "MIN")):
        found = extreme.format(aggregate=aggregate, name=name)
        db.execute(
            f"UPDATE tallies AS t SET {name} = ({found}) FROM ({_PARTS_OF_HAND}) AS s"
            f" WHERE {match} AND {which} AND t.{name} = s.{name}",
            (hand_id,),
        )


def _subtract(
    db: Connection,
    table: str,
    key: tuple[str, ...],
    sums: tuple[str, ...],
    source: str,
    hand_id: int,
) -> None:
    _add_to(db, table, key, sums, source, hand_id, "-")
    keys = ", ".join(key)
    db.execute(
        f"DELETE FROM {table} WHERE hands = 0 AND ({keys}) IN (SELECT {keys} FROM ({source}) AS s)",
        (hand_id,),
    )


def condition(
    guild_id: int, scope: Scope, now: int, *, daily: bool = False
) -> tuple[str, dict[str, Any]]:
    """The rows of tallies or rivalries that a scope is about, as SQL and its parameters.

    `daily`: those of single days even where sums over all days would do.
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
    """Everybody's points in a scope, the most first, but for so many of the `first`."""
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
    sums = ", ".join(f"SUM({name}) AS {name}" for name in _TOLD)
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
    """The refusal where no hand of a player is found that counts, or none with the others."""
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
    """The servers in whose ledgers a player has hands that count, where they have most first."""
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
