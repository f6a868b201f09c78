"""Whatever call of SQLite or the file system fails, a command does all or nothing, and says why.

Done once more, it comes to what it does where nothing fails. The same holds if it is killed.
"""

import asyncio
import gc
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest

from bot.__main__ import main
from bot.ledger.export import as_json
from bot.settings import Storage
from bot.store import backup, privacy, schema
from bot.store.connection import connect
from bot.store.engine import Error
from bot.store.engines import sole_connection
from bot.upkeep import keep_backups, keep_forgetting
from bot.values.ledger_records import DAY
from bot.verifying import first_fault
from tests.desk.desk import BEGINNING, Inline
from tests.failing.calls import Calls, Choice, Killed, Way
from tests.failing.states import State, rows
from tests.ledger.played import GUILD, played_ledger
from tests.store.released import FOLDER, opened
from tests.store.tampering import tamper

Command = Callable[[Path], int]

_NAME: Final = "ofc.sqlite3"
_OTHER: Final = "other.sqlite3"
_COPY: Final = "copy.sqlite3"
_LEDGER: Final = "ledger.json"
_HOURS: Final = 3
"""Of a night: what fails in one is done in the next."""


def _upgrade(folder: Path) -> int:
    """Open a database of an older schema, as a start of the bot does."""
    try:
        with sole_connection(folder / _NAME, folder / "backups"):
            return 0
    except (schema.StoreError, Error):
        return 2


class _Morning(BaseException):
    """Some hours have passed."""


def _night(folder: Path) -> int:
    """Some hours with all that the bot does by itself every night and every hour."""
    storage = Storage(folder / _NAME, folder / "backups", backups_kept=1)
    return asyncio.run(_through_the_night(storage))


async def _through_the_night(storage: Storage) -> int:
    try:
        database = await Inline.open(storage.database, storage.backups)
    except (schema.StoreError, Error):
        return 2
    try:
        await _for_hours(partial(keep_forgetting, database, storage, pause=0))
        await _for_hours(partial(keep_backups, storage, longest_sleep=0))
    finally:
        await database.close()
    return 0


async def _for_hours(keep: Callable[..., Awaitable[None]]) -> None:
    hours = iter(range(_HOURS))

    def clock() -> float:
        for hour in hours:
            return BEGINNING + hour * 3600.0
        raise _Morning

    with suppress(_Morning):
        await keep(clock=clock)


async def _fault_in(copy: Path, _night: int | None) -> str | None:
    """Stands where a process of its own looks a copy through."""
    with closing(sqlite3.Connection(copy)) as db:
        db.row_factory = sqlite3.Row
        fault = first_fault(db)
    return None if fault is None else str(fault)


COMMANDS: Final[Mapping[str, tuple[Command, Choice]]] = {
    "backup": (lambda _: main(["backup"]), Choice(6)),
    "restore": (lambda folder: main(["restore", str(folder / _COPY)]), Choice(80)),
    "import": (lambda folder: main(["import", str(folder / _LEDGER), "--guild=77"]), Choice(80)),
    "export": (lambda folder: main(["export", str(GUILD), str(folder / "made.json")]), Choice(20)),
    "move": (lambda folder: main(["move", str(folder / _OTHER)]), Choice(160)),
    "upgrade": (_upgrade, Choice(40)),
    "night": (_night, Choice(80)),
    "night with a fault": (_night, Choice(80)),
}


