"""Keeps the ledger's sums up to date hand by hand; they are also the evidence for ratings.

`ofc_engine.players.ratings` says how evidence becomes a rating. In a hand of n players each pair
has the weight 12 / n. The sums have for each seat, in thousandths: its points at a stake of 1 times
that weight (`net`), the same in judged hands (`judged_net`), its luck times that weight
(`lucky_net`), what it gave away to each opponent (`given_each`), and the square of that. For each
pair they have the weight of all its hands, of the judged ones, and of those whose luck is known.
All are whole numbers, so that a void hand takes out exactly what it brought in.
"""

from typing import Final, Literal

from bot.store.engine import Connection
from ofc_engine.stacks import LEVELS, Levels

WHOLE: Final = 12
"""The weight of a hand, which 2, 3 and 4 players divide without a remainder."""

_NET: Final = f"CAST(ROUND(points * {WHOLE}000.0 / (players * stake)) AS BIGINT)"
_LUCK: Final = f"CAST(ROUND(COALESCE(luck, 0) * {WHOLE}.0 / players) AS BIGINT)"
_EACH: Final = "CAST(ROUND(COALESCE(j.given, 0) * 1.0 / (players - 1)) AS BIGINT)"
_OF_SEAT: Final = f"""
        {_NET} AS net, CASE WHEN j.given IS NULL THEN 0 ELSE {_NET} END AS judged_net,
        {_LUCK} AS lucky_net,
        {_EACH} AS given_each, {_EACH} * {_EACH} AS given_squares
"""
"""Columns of a result joined with its number of players, its hand's stake and its judgement."""


def _rising(levels: Levels) -> str:
    """The factor of a hand's stake, by its `number` at its table (R14.1)."""
    *rises, last = [(place * levels.hands, each) for place, each in enumerate(levels.stakes, 1)]
    cases = " ".join(f"WHEN number <= {until} THEN {stake}" for until, stake in rises)
    return f"CASE {cases} ELSE {last[1]} END" if rises else str(last[1])


_LEVELS: Final = " ".join(f"WHEN '{name}' THEN {_rising(each)}" for name, each in LEVELS.items())
_STAKE: Final = f"stake * (CASE levels {_LEVELS} ELSE 1 END)"
"""The factor of a hand's points, in its row joined with its table's."""

_WEIGHT: Final = f"{WHOLE} / (SELECT COUNT(*) FROM results c WHERE c.hand_id = e.hand_id)"
_JUDGED: Final = "EXISTS (SELECT 1 FROM judgements j WHERE j.hand_id = e.hand_id{also})"
_OF_PAIR: Final = f"""
        {_WEIGHT} AS weight,
        CASE WHEN {_JUDGED.format(also="")} THEN {_WEIGHT} ELSE 0 END AS judged_weight,
        CASE WHEN {_JUDGED.format(also=" AND luck IS NOT NULL")}
            THEN {_WEIGHT} ELSE 0 END AS lucky_weight
"""
"""Columns of an entry."""

# --- counted in and out ----------------------------------------------------------------------

TOLD: Final = (
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
"""The sums that players see in their own record."""
SUMS: Final = (*TOLD, "net", "judged_net", "lucky_net", "given_each", "given_squares")
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
        {_OF_SEAT}
    FROM results r JOIN bookings b USING (hand_id)
        JOIN (SELECT hands.id AS of_hand, {_STAKE} AS stake, (
            SELECT COUNT(*) FROM results c WHERE c.hand_id = hands.id
        ) AS players FROM hands JOIN tables ON tables.id = table_id) t ON t.of_hand = r.hand_id
        LEFT JOIN (SELECT hand_id AS of_hand, seat AS of_seat, given, luck FROM judgements) j
        ON j.of_hand = r.hand_id AND of_seat = r.seat
        JOIN (SELECT 0 AS grain UNION ALL SELECT 1) AS grains ON TRUE
"""
"""Each result as it is counted in, once for its day and once for all days (day 0)."""
ENTRIES: Final = f"""
    SELECT e.guild_id, day * grain AS day, a, b, season, channel_id, variant,
        1 AS hands, points,
        CASE WHEN points > 0 THEN 1 ELSE 0 END AS won,
        CASE WHEN points < 0 THEN 1 ELSE 0 END AS lost,
        {_OF_PAIR}
    FROM entries e JOIN bookings b USING (hand_id), (SELECT 0 AS grain UNION ALL SELECT 1) AS grains
    WHERE +reverses IS NULL
"""
"""Each entry as it is counted in, once for its day and once for all days (day 0)."""
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
    """Count out a hand that has been marked void."""
    _subtract(db, "tallies", KEY, SUMS, _PARTS_OF_HAND, hand_id)
    _subtract(db, "rivalries", PAIR_KEY, PAIR_SUMS, _ENTRIES_OF_HAND, hand_id)
    # An extreme cannot be subtracted: look it up among the day's hands, then among all days.
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
    """Count in the judgement of a hand that has been counted in before."""
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
    """Set all sums of judgements to 0."""
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
