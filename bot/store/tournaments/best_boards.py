"""The best board at each table of a tournament."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass

from bot.store.engine import Connection, as_row, upsert


@dataclass(frozen=True)
class BestRow:
    """A board as it is written, its royalties by row, and the points won with it in that hand."""

    table_id: int
    hand: int
    player_id: int
    board: str
    front: int
    middle: int
    back: int
    points: int

    @property
    def rank(self) -> tuple[int, int]:
        """How good it is: by royalties, then by points."""
        return self.front + self.middle + self.back, self.points


def offer(db: Connection, row: BestRow) -> None:
    """Keep a board if it is better than the best of its table by now."""
    known = of_table(db, row.table_id)
    if known is None or row.rank > known.rank:
        values = asdict(row)
        db.execute(*upsert("best_boards", {"table_id": values.pop("table_id")}, values))


def best(db: Connection, table_ids: Collection[int]) -> BestRow | None:
    """The best board of some tables, the earliest of equals; None if there is none."""
    found = (row for each in table_ids if (row := of_table(db, each)) is not None)
    return first_best(sorted(found, key=lambda row: row.hand))


def first_best(boards: Iterable[BestRow]) -> BestRow | None:
    """The best of some boards, the first of equals; None if there is none."""
    return max(boards, key=lambda row: row.rank, default=None)


def of_table(db: Connection, table_id: int) -> BestRow | None:
    """The best board of a table; None if there is none."""
    row = db.execute("SELECT * FROM best_boards WHERE table_id = ?", (table_id,)).fetchone()
    return None if row is None else as_row(BestRow, row)
