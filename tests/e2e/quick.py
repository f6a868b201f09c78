"""Whole hands in a few moments: closed Chinese, which everybody sets at once."""

from typing import Final

from tests.e2e.house import Group

QUICK: Final = {"variant": "chinese", "rules": "us2012"}
"""Options of a table; there is no Fantasyland, so that the button moves with each hand."""

SETS: Final = "/ofc place cards:fffmmmmmbbbbb!"
"""What somebody types to set their hand as the cards came."""


async def quick_hand(group: Group) -> None:
    """Deal a hand of closed Chinese and set it as the cards come."""
    for person in group.people:
        if not group.house.is_dealt(group.channel):
            await group.does(person, "Start")
            await group.house.settle()
    await set_all(group)


async def set_all(group: Group) -> None:
    """Set the running hand of closed Chinese as the cards came."""
    for person in group.people:
        await person.types(group.channel, SETS)
        await group.house.settle()
    assert not is_open(group) or not group.house.is_dealt(group.channel)


def is_open(group: Group) -> bool:
    """True if the channel has an open table."""
    with group.house.read() as db:
        row = db.execute("SELECT 1 FROM tables WHERE state <> 'closed'").fetchone()
    return row is not None


def closing(group: Group) -> str:
    """What the channel's latest message says after a table was closed."""
    shown = group.people[0].reads(group.channel)
    return next(s.text for s in reversed(shown) if "Rematch" in {b.label for b in s.buttons})
