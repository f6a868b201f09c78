"""Judgements of hands, the hands still to be judged, and answers to exercises."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Final

from bot.store import players
from bot.store.engine import Connection, as_row, ours_of_table
from bot.store.ledger import bookings, counting
from bot.values.hand_skill import (
    THOUSAND,
    Compared,
    CostlyMistake,
    HandSkill,
    Leak,
    Leaks,
    Mistake,
    PartGaps,
    mean_gaps,
)
from bot.values.ledger_records import Scope
from ofc_engine.rule_options import Scoring
from ofc_engine.rulesets import Ruleset


def next_unjudged(db: Connection) -> int | None:
    """The next hand to judge: the latest at a table that this process looks after."""
    query = "SELECT MAX(hand_id) FROM unjudged"
    if condition := ours_of_table(db):
        query += f" JOIN hands ON hands.id = hand_id WHERE hand_id > 0{condition}"
    return db.execute(query).fetchone()[0]


def pass_over(db: Connection, hand_id: int) -> None:
    """Leave a hand without a judgement."""
    db.execute("DELETE FROM unjudged WHERE hand_id = ?", (hand_id,))


def keep(
    db: Connection,
    hand_id: int,
    judge: int,
    seats: Sequence[tuple[HandSkill, Iterable[Mistake]]],
) -> bool:
    """Store the judgement of each seat of a hand; False if the hand has been judged already.

    `judge` is the judge's version. The judgement counts in the ledger's sums if the hand does.
    """
    if not db.execute("DELETE FROM unjudged WHERE hand_id = ?", (hand_id,)).rowcount:
        return False
    for seat, (skill, mistakes) in enumerate(seats):
        db.execute(
            "INSERT INTO judgements (hand_id, seat, player_id, judge, given, luck, worst)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (hand_id, seat, skill.player_id, judge, skill.given, skill.luck, skill.worst),
        )
        db.executemany(
            "INSERT INTO mistakes (hand_id, seat, at, street, line, kind, cost, parts)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    *(hand_id, seat, each.at, each.street, each.line, each.kind, each.cost),
                    None if each.parts is None else str(each.parts),
                )
                for each in mistakes
            ],
        )
    booking = bookings.of_hand(db, hand_id)
    if booking is not None and not booking.is_void:
        counting.add_judgement(db, hand_id)
    return True


def of_hand(db: Connection, hand_id: int) -> tuple[HandSkill, ...]:
    """The skill of each player of a hand, in acting order; empty until it is judged."""
    rows = db.execute(
        "SELECT player_id, given, luck, worst FROM judgements WHERE hand_id = ? ORDER BY seat",
        (hand_id,),
    )
    return tuple(as_row(HandSkill, row) for row in rows)


def of_two(
    db: Connection, guild_id: int, one: int, two: int, scope: Scope, *, now: int
) -> tuple[float, float] | None:
    """Points that each of two gave away per hand that they played together; None without any."""
    where, values = bookings.condition(guild_id, scope, now)
    row = db.execute(
        f"""
        SELECT AVG(x.given), AVG(y.given)
        FROM judgements x JOIN judgements y ON y.hand_id = x.hand_id AND y.player_id = :two
            JOIN bookings ON bookings.hand_id = x.hand_id
        WHERE {where} AND is_void = 0 AND x.player_id = :one
        """,
        {**values, "one": one, "two": two},
    ).fetchone()
    return None if row[0] is None else (row[0] / THOUSAND, row[1] / THOUSAND)


_MISTAKES: Final = """
    FROM judgements j JOIN mistakes m USING (hand_id, seat) JOIN bookings b USING (hand_id)
