"""Whatever stands in a setting: it is taken, or refused in a sentence that gives nothing away."""

import faulthandler
import logging
import os
import re
from functools import partial
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import NAMES, Settings, SettingsError, Storage
from bot.store.connection import connect
from bot.store.database import Database
from bot.upkeep import show_health

TOKEN = "MTIz.abc.def"

EMPTY = ["", " ", "\t"]
HUGE = ["9" * 5000, "9300000000", "1e400", "x" * 300, "x" * 250, "x" * 5000, "a/" * 300 + "b"]
FOREIGN = [
    *(
        "-1",
        "1.5",
        "nan",
        "inf",
        "٣٣",
        "true",
        "INFO\nDEBUG",
        "\x00",
        "\u202e",
        "\ud800",
        "/",
        "..",
    ),
    *("/", "..", "/dev/null", "/proc/1/mem", "/proc/self/mem", ":memory:", "file:x?mode=memory"),
    *("http://127.0.0.1:99999", "http://[::1", "http://example.org", "sqlite:///ofc.sqlite3"),
    *("postgresql:ofc", "postgresql:/ofc", "postgresql://[::1", "postgresql://h/x?password"),
]
SECRET = [
    "mysql://u:sekret@127.0.0.1/x",
    "POSTGRESQL://u:sekret@127.0.0.1:1/x",
    "postgres://u:sekret@127.0.0.1:1/x?sslpassword=sekret",
    "postgres://u:sekret@[::1",
    "postgresql://u:sek%zzret@127.0.0.1:1/x",
    "postgresql://u:sek%00ret@127.0.0.1:1/x",
    "postgresql://u:sek/ret@127.0.0.1:1/x",
    "postgresql://u:sek@ret@127.0.0.1:1/x",
    "postgresql://u:sek?ret@127.0.0.1:1/x",
    "postgresql://u:sek#ret@127.0.0.1:1/x",
    "postgresql://u:sek ret@127.0.0.1:1/x",
    "postgresql://127.0.0.1:sekret/x",
    "postgresql://127.0.0.1:1/x?sekret",
    "postgresql//u:sekret@127.0.0.1:1/x",
    "host=127.0.0.1 port=1 user=u password=sekret",
    "http://u:sekret@127.0.0.1:8123",
]
PAGES = [
    "https://example.org/hand.html",
    "http://127.0.0.1:8123/pages/hand.html?x=1",
    "https://[::1]/",
]
NO_PAGES = [
    *("example.org/hand.html", "ftp://example.org/", "https://", "https://example.org/hand.html#"),
    *("https://u:sekret@example.org/", "https://example.org/a b", "https://example.org:0/", "#"),
    *("javascript:alert(1)", "https://example.org/\u00e4", "https://example.org/" + "x" * 290),
]
HOSTILE = [*EMPTY, *HUGE, *FOREIGN, *SECRET]


def short(value: str) -> str:
    return ascii(value[:40])


def gives_away(text: str) -> list[str]:
    return re.findall(r"sek|\bret\b|MTIz", text)


def said_of(name: str, value: str) -> str:
    """What may be logged of the settings, or the sentence in which one is refused."""
    try:
        settings = Settings.load({"DISCORD_TOKEN": TOKEN, name: value})
    except SettingsError as error:
        return str(error)
    return f"{name}: {settings!r} {settings.storage.database}"


@pytest.mark.parametrize("name", NAMES)
def test_a_setting_is_taken_or_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for value in HOSTILE:
        said = said_of(name, value)
        assert name in said, short(value)
        assert gives_away(said) == []
        assert list(tmp_path.iterdir()) == [], short(value)


@pytest.mark.parametrize("value", ["", *PAGES])
def test_the_address_of_a_page_is_taken(value: str):
    settings = Settings.load({"DISCORD_TOKEN": TOKEN, "OFC_REPLAY_URL": value})
    assert settings.replay_url == value


