"""How the bot's queries find what they ask for, among what years have left."""

import inspect
import re
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

import bot
from bot.store import connection
from bot.store.cache import RememberingConnection

Statements = dict[str, tuple[str, Any]]
"""SQL -> the function that ran it first, with these parameters."""

_BOT: Final = Path(bot.__file__).parent
_WHOLE: Final = {
    *("verifying", "audit", "engine.streamed", "recount"),  # to check all there is
    *("guilds._of_open", "surfaces.tables_to_paint"),  # at a start
    *("surfaces.edit_times", "messages.edit_times", "due.postpone", "seals.seal_hands"),
    *("privacy", "tournaments.renew_hosted"),  # once for a person
}
"""Modules and functions that may go through all there is."""
_UNDER_WAY: Final = frozenset({"deadlines", "drafts", "facts", "invitations"})
"""Tables whose rows go when something is over."""
_PLANNED: Final = re.compile(r"\s*(SELECT|WITH|UPDATE|DELETE|INSERT)")
_STEP: Final = re.compile(
    r"(?:SCAN (?P<all>\w+)(?: USING (?:COVERING )?INDEX (?P<of>\w+))?"
    r"|SEARCH (?P<most>\w+) USING (?:COVERING )?INDEX (?P<by>\w+)"
    r" \((?:format|kind|mode|slot|state|variant)=\?\))$"
)
"""A step through all rows, or through the many that have the same word in a column."""


@contextmanager
def noted() -> Generator[Statements]:
    """The bot's statements while this lasts, each with how it was run first."""
    ran: Statements = {}

    class Noting(RememberingConnection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            if sql not in ran:
                here = inspect.currentframe()
                assert here is not None
                assert here.f_back is not None
                caller = here.f_back.f_code
                file = Path(caller.co_filename)
                if _BOT in file.parents:
                    ran[sql] = f"{file.stem}.{caller.co_name}", parameters
            return super().execute(sql, parameters)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "RememberingConnection", Noting)
        yield ran


def read_in_full(statements: Statements, folder: Path) -> list[str]:
    """Those of `noted` that go through all rows of a table that grows, for each such table."""
    with closing(connection.connect(folder / "plans.sqlite3")) as db:
        names = {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE sql <> ''")}
        return [
            f"{function} reads all of {table}: {' '.join(sql.split())}"
            for sql, (function, parameters) in statements.items()
            if not {function, function.partition(".")[0]} & _WHOLE and _PLANNED.match(sql)
            for table in _scanned(db, sql, parameters)
            if table in names - _UNDER_WAY
        ]


def _scanned(db: sqlite3.Connection, sql: str, parameters: Any) -> Iterator[str]:
    """The tables of which a statement goes through all rows, or through most."""
    for step in db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters):
        found = _STEP.match(step["detail"])
        if found is None or _is_partial(db, found["of"] or found["by"]):
            continue
        name = found["all"] or found["most"]
        if not re.search(rf"\b{name}\b", sql):  # of a foreign key that is only counted
            continue
        if not re.search(rf"\) (AS )?{name}\b|\b{name} AS", sql):  # rows of the query itself
            real = re.search(rf"(?:FROM|JOIN)\s+(\w+)\s+(?:AS\s+)?{name}\b", sql)
            yield real[1] if real else name


def _is_partial(db: sqlite3.Connection, index: str | None) -> bool:
    row = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (index,)).fetchone()
    return row is not None and " WHERE " in (row["sql"] or "")
