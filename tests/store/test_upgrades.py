"""From every released schema to this one: nothing is lost, and nothing else is taken for one."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.store import backup, guilds, schema
from bot.store.connection import connect, connect_checked
from bot.store.ledger import journal
from bot.store.ledger.achievements import KINDS
from bot.store.ledger.bookings import Part
from bot.store.ledger.journal import Entry
from bot.store.schema import LATEST, SchemaError
from bot.upkeep import bring_back
from bot.values.ledger_records import DAY
from tests.ledger.played import GUILD, played_ledger
from tests.store.older import kept_as
from tests.store.released import FOLDER, digests, opened, released
from tests.store.rows import add_players, add_table, book, part

NIGHT = 1_800_000_000.0
DUMPS = [FOLDER / f"schema-{number}.sql" for number in range(1, LATEST + 1)]
OLDER = DUMPS[:-1]
RELEASED = sum(name.endswith(".sql") and name.startswith("schema-") for name in released())


def number_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def rows_in(path: Path, tables: set[str] | None = None) -> dict[str, list[str]]:
    with closing(sqlite3.connect(path)) as db:
        return {
            table: sorted(map(repr, db.execute(f"SELECT {', '.join(columns)} FROM {table}")))
            for table, columns in schema.columns(db).items()
            if tables is None or table in tables
        }


# --- what is released stays as it is ---------------------------------------------------------


def test_what_is_released_is_never_changed():
    """A change of the schema is a migration with a number of its own: see CONTRIBUTING."""
    assert digests(RELEASED) == released()


def test_the_dump_of_the_newest_schema_is_of_that_schema(tmp_path: Path):
    """Until it is released, `python -m tests.store.released` writes it anew with each change."""
    opened(DUMPS[-1], tmp_path / "ofc.sqlite3")
    with closing(sqlite3.connect(tmp_path / "ofc.sqlite3")) as db:
        assert schema.schema_fault(db) is None


# --- what is none of them --------------------------------------------------------------------

STRANGE = {
    "between two releases": "DROP TABLE waiters",
    "with something more": "CREATE TABLE pets (name TEXT)",
    "without a trigger": "DROP TRIGGER entries_stay",
    "without a number": "PRAGMA user_version = 0",
    "with a number below all": "PRAGMA user_version = -1",
    "with the number of an older one": "PRAGMA user_version = 1",
}


@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE)
def test_a_schema_that_no_release_has_made_is_refused_in_a_sentence(tmp_path: Path, change: str):
    path, backups = tmp_path / "ofc.sqlite3", tmp_path / "backups"
    opened(DUMPS[-1] if "user_version = 1" in change else DUMPS[1], path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(change)
    before = path.read_bytes()
    with pytest.raises(SchemaError, match=r"No release of the bot .* put a backup back"):
        connect_checked(path, backups)
    assert path.read_bytes() == before
    assert not backups.exists()
    with pytest.raises(SchemaError, match=r"No release of the bot"):
        bring_back(path, tmp_path / "other.sqlite3", backups, NIGHT)
    assert not (tmp_path / "other.sqlite3").exists()


# --- what each of them has is kept -----------------------------------------------------------


@pytest.mark.parametrize("dump", OLDER, ids=lambda file: file.stem)
def test_an_older_database_is_copied_and_brought_along(tmp_path: Path, dump: Path):
    path, backups = tmp_path / "ofc.sqlite3", tmp_path / "backups"
    opened(dump, path)
    number, before = number_in(path), rows_in(path)
    connect_checked(path, backups).close()
    assert number_in(path) == LATEST
    (copy,) = backups.iterdir()
    assert f"-schema{number}-" in copy.name
    assert (number_in(copy), rows_in(copy)) == (number, before)
    connect_checked(path, backups).close()
    assert list(backups.iterdir()) == [copy], "once is enough"


def test_a_ledger_of_the_first_release_comes_to_what_is_kept_now(tmp_path: Path):
    now, old = tmp_path / "now.sqlite3", tmp_path / "old.sqlite3"
    with closing(connect(now)) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=5, count=60, messages=False)
        db.execute("COMMIT")
    kept_as(1, now, old)
    connect_checked(old, tmp_path / "backups").close()
    assert rows_in(old) | {"guilds": []} == rows_in(now)
    assert main(["verify", str(old)]) == 0


@pytest.mark.at_usual_pace
def test_servers_that_had_tables_keep_the_pace_of_before(tmp_path: Path):
    now, old = tmp_path / "now.sqlite3", tmp_path / "old.sqlite3"
    with closing(connect(now)) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=5, count=1, messages=False)
        db.execute("COMMIT")
    kept_as(1, now, old)
    with closing(connect_checked(old, tmp_path / "backups")) as db:
        assert guilds.get(db, GUILD).pace == ""
        assert guilds.get(db, GUILD + 1).pace == "relaxed"


def test_achievements_of_the_first_release_follow_from_its_hands(tmp_path: Path):
    now, old = tmp_path / "now.sqlite3", tmp_path / "old.sqlite3"
    with closing(connect(now)) as db:
        db.execute("BEGIN")
        book_at_random(db, Random(4), count=120)
        found = db.execute("SELECT kind, count(*) FROM achievements GROUP BY kind").fetchall()
        assert {kind for kind, _ in found} == set(KINDS)
        db.execute("COMMIT")
    kept_as(1, now, old)
    connect_checked(old, tmp_path / "backups").close()
    assert rows_in(old) | {"guilds": []} == rows_in(now)


def book_at_random(db: sqlite3.Connection, random: Random, count: int) -> None:
    """Hands of four people of which anything may be so, some of them void."""
    ids = add_players(db, 4)
    table = add_table(db, ids[0])
    for number in range(count):
        who = random.sample(ids, random.randint(2, 4))
        made = book(db, table, who, *pairs(who, random), parts=parts(who, random))
        if number % 9 == 3:
            journal.correct(db, made, is_void=True, reason="misdeal", now=2 * DAY)


def pairs(who: list[int], random: Random) -> list[Entry]:
    return [Entry(a, b, random.randint(-9, 9)) for a, b in combinations(who, 2)]


def parts(who: list[int], random: Random) -> list[Part]:
    lines = ["TsJsQsKsAs", "ThJsQsKsAs", "5c6c7c8d9d"]
    return [
        part(
            player,
            seat,
            board=f"2c3d4h / {random.choice(lines)} / {random.choice(lines)}",
            fate=random.choice(["playing", "dead"]),
            is_foul=random.random() < 0.1,
            earned=random.choice([0, 0, 14]),
            fantasyland=random.choice([0, 0, 14]),
            scoops=random.randint(0, len(who) - 1),
        )
        for seat, player in enumerate(who)
    ]


# --- what people were doing ------------------------------------------------------------------


def test_what_is_laid_out_is_brought_along(tmp_path: Path):
    """At a table, of a deal alone on its second street, in practice on the first, in a lesson."""
    path = tmp_path / "ofc.sqlite3"
    opened(FOLDER / "schema-2.sql", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(
            "INSERT INTO fixed_deals VALUES (1, 'daily', zeroblob(32), zeroblob(32), 1, NULL)"
        )
        attempt = "INSERT INTO attempts VALUES (?, 1, ?, NULL, 0, 1, ?, ?, ?, ?, ?, NULL, NULL)"
        second_street = "place 0 2c\nplace 1 3c\nplace 0 4c"
        db.execute(attempt, (1, 0, second_street, "fm.", 1, None, None))
        db.execute(attempt, (1, 1, "place 0 2c", "ffmmb", 0, None, None))
        db.execute(attempt, (2, 0, second_street, "", 0, None, None))
        db.execute(attempt, (3, 0, second_street, "fmx", 0, 9, 12))
        db.execute("INSERT INTO learners VALUES (1, 7, 4242, 'ffmmbbx', 'b', 0, 5)")
        db.execute("INSERT INTO learners VALUES (2, 3, 1, '', 'f', 0, 7)")
    with closing(connect(path)) as db:
        rows = db.execute("SELECT * FROM drafts ORDER BY kind, about, player_id").fetchall()
        assert [tuple(row) for row in rows] == [
            ("deal", 1, 1, 1, 0, "fm.", "f", 1, None),
            ("hand", 5, 3, 0, 0, "..... f....", "f", 0, None),
            ("lesson", 7, 1, 4242, 0, "ffmmbbx", "b", 0, None),
            ("practice", 1, 1, 0, 0, "ffmmb", "f", 0, None),
        ]
        learners = db.execute("SELECT * FROM learners ORDER BY player_id").fetchall()
        assert [tuple(row) for row in learners] == [(1, 7, 4242, 5), (2, 3, 1, 7)]


def test_what_waits_for_its_host_is_looked_at(tmp_path: Path):
    path = tmp_path / "ofc.sqlite3"
    opened(FOLDER / "schema-2.sql", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for number, state in enumerate(("open", "playing", "over"), start=101):
            db.execute(
                "INSERT INTO tournaments (id, guild_id, channel_id, host_id, locale, format,"
                " options, state, opened_at) VALUES (?1, 1, ?1, 1, '', 'knock-out', '{}', ?2, 7)",
                (number, state),
            )
    with closing(connect(path)) as db:
        due = db.execute("SELECT id, due_at FROM tournaments WHERE id > 100 ORDER BY id")
        assert [tuple(row) for row in due] == [(101, 7), (102, 7), (103, None)]


def test_a_table_in_a_hand_without_a_clock_closes_a_month_after_the_bot_was_last_seen(
    tmp_path: Path,
):
    path = tmp_path / "ofc.sqlite3"
    opened(FOLDER / "schema-2.sql", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        # Of the first table a clock runs.
        db.execute("UPDATE tables SET state = 'playing', closes_at = NULL WHERE id = 2")
        db.execute(
            "INSERT INTO reminders (table_id, player_id, decision, since, told, told_at)"
            " VALUES (2, 1, '1.1', 7, 'wait', 8)"
        )
        (seen,) = db.execute("SELECT value FROM facts WHERE name = 'seen'").fetchone()
    with closing(connect(path)) as db:
        closes = db.execute("SELECT id, closes_at FROM tables ORDER BY id")
        assert [tuple(row) for row in closes] == [(1, None), (2, int(seen) + 30 * DAY)]
        reminded = db.execute("SELECT next_at FROM reminders WHERE table_id = 2").fetchone()
        assert tuple(reminded) == (int(seen) + 28 * DAY,)


# --- from a terminal -------------------------------------------------------------------------


@pytest.mark.parametrize("dump", OLDER, ids=lambda file: file.stem)
def test_the_commands_take_an_older_database_for_what_it_is(
    tmp_path: Path,
    dump: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    path, copy = tmp_path / "ofc.sqlite3", tmp_path / "copy.sqlite3"
    opened(dump, path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OFC_DATABASE", str(path))
    monkeypatch.setenv("OFC_BACKUPS", str(tmp_path / "backups"))
    assert main(["verify"]) == 2
    assert "Start the bot once, which brings it up to date." in capsys.readouterr().err
    assert main(["export", "1", str(tmp_path / "export.json")]) == 2
    assert "Start the bot once" in capsys.readouterr().err
    assert main(["backup", str(copy)]) == 0
    before = rows_in(copy)
    assert number_in(copy) == number_in(path)
    assert main(["restore", str(copy)]) == 0
    assert number_in(path) == LATEST
    assert rows_in(path, {"entries", "operations"}) == {
        table: before[table] for table in ("entries", "operations")
    }
    capsys.readouterr()
    assert main(["verify"]) == 0


# --- a kill on the way -----------------------------------------------------------------------

KILLED = """
import os, signal, sys
from itertools import count
from pathlib import Path
from bot.store import connection

