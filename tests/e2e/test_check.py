"""`python -m bot check`: what only the real Discord can tell, told line by line."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from bot.__main__ import main
from bot.cli import check
from bot.edge.check.findings import CheckError, Finding
from bot.sandbox.faults import MISSING_ACCESS, Fault
from bot.sandbox.model.places import Channel, Guild
from bot.sandbox.people.person import Person
from bot.sandbox.people.shown import Shown
from bot.sandbox.redirect import VARIABLE, loopback_connector, redirected
from bot.sandbox.standin import TOKEN, StandIn
from bot.sandbox.trouble import Refuse
from bot.sandbox.vocabulary import MessageFlag, Permission
from tests.e2e.child import ROOT
from tests.e2e.test_start import free_port

EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
ANSWER = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
REFUSED = Fault(400, 50035, "Invalid Form Body")
UNLISTED = "The referenced attachment was not found"
"""What Discord may say to an edit that does not list its picture, which the check tries out."""
OWN_COMMAND = {"name": "friends", "type": 1, "description": "For friends"}
LINES = (
    "login",
    "gateway",
    "privileged intents",
    "permission View Channel",
    "permission Send Messages",
    "permission Attach Files",
    "permission Read Message History",
    "permission Send Messages in Threads",
    "command sync",
    "message with a picture",
    "edit that lists the picture it keeps",
    "edit with a new picture",
    "edit that does not list its picture",
    "animated WebP",
    "nonce",
    "silent message",
    "answer that lists the picture it keeps",
    "answer that does not list its picture",
    "answer with a new picture",
    "deferred answer with a new picture",
    "private answer with a picture",
    "direct message with a picture",
    "clean-up",
)
EITHER = tuple(line for line in LINES if "does not list" in line)


@pytest.fixture
def channel(discord: StandIn, guild: Guild) -> Channel:
    return discord.add_channel(guild, "tests")


@pytest.fixture
def ann(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Ann", guild)


@pytest_asyncio.fixture(autouse=True)
async def tidy(discord: StandIn, guild: Guild) -> AsyncGenerator[None]:
    """Whatever happens, what was posted is gone at the end, and commands are as they were."""
    discord.world.commands.replace(guild.id, [OWN_COMMAND])
    yield
    there = [m for m in discord.world.messages if not (m.is_deleted or m.dismissed_by)]
    assert there == []
    assert [c["name"] for c in discord.world.commands.of(guild.id)] == ["friends"]
    assert discord.world.commands.of(None) == []
    assert [v for v in discord.violations if UNLISTED not in v] == []


async def run(discord: StandIn, *arguments: str) -> int:
    """The command in this process; returns its exit code."""
    parser = argparse.ArgumentParser()
    check.configure(parser)
    with redirected(discord.url):
        return await check.check(
            discord.token,
            parser.parse_args(arguments),
            connector=loopback_connector,
            guild_ready_timeout=0.05,
        )


def outcomes(said: str) -> dict[str, str]:
    """How each thing went, by its name, in order."""
    lines = said.partition("\n\n")[0].splitlines()
    return {line[8:].partition(": ")[0]: line.split()[0] for line in lines}


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line[8:].startswith(name))


def button_of(person: Person, channel: Channel, *, after: int = 0) -> Shown | None:
    """The message with a button to press, if there is one newer than the message `after`."""
    found = (s for s in person.reads(channel) if s.buttons and s.id > after)
    return next(found, None)


@asynccontextmanager
async def pressing(discord: StandIn, person: Person, channel: Channel) -> AsyncGenerator[list[str]]:
    """Somebody who presses every button as soon as they see it; gives the errors they see."""
    errors: list[str] = []

    async def press() -> None:
        shown: Shown | None = None
        while True:
            last = shown.id if shown else 0
            find = partial(button_of, person, channel, after=last)
            await discord.until(lambda find=find: find() is not None, within=60)
            shown = find()
            assert shown is not None
            reply = await person.press(shown, "check:")
            errors.extend(filter(None, [reply.error]))

    task = asyncio.create_task(press())
    yield errors
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_where_all_works_every_line_says_ok_and_what_was_seen(
    discord: StandIn, channel: Channel, ann: Person, capsys: pytest.CaptureFixture[str]
):
    async with pressing(discord, ann, channel) as errors:
        assert await run(discord, "--channel", str(channel.id)) == 0
    said = capsys.readouterr().out
    assert tuple(outcomes(said)) == LINES
    assert {name for name, how in outcomes(said).items() if how != "ok"} <= {*EITHER}
    assert errors == []
    assert "servers: Friends" in line_of(said, "gateway")
    assert "/ofc, /ledger, /privacy put to Friends" in line_of(said, "command sync")
    assert "image/webp" in line_of(said, "animated WebP")
    assert "things work here." in said


async def test_without_attach_files_it_says_so_and_tries_no_picture(
    discord: StandIn, channel: Channel, capsys: pytest.CaptureFixture[str]
):
    discord.deny_bot(channel, Permission.ATTACH_FILES)
    assert await run(discord, "--channel", str(channel.id)) == 1
    said = capsys.readouterr().out
    how = outcomes(said)
    assert tuple(how) == LINES
    refused = {"permission Attach Files", "message with a picture", "animated WebP"}
    assert {name for name in how if how[name] == "no"} == refused
    assert "50013): Missing Permissions" in line_of(said, "message with a picture")
    assert {name for name in how if name.startswith(("edit", "answer"))} <= {
        name for name in how if how[name] == "skipped"
    }
    assert "- message with a picture. Boards are shown in words." in said


async def test_edits_that_may_not_bring_a_picture_are_told_in_discords_own_words(
    discord: StandIn,
    channel: Channel,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    tell = check._tell

    def tell_and_refuse(finding: Finding) -> None:
        tell(finding)
        if finding.what == "edit that lists the picture it keeps":
            discord.fail_next(*EDIT, Refuse(REFUSED))

    monkeypatch.setattr(check, "_tell", tell_and_refuse)
    async with pressing(discord, ann, channel):
        assert await run(discord, "--channel", str(channel.id)) == 1
    said = capsys.readouterr().out
    how = outcomes(said)
    assert {name for name in how if how[name] != "ok"} - {*EITHER} == {"edit with a new picture"}
    assert line_of(said, "edit with a new picture").endswith(
        "400 Bad Request (error code: 50035): Invalid Form Body"
    )
    assert "- edit with a new picture. Boards that change are shown in words." in said


async def test_an_answer_that_discord_refuses_leaves_nobody_with_an_error(
    discord: StandIn, channel: Channel, ann: Person, capsys: pytest.CaptureFixture[str]
):
    discord.fail_next(*ANSWER, Refuse(REFUSED))
    async with pressing(discord, ann, channel) as errors:
        assert await run(discord, "--channel", str(channel.id)) == 1
    how = outcomes(capsys.readouterr().out)
    assert how["answer that lists the picture it keeps"] == "no"
    assert how["answer with a new picture"] == "ok"
    assert errors == []


@pytest.mark.parametrize(
    ("part", "instead", "line", "words"),
    [
        ("rest.messages._sent_before", lambda *_: None, "nonce", "two messages"),
        ("rest.drafts._SETTABLE", MessageFlag.COMPONENTS_V2, "silent message", "keep the flag"),
        ("model.attachments.Attachment.content_type", "image/png", "animated WebP", "takes it for"),
        ("model.attachments.Attachment.dimensions", None, "message with a picture", "no width"),
    ],
    ids=["nonce", "silent", "type", "size"],
)
async def test_what_discord_takes_but_does_in_another_way_is_no(
    discord: StandIn,
    channel: Channel,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    part: str,
    instead: object,
    line: str,
    words: str,
):
    monkeypatch.setattr(f"bot.sandbox.{part}", instead, raising=False)
    assert await run(discord, "--channel", str(channel.id), "--wait", "0.05") == 1
    said = line_of(capsys.readouterr().out, line)
    assert said.startswith("no ")
    assert words in said


async def test_commands_that_discord_does_not_take_leave_those_of_the_server(
    discord: StandIn, channel: Channel, capsys: pytest.CaptureFixture[str]
):
    discord.fail_next("PUT", IN_GUILD, Refuse(MISSING_ACCESS))
    assert await run(discord, "--channel", str(channel.id), "--wait", "0.05") == 1
    assert "50001): Missing Access" in line_of(capsys.readouterr().out, "command sync")


async def test_when_nobody_presses_the_buttons_are_skipped_and_all_else_counts(
    discord: StandIn, channel: Channel, capsys: pytest.CaptureFixture[str]
):
    assert await run(discord, "--channel", str(channel.id), "--wait", "0.2") == 0
    said = capsys.readouterr().out
    how = outcomes(said)
    skipped = [name for name in how if how[name] == "skipped"]
    assert skipped == [name for name in LINES if "answer" in name or name.startswith("direct")]
    assert "nobody pressed within 0.2 seconds" in line_of(said, skipped[0])
    assert "6 were skipped" in said


async def test_somebody_named_gets_the_direct_message_without_a_press(
    discord: StandIn, channel: Channel, ann: Person, capsys: pytest.CaptureFixture[str]
):
    arguments = ("--channel", str(channel.id), "--wait", "0.2", "--user", str(ann.user.id))
    assert await run(discord, *arguments) == 0
    assert outcomes(capsys.readouterr().out)["direct message with a picture"] == "ok"


async def test_closed_direct_messages_are_said_to_be_closed(
    discord: StandIn, channel: Channel, ann: Person, capsys: pytest.CaptureFixture[str]
):
    ann.close_dms()
    async with pressing(discord, ann, channel):
        assert await run(discord, "--channel", str(channel.id)) == 0
    line = line_of(capsys.readouterr().out, "direct message")
    assert line.startswith("skipped")
    assert "their direct messages are closed to the bot (Cannot send messages" in line


async def test_whoever_presses_what_is_not_asked_for_is_told_what_goes_on(
    discord: StandIn, guild: Guild, channel: Channel, ann: Person
):
    bob = discord.add_person("Bob", guild)
    checking = asyncio.create_task(run(discord, "--channel", str(channel.id)))
    await discord.until(lambda: button_of(ann, channel) is not None, within=60)
    shown = button_of(ann, channel)
    assert shown is not None
    await ann.press(shown, "check:")
    reply = await bob.press(shown, "check:")
    assert "I am being checked" in reply.text
    assert reply.message.is_ephemeral
    bob.dismiss(reply.message)
    checking.cancel()
    with suppress(asyncio.CancelledError):
        await checking


# --- what keeps it from being tried ---------------------------------------------------------------


async def test_without_a_channel_it_lists_those_it_sees_and_tells_how_to_get_an_id(
    discord: StandIn, guild: Guild, channel: Channel, capsys: pytest.CaptureFixture[str]
):
    hidden = discord.add_channel(guild, "hidden")
    discord.deny_bot(hidden, Permission.VIEW_CHANNEL)
    with pytest.raises(CheckError, match="Developer Mode"):
        await run(discord)
    assert capsys.readouterr().out == f"{channel.id}  #tests  (Friends)\n"


async def test_a_channel_that_the_bot_does_not_know_is_named(discord: StandIn):
    with pytest.raises(CheckError, match="The bot knows no text channel 5"):
        await run(discord, "--channel", "5")


async def test_a_discord_that_cannot_be_reached_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("bot.edge.check.client._PATIENCE", 0.2)
    options = argparse.Namespace(channel=1, user=None, wait=1.0)
    with redirected(f"http://127.0.0.1:{free_port()}"), pytest.raises(CheckError, match="network"):
        await check.check(TOKEN, options, connector=loopback_connector)


def test_without_a_token_it_says_where_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["check"]) == 2
    assert "DISCORD_TOKEN is not set." in capsys.readouterr().err


def contents(folder: Path) -> list[Path]:
    return list(folder.iterdir())


# --- as a process ---------------------------------------------------------------------------------


@asynccontextmanager
async def check_process(
    discord: StandIn, folder: Path, *arguments: str, token: str = TOKEN
) -> AsyncGenerator[asyncio.subprocess.Process]:
    settings = {VARIABLE: discord.url, "DISCORD_TOKEN": token, "PYTHONPATH": str(ROOT)}
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


async def test_a_token_that_discord_does_not_know_is_said_in_a_sentence(
    discord: StandIn, tmp_path: Path
):
    async with check_process(discord, tmp_path, token="not.the.token") as process:
        _, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert said.decode() == (
        "Discord does not accept DISCORD_TOKEN. Copy it again from the Bot page.\n"
    )
    discord.pardon("401: Unauthorized")


@pytest.mark.skipif(os.name != "posix", reason="Windows has other signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
async def test_stopped_half_way_it_deletes_what_it_posted_and_leaves_no_database(
    discord: StandIn, channel: Channel, ann: Person, tmp_path: Path, how: signal.Signals
):
    async with check_process(discord, tmp_path, "--channel", str(channel.id)) as process:
        await discord.until(lambda: button_of(ann, channel) is not None, within=60)
        process.send_signal(how)
        out, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert said.decode() == "Stopped. What was posted is deleted.\n"
    assert line_of(out.decode(), "clean-up").startswith("ok")
    assert contents(tmp_path) == []
