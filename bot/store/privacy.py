"""What is kept about a person: everything as data, or forgetting who they are.

All rows about a person refer to our own id of them. Whoever is forgotten keeps that id, so that
old hands still sum to zero for the others, but nothing tells any more who it was.
"""

from dataclasses import fields
from sqlite3 import Connection
from typing import Any, Final

from bot.ledger import LedgerError
from bot.preferences import Preferences
from bot.store import hands, players, tables

ERASED: Final = {
    "players": {
        "user_id",
        "name",
        "handle",
        "locale",
        "dm_channel_id",
        "dm_closed",
        *(field.name for field in fields(Preferences)),
    },
    "surfaces": {"channel_id", "message_id", "posted_at", "posts"},
}
"""The columns that could tell who somebody is; forgetting empties them or deletes their rows."""

_PERSON: Final = "player_id"


def forget(db: Connection, player_id: int) -> None:
    """Forget who a player is, for good; LedgerError while they have a seat or a running hand."""
    if tables.of_player(db, player_id) or hands.running_with(db, player_id):
        raise LedgerError("You are at a table. Leave it first with /ofc leave, then try again.")
    db.execute(
        """
        UPDATE players SET user_id = NULL, name = 'Player ' || id, handle = '', locale = 'en-US',
            dm_channel_id = NULL, dm_closed = 1
        WHERE id = ?
        """,
        (player_id,),
    )
    players.set_preferences(db, player_id, Preferences())
    db.execute("DELETE FROM surfaces WHERE player_id = ?", (player_id,))
    db.execute("DELETE FROM learners WHERE player_id = ?", (player_id,))
    db.execute(
        "UPDATE proposals SET state = 'declined', outcome = ?1 WHERE player_id = ?1"
        " AND state = 'open'",
        (player_id,),
    )


def personal_columns(db: Connection) -> dict[str, tuple[str, ...]]:
    """The columns of every table that hold our own id of a person."""
    found: dict[str, tuple[str, ...]] = {}
    names = [row["name"] for row in db.execute("SELECT name FROM pragma_table_list")]
    for table in sorted(names):
        refers = db.execute(
            'SELECT "from" FROM pragma_foreign_key_list(?) WHERE "table" = \'players\'', (table,)
        )
        columns = {row["from"] for row in refers}
        every = db.execute("SELECT name FROM pragma_table_info(?)", (table,))
        columns |= {row["name"] for row in every} & {_PERSON}
        if columns:
            found[table] = tuple(sorted(columns))
    return found


def everything_about(db: Connection, player_id: int) -> dict[str, list[dict[str, Any]]]:
    """All that is kept about a player: table -> rows that name them, and what they did."""
    found = {"players": _rows(db, "SELECT * FROM players WHERE id = ?", player_id)}
    for table, columns in personal_columns(db).items():
        where = " OR ".join(f"{column} = ?1" for column in columns)
        found[table] = _rows(db, f"SELECT * FROM {table} WHERE {where}", player_id)
    own = "JOIN lineups USING (hand_id) WHERE player_id = ?1"
    done = _rows(db, f"SELECT operations.*, lineups.seat FROM operations {own}", player_id)
    found["operations"] = [
        each for each in done if each["operation"].split()[1] == str(each["seat"])
    ]
    found["drafts"] = _rows(
        db, f"SELECT drafts.* FROM drafts {own} AND lineups.seat = drafts.seat", player_id
    )
    return found


def _rows(db: Connection, query: str, player_id: int) -> list[dict[str, Any]]:
    return list(map(dict, db.execute(query, (player_id,))))
