"""Answers to exercises, and the kinds of mistakes that exercises are chosen by."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from bot.store.engine import Connection, as_row
from bot.values.hand_skill import Leak
from ofc_engine.rulesets import Ruleset

_HANDS: Final = 200
"""How many of a player's latest hands say what costs them most."""


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


def keep(db: Connection, player_id: int, exercise: Exercise) -> None:
    """Keep an answer: the first to an exercise counts."""
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
    """All exercises that a player has answered, the first first."""
    rows = db.execute(
        "SELECT page, seed, cost, judge, ended_at FROM exercises WHERE player_id = ?"
        " ORDER BY ended_at, page, seed",
        (player_id,),
    )
    return tuple(as_row(Exercise, row) for row in rows)


def costs_by_game_and_kind(db: Connection, player_id: int) -> Counter[tuple[str, Leak]]:
    """Costs of mistakes in a player's latest hands, in any server: thousandths of a point.

    By the game (`Variant.game`) and the kind of mistake.
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
    """The game of the hand that a player was dealt last, None if none ever."""
    row = db.execute(
        """
        SELECT rules FROM hands JOIN tables ON tables.id = table_id WHERE hands.id = (
            SELECT MAX(hand_id) FROM lineups WHERE player_id = ? AND seat IS NOT NULL
        )
        """,
        (player_id,),
    ).fetchone()
    return None if row is None else Ruleset.parse(row["rules"]).variant.game
