"""Discord cannot be reached when the bot starts: it waits, says so, and connects when it can."""

import asyncio
import logging
import signal
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from discord import LoginFailure

from bot.__main__ import main
from bot.client import OfcBot
from bot.settings import Address
from bot.store.database import Database
from bot.tasks import alongside
from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn
from discord_standin.trouble import Fail, Hang, Limit, Trouble
from tests.e2e.child import spawn, unreachable
from tests.e2e.house import House
from tests.e2e.in_process import running, stop
from tests.e2e.requests import START
from tests.waiting import HUNG, until

UNREACHABLE = "Discord cannot be reached"


@pytest_asyncio.fixture
async def database(address: Address, tmp_path: Path) -> AsyncGenerator[Database]:
    database = await Database.open(address, tmp_path / "backups")
    yield database
    await database.close()


def has(path: Path) -> bool:
    return path.exists()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


async def test_a_bot_that_cannot_reach_discord_waits_for_it_and_is_not_well_until_then(
    address: Address, tmp_path: Path
):
    discord, health = unreachable(), tmp_path / "health"
    process = await spawn(
        discord, address, tmp_path, OFC_BACKUPS_KEPT="0", OFC_HEALTH_FILE=str(health)
    )
    try:
        assert process.stderr is not None
        line = (await asyncio.wait_for(process.stderr.readline(), HUNG)).decode()
        assert f"WARNING bot.discord_io.start: {UNREACHABLE}: " in line
        assert line.endswith(" Trying again in 5 s.\n")
        assert not has(health)
        async with discord:
            await discord.connected()
            await discord.until(lambda: has(health))
            process.send_signal(signal.SIGTERM)
            _, rest = await asyncio.wait_for(process.communicate(), HUNG)
            assert (process.returncode, rest) == (0, b"")
            assert discord.violations == []
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def test_a_bot_that_waits_for_discord_is_stopped_at_once(
    address: Address, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async with running(unreachable(), address, tmp_path) as bot:
        await until(lambda: UNREACHABLE in caplog.text)
        await stop(bot)
    assert len(warnings(caplog)) == 1


async def test_a_bot_that_discord_does_not_answer_is_stopped_at_once(
    discord: StandIn, address: Address, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    discord.fail_next(*START["who am i"], Hang())
    async with running(discord, address, tmp_path) as bot:
        await discord.until(lambda: discord.is_busy)
        await stop(bot)
    assert warnings(caplog) == []


async def test_a_token_that_discord_does_not_know_is_no_reason_to_wait(
    discord: StandIn, address: Address, tmp_path: Path
):
    with pytest.raises(LoginFailure):
        async with running(discord, address, tmp_path, token="not.the.token") as bot:
            await asyncio.wait_for(bot, HUNG)
    discord.pardon("401: Unauthorized")


@pytest.mark.parametrize(
    ("command", "does"),
    [("run", "bot.running.run"), ("check", "bot.cli.check.check")],
)
def test_a_token_that_discord_does_not_know_is_said_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    does: str,
):
    async def fail(*_: object, **__: object) -> None:
        raise LoginFailure

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "not.the.token")
    monkeypatch.setattr(does, fail)
    assert main([command]) == 2
    assert capsys.readouterr().err == (
        "Discord does not accept DISCORD_TOKEN. Copy it again from the Bot page.\n"
    )


@pytest.mark.parametrize("trouble", [Fail(503), Limit(0.01)], ids=["503", "429"])
@pytest.mark.parametrize("kind", ["who am i", "application", "gateway"])
async def test_while_discord_refuses_to_let_it_in_the_bot_knocks_again(
    discord: StandIn,
    address: Address,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    trouble: Trouble,
):
    discord.fail_next(*START[kind], trouble, times=11)
    house = House(discord, address, tmp_path, first_pause=0.0)
    await house.start()
    try:
        assert discord.troubles_are_over
        told = [r for r in caplog.records if UNREACHABLE in r.getMessage()]
        assert len(told) == (11 if isinstance(trouble, Fail) else 2), "429 is tried 5 times at once"
        assert not any(record.exc_info for record in caplog.records)
    finally:
        await house.stop()


async def test_a_gateway_that_takes_no_connections_is_tried_again(
    discord: StandIn, address: Address, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    discord.refuse_gateway(times=1)
    house = House(discord, address, tmp_path, first_pause=0.0)
    await house.start()
    try:
        (told,) = warnings(caplog)
        assert told.startswith(f"{UNREACHABLE}: 503")
        assert not any(record.exc_info for record in caplog.records)
    finally:
        await house.stop()


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144])
async def test_a_bot_that_is_stopped_while_it_starts_stops(
    discord: StandIn, database: Database, turns: int
):
    with redirected(discord.url):
        async with (
            OfcBot(database, connector=loopback_connector) as bot,
            alongside(bot.start(discord.token)) as running,
        ):
            for _ in range(turns):
                await asyncio.sleep(0)
        assert running.cancelled()


async def test_a_bot_is_not_taken_for_connected_because_the_one_before_was(
    discord: StandIn, house: House, monkeypatch: pytest.MonkeyPatch
):
    class LateBot(OfcBot):
        async def start(self, token: str, *, reconnect: bool = True) -> None:
            for _ in range(5):
                await asyncio.sleep(0)
            await super().start(token, reconnect=reconnect)

    monkeypatch.setattr("sandbox.bot.OfcBot", LateBot)
    (session,) = discord._gateway._sessions.values()
    outbox = session.outbox
    await house.stop()
    # The stand-in has not seen yet that it is gone.
    session.outbox = outbox
    await house.start()
    assert house.bot is not None
    assert house.bot.is_ready()
