"""`python -m bot run` as a service: its backups, its sign of life, one bot for one database."""

import asyncio
import gc
import os
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox.redirect import VARIABLE
from bot.sandbox.standin import StandIn
from bot.store import backup
from bot.upkeep import show_health, spare_collector
from tests.e2e.child import KillableHouse


@pytest_asyncio.fixture
async def house(
    discord: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[KillableHouse]:
    monkeypatch.setenv("OFC_HEALTH_FILE", str(tmp_path / "health"))
    house = KillableHouse(discord, tmp_path / "ofc.sqlite3")
    await house.start()
    yield house
    await house.stop()


async def test_a_bot_without_a_backup_makes_one_at_once(house: KillableHouse):
    folder = house.path.parent / "backups"
    await house.discord.until(lambda: backup.latest_good(folder, house.path) is not None)
    with closing(sqlite3.connect(next(folder.glob("*.sqlite3")))) as db:
        assert db.execute("SELECT count(*) FROM tables").fetchone() == (0,)


async def test_a_bot_that_is_connected_shows_that_it_is_well(house: KillableHouse):
    await house.discord.until((house.path.parent / "health").exists, within=15)


def is_there(path: Path) -> bool:
    return path.exists()


async def test_a_bot_that_is_not_well_shows_nothing(tmp_path: Path):
    asked = asyncio.Event()

    async def is_well() -> bool:
        asked.set()
        return False

    showing = asyncio.create_task(show_health(tmp_path / "health", is_well))
    await asked.wait()
    await asyncio.sleep(0)
    showing.cancel()
    assert not is_there(tmp_path / "health")


async def test_the_garbage_collector_leaves_alone_what_is_there_to_stay():
    async def wait_until_ready() -> None: ...

    before = gc.get_threshold()
    try:
        await spare_collector(wait_until_ready)
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] > before[0]
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def test_a_second_bot_on_the_same_database_is_refused(house: KillableHouse):
    second = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "run"),
        env={
            **os.environ,
            VARIABLE: house.discord.url,
            "DISCORD_TOKEN": house.discord.token,
            "OFC_DATABASE": str(house.path),
        },
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await second.communicate()
    assert second.returncode == 2
    assert said.decode() == (
        f"Another bot works with the database {house.path}. Stop it first, or set OFC_DATABASE "
        "to another file.\n"
    )
