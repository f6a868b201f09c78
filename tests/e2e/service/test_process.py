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
from tests.e2e.house import House
from tests.e2e.in_process import running, stop
from tests.waiting import HUNG


@pytest.fixture
def usual_modes() -> Iterator[None]:
    """The modes of new files are as shells have it."""
    mask = os.umask(0o022)
    yield
    os.umask(mask)


async def test_a_bot_that_is_connected_shows_that_it_is_well(
    discord: StandIn,
    address: Address,
    tmp_path: Path,
    unused_tcp_port: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setenv("OFC_METRICS", str(unused_tcp_port))
    health = tmp_path / "health"
    async with running(
        discord, address, tmp_path, health_file=health, status_port=unused_tcp_port
    ) as bot:
        await discord.until(health.exists)
        assert await asyncio.to_thread(main, ["status"]) == 0
        await stop(bot)
    assert "Discord: 1 of 1 connection." in capsys.readouterr().out


@pytest.mark.in_a_file("a server is backed up with pg_dump, and has its own files")
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
@pytest.mark.usefixtures("usual_modes")
async def test_what_a_bot_writes_is_a_backup_at_once_and_all_for_its_owner_alone(
    discord: StandIn, address: Path, tmp_path: Path
):
    health, backups = tmp_path / "health", tmp_path / "backups"
    house = KillableHouse(discord, address, tmp_path)
    house.settings = {"OFC_HEALTH_FILE": str(health)}
    await house.start()
    await discord.until(lambda: backup.latest_good(backups, address) is not None)
    await discord.until(health.exists)
    (copy,) = contents(backups)
    ofc = ("ofc.sqlite3", "ofc.sqlite3-wal", "ofc.sqlite3-shm", "ofc.sqlite3.lock")
    for name in (*ofc, "health", copy.relative_to(tmp_path)):
        assert mode(tmp_path / name) == 0o600, name
    assert mode(backups) == 0o700
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    await house.close()


def contents(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


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


async def test_a_second_bot_on_the_same_database_is_refused(house: House):
    if isinstance(house.address, Path):
        house.address.chmod(0o600)  # else the second one warns of it first
    second = await spawn(house.discord, house.address, house.folder)
    _, said = await second.communicate()
    assert second.returncode == 2
    *waited, last = said.decode().splitlines()
    assert last == (
        f"Another bot is using the database {house.address}. Stop it first, or set OFC_DATABASE "
        f"to another {'file' if isinstance(house.address, Path) else 'one'}."
    )
    assert bool(waited) is not isinstance(house.address, Path), "a server may forget a dead bot"
