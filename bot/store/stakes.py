"""Stakes that two players at a table agreed on for the points between them (R9.2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.store.engine import Connection, as_row, upsert


@dataclass(frozen=True)
class StakeRow:
    """An agreement of two players, by our own ids, that holds from a hand of a table on."""

    a: int
    b: int
    from_hand: int
    stake: int


def agree(db: Connection, table_id: int, pair: frozenset[int], stake: int, from_hand: int) -> None:
    """Keep what two players play for from a hand on, in place of what they agreed before."""
    a, b = sorted(pair)
    key = {"table_id": table_id, "a": a, "b": b, "from_hand": from_hand}
    db.execute(*upsert("stakes", key, {"stake": stake}))


def of_table(db: Connection, table_id: int) -> tuple[StakeRow, ...]:
    """Every agreement at a table, of each pair the earlier first."""
    rows = db.execute(
        "SELECT a, b, from_hand, stake FROM stakes WHERE table_id = ? ORDER BY a, b, from_hand",
        (table_id,),
    )
    return tuple(as_row(StakeRow, row) for row in rows)


def in_hand(rows: Iterable[StakeRow], number: int) -> Mapping[frozenset[int], int]:
    """Pair of player ids -> the stake that holds between them in the hand of that number."""
    return {frozenset((row.a, row.b)): row.stake for row in rows if row.from_hand <= number}
