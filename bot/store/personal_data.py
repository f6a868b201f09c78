"""All that is kept about one person, read little by little: others get at the database between."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from bot.store.catalog import columns
from bot.store.engine import Connection
from bot.store.privacy import personal_columns

Rows: TypeAlias = dict[str, list[dict[str, Any]]]
"""Table -> rows of it."""
Read: TypeAlias = Callable[[Connection], Rows]

_AT_ONCE: Final = 50
"""Hands of which all is read at once."""
_THESE: Final = f"hand_id IN ({', '.join(f'?{number}' for number in range(2, _AT_ONCE + 2))})"
_OTHERS: Final = (
    "(hand_id IS NULL OR hand_id NOT IN (SELECT hand_id FROM lineups WHERE player_id = ?1))"
)
_OPERATIONS: Final = "operations"


def portions(db: Connection, player_id: int) -> list[Read]:
    """Reads that together give all that is kept about a player: rows naming them, and their play.

    One reads a table, as far as it is about no hand that they played; then each reads all about
    some of those.
    """
    beside = {"players": "SELECT * FROM players WHERE id = ?1"}
    tables, named = columns(db), personal_columns(db)
    # What names nobody, but a seat of a hand.
    of_seats = {table for table in tables.keys() - named if {"hand_id", "seat"} <= {*tables[table]}}
    about = {table: _of_seats(table) for table in (_OPERATIONS, *sorted(of_seats))}
    for table, names in named.items():
        beside[table] = f"SELECT * FROM {table} WHERE ({_any(names)})"
        if "hand_id" in tables[table]:
            beside[table] += f" AND {_OTHERS}"
            # By their hands, of which there are few here, and not by all that names them.
            about[table] = f"SELECT * FROM {table} WHERE ({_any(names, '+')}) AND {_THESE}"
    theirs = [partial(_rows, {table: query}, (player_id,)) for table, query in beside.items()]
    return theirs + [partial(_rows, about, (player_id, *few)) for few in _hands(db, player_id)]


def everything_about(db: Connection, player_id: int) -> Rows:
    """All that is kept about a player, at once."""
    return joined([read(db) for read in portions(db, player_id)])


def joined(parts: Sequence[Rows]) -> Rows:
    """The rows of several portions together."""
    tables = dict.fromkeys(table for part in parts for table in part)
    return {table: [row for part in parts for row in part.get(table, ())] for table in tables}


def _any(names: Sequence[str], sign: str = "") -> str:
    return " OR ".join(f"{sign}{name} = ?1" for name in names)


def _of_seats(table: str) -> str:
    """The rows of a table about the player's own seat; of operations, all with that seat."""
    own = "" if table == _OPERATIONS else f" AND lineups.seat = {table}.seat"
    seat = ", lineups.seat" if table == _OPERATIONS else ""
    return (
        f"SELECT {table}.*{seat} FROM {table} JOIN lineups USING (hand_id)"
        f" WHERE +player_id = ?1 AND {_THESE}{own}"
    )


def _hands(db: Connection, player_id: int) -> list[Sequence[int]]:
    """The hands that a player has played, so many at once; the last ones repeat one."""
    query = "SELECT hand_id FROM lineups WHERE player_id = ? ORDER BY hand_id"
    ids = [hand_id for (hand_id,) in db.execute(query, (player_id,))] or [0]
    ids += ids[-1:] * (-len(ids) % _AT_ONCE)
    return [ids[at : at + _AT_ONCE] for at in range(0, len(ids), _AT_ONCE)]


def _rows(queries: Mapping[str, str], values: Sequence[int], db: Connection) -> Rows:
    found = {table: list(map(dict, db.execute(query, values))) for table, query in queries.items()}
    if _OPERATIONS in found:
        found[_OPERATIONS] = [
            each for each in found[_OPERATIONS] if each["operation"].split()[1] == str(each["seat"])
        ]
    return found
