"""A finished hand step by step, as the channel saw it."""

from dataclasses import replace
from functools import cached_property
from sqlite3 import Connection

from bot.ofc.operations import Dealt, parse_operation
from bot.scenes import ResultScene, TableScene
from bot.store import hands
from bot.tables.errors import TableError
from bot.tables.played import fold
from bot.tables.results import result_scene
from bot.tables.table import Table, load


class Replay:
    """The steps of a hand: 0 before the first placement, then one for each; the last is over."""

    def __init__(self, table: Table) -> None:
        assert table.played is not None
        self.table = table
        self.played = table.played

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """How much of the log has happened at each step."""
        acted = [
            number
            for number, operation in enumerate(self.played.log)
            if not isinstance(parse_operation(operation), Dealt)
        ]
        return (*acted, len(self.played.log))

    @property
    def last(self) -> int:
        """The number of the last step, which is the result."""
        return len(self._ends) - 1

    def scene(self, step: int) -> TableScene:
        """The boards as they lay open at a step before the last."""
        log = self.played.log[: self._ends[step]]
        visits = tuple(part.fantasyland for part in self.played.acting)
        row = replace(self.played.row, state="playing")
        played = replace(self.played, row=row, log=log, hand=fold(self.table.rules, visits, log))
        return replace(self.table, played=played).scene()

    @property
    def result(self) -> ResultScene:
        """The last step."""
        return result_scene(self.table)


def find_replay(db: Connection, table_id: int | None, number: int | None) -> Replay:
    """A finished hand of a table, the latest without a number; raises TableError."""
    latest = None if table_id is None else hands.latest_finished(db, table_id)
    if table_id is None or latest is None:
        raise TableError("No hand has been finished here yet.")
    wanted = latest if number is None else number
    table = load(db, table_id, hand=wanted)
    if table is None or table.played is None or table.played.row.state != "finished":
        raise TableError(
            "There is no finished hand {number} at this table. The latest is hand {latest}.",
            number=wanted,
            latest=latest,
        )
    return Replay(table)