"""


def leaks(
    db: Connection, guild_id: int, player_id: int, scope: Scope, *, now: int, worst: int
) -> Leaks | None:
    """Where a player gave points away, with their `worst` worst mistakes; None if not judged."""
    where, values = bookings.condition(guild_id, scope, now)
    where += " AND is_void = 0 AND player_id = :player"
    values = {**values, "player": player_id, "worst": worst}
    name, hands, given = db.execute(
        f"""
        SELECT MAX({players.named(":guild")}), COUNT(*), SUM(given)
        FROM judgements JOIN bookings USING (hand_id) JOIN players ON players.id = player_id
        WHERE {where}
        """,
        values,
    ).fetchone()
    if not hands:
        return None
    streets, lines = Counter[int](), Counter[int]()
    kinds = Counter[Leak]()
    for street, line, kind, cost in db.execute(
        f"SELECT street, line, kind, SUM(cost) {_MISTAKES} WHERE {where} GROUP BY 1, 2, 3", values
    ):
        streets[street] += cost
        lines[line] += cost
        kinds[Leak(kind)] += cost
    rows = db.execute(
        f"SELECT number, street, kind, cost {_MISTAKES} WHERE {where}"
        " ORDER BY cost DESC, number DESC LIMIT :worst",
        values,
    )
    slips = tuple(as_row(CostlyMistake, row, kind=Leak(row["kind"])) for row in rows)
    return Leaks(
        name, hands, given, streets, lines, kinds, slips, _through(db, where, values, hands)
    )


def _through(
    db: Connection, where: str, values: Mapping[str, object], hands: int
) -> dict[Leak, Compared]:
    """The parts of what each kind of mistake cost per hand, for kinds that have parts."""
    parts = defaultdict[Leak, list[PartGaps]](list)
    query = f"SELECT kind, parts {_MISTAKES} WHERE {where} AND parts IS NOT NULL"
    for kind, text in db.execute(query, values):
        parts[Leak(kind)].append(PartGaps.parse(text))
    query = f"""
        SELECT DISTINCT rules FROM tables JOIN hands ON hands.table_id = tables.id
        WHERE hands.id IN (
            SELECT hand_id FROM judgements JOIN bookings USING (hand_id) WHERE {where}
        )
    """
    played = [Ruleset.parse(rules).scoring for (rules,) in db.execute(query, values)]
    scoring = Scoring(*(max(each) for each in zip(*map(astuple, played), strict=True)))
    return {kind: mean_gaps(every, hands, scoring) for kind, every in parts.items()}


def is_to_judge(db: Connection, guild_id: int, player_id: int) -> bool:
    """True if a hand of a player that counts in a server is still to be judged."""
    row = db.execute(
        "SELECT 1 FROM unjudged u JOIN results r ON r.hand_id = u.hand_id"
        " WHERE guild_id = ? AND player_id = ? AND is_void = 0",
        (guild_id, player_id),
    ).fetchone()
    return row is not None


def judge_anew(db: Connection, judge: int) -> None:
    """Have all judged hands judged again if any judgement is not of version `judge`."""
    if db.execute("SELECT 1 FROM judgements WHERE judge <> ? LIMIT 1", (judge,)).fetchone() is None:
        return
    # Figures of two versions are never mixed, not even in a sum.
    db.execute(
        "INSERT INTO unjudged (hand_id) SELECT hand_id FROM judgements WHERE TRUE"
        " ON CONFLICT DO NOTHING"
    )
    db.execute("DELETE FROM judgements")
    counting.forget_judgements(db)


# --- answers to exercises --------------------------------------------------------------------

_HANDS: Final = 200
"""How many of a player's latest hands show what costs them most."""


@dataclass(frozen=True)
class Exercise:
    """An answered exercise: its page and seed, and what the answer gave away.

    `cost` is in thousandths of a point by that version of the `judge`; it `ended_at` Unix seconds.
    """

    page: int
    seed: int
    cost: int
    judge: int
    ended_at: int


def keep_answer(db: Connection, player_id: int, exercise: Exercise) -> None:
    """Store an answer; only the first to an exercise counts."""
    db.execute(
        "INSERT INTO exercises (player_id, page, seed, cost, judge, ended_at)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (player_id, page, seed) DO NOTHING",
        (
            *(player_id, exercise.page, exercise.seed),
            *(exercise.cost, exercise.judge, exercise.ended_at),
        ),
    )


def is_answered(db: Connection, player_id: int, page: int, seed: int) -> bool:
    """True if a player has answered an exercise."""
    row = db.execute(
        "SELECT 1 FROM exercises WHERE player_id = ? AND page = ? AND seed = ?",
        (player_id, page, seed),
    ).fetchone()
    return row is not None


def answered(db: Connection, player_id: int) -> tuple[Exercise, ...]:
    """All exercises that a player has answered, the earliest first."""
    rows = db.execute(
        "SELECT page, seed, cost, judge, ended_at FROM exercises WHERE player_id = ?"
        " ORDER BY ended_at, page, seed",
        (player_id,),
    )
    return tuple(as_row(Exercise, row) for row in rows)


def costs_by_game_and_kind(db: Connection, player_id: int) -> Counter[tuple[str, Leak]]:
    """Game (`Variant.game`) and kind of mistake -> what it cost, in thousandths of a point.

    Over a player's latest hands in all servers.
    """
    rows = db.execute(
        """
        SELECT rules, kind, SUM(cost) AS cost FROM mistakes m JOIN (
            SELECT hand_id, seat FROM judgements WHERE player_id = ?
            ORDER BY hand_id DESC LIMIT ?
        ) latest ON latest.hand_id = m.hand_id AND latest.seat = m.seat
        JOIN hands ON hands.id = m.hand_id JOIN tables ON tables.id = table_id
        GROUP BY rules, kind
        """,
        (player_id, _HANDS),
    )
    costs = Counter[tuple[str, Leak]]()
    for row in rows:
        costs[Ruleset.parse(row["rules"]).variant.game, Leak(row["kind"])] += row["cost"]
    return costs


def latest_game(db: Connection, player_id: int) -> str | None:
    """The game of the last hand that a player was dealt; None if there is none."""
    row = db.execute(
        """
        SELECT rules FROM hands JOIN tables ON tables.id = table_id WHERE hands.id = (
            SELECT MAX(hand_id) FROM lineups WHERE player_id = ? AND seat IS NOT NULL
        )
        """,
        (player_id,),
    ).fetchone()
    return None if row is None else Ruleset.parse(row["rules"]).variant.game
