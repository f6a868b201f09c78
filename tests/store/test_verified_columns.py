"""What was changed behind the bot's back is seen by `verify`, or docs/verify.md names it."""

import re
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.store import judgements, players, schema
from bot.store.connection import connect
from bot.store.joining import join
from bot.verifying import findings, first_fault, is_fault
from bot.workers import skill_judge
from discord_standin.clock import Clock
from discord_standin.standin import StandIn
from ofc_engine.players.verdicts import judge
from tests.e2e.seeded import SeededHouse
from tests.ledger.two_accounts import NEW, OLD, play_with_two_accounts
from tests.store.released import FOLDER, opened, play_at
from tests.store.world import live

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "verify.md"
_TRIES: Final = 6
"""Rows of which one has to be missed: in some a change makes no difference."""
READ: Final = frozenset(
    {
        *("players.aid", "players.calls", "players.confirm", "guilds.openers", "tables.ended_by"),
        *("proposals.kind", "proposals.state", "votes.state", "schedules.stage"),
        *("daily_deals.day", "unjudged.hand_id", "stakes.from_hand", "attempts.level"),
        *("mistakes.parts", "messages.id", "schedules.tournament_id"),
    }
)
"""Words, days, references: another one is not seen, what is none is. And ids: another's is seen.
And what only some hands show."""


def documented() -> set[str]:
    """The columns that are told to be unseen, as `table.column`; `table.*` are all of a table."""
    _, _, told = DOCUMENT.read_text("utf-8").partition("## What nothing can tell")
    told, _, _ = told.partition("\n## ")
    return set(re.findall(r"`([a-z_]+\.[a-z_*]+)`", told))


def expanded(names: set[str], columns: dict[str, tuple[str, ...]]) -> set[str]:
    every = {f"{table}.{column}" for table, named in columns.items() for column in named}
    whole = {name.removesuffix(".*") for name in names if name.endswith(".*")}
    of_whole = {name for name in every if name.partition(".")[0] in whole}
    return {name for name in names if not name.endswith(".*")} | of_whole


class Tampering:
    """A database of which single values are changed, with all triggers and conditions away.

    With `only_values` a column is left alone in which no row has any.
    """

    def __init__(self, db: sqlite3.Connection, *, only_values: bool) -> None:
        self._db = db
        self._only_values = only_values
        self._random = Random(11)
        self.columns = schema.columns(db)
        triggers = db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA foreign_keys = OFF")

    def is_filled(self, table: str) -> bool:
        return self._db.execute(f"SELECT 1 FROM {table}").fetchone() is not None

    def seen(self, table: str, column: str) -> set[bool]:
        """Whether changes of a value in some rows are seen: both, if some are and some are not."""
        return {self._changed(table, column, key) for key in self._rows(table, column)}

    def is_unseen(self, table: str, column: str) -> bool:
        """True if there is a value to change, and no change of it is seen."""
        rows = self._rows(table, column)
        return bool(rows) and not any(self._changed(table, column, key) for key in rows)

    def _rows(self, table: str, column: str) -> list[tuple[object, ...]]:
        """The keys of some rows, of those with a value if there are any."""
        query = f"SELECT {self._key(table)} FROM {table}"
        rows = self._db.execute(f"{query} WHERE {column} IS NOT NULL").fetchall()
        if not rows and not self._only_values:
            rows = self._db.execute(query).fetchall()
        return self._random.sample(list(map(tuple, rows)), min(_TRIES, len(rows)))

    def _changed(self, table: str, column: str, key: tuple[object, ...]) -> bool:
        where = " AND ".join(f"{name} = ?" for name in self._key(table).split(", "))
        self._db.execute("BEGIN")
        try:
            self._db.execute("PRAGMA ignore_check_constraints = ON")
            self._db.execute(
                f"UPDATE {table} SET {column} = {self._other(table, column)} WHERE {where}", key
            )
            self._db.execute("PRAGMA ignore_check_constraints = OFF")
            return self._has_fault()
        except sqlite3.Error:
            return True  # SQLite itself refuses it, as what is unique
        finally:
            self._db.execute("ROLLBACK")

    @contextmanager
    def spoiled(self, table: str, texts: Iterable[str]) -> Generator[int]:
        """With a byte that is in no text at the end of each of a table's; how many rows it has."""
        spoiled = (f"{each} = CAST(CAST({each} AS BLOB) || x'ff' AS TEXT)" for each in texts)
        self._db.execute("PRAGMA ignore_check_constraints = ON")
        self._db.execute("BEGIN")
        yield self._db.execute(f"UPDATE {table} SET {', '.join(spoiled)}").rowcount
        self._db.execute("ROLLBACK")

    def _has_fault(self) -> bool:
        if self._db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            return True
        stray = self._db.execute("PRAGMA foreign_key_check").fetchone()
        return stray is not None or first_fault(self._db) is not None

    def _key(self, table: str) -> str:
        rows = self._db.execute("SELECT name FROM pragma_table_info(?) WHERE pk > 0", (table,))
        return ", ".join(name for (name,) in rows)

    def _other(self, table: str, column: str) -> str:
        """Another value of a column, as SQL; where all are 0 or 1, the other one."""
        query = "SELECT type FROM pragma_table_info(?) WHERE name = ?"
        (kind,) = self._db.execute(query, (table, column)).fetchone()
        if kind == "INTEGER":
            more = self._db.execute(f"SELECT 1 FROM {table} WHERE {column} NOT IN (0, 1)")
            return f"coalesce({column}, 0) + 1" if more.fetchone() else f"1 - {column}"
        return f"coalesce({column}, '') || 'x'" if kind == "TEXT" else f"zeroblob(length({column}))"


