"""`ofc-bot check`: what only the real Discord can tell, told line by line."""

import asyncio
from collections.abc import Generator
from contextlib import suppress

import pytest

from bot.cli import check
from bot.discord_io.check.trial import Finding, drawn, frames
from discord_standin.faults import MISSING_ACCESS, Fault
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Refuse
from discord_standin.vocabulary import EVERYBODY, MessageFlag, Permission
from tests.e2e.requests import ANSWER, EDIT
from tests.e2e.service.checking import button_of, line_of, outcomes, pressing, run, verify_tidy

IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
REFUSED = Fault(400, 50035, "Invalid Form Body")
OWN_COMMAND = {"name": "friends", "type": 1, "description": "For friends"}
LINES = (
    "login",
    "gateway",
    "permission View Channel",
    "permission Send Messages",
    "permission Attach Files",
    "permission Read Message History",
    "permission Send Messages in Threads",
    "permission Create Public Threads",
    "permission Create Events",
    "command sync",
    "message with a picture",
    "edit that lists the picture it keeps",
    "edit with a new picture",
    "animated WebP",
    "nonce",
    "silent message",
    "answer that lists the picture it keeps",
    "answer with a new picture",
    "deferred answer with a new picture",
    "private answer with a picture",
    "direct message with a picture",
    "clean-up",
)
WITHOUT = "permission Create Events"
"""What the bot does without."""


def test_what_discord_sends_back_is_an_animation_only_if_pictures_follow_each_other():
    samples = drawn()
    assert frames(samples.replay.data) > 1
    assert frames(samples.first.data) == 1
    assert frames(b"<html>too large</html>") == 0


@pytest.fixture
def channel(discord: StandIn, guild: Guild) -> Channel:
    return discord.add_channel(guild, "tests")


@pytest.fixture
def ann(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Ann", guild)


@pytest.fixture(autouse=True)
def tidy(discord: StandIn, guild: Guild) -> Generator[None]:
    """However it ends."""
    discord.world.commands.replace(guild.id, [OWN_COMMAND])
    yield
    verify_tidy(discord, guild, "friends")


async def test_where_all_works_every_line_says_ok_and_what_was_seen(
    discord: StandIn, channel: Channel, ann: Person, capsys: pytest.CaptureFixture[str]
):
    async with pressing(discord, ann, channel) as errors:
        assert await run(discord, "--channel", str(channel.id)) == 0
    said = capsys.readouterr().out
    assert tuple(outcomes(said)) == LINES
    assert {name for name, how in outcomes(said).items() if how != "ok"} <= {WITHOUT}
    assert errors == []
    assert "1 of 1 shards; servers: Friends" in line_of(said, "gateway")
    synced = line_of(said, "command sync")
    assert all(f"/{name}" in synced for name in ("ofc", "tournament", "daily", "my", "privacy"))
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
    assert {name for name in how if how[name] == "no"} - {WITHOUT} == refused
    assert "50013): Missing Permissions" in line_of(said, "message with a picture")
    assert {name for name in how if name.startswith(("edit", "answer"))} <= {
        name for name in how if how[name] == "skipped"
    }
    assert "- message with a picture. Boards are shown in words." in said


@pytest.mark.parametrize("is_granted", [True, False])
async def test_whether_it_may_make_events_is_told_and_nothing_that_it_needs(
    discord: StandIn,
    guild: Guild,
    channel: Channel,
    capsys: pytest.CaptureFixture[str],
    *,
    is_granted: bool,
):
    if is_granted:
        discord.world.grant(guild, discord.world.bot, EVERYBODY | Permission.CREATE_EVENTS)
    assert await run(discord, "--channel", str(channel.id), "--wait", "0.05") == 0
    said = capsys.readouterr().out
    assert outcomes(said)["permission Create Events"] == ("ok" if is_granted else "no")
    without = "The bot does without: permission Create Events." in said
    assert without is not is_granted
    saw = "there in Friends" if is_granted else "a tournament with a time is no event there"
    assert line_of(said, "permission Create Events").endswith(saw)


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
    assert {name for name in how if how[name] != "ok"} - {WITHOUT} == {"edit with a new picture"}
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
    monkeypatch.setattr(f"discord_standin.{part}", instead, raising=False)
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
    assert "5 were skipped" in said


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
    await discord.until(lambda: button_of(ann, channel) is not None)
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
