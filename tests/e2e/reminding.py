"""People who are called when it is their turn, and what they hear as time passes."""

from datetime import UTC, datetime

from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from sandbox.placing import placing_message
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
    shown = (await person.types(group.channel, "/my settings")).message
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
    return [s for s in person.reads(group.channel) if f"{person.mention}, it's your turn" in s.text]


def count(person: Person) -> int:
    """How many messages have notified the person, gone ones included."""
    return len(person.pings())


async def verify_ten_minutes_left(group: Group) -> None:
    """Bob has the whole time yet, and no more."""
    assert placing_message(group.people[1], group.channel) is not None
    await group.house.let_pass(500)
    assert placing_message(group.people[1], group.channel) is not None
    await group.house.let_pass(200)
    assert placing_message(group.people[1], group.channel) is None


async def be_quiet(group: Group, person: Person, begins: int, ends: int) -> str:
    """Set quiet hours from so many hours from now until so many."""
    hour = datetime.fromtimestamp(group.house.discord.clock.now(), UTC).hour
    hours = f"{(hour + begins) % 24}-{(hour + ends) % 24}"
    reply = await person.types(
        group.channel, f"/my settings quiet_hours:{hours} time_zone:Africa/Abidjan"
    )
    await group.house.settle()
    return reply.text
