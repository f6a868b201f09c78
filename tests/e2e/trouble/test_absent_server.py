"""The bot starts while its database's server is away, or the server takes no writes meanwhile."""

import asyncio
import logging
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.discord_io.command_mentions import Context
from bot.discord_io.sync import sync_commands
from bot.screens.components import note
from bot.settings import Address, Server
from bot.store.database import Database
from bot.store.engine import OperationalError
from discord_standin.standin import StandIn
from tests.e2e.child import spawn
from tests.e2e.house import House
from tests.e2e.in_process import running, stop
from tests.servers import PostgreSQL
from tests.waiting import HUNG, until

LOST = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"


@pytest.fixture
def server(postgresql: PostgreSQL) -> Iterator[Server]:
    with postgresql.database() as address:
        yield address


@pytest.fixture
def address(server: Server) -> Address:
    return server


async def test_a_server_that_is_not_there_is_waited_for_and_told_of_once(
    discord: StandIn, address: Address, postgresql: PostgreSQL, tmp_path: Path
):
    postgresql.stop()
    try:
        process = await spawn(discord, address, tmp_path)
        assert process.stderr is not None
        said = (await asyncio.wait_for(process.stderr.readline(), HUNG)).decode()
    finally:
        await asyncio.to_thread(postgresql.start)
    assert "WARNING bot.running: The database postgresql:///ofc" in said
    assert said.endswith("Trying again.\n")
    await discord.connected()
    process.send_signal(signal.SIGTERM)
    _, rest = await asyncio.wait_for(process.communicate(), HUNG)
    assert (process.returncode, rest) == (0, b"")


def told(caplog: pytest.LogCaptureFixture) -> str:
    """What the bot has said, a sentence at most."""
    said = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert len(said) <= 1
    return "".join(said)


async def test_a_server_that_takes_nobody_more_is_waited_for(
    discord: StandIn, postgresql: PostgreSQL, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    postgresql.tell("CREATE ROLE late LOGIN CONNECTION LIMIT 0")
    name = str(postgresql.new()).rpartition("/")[2]
    postgresql.tell(f"ALTER DATABASE {name} OWNER TO late")
    async with running(discord, postgresql.server(name, "late"), tmp_path) as bot:
        await until(lambda: "too many connections" in told(caplog))
        postgresql.tell("ALTER ROLE late CONNECTION LIMIT -1")
        await discord.connected()
        await stop(bot)
    assert told(caplog)


async def test_the_lock_of_a_bot_that_has_just_gone_is_waited_for(
    discord: StandIn, server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    other = await Database.open(server, tmp_path)
    async with running(discord, server, tmp_path) as bot:
        try:
            await until(lambda: "Another bot is using the database" in told(caplog))
        finally:
            await other.close()
        await discord.connected()
        await stop(bot)
    assert told(caplog)


async def test_a_bot_that_waits_for_its_database_is_stopped_at_once(
    discord: StandIn,
    server: Server,
    postgresql: PostgreSQL,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
):
    postgresql.stop()
    try:
        async with running(discord, server, tmp_path) as bot:
            await until(lambda: told(caplog) != "")
            await stop(bot)
    finally:
        await asyncio.to_thread(postgresql.start)
    assert told(caplog)


async def test_a_bot_whose_server_takes_no_writes_any_more_is_unwell(
    house: House, server: Server, postgresql: PostgreSQL
):
    """As after a failover to one that only reads."""
    assert house.bot is not None
    assert await house.bot.health.fault() is None
    name = str(server).rpartition("/")[2]
    for value, fault in (("on", "nothing can be saved"), ("off", "None")):
        postgresql.tell(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")
        postgresql.tell(LOST.format(name))
        async with asyncio.timeout(HUNG):
            while fault not in str(await house.bot.health.fault()):
                pass


async def test_commands_can_be_tapped_although_the_database_was_away_for_a_moment(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    async def lose(*_: object) -> None:
        monkeypatch.setattr("bot.client.sync_commands", sync_commands)
        raise OperationalError("the database's server is not there")

    await house.stop()
    monkeypatch.setattr("bot.client.sync_commands", lose)
    monkeypatch.setattr("bot.tasks._FIRST_PAUSE", 0.0)
    await house.start()
    bot = house.bot
    assert bot is not None
    said = note("/help").components
    await until(
        lambda: "</help:" in str(bot.command_mentions.tappable(said, lambda: Context.GUILD))
    )


def test_a_start_that_loses_its_database_is_tried_again_by_whoever_started_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async def lose(*_: object, **__: object) -> None:
        raise OperationalError("the database's server is not there")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr("bot.running.run", lose)
    assert main(["run"]) == 1
    assert "the database was lost while the bot started: the database's server" in caplog.text
