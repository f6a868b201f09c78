"""People who are called when it is their turn, and what they hear as time passes."""

from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House
from tests.e2e.menus import menu_of

MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR


async def passes(house: House, seconds: float) -> None:
    """Let time pass and the timer see it."""
    house.discord.advance(seconds)
    assert house.bot is not None
    house.bot.timer.wake()
    await house.settle()


async def choose(group: Group, person: Person, menu: str, value: str) -> None:
    shown = (await person.types(group.channel, "/ofc settings")).message
    reply = await person.select(shown, value, menu=menu_of(shown, menu))
    assert reply.error == ""
    await group.house.settle()


async def begin(group: Group, clock: str = "none", **options: str) -> Person:
    """Deal a hand; returns who acts first."""
    await group.sit_down(clock=clock, **options)
    await group.deal()
    return group.people[1]


def cards(person: Person) -> list[Shown]:
    """The direct messages in which the person can place cards."""
    return [s for s in person.reads(person.dm) if any(b.label == "⌨" for b in s.buttons)]


def calls(group: Group, person: Person) -> list[Shown]:
    """The messages that call the person in the channel."""
    return [
        s for s in person.reads(group.channel) if f"{person.mention}, it is your turn" in s.text
    ]


def count(person: Person) -> int:
    """How many messages have notified the person, gone ones included."""
    return len(person.pings())
