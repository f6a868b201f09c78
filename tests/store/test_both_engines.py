"""What is PostgreSQL's stays in its folder: the words of both engines, and a file without it."""

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import bot
from bot.settings import Server, SettingsError, Storage
from bot.store import engines
from bot.store.connection import connect
from bot.store.postgresql.server_connection import ordered
from bot.store.schema import StoreError

ROOT = Path(__file__).parents[2]


def test_every_value_has_a_type_by_the_column_it_stands_beside():
    """The server cannot tell of what type a value is that is only asked whether it is NULL."""
    found = [
        f"{file}: {match[0]}"
        for file in Path(bot.__file__).parent.rglob("*.py")
        for match in re.finditer(r"\?\d* IS (NOT )?NULL", file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_server_that_is_not_there_is_named_without_its_password():
    server = Server("postgresql://bot:pass@127.0.0.1:9/ofc?connect_timeout=1")
    with pytest.raises(
        StoreError, match=r"The database postgresql://127\.0\.0\.1:9/ofc cannot"
    ) as no:
        engines.connect_to_read(server)
    assert "pass" not in f"{no.value}{server}{server!r}{Storage(database=server)!r}"


def test_who_asks_for_a_server_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(sys.modules, "bot.store.postgresql.server", raising=False)
    monkeypatch.delitem(sys.modules, "bot.store.postgresql.server_connection", raising=False)
    monkeypatch.delattr("bot.store.postgresql.server", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match="--extra postgres"):
        engines.connect_to_read(Server("postgresql:///ofc"))


def test_copies_of_a_server_are_its_own_programs():
    storage = Storage.load({"OFC_DATABASE": "postgresql:///ofc"})
    with pytest.raises(SettingsError, match="pg_dump"):
        _ = storage.file


@pytest.mark.parametrize(
    ("sql", "text"),
    [
        ("SELECT '?', ?, ?2, ?", "SELECT '?', $1, $2, $3"),
        ("SELECT :a, :b::text, :a", "SELECT $1, $2::text, $1"),
        ("BEGIN IMMEDIATE", "BEGIN"),
    ],
)
def test_a_statement_is_put_into_the_servers_words(sql: str, text: str):
    assert ordered(sql, {"b": 2, "a": 1} if ":a" in sql else ())[0] == text.encode()


ONE_ENGINES_OWN = re.compile(
    r"INSERT OR (REPLACE|IGNORE)|INDEXED BY|\biif\(|AS INTEGER\)|ON CONFLICT DO UPDATE"
    r"|\bCROSS JOIN \w+ .*\bON\b|\b(AND|WHERE) NOT [a-z]|\bsum\([\w.]+ *[<>=]"
)


def test_statements_are_in_words_that_both_engines_take():
    """Those that no test runs on both, too."""
    files = (ROOT / "bot" / "store").rglob("*.py")
    found = [(file.name, ONE_ENGINES_OWN.search(file.read_text("utf-8"))) for file in files]
    assert [(name, words[0]) for name, words in found if words] == []


AT_WORK = """
import asyncio, sys
from pathlib import Path
import bot.cli.run, bot.client, bot.discord_io.check, bot.upkeep, cogs.ofc
from bot.store.database import Database
from bot.store.due import earliest
async def main():
    database = await Database.open(Path(sys.argv[1]))
    await database.others.begin(print, print)
    await database.write(earliest)
    await database.others.tell([1])
    await database.others.end()
    await database.close()
asyncio.run(main())
print(*sys.modules)
"""


def test_a_bot_on_a_file_meets_nothing_of_the_folder(tmp_path: Path):
    ended = subprocess.run(
        [sys.executable, "-c", AT_WORK, str(tmp_path / "ofc.sqlite3")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    modules = ended.stdout.split()
    assert "bot.store.engines" in modules
    assert [name for name in modules if "postgresql" in name or name.startswith("psycopg")] == []


SERVERS_WORDS = re.compile(r"\bpg_|psycopg|::regclass|::text|\bxmin\b|advisory|\bNOTIFY\b")
KNOWN = {
    "settings.py": "says which programs make its copies",
    "engines.py": "says what is to be installed",
}


def test_what_is_postgresqls_alone_stands_in_its_folder():
    said = {
        file.name
        for file in (ROOT / "bot").rglob("*.py")
        if file.parent.name != "postgresql" and SERVERS_WORDS.search(file.read_text("utf-8"))
    }
    assert said == KNOWN.keys()


def test_a_file_does_without_psycopg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        assert engines.first_fault(db) is None
