"""Duplicate tournaments and matches: their plan, their shared deals, who played where."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.store.engine import Connection, as_row
from bot.values.swiss import SwissGroup
from ofc_engine.deal import commitment
from ofc_engine.duplicate_match import MatchPlay


@dataclass(frozen=True)
class DuplicatePlan:
    """The plan of a duplicate tournament, which is fixed once others join.

    It has `rounds` rounds of `hands` hands and of `seconds` each. `seed` is what everybody added to
    its deals by joining, None before the start.
    """

    rounds: int
    hands: int
    seconds: int
    seed: str | None = None


def add(
    db: Connection, tournament_id: int, plan: DuplicatePlan, secret: Callable[[], bytes]
) -> None:
    """Store the plan of a tournament, and commit to its deals: round by round, hand by hand."""
    db.execute(
        "INSERT INTO duplicates (tournament_id, rounds, hands, seconds) VALUES (?, ?, ?, ?)",
        (tournament_id, plan.rounds, plan.hands, plan.seconds),
    )
    _commit(db, tournament_id, _places(plan), secret)


def change(
    db: Connection, tournament_id: int, plan: DuplicatePlan, secret: Callable[[], bytes]
) -> None:
    """Replace the plan, and commit to the deals that it adds.

    Deals that it drops stay committed to, but are not played.
    """
    db.execute(
        "UPDATE duplicates SET rounds = ?, hands = ?, seconds = ? WHERE tournament_id = ?",
        (plan.rounds, plan.hands, plan.seconds, tournament_id),
    )
    rows = db.execute(
        "SELECT round, hand FROM shared_deals WHERE tournament_id = ?", (tournament_id,)
    )
    known = {(row["round"], row["hand"]) for row in rows}
    _commit(db, tournament_id, [each for each in _places(plan) if each not in known], secret)


def _places(plan: DuplicatePlan) -> list[tuple[int, int]]:
    """The rounds and hands of all deals."""
    rounds, hands = range(1, plan.rounds + 1), range(1, plan.hands + 1)
    return [(number, hand) for number in rounds for hand in hands]


def _commit(
    db: Connection,
    tournament_id: int,
    places: Iterable[tuple[int, int]],
    secret: Callable[[], bytes],
) -> None:
    deals = [(place, secret()) for place in places]
    db.executemany(
        "INSERT INTO shared_deals (tournament_id, round, hand, secret, commitment)"
        " VALUES (?, ?, ?, ?, ?)",
        [(tournament_id, *place, secret, commitment(secret)) for place, secret in deals],
    )


def plan_of(db: Connection, tournament_id: int) -> DuplicatePlan | None:
    """The plan of a duplicate tournament; None for any other."""
    row = db.execute(
        "SELECT rounds, hands, seconds, seed FROM duplicates WHERE tournament_id = ?",
        (tournament_id,),
    ).fetchone()
    return None if row is None else as_row(DuplicatePlan, row)


_PLANNED = (
    "shared_deals JOIN duplicates p USING (tournament_id) WHERE tournament_id = ?"
    " AND round <= p.rounds AND hand <= p.hands"
)
"""The deals of a tournament that are in its plan."""

# --- deals -----------------------------------------------------------------------------------


def own_seed(db: Connection, tournament_id: int, number: int, hand: int) -> str | None:
    """The own seed of a hand of a round; None if it has the tournament's."""
    row = db.execute(
        "SELECT seed FROM shared_deals WHERE tournament_id = ? AND round = ? AND hand = ?",
        (tournament_id, number, hand),
    ).fetchone()
    return None if row is None else row["seed"]


def fixed_anew(db: Connection, tournament_id: int) -> int | None:
    """When deals of a tournament last got new secrets (Unix seconds); None if they never did."""
    row = db.execute(
        "SELECT max(anew) FROM shared_deals WHERE tournament_id = ?", (tournament_id,)
    ).fetchone()
    return row[0]


def secret_of(db: Connection, tournament_id: int, number: int, hand: int) -> bytes | None:
    """The secret of a hand of a round; None after its last."""
    row = db.execute(
        f"SELECT secret FROM {_PLANNED} AND round = ? AND hand = ?",
        (tournament_id, number, hand),
    ).fetchone()
    return None if row is None else row["secret"]


def commitments(db: Connection, tournament_id: int) -> dict[tuple[int, int], bytes]:
    """Round and hand -> the commitment to its deal, which is public from the opening on."""
    rows = db.execute(
        f"SELECT round, hand, commitment FROM {_PLANNED} ORDER BY round, hand",
        (tournament_id,),
    )
    return {(row["round"], row["hand"]): row["commitment"] for row in rows}