@pytest.fixture
def before(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with a database, a backup of what was before, and a ledger's file.

    What came after the backup is in the database's log only.
    """
    folder, made = tmp_path / "before", tmp_path / "made"
    folder.mkdir()
    command = request.node.callspec.params["command"]
    if command == "upgrade":
        opened(FOLDER / "schema-2.sql", folder / _NAME)
        return folder
    made.mkdir()
    with closing(connect(made / _NAME)) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=1, count=3)
        db.execute("COMMIT")
    backup.back_up(made / _NAME, folder / _COPY)
    if command.startswith("night"):
        _leave_for_the_night(folder)
    if command == "night with a fault":
        tamper(made / _NAME, "UPDATE results SET front = front + 1 WHERE hand_id = 1")
    with sole_connection(made / _NAME, made) as db:
        privacy.forget(db, 1)
        privacy.ask(db, 2, BEGINNING)
        (folder / _LEDGER).write_text(as_json(db, GUILD), "utf-8")
        db.execute("UPDATE players SET name = name || ' the second'")
        for name in (_NAME, f"{_NAME}-wal"):
            shutil.copyfile(made / name, folder / name)
    return folder


def _leave_for_the_night(folder: Path) -> None:
    """Leave backups that are too many, and copies that have expired."""
    (folder / "backups").mkdir()
    for nights in (3, 2):
        name = backup.name_of(folder / _NAME, BEGINNING - nights * DAY)
        shutil.copyfile(folder / _COPY, folder / "backups" / name)
    old = BEGINNING - 40 * DAY
    for name in (
        f"backups/{backup.name_of(folder / _NAME, old, schema=1)}",
        f"replaced-{backup.name_of(folder / _NAME, old)}",
    ):
        shutil.copyfile(folder / _COPY, folder / name)


class Trial:
    """A command that is done in copies of a folder."""

    def __init__(
        self, before: Path, command: Command, calls: Calls, patch: pytest.MonkeyPatch
    ) -> None:
        self._before = before
        self._command = command
        self._goes_in_steps = command is _night
        self._calls = calls
        self._patch = patch
        self._numbers = count()
        moments = count(BEGINNING)
        patch.setattr("bot.upkeep._look_through", _fault_in)
        patch.setattr("time.time", lambda: float(next(moments)))

    def folder(self) -> Path:
        """A new copy, which the environment names."""
        folder = self._before.with_name(f"try{next(self._numbers)}")
        shutil.copytree(self._before, folder)
        self._patch.setenv("OFC_DATABASE", str(folder / _NAME))
        self._patch.setenv("OFC_BACKUPS", str(folder / "backups"))
        return folder

    def done(self) -> tuple[int, State, State]:
        """How many calls it makes, and how everything is before and after it."""
        folder = self.folder()
        was = state_in(folder)
        with self._calls.counting():
            assert self._command(folder) == 0
        return self._calls.count, was, state_in(folder)

    def faults(self, number: int, way: Way, was: State, wanted: State) -> Iterator[str]:
        """What is not as it should be where a call fails."""
        folder = self.folder()
        code = 0
        try:
            with self._calls.counting(number, way):
                code = self._command(folder)
        except Killed:
            code = -1
        except Exception as error:  # noqa: BLE001 - nothing but a code may come of it
            yield f"raised: {error!r}"
        if way is Way.KILLED:
            gc.collect()  # a process that is no more holds no file open
        found = state_in(folder)
        if not self._goes_in_steps and _main(found) not in (_main(was), _main(wanted)):
            yield "it is neither as before nor as after"
        if not code and found != wanted:
            yield "it says that all is done, and it is not"
        if found == wanted:
            return
        if self._command(folder):
            yield "it cannot be done any more"
        if state_in(folder) != wanted:
            yield "done again, it comes to something else"
        # What a killed backup leaves goes a day later, for another may be under way.
        found = () if way is Way.KILLED else folder.rglob("*.part*")
        if left := [each.name for each in found]:
            yield f"left behind: {left}"


def state_in(folder: Path) -> State:
    """The rows of all databases in a folder, and a ledger's file.

    A copy is looked at: whoever opens a database puts its log into it.
    """
    copy = folder.with_name("looked at")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    paths = sorted(copy.rglob("*.sqlite3"))
    # A copy from before an upgrade comes with each try, and goes after its term.
    many = sum("-schema" not in path.name for path in paths)
    found: State = {"kept, how many": [str(many)]}
    for path in paths:
        name = "kept" if path.parent != copy else path.name
        if name.startswith("replaced-"):
            name = "kept, as it was replaced"
        with closing(sqlite3.Connection(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            found |= {f"{name}: {table}": each for table, each in rows(db).items() if each}
    made = copy / "made.json"
    if made.exists():
        found[made.name] = [made.read_text("utf-8")]
    return found


def _main(state: State) -> State:
    """All but copies that were made on the way."""
    return {name: each for name, each in state.items() if not name.startswith("kept")}


def _verify(trial: Trial, calls: Calls, choice: Choice) -> None:
    number_of, was, wanted = trial.done()
    found = [
        f"call {number} ({way.name}, {calls.failed}): {fault}"
        for number, way in choice.among(number_of)
        for fault in trial.faults(number, way, was, wanted)
    ]
    assert not found, "\n".join(found[:20])


WAYS: Final = tuple(Way)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_all_or_nothing_where_a_call_fails(
    before: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch, command: str
):
    run, choice = COMMANDS[command]
    trial = Trial(before, run, calls, monkeypatch)
    _verify(trial, calls, Choice(choice.each, crc32(command.encode()), ways=WAYS))


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_all_or_nothing_wherever_a_call_fails(
    before: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch, command: str, way: Way
):
    _verify(Trial(before, COMMANDS[command][0], calls, monkeypatch), calls, Choice(ways=(way,)))
