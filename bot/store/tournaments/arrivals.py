"""Who sat down at which table of a tournament, and from which other they came."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from bot.store.engine import Connection, as_row, upsert


@dataclass(frozen=True)
class Arrival:
    """Somebody sat down at a table before a round: from which other, and what they `brought`.

    That is their stack, less what they had won at this table before.
    """

    table_id: int
    player_id: int
    round: int
    came_from: int | None
    brought: int


def add(db: Connection, arrival: Arrival) -> None:
    """Keep that somebody sat down."""
    values = asdict(arrival)
    key = {name: values.pop(name) for name in ("table_id", "player_id", "round")}
    db.execute(*upsert("arrivals", key, values))


def at_table(db: Connection, table_id: int) -> tuple[Arrival, ...]:
    """Who sat down at a table, the earliest first."""
    rows = db.execute("SELECT * FROM arrivals WHERE table_id = ? ORDER BY round", (table_id,))
    return tuple(as_row(Arrival, row) for row in rows)


def departures(db: Connection, table_id: int) -> tuple[Arrival, ...]:
    """Who left a table for another of the tournament, the earliest first."""
    rows = db.execute("SELECT * FROM arrivals WHERE came_from = ? ORDER BY round", (table_id,))
    return tuple(as_row(Arrival, row) for row in rows)


def moves(db: Connection, tournament_id: int) -> Mapping[int, int]:
    """Player id -> how often they have moved to another table, for all who have."""
    rows = db.execute(
        "SELECT player_id, count(*) FROM arrivals JOIN tables ON tables.id = table_id"
        " WHERE tournament_id = ? AND came_from IS NOT NULL GROUP BY player_id",
        (tournament_id,),
    )
    return {row[0]: row[1] for row in rows}