@pytest.mark.parametrize("value", NO_PAGES)
def test_what_is_no_address_of_a_page_is_refused(value: str):
    with pytest.raises(SettingsError, match="OFC_REPLAY_URL has to be the address of a web page"):
        Settings.load({"DISCORD_TOKEN": TOKEN, "OFC_REPLAY_URL": value})


def pairs():
    """Each value in one of the settings of files, and in all with -m exhaustive."""
    names = ("OFC_DATABASE", "OFC_BACKUPS", "OFC_HEALTH_FILE", "OFC_GIVE_UP_AFTER")
    for number, value in enumerate(HOSTILE):
        for other, name in enumerate(names):
            marks = () if number % len(names) == other else (pytest.mark.exhaustive,)
            yield pytest.param(name, value, id=f"{name}-{short(value)}", marks=marks)


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a bot whose database is where it is without a setting."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    Path("data").mkdir()
    connect(Storage.database).close()  # type: ignore[arg-type]
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    return tmp_path


async def open_only(settings: Settings, **_: object) -> None:
    """What a start does with the settings before it knows Discord."""
    storage = settings.storage
    database = await Database.open(storage.database, storage.backups)
    await database.close()
    health = show_health(_well, settings.health_file, settings.give_up_after)
    health.send(None)
    health.close()


async def _well() -> str | None:
    return None


def codes_of(name: str, value: str) -> set[int]:
    """The exit codes of the commands that read settings."""
    commands = [["run"], ["verify"], ["backup"], ["restore", "none"], ["export", "1", "out.json"]]
    if name == "OFC_DATABASE" and value.strip():
        commands += [["move", value], ["export", "1", "out.json", "--database", value]]
    return {main(command) for command in commands}


def databases(folder: Path) -> set[Path]:
    return {
        path.relative_to(folder)
        for path in folder.rglob("*")
        if path.is_file() and path.read_bytes()[:6] == b"SQLite"
    }


@pytest.mark.parametrize(("name", "value"), list(pairs()))
def test_every_command_goes_on_or_says_why_not(
    name: str,
    value: str,
    real: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
):
    try:
        monkeypatch.setenv(name, value)
    except (ValueError, UnicodeEncodeError):
        pytest.skip("no environment can hold it")
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr("bot.running.run", open_only)
    with Path(os.devnull).open("w") as nowhere:
        later = partial(faulthandler.dump_traceback_later, file=nowhere)
        monkeypatch.setattr("faulthandler.dump_traceback_later", later)
        codes = codes_of(name, value)
    assert codes <= {0, 1, 2}
    said = capsys.readouterr()
    assert "Traceback" not in f"{said.out}{said.err}{caplog.text}"
    assert gives_away(f"{said.out}{said.err}{caplog.text}") == []
    made = {path.parts[0] for path in databases(real)} - {"data"}
    names = set() if re.search(r"[:@=]|//", value) else {value.partition("/")[0]}
    assert made <= names, "it has the name, and is in no other place"
    assert databases(real / "data") >= {Path("ofc.sqlite3")}


def test_a_name_that_is_no_setting_is_told_of(
    real: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("bot.running.run", open_only)
    (real / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nOFC_DATABSE=elsewhere.sqlite3\n")
    assert main(["run"]) == 0
    assert "OFC_DATABSE in .env is no setting of the bot" in caplog.text


def test_what_is_set_to_nothing_is_as_the_file_says(real: Path, monkeypatch: pytest.MonkeyPatch):
    (real / ".env").write_text("OFC_DATABASE=elsewhere.sqlite3\n")
    monkeypatch.setenv("OFC_DATABASE", "")
    assert Storage.load().database == Path("elsewhere.sqlite3")


@pytest.mark.parametrize("data", [b"\xff\xfeD\x00", b"OFC_BACKUPS=\xe4"])
def test_a_file_of_settings_that_is_no_text_is_named(
    real: Path, data: bytes, capsys: pytest.CaptureFixture[str]
):
    (real / ".env").write_bytes(data)
    assert main(["verify"]) == 2
    assert capsys.readouterr().err == ".env can't be read: it isn't text in UTF-8.\n"
