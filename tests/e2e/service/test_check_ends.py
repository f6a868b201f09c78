"""`ofc-bot check` where nothing can be tried, and where it is stopped half way."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from discord import LoginFailure

from bot.__main__ import main
from bot.cli import check
from bot.discord_io.check.check_client import CheckError
from bot.settings import DISCORD_URL
from discord_standin.model.places import Guild
from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.child import ROOT, unreachable
from tests.e2e.service.checking import button_of, line_of, run, verify_tidy
from tests.waiting import HUNG

STOPPED = "Stopped. What was posted is deleted.\n"


async def test_without_a_channel_it_lists_those_it_sees_and_tells_how_to_get_an_id(
    discord: StandIn, guild: Guild, capsys: pytest.CaptureFixture[str]
):
    channel = discord.add_channel(guild, "tests")
    hidden = discord.add_channel(guild, "hidden")
    discord.deny_bot(hidden, Permission.VIEW_CHANNEL)
    with pytest.raises(CheckError, match="Developer Mode"):
        await run(discord)
    assert capsys.readouterr().out == f"{channel.id}  #tests  (Friends)\n"


async def test_a_token_that_discord_does_not_know_ends_it(
    discord: StandIn, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(StandIn, "token", "not.the.token")
    with pytest.raises(LoginFailure):
        await run(discord)
    discord.pardon("401: Unauthorized")


async def test_a_channel_that_the_bot_does_not_know_is_named(discord: StandIn):
    with pytest.raises(CheckError, match="The bot knows no text channel 5"):
        await run(discord, "--channel", "5")


async def test_a_discord_that_cannot_be_reached_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("bot.discord_io.check.check_client._PATIENCE", 0.2)
    options = argparse.Namespace(channel=1, user=None, wait=1.0)
    with redirected(unreachable().url), pytest.raises(CheckError, match="network"):
        await check.check("a.b.c", options, connector=loopback_connector)


def test_without_a_token_it_says_where_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["check"]) == 2
    assert "DISCORD_TOKEN isn't set." in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="Windows has other signals")
async def test_told_to_stop_it_deletes_what_it_posted_too(
    discord: StandIn, guild: Guild, capsys: pytest.CaptureFixture[str]
):
    channel, ann = discord.add_channel(guild, "tests"), discord.add_person("Ann", guild)
    checking = asyncio.create_task(run(discord, "--channel", str(channel.id)))
    await discord.until(lambda: button_of(ann, channel) is not None)
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(checking, HUNG)
    assert line_of(capsys.readouterr().out, "clean-up").startswith("ok")
    verify_tidy(discord, guild)


def test_told_to_stop_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    async def stop(*_: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr(check, "check", stop)
    assert main(["check"]) == 2
    assert capsys.readouterr().err == STOPPED


def contents(folder: Path) -> list[Path]:
    return list(folder.iterdir())


# --- as a process ---------------------------------------------------------------------------------


@asynccontextmanager
async def check_process(
    discord: StandIn, folder: Path, *arguments: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    settings = {
        DISCORD_URL: discord.url,
        "DISCORD_TOKEN": discord.token,
        "PYTHONPATH": str(ROOT),
    }
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "check", *arguments),
        cwd=folder,
        env={**os.environ, **settings},
        stdout=pipe,
        stderr=pipe,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.mark.skipif(os.name != "posix", reason="Windows has other signals")
async def test_stopped_half_way_it_deletes_what_it_posted_and_leaves_no_database(
    discord: StandIn, guild: Guild, tmp_path: Path
):
    channel, ann = discord.add_channel(guild, "tests"), discord.add_person("Ann", guild)
    async with check_process(discord, tmp_path, "--channel", str(channel.id)) as process:
        await discord.until(lambda: button_of(ann, channel) is not None)
        process.send_signal(signal.SIGINT)
        out, said = await asyncio.wait_for(process.communicate(), HUNG)
    assert process.returncode == 2
    assert said.decode() == STOPPED
    assert line_of(out.decode(), "clean-up").startswith("ok")
    assert contents(tmp_path) == []
    verify_tidy(discord, guild)
