"""Scripted people sit down at a table and play it to the end, whatever they are dealt."""

from collections.abc import AsyncGenerator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bot.demo.company import Company
from bot.demo.stage import bot_at
from bot.sandbox.model.places import Channel
from bot.sandbox.people.errors import CannotDoError
from bot.sandbox.people.person import Person
from bot.sandbox.standin import StandIn


class Room:
    """A channel with a host who plays as the others do, and company."""

    def __init__(self, discord: StandIn) -> None:
        guild = discord.add_guild("Friends")
        self.discord = discord
        self.channel: Channel = discord.add_channel(guild, "poker")
        self.host = discord.add_person("Ann", guild)
        self.others = [discord.add_person(name, guild) for name in ("Pip", "Dot", "Gus", "Ida")]
        self.company = Company(self.others, pace=0, random=Random(3))
        # The host is played by the same script, but sits down by himself.
        self.autopilot = Company([self.host], pace=0, random=Random(4))

    def has(self, label: str) -> bool:
        return any(b.label.startswith(label) for s in self.shown for b in s.buttons)

    @property
    def shown(self):
        return self.host.reads(self.channel)

    async def opens(self, **options: str | int) -> None:
        await self.host.command(self.channel, "ofc new", **options)
        await self.discord.until(lambda: self.has("Join"))

    async def deals(self, label: str, then: str) -> None:
        shown = next(s for s in self.shown if any(b.label == label for b in s.buttons))
        await self.host.press(shown, label)
        await self.discord.until(lambda: self.has(then), within=30)


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncGenerator[Room]:
    deals = Random(5)
    async with (
        StandIn() as discord,
        bot_at(discord, tmp_path / "ofc.sqlite3", lambda: deals.randbytes(32)),
    ):
        room = Room(discord)
        yield room
        await room.company.close()
        await room.autopilot.close()
        await discord.settle()
        assert discord.violations == []


def seated(room: Room) -> list[Person]:
    text = room.shown[-1].text
    return [person for person in room.others if person.name in text]


@pytest.mark.parametrize(("rules", "others"), [("standard", 2), ("german", 3), ("progressive", 2)])
async def test_company_fills_a_table_and_plays_hands_to_the_end(room: Room, rules, others):
    room.company.start()
    room.autopilot.start()
    await room.opens(rules=rules)
    assert await room.company.fill(room.channel) == others
    assert await room.company.fill(room.channel) == 0
    assert len(seated(room)) == others
    await room.deals("Start", "Deal hand 2")
    await room.deals("Deal hand 2", "Deal hand 3")


async def test_company_says_when_there_is_no_table_to_sit_down_at(room: Room):
    with pytest.raises(CannotDoError, match="Open a table with /ofc new first"):
        await room.company.fill(room.channel)
