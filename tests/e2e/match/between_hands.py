"""Groups between two hands: who is ready, and what the bot says to that."""

from math import ceil

from bot.store.tables import State
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from tests.e2e.house import Group, House
from tests.e2e.quick import QUICK, set_all

HOUR = 3600


async def over(group: Group, **options: str | int) -> Group:
    """A group whose first hand, of closed Chinese, is over; Ann is the host."""
    await group.sit_down(**QUICK, **options)
    await group.deal()
    await set_all(group)
    assert group.house.table(group.channel).state is State.BETWEEN
    return group


async def ready(group: Group, *people: Person) -> Reply:
    """Have these press Ready; returns the last one's reply."""
    reply = None
    for person in people:
        reply = await person.press(group.result(), "Ready")
        await group.house.settle()
    assert reply is not None
    return reply


async def says(group: Group, person: Person, what: str) -> str:
    return (await group.does(person, what)).text


def hand(group: Group) -> int:
    """The number of the hand that is played; 0 between two hands."""
    running = group.house.table(group.channel).running
    return 0 if running is None else running.row.number


def at_least(house: House, text: str) -> int:
    """In how many seconds a message says that the next hand comes."""
    return ceil(int(text.split("<t:")[1].split(":", maxsplit=1)[0]) - house.discord.clock.now())