path, step = Path(sys.argv[1]), int(sys.argv[2])
steps, migrate = count(), connection.migrate

def tick():
    if next(steps) == step:
        os.kill(os.getpid(), signal.SIGKILL)

def watched(db):
    db.set_progress_handler(tick, 400)
    migrate(db)

connection.migrate = watched
connection.connect_checked(path, path.parent / "backups").close()
print(next(steps))
"""
"""Opens a database, and is killed when SQLite has done so many steps of 400 instructions."""


def killed_at(path: Path, step: int) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-c", KILLED, str(path), str(step)]
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("kills", [3, pytest.param(150, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("dump", OLDER, ids=lambda file: file.stem)
def test_a_bot_that_is_killed_on_the_way_leaves_the_old_or_the_new(
    tmp_path: Path, dump: Path, kills: int
):
    sound = tmp_path / "sound.sqlite3"
    opened(dump, sound)
    folder = tmp_path / "bot"
    path = folder / "ofc.sqlite3"

    def start(step: int) -> int:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        shutil.copyfile(sound, path)
        done = killed_at(path, step)
        assert done.returncode in {0, -signal.SIGKILL}, done.stderr
        return int(done.stdout or -1)

    steps = start(-1)
    assert steps > 9, "there is something to be killed in"
    old, new = rows_in(sound), rows_in(path)
    for step in sorted({each * steps // kills for each in range(kills)}):
        assert start(step) == -1, "it was killed"
        number = number_in(path)
        assert rows_in(path) == (new if number == LATEST else old)
        assert backup.latest_good(folder / "backups", path) is not None
        connect_checked(path, folder / "backups").close()
        assert rows_in(path) == new
        with closing(connect(path)) as db:
            assert schema.first_fault(db) is None