def set_seed(db: Connection, tournament_id: int, seed: str) -> None:
    """Store the seed of all deals, when the tournament starts."""
    db.execute("UPDATE duplicates SET seed = ? WHERE tournament_id = ?", (seed, tournament_id))


def is_withheld(db: Connection, table_id: int, number: int) -> bool:
    """R14.4: whether a group of the same round is still to play that hand, or is playing it."""
    row = db.execute(
        """
        SELECT 1 FROM tables mine
        JOIN tables other ON other.tournament_id = mine.tournament_id AND other.round = mine.round
        LEFT JOIN hands ON hands.table_id = other.id AND hands.number = ?2
        WHERE mine.id = ?1 AND other.state <> 'closed'
            AND (hands.id IS NULL OR hands.state = 'playing')
        LIMIT 1
        """,
        (table_id, number),
    ).fetchone()
    return row is not None


# --- groups ----------------------------------------------------------------------------------


def tables_of_round(db: Connection, tournament_id: int, number: int) -> tuple[int, ...]:
    """The ids of the tables of a round, open or closed, by their numbers."""
    rows = db.execute(
        "SELECT id FROM tables WHERE tournament_id = ? AND round = ? ORDER BY room",
        (tournament_id, number),
    )
    return tuple(row["id"] for row in rows)


def groups(db: Connection, tournament_id: int) -> dict[int, tuple[SwissGroup[int], ...]]:
    """Round -> its groups by number: the player of each seat, None for a computer, and points.

    The points are those of finished hands, with those for Fantasyland earned in the last.
    """
    rows = db.execute(
        """
        SELECT t.round, t.id, l.player_id, p.level, coalesce(s.points, 0) + coalesce((
            SELECT sum(v.points) FROM visits v JOIN lineups o ON o.hand_id = v.hand_id
            JOIN hands g ON g.id = v.hand_id WHERE g.table_id = t.id
                AND o.seat = v.seat AND o.player_id = l.player_id), 0) AS points
        FROM tables t
        JOIN hands h ON h.table_id = t.id AND h.number = 1
        JOIN lineups l ON l.hand_id = h.id
        JOIN players p ON p.id = l.player_id
        LEFT JOIN totals s ON s.table_id = t.id AND s.player_id = l.player_id
        WHERE t.tournament_id = ? ORDER BY t.round, t.room, l.table_seat
        """,
        (tournament_id,),
    )
    found: dict[int, list[SwissGroup[int]]] = defaultdict(list)
    for (number, _table), seated in groupby(rows, lambda row: (row["round"], row["id"])):
        by_seat = list(seated)
        players = tuple(row["player_id"] if row["level"] is None else None for row in by_seat)
        found[number].append(SwissGroup(players, tuple(row["points"] for row in by_seat)))
    return {number: tuple(each) for number, each in found.items()}


def keep_visits(db: Connection, hand_id: int, points: Iterable[int]) -> None:
    """Store what each seat gains for Fantasyland earned in the last hand of a round (R14.4)."""
    db.executemany(
        "INSERT INTO visits (hand_id, seat, points) VALUES (?, ?, ?)",
        [(hand_id, seat, ahead) for seat, ahead in enumerate(points) if ahead],
    )


def visits(db: Connection, hand_id: int) -> dict[int, int]:
    """Seat -> the points it gains for Fantasyland that counts in a hand, unless they are 0."""
    rows = db.execute("SELECT seat, points FROM visits WHERE hand_id = ?", (hand_id,))
    return {row["seat"]: row["points"] for row in rows}


def finished_groups(db: Connection, tournament_id: int, number: int) -> int:
    """How many groups of a round have played all their hands."""
    row = db.execute(
        "SELECT count(*) FROM tables WHERE tournament_id = ? AND round = ? AND ended_by = 'hands'",
        (tournament_id, number),
    ).fetchone()
    return row[0]


# --- who has missed rounds -------------------------------------------------------------------


def miss(db: Connection, tournament_id: int, player_id: int, number: int) -> None:
    """Record that somebody has missed a round."""
    db.execute(
        "INSERT INTO missed_rounds (tournament_id, player_id, round) VALUES (?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (tournament_id, player_id, number),
    )


