"""Who is out of a tournament of one table."""

from bot.ofc.stacks import Elimination
from bot.store.engine import Connection


def add(db: Connection, table_id: int, player_id: int, out: Elimination) -> None:
    """Keep that a player is out, unless they were before."""
    db.execute(
        "INSERT INTO outs (table_id, player_id, hand, stack) SELECT ?1, ?2, ?3, ?4"
        " WHERE NOT EXISTS (SELECT 1 FROM outs WHERE table_id = ?1 AND player_id = ?2)",
        (table_id, player_id, out.hand, out.stack),
    )


def of_table(db: Connection, table_id: int) -> dict[int, Elimination]:
    """Player id -> when they fell, for everybody who is out."""
    rows = db.execute("SELECT player_id, hand, stack FROM outs WHERE table_id = ?", (table_id,))
    return {row["player_id"]: Elimination(row["hand"], row["stack"]) for row in rows}
