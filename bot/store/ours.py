"""Which rows this process acts on when nobody asks: all, unless the database says which.

Whatever is looked for by itself goes by it: what is due, to be painted, posted, judged or played.
"""

from math import inf

from bot.store.engine import Connection, OtherEngine


def of_guild(db: Connection, guild_id: str = "guild_id", *, seconds: float = 0) -> str:
    """An ` AND ...` of SQL that keeps to the servers whose rows are its own; empty for all.

    `guild_id` is the SQL that gives a row's server. They have been its own for so many `seconds`
    without a break; after `inf`, when no process was there, all are.
    """
    return db.ours(guild_id, seconds) if isinstance(db, OtherEngine) and seconds < inf else ""


def of_table(db: Connection, *, seconds: float = 0) -> str:
    """As `of_guild`, for rows with a `table_id`."""
    guild_id = "(SELECT guild_id FROM tables WHERE tables.id = table_id)"
    return of_guild(db, guild_id, seconds=seconds)


def is_table(db: Connection, table_id: int) -> bool:
    """True if a table is one of its own."""
    condition = of_guild(db)
    query = f"SELECT 1 FROM tables WHERE id = ?{condition}"
    return not condition or db.execute(query, (table_id,)).fetchone() is not None
