"""Discord learns the commands at the start; if it takes none, those of before go on."""

import logging
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from discord.ext.commands import GroupCog

from bot.settings import Address
from bot.store import facts
from discord_standin.faults import MISSING_ACCESS
from discord_standin.standin import StandIn
from discord_standin.trouble import Fail, Refuse, Trouble
from discord_standin.vocabulary import Json
from tests.catalogue import cogs
from tests.e2e.doing import does
from tests.e2e.house import House
from tests.e2e.requests import START

ENTRY_POINT = 4


def entry_point(discord: StandIn) -> Json:
    """The application's Entry Point command, but for the number that each change of it gets."""
    (found,) = [c for c in discord.world.commands.of(None) if c["type"] == ENTRY_POINT]
    return {key: found[key] for key in found if key != "version"}


def names(discord: StandIn) -> set[str]:
    return {command["name"] for command in discord.world.commands.of(None)}


def sent(discord: StandIn) -> list[str]:
    """The methods of the requests about commands."""
    return [request.method for request in discord.requests if request.path == START["commands"][1]]


async def forget_commands(house: House) -> None:
    """As if another version of the bot had sent its commands last."""
    assert house.bot is not None
    await house.bot._database.write(lambda db: facts.keep_fact(db, "commands", "others"))


def groups() -> list[tuple[str, list[str]]]:
    """Every group of commands, as its cog declares it, with what is in it."""
    return [
        (str(cog.__cog_group_name__), [command.name for command in cog.__cog_app_commands__])
        for cog in cogs()
        if issubclass(cog, GroupCog)
    ]


@pytest.mark.parametrize(("group", "inside"), groups())
def test_a_group_is_not_full(group: str, inside: list[str]):
    assert len(inside) <= 22, (
        f"/{group} has {len(inside)} commands: nobody reads so long a list, and with more than 25 "
        "in a group the bot would not start. Make the new one a button where it is needed."
    )


@pytest_asyncio.fixture
async def unstarted(discord: StandIn, address: Address, tmp_path: Path) -> AsyncGenerator[House]:
    house = House(discord, address, tmp_path)
    yield house
    await house.stop()
    assert discord.violations == []


async def test_the_entry_point_command_of_an_activity_stays_as_it_is(
    discord: StandIn, unstarted: House
):
    discord.enable_activities()
    before = entry_point(discord)
    await unstarted.start()
    assert names(discord) == {
        "launch",
        "play",
        "ofc",
        "my",
        "help",
        "learn",
        "score",
        "daily",
        "Challenge",
        "Challenge to a table",
        "Head-to-head",
        "ledger",
        "privacy",
        "tournament",
    }
    assert entry_point(discord) == before


@pytest.mark.parametrize("kind", ["commands", "commands of before"])
@pytest.mark.parametrize("trouble", [Fail(503), Refuse(MISSING_ACCESS)], ids=str)
async def test_commands_that_discord_does_not_take_are_sent_again_while_the_bot_is_there(
    discord: StandIn,
    unstarted: House,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    trouble: Trouble,
):
    unstarted.options["first_pause"] = 0.0
    discord.fail_next(*START[kind], trouble, times=3)
    await unstarted.start()
    await discord.until(lambda: "ofc" in names(discord))
    told = [r for r in caplog.records if r.levelno >= logging.WARNING]
    assert len(told) == 3
    assert all("Discord has not taken the commands" in r.getMessage() for r in told)
    assert not any(record.exc_info for record in told)


async def test_while_discord_takes_no_commands_those_of_before_can_be_used(
    discord: StandIn, unstarted: House
):
    guild = discord.add_guild("Friends")
    channel, ann = discord.add_channel(guild, "poker"), discord.add_person("Ann", guild)
    await unstarted.start()
    await forget_commands(unstarted)
    discord.fail_next(*START["commands"], Refuse(MISSING_ACCESS))
    await unstarted.restart()
    reply = await does(unstarted, ann, channel, "/play")
    assert "Your table is open" in reply.text
    await unstarted.restart()
    assert sent(discord) == ["GET", "PUT"] * 3, "the next start sends them again"


async def test_commands_that_have_not_changed_are_not_sent_again(
    discord: StandIn, unstarted: House
):
    await unstarted.start()
    await unstarted.restart()
    assert sent(discord) == ["GET", "PUT"]
