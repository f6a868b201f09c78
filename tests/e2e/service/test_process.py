"""`ofc-bot run` as a service: its backups, its sign of life, one bot for one database."""

import asyncio
import gc
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import Address
from bot.store import backup
from bot.upkeep import show_health, tune_garbage_collector
from discord_standin.standin import StandIn
from tests.e2e.child import ROOT, KillableHouse, spawn
from tests.waiting import HUNG

pytestmark = pytest.mark.house(kind=KillableHouse)


@pytest.fixture(autouse=True)
def as_a_service(
    tmp_path: Path, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The bot has signs of life, and the modes of new files are as shells have it."""
    monkeypatch.setenv("OFC_HEALTH_FILE", str(tmp_path / "health"))
    monkeypatch.setenv("OFC_METRICS", str(unused_tcp_port))
    mask = os.umask(0o022)
    yield
    os.umask(mask)


@pytest.mark.in_a_file("a server is backed up with pg_dump")
async def test_a_bot_without_a_backup_makes_one_at_once(house: KillableHouse):
    folder = house.path.parent / "backups"
    await house.discord.until(lambda: backup.latest_good(folder, house.path) is not None)
    with closing(sqlite3.connect(next(folder.glob("*.sqlite3")))) as db:
        assert db.execute("SELECT count(*) FROM tables").fetchone() == (0,)


async def test_a_bot_that_is_connected_shows_that_it_is_well(
    house: KillableHouse, capsys: pytest.CaptureFixture[str]
):
    await house.discord.until((house.folder / "health").exists)
    assert await asyncio.to_thread(main, ["status"]) == 0
    assert "Discord: 1 of 1 connection." in capsys.readouterr().out


@pytest.mark.in_a_file("whose files PostgreSQL's are is its own affair")
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
async def test_what_a_running_bot_writes_is_for_its_owner_alone(
    house: KillableHouse,
):
    folder = house.path.parent
    await house.discord.until(
        lambda: backup.latest_good(folder / "backups", house.path) is not None
    )
    await house.discord.until((folder / "health").exists)
    ofc = ("ofc.sqlite3", "ofc.sqlite3-wal", "ofc.sqlite3-shm", "ofc.sqlite3.lock")
    (copy,) = (folder / "backups").iterdir()
    for name in (*ofc, "health", copy.relative_to(folder)):
        assert (folder / name).stat().st_mode & 0o777 == 0o600, name
    assert (folder / "backups").stat().st_mode & 0o777 == 0o700


def is_there(path: Path) -> bool:
    return path.exists()


async def test_a_bot_that_is_not_well_shows_nothing_and_is_not_given_up_before_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    signs: list[float] = []

    def sign(seconds: float, **_options: object) -> None:
        signs.append(seconds)

    monkeypatch.setattr("faulthandler.dump_traceback_later", sign)
    asked = asyncio.Queue[str | None]()
    states: list[str | None] = ["away", "away", None, "away", None]

    async def fault() -> str | None:
        asked.put_nowait(states[0])
        return states.pop(0) if states[1:] else "away"

    showing = asyncio.create_task(
        show_health(fault, tmp_path / "health", give_up_after=60, pause=0)
    )
    assert [await asked.get(), await asked.get()] == ["away", "away"]
    assert (is_there(tmp_path / "health"), signs) == (False, [])
    assert [await asked.get(), await asked.get()] == [None, "away"]
    assert (is_there(tmp_path / "health"), signs) == (True, [60])
    showing.cancel()


async def test_a_file_that_cannot_be_touched_is_told_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    (tmp_path / "in the way").write_text("")
    looks = asyncio.Semaphore(0)

    async def fault() -> None:
        looks.release()

    showing = asyncio.create_task(
        show_health(fault, tmp_path / "in the way" / "health", give_up_after=0, pause=0)
    )
    for _ in range(5):
        await looks.acquire()
    assert caplog.text.count("cannot be touched") == 1
    showing.cancel()


HANGING = """
import asyncio, time
from bot.upkeep import show_health
async def fault():
    return None
async def main():
    showing = asyncio.create_task(show_health(fault, None, give_up_after=1))
    await asyncio.sleep(0.1)
    time.sleep(60)
asyncio.run(main())
"""


def test_a_bot_that_hangs_is_ended_too():
    ended = subprocess.run(
        [sys.executable, "-c", HANGING], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "Timeout (0:00:01)!" in ended.stderr
    assert "in main" in ended.stderr, "where it hung"


async def test_a_bot_that_is_unwell_for_too_long_ends_so_that_it_is_started_anew(
    address: Address, tmp_path: Path
):
    """As systemd and Docker do; what it has lost here is its connection."""
    async with StandIn() as discord:
        house = KillableHouse(discord, address, tmp_path)
        house.settings = {"OFC_GIVE_UP_AFTER": "10", "OFC_HEALTH_FILE": str(tmp_path / "health")}
        await house.start()
        await discord.until((tmp_path / "health").exists)
    house.committed.close()
    _, said = await asyncio.wait_for(house.process.communicate(), HUNG)
    assert house.process.returncode == 1
    lines = said.decode().splitlines()
    assert any("unwell" in line and "ends in 10 s" in line for line in lines)
    assert "Timeout (0:00:10)!" in lines, "and what it was doing"


async def test_the_garbage_collector_leaves_alone_what_is_there_to_stay():
    async def wait_until_ready() -> None: ...

    before = gc.get_threshold()
    # As Python starts: another test may have had a bot in this process that tuned it.
    gc.set_threshold(700, 10, 10)
    try:
        await tune_garbage_collector(wait_until_ready)
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] > 700
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def test_a_second_bot_on_the_same_database_is_refused(house: KillableHouse):
    second = await spawn(house.discord, house.address, house.folder)
    _, said = await second.communicate()
    assert second.returncode == 2
    assert said.decode() == (
        f"Another bot is using the database {house.address}. Stop it first, or set OFC_DATABASE "
        f"to another {'file' if isinstance(house.address, Path) else 'one'}.\n"
    )
