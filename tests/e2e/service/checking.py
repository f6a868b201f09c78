"""`ofc-bot check` at a stand-in, with somebody who presses: for its tests."""

import argparse
import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import partial

from bot.cli import check
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn


async def run(discord: StandIn, *arguments: str) -> int:
    """The command in this process; returns its exit code."""
    parser = argparse.ArgumentParser()
    check.configure_check(parser)
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
            await discord.until(lambda find=find: find() is not None)
            shown = find()
            assert shown is not None
            reply = await person.press(shown, "check:")
            errors.extend(filter(None, [reply.error]))

    task = asyncio.create_task(press())
    yield errors
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def verify_tidy(discord: StandIn, guild: Guild, *commands: str) -> None:
    """All that was posted is gone, and the server has these commands of its own."""
    there = [m for m in discord.world.messages if not (m.is_deleted or m.dismissed_by)]
    assert there == []
    assert [c["name"] for c in discord.world.commands.of(guild.id)] == [*commands]
    assert discord.world.commands.of(None) == []
    assert discord.violations == []