def tampering(path: Path, *, only_values: bool = False) -> Iterator[Tampering]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        assert first_fault(db) is None
        yield Tampering(db, only_values=only_values)


def test_what_is_documented_is_there(tmp_path: Path):
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        columns = schema.columns(db)
    names = documented()
    assert names
    wrong = {name for name in names if name.endswith(".*") and name[:-2] not in columns}
    assert expanded(names, columns) | wrong == expanded(names, columns)
    every = {f"{table}.{column}" for table, named in columns.items() for column in named}
    assert expanded(names, columns) <= every


def columns_of(found: Tampering) -> list[tuple[str, str]]:
    """The columns of the tables that have rows."""
    return [(t, c) for t, named in found.columns.items() if found.is_filled(t) for c in named]


def test_a_change_of_what_a_few_hands_leave_is_seen_or_documented(tmp_path: Path):
    path = tmp_path / "ofc.sqlite3"
    opened(FOLDER / f"schema-{schema.LATEST}.sql", path)
    for found in tampering(path, only_values=True):
        told = expanded(documented(), found.columns)
        to_see = [each for each in columns_of(found) if ".".join(each) not in told]
        assert [each for each in to_see if found.is_unseen(*each)] == []


def test_a_text_that_is_none_any_more_is_a_fault_that_quotes_nothing(tmp_path: Path):
    """What SQLite says of it quotes it, and it may be a card of a hand that is running."""
    path = tmp_path / "ofc.sqlite3"
    opened(FOLDER / f"schema-{schema.LATEST}.sql", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        found = Tampering(db, only_values=True)
        for table, texts in schema.texts(db).items():
            with found.spoiled(table, texts) as count:
                faults = list(filter(is_fault, findings(db)))
            assert bool(faults) is bool(count)
            assert "decode" not in " ".join(map(str, faults))


def join_accounts(path: Path) -> None:
    with closing(connect(path)) as db:
        db.execute("BEGIN")
        play_with_two_accounts(db)
        first, second = (players.find(db, user) for user in (NEW, OLD))
        assert first is not None
        assert second is not None
        join(db, first, second)
        db.execute("COMMIT")


def judge_all(path: Path) -> None:
    """Judge all hands, as the bot does by and by, for however long it takes."""
    with closing(connect(path)) as db:
        while (case := skill_judge.next_case(db)) is not None:
            if case.hand.log:
                skill_judge.keep(db, case, judge(case.hand))
            else:
                judgements.pass_over(db, case.hand_id)


@pytest.mark.parametrize("table", ["former_finals", "former_players"])
def test_a_change_of_who_somebody_was_before_accounts_were_joined_is_seen(
    tmp_path: Path, table: str
):
    path = tmp_path / "ofc.sqlite3"
    join_accounts(path)
    for found in tampering(path):
        assert {column: found.seen(table, column) for column in found.columns[table]} == {
            column: {True} for column in found.columns[table]
        }


@pytest.mark.exhaustive
async def test_a_change_of_anything_is_seen_if_and_only_if_it_is_not_documented(tmp_path: Path):
    path = tmp_path / "ofc.sqlite3"
    async with StandIn(clock=Clock(is_running=False)) as discord:
        house = SeededHouse(discord, path, tmp_path)
        await house.start()
        try:
            await play_at(house)
            await live(house)
        finally:
            await house.stop()
    judge_all(path)
    join_accounts(path)
    for found in tampering(path):
        told = expanded(documented(), found.columns)
        seen = {".".join(each): found.seen(*each) for each in columns_of(found)}
        never, always = ({name for name, of in seen.items() if of == {w}} for w in (False, True))
        listed = always & told - READ
        report = f"unseen {sorted(never - told)}, listed but seen {sorted(listed)}"
        assert report == "unseen [], listed but seen []"
        # Whether anybody gets into Fantasyland is chance.
        empty = {table for table in found.columns if not found.is_filled(table)} - {"visits"}
        assert {f"{table}.*" for table in empty} <= documented(), "only what is there for a moment"
