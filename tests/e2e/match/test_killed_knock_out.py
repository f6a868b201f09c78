"""A knock-out whose bot is killed goes on to its last place."""

import asyncio

import pytest

from tests.e2e.child import KillableHouse
from tests.e2e.house import Group
from tests.e2e.knock_out import (
    add_people,
    announced,
    begun,
    found,
    get_ready,
    gone_on,
    opened,
    place_all,
    play_out_killed,
    press,
    texts_of_all,
)


@pytest.mark.exhaustive
@pytest.mark.house(kind=KillableHouse)
async def test_killed_while_threads_are_made_and_at_a_round_change_it_goes_on(
    gather, house: KillableHouse
):
    group: Group = gather(5)
    add_people(group, "Lea")
    await opened(group, stack=20, seats=4)
    for person in group.people[1:]:
        await press(group, person, "Join")
    ann = group.people[0]
    shown = next(s for s in ann.reads(group.channel) if s.buttons)
    starting = asyncio.create_task(ann.press(shown, "Start"))
    await asyncio.sleep(0.05)
    await house.kill()
    await starting
    await house.start()
    if found(house).row.round == 0 and found(house).row.state == "open":
        await press(group, ann, "Start")
    await gone_on(group, 0)
    assert [len(table.seats) for table in found(house).tables] == [3, 3]
    await place_all(group)
    await get_ready(group)
    await house.kill()
    await house.start()
    await get_ready(group)
    await gone_on(group, 1)
    said = [shown.text for shown in ann.reads(group.channel)]
    assert said.count("**Table 1**") == said.count("**Table 2**") == 1, "nothing is made twice"


@pytest.mark.exhaustive
@pytest.mark.house(kind=KillableHouse)
async def test_killed_at_every_round_change_twenty_three_people_play_to_the_last_place(
    gather, house: KillableHouse
):
    group: Group = gather(5)
    add_people(group, *(f"Guest{number}" for number in range(18)))
    await begun(group, stack=60, seats=4, levels="usual")
    await gone_on(group, 0)
    assert len(found(house).tables) == 6
    changes = await play_out_killed(group, house)
    now = found(house)
    assert changes > 3
    assert now.row.is_won
    assert len(now.outs) == 22
    moved = texts_of_all(group)
    assert "## This table is closed" in moved
    assert "You play on at table " in moved
    assert announced(group.people[0], group.channel).startswith("## The tournament is over\n🏆 **")
