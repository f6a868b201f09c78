"""Fixtures that every test may use."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings

from bot.store import connection, schema
from standin.tests.spec import Spec
from tests.in_memory import write_in_memory
from tests.mutants import THINK_ANEW
from tests.servers import WHY_NOT, PostgreSQL, running

settings.register_profile(
    "default", deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")

_SHARED = Path(os.environ.get("OFC_SHARED", Path(__file__).parents[2] / "shared"))


def pytest_configure() -> None:
    """Keep what tests write in memory where there is some."""
    write_in_memory()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="where the bot of the end-to-end tests keeps everything",
    )


def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores: bots also wait for retries, and browsers for what moves."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What goes through all there is takes minutes, and on a busy machine perhaps an hour.

    Properties hold on a server as they do in a file, where they are looked at each time.
    """
    for item in items:
        if "[postgresql" in item.name and hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker(pytest.mark.exhaustive)
        _skip_on_a_server(item)
        if item.get_closest_marker("exhaustive"):
            item.add_marker(pytest.mark.timeout(7200), append=False)


def _skip_on_a_server(item: pytest.Item) -> None:
    marker = item.get_closest_marker("in_a_file")
    if marker and item.config.getoption("engine") != "sqlite":
        item.add_marker(pytest.mark.skip(reason=f"about a file: {marker.args[0]}"))


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Ctrl-C ends what a test starts, also where a shell began the run in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """A new database is a copy of the first one of the process, which saves a tenth of the run."""
    made: dict[object, sqlite3.Connection] = {}
    migrate = schema.migrate

    def copied(db: sqlite3.Connection) -> None:
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        kind = schema._MIGRATIONS, *db.execute("PRAGMA page_size").fetchone()
        if tables or kind not in made:
            migrate(db)
        else:
            made[kind].backup(db)
        if not tables and kind not in made:
            made[kind] = sqlite3.connect(":memory:", check_same_thread=False)
            db.backup(made[kind])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "migrate", copied)
        yield
    for each in made.values():
        each.close()


@pytest.fixture(scope="session")
def thoughts(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The folder of what has been thought, which is one for all processes of a run.

    None where all is to be thought anew.
    """
    if THINK_ANEW in os.environ:
        return None
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if hasattr(pytestconfig, "workerinput") else own) / "thoughts"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the rulebook's cases and Discord's spec; it is no part of the project."""
    if not _SHARED.is_dir():
        pytest.skip(f"needs the rulebook's folder at {_SHARED} (set OFC_SHARED)")
    return _SHARED


@pytest.fixture(scope="session")
def spec(request: pytest.FixtureRequest) -> Spec | None:
    """Discord's spec, where it is at hand."""
    try:
        return Spec.load(request.getfixturevalue("shared") / "discord" / "openapi.json")
    except pytest.skip.Exception:
        return None


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server of the tests' own."""
    with running() as server:
        if server is None:
            pytest.skip(WHY_NOT)
        yield server


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes a later version of the bot, with these migrations more."""

    def make(*scripts: str) -> None:
        more: list[tuple[Path, ...]] = []
        for number, script in enumerate(scripts, start=schema.LATEST + 1):
            file = tmp_path / f"{number:04d}_more.sql"
            file.write_text(script)
            more.append((file,))
        monkeypatch.setattr(schema, "_MIGRATIONS", (*schema._MIGRATIONS, *more))
        for module in (schema, connection):
            monkeypatch.setattr(module, "LATEST", len(schema._MIGRATIONS))

    return make


@pytest_asyncio.fixture
async def passing(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets seconds pass for the event loop's clock, which else stands still."""
    now = [1000.0]
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now[0])

    def let_pass(seconds: float) -> None:
        now[0] += seconds

    return let_pass


@pytest.fixture(autouse=True)
def unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """New tables have no time limit, and players place in turn, but for tests `at_usual_pace`."""
    if not request.node.get_closest_marker("at_usual_pace"):
        monkeypatch.setattr("bot.values.options.USUAL_PACE", "")
