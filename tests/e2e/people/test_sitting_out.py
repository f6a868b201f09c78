"""Sitting out: hands are dealt without the player, who keeps the seat."""

import pytest

from discord_standin.people.person import Person
from tests.e2e.house import Group

pytestmark = pytest.mark.table(3, until="seated")


async def says(group: Group, person: Person, command: str) -> str:
    reply = await group.does(person, command)
    await group.house.settle()
    return reply.text


def lineup(group: Group) -> dict[str, int | None]:
    """Everybody's seat in the latest hand by name, None for who sits it out."""
    table = group.house.table(group.channel)
    assert table.played is not None
    return {table.people[part.player_id].name: part.seat for part in table.played.lineup}


async def test_back_by_the_button_of_the_private_message_after_a_restart(group: Group):
    mia = group.people[2]
    await says(group, mia, "More, Sit out")
    told = mia.last(mia.dm)
    assert "I'll keep your seat" in told.text
    await group.house.restart()
    await mia.press(told, "I'm back")
    await group.house.settle()
    assert "I'll keep your seat" not in mia.sees(told).text
    await group.deal()
    assert lineup(group)["Mia"] is not None