def misses(db: Connection, tournament_id: int) -> dict[int, int]:
    """Player id -> rounds that they have missed, since they came back if they ever did."""
    rows = db.execute(
        "SELECT player_id, count(*) AS missed FROM missed_rounds"
        " WHERE tournament_id = ? AND counts = 1 GROUP BY player_id",
        (tournament_id,),
    )
    return {row["player_id"]: row["missed"] for row in rows}


def missed(db: Connection, tournament_id: int) -> Mapping[int, frozenset[int]]:
    """Round -> the players who have missed it."""
    rows = db.execute(
        "SELECT round, player_id FROM missed_rounds WHERE tournament_id = ?", (tournament_id,)
    )
    found: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        found[row["round"]].add(row["player_id"])
    return {number: frozenset(players) for number, players in found.items()}


def come_back(db: Connection, tournament_id: int, player_id: int) -> None:
    """Let somebody take part again, with a clean slate."""
    db.execute(
        "UPDATE missed_rounds SET counts = 0 WHERE tournament_id = ? AND player_id = ?",
        (tournament_id, player_id),
    )
    db.execute(
        "UPDATE entrants SET out_round = NULL, out_stack = NULL"
        " WHERE tournament_id = ? AND player_id = ?",
        (tournament_id, player_id),
    )


# --- duplicate matches -----------------------------------------------------------------------


@dataclass(frozen=True)
class MatchRow:
    """The secret of a match's deals; `seed` is that of all of them, None before the first.

    `anew` is when it was replaced (Unix seconds) because a backup was restored before the match
    began; `seen`: one was restored while it was played, so its deals may be known.
    """

    secret: bytes
    commitment: bytes
    seed: str | None
    anew: int | None
    seen: bool


def add_match(db: Connection, table_id: int, secret: bytes) -> None:
    """Commit to a match with a 32-byte secret; IntegrityError if its table has one."""
    db.execute(
        "INSERT INTO matches (table_id, secret, commitment) VALUES (?, ?, ?)",
        (table_id, secret, commitment(secret)),
    )


def match_of(db: Connection, table_id: int) -> MatchRow:
    """The row of the match that a table plays."""
    row = db.execute(
        "SELECT secret, commitment, seed, anew, seen FROM matches WHERE table_id = ?", (table_id,)
    ).fetchone()
    return as_row(MatchRow, row)


def set_match_seed(db: Connection, table_id: int, seed: str) -> None:
    """Store the seed of all deals, once; IntegrityError if there is one."""
    db.execute("UPDATE matches SET seed = ? WHERE table_id = ?", (seed, table_id))


def keep_play(db: Connection, hand_id: int, points: Sequence[int]) -> None:
    """Store what a finished hand counts, by seats in acting order, and cover it for now."""
    db.execute("INSERT INTO covers (hand_id) VALUES (?)", (hand_id,))
    db.executemany(
        "INSERT INTO plays (hand_id, seat, points) VALUES (?, ?, ?)",
        [(hand_id, seat, won) for seat, won in enumerate(points)],
    )


def plays(db: Connection, table_id: int) -> tuple[MatchPlay, ...]:
    """The finished hands of a match, in order."""
    rows = db.execute(
        """
        SELECT h.number, coalesce(h.dealt_as, h.number) AS deal, l.player_id, p.points,
            coalesce(b.is_void, 0) AS is_void
        FROM hands h JOIN plays p ON p.hand_id = h.id
        JOIN lineups l ON l.hand_id = h.id AND l.seat = p.seat
        LEFT JOIN bookings b ON b.hand_id = h.id
        WHERE h.table_id = ? ORDER BY h.number, p.seat
        """,
        (table_id,),
    )
    found: list[MatchPlay] = []
    for (number, deal, is_void), seated in groupby(
        rows, lambda row: (row["number"], row["deal"], row["is_void"])
    ):
        parts = [(row["player_id"], row["points"]) for row in seated]
        players, points = zip(*parts, strict=True)
        found.append(MatchPlay(number, deal, players, points, bool(is_void)))
    return tuple(found)


def covered(db: Connection, table_id: int) -> tuple[int, ...]:
    """The numbers of a table's covered hands, in order."""
    rows = db.execute(
        "SELECT number FROM covers JOIN hands ON hands.id = hand_id WHERE table_id = ?"
        " ORDER BY number",
        (table_id,),
    )
    return tuple(row["number"] for row in rows)


def uncover(db: Connection, hand_id: int) -> None:
    """Uncover a hand."""
    db.execute("DELETE FROM covers WHERE hand_id = ?", (hand_id,))
