"""Whatever call of SQLite or the file system fails, a command does all or nothing, and says why.

Done once more, it comes to what it does where nothing fails. The same holds if it is killed.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest

from bot.__main__ import main
from bot.ledger.export import as_json
from bot.store import backup, schema
from bot.store.connection import connect
from bot.store.engine import Error
from bot.store.engines import sole_connection
from tests.desk.desk import BEGINNING
from tests.failing.calls import Calls, Choice, Killed, Way
from tests.failing.states import State, rows
from tests.ledger.played import GUILD, played_ledger
from tests.store.released import FOLDER, opened

Command = Callable[[Path], int]

_NAME: Final = "ofc.sqlite3"
_OTHER: Final = "other.sqlite3"
_COPY: Final = "copy.sqlite3"
_LEDGER: Final = "ledger.json"


def _upgrade(folder: Path) -> int:
    """Open a database of an older schema, as a start of the bot does."""
    try:
        with sole_connection(folder / _NAME, folder / "backups"):
            return 0
    except (schema.StoreError, Error):
        return 2


COMMANDS: Final[Mapping[str, tuple[Command, Choice]]] = {
    "backup": (lambda _: main(["backup"]), Choice(3)),
    "restore": (lambda folder: main(["restore", str(folder / _COPY)]), Choice(20)),
    "import": (lambda folder: main(["import", str(folder / _LEDGER), "--guild=77"]), Choice(40)),
    "export": (lambda folder: main(["export", str(GUILD), str(folder / "made.json")]), Choice(10)),
    "move": (lambda folder: main(["move", str(folder / _OTHER)]), Choice(40)),
    "upgrade": (_upgrade, Choice(10)),
}


@pytest.fixture
def before(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with a database, a backup of what was before, and a ledger's file.

    What came after the backup is in the database's log only.
    """
    folder, made = tmp_path / "before", tmp_path / "made"
    folder.mkdir()
    if request.node.callspec.params["command"] == "upgrade":
        opened(FOLDER / "schema-2.sql", folder / _NAME)
        return folder
    made.mkdir()
    with closing(connect(made / _NAME)) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=1, count=3)
        db.execute("COMMIT")
    backup.back_up(made / _NAME, folder / _COPY)
    with sole_connection(made / _NAME, made) as db:
        (folder / _LEDGER).write_text(as_json(db, GUILD), "utf-8")
        db.execute("UPDATE players SET name = name || ' the second'")
        for name in (_NAME, f"{_NAME}-wal"):
            shutil.copyfile(made / name, folder / name)
    return folder


class Trial:
    """A command that is done in copies of a folder."""

    def __init__(
        self, before: Path, command: Command, calls: Calls, patch: pytest.MonkeyPatch
    ) -> None:
        self._before = before
        self._command = command
        self._calls = calls
        self._patch = patch
        self._numbers = count()
        moments = count(BEGINNING)
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
        found = state_in(folder)
        if _main(found) not in (_main(was), _main(wanted)):
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
    found: State = {}
    for path in sorted(copy.rglob("*.sqlite3")):
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
