"""The waiting list of a full table: whoever waits longest gets the next free seat."""

import pytest

from bot.screens.presses import Join
from discord_standin.people.person import Person
from tests.e2e.house import Group, House


@pytest.fixture
async def full(gather) -> Group:
    """Ann and Bob at a table of two, and Mia and Zoë, who would like to play, too."""
    group: Group = gather(4)
    ann, bob, *_others = group.people
    await group.does(ann, "/play seats:2")
    await group.house.settle()
    await group.press(bob, Join)
    return group


async def says(group: Group, who: Person, typed: str) -> str:
    reply = await group.does(who, typed)
    await group.house.settle()
    return reply.text


def seated(group: Group) -> list[str]:
    """The names of those with a seat, by seat."""
    table = group.house.table(group.channel)
    return [table.people[seat.player_id].name for seat in table.seats]


def waiting(group: Group) -> list[str]:
    """The names of those who wait, the first first."""
    table = group.house.table(group.channel)
    return [table.people[player_id].name for player_id in table.waiting]


async def test_a_seat_can_be_given_up_from_the_message_that_tells_of_it(full: Group):
    _ann, bob, mia, zoe = full.people
    await full.press(mia, Join)
    await full.press(zoe, Join)
    await says(full, bob, "/ofc leave")
    reply = await mia.press(mia.last(mia.dm), "Give the seat up")
    await full.house.settle()
    assert reply.text == "You've left the table."
    assert seated(full) == ["Ann", "Zoë"]
    assert "no longer have a seat" in mia.sees(mia.reads(mia.dm)[0]).text
    await full.house.let_pass(1)
    await full.press(mia, Join)
    await says(full, zoe, "/ofc leave")
    assert "is yours now" in mia.last(mia.dm).text, "a second time is a message of its own"


async def test_the_list_outlives_a_restart_and_ends_with_the_table(full: Group, house: House):
    ann, bob, mia, _zoe = full.people
    await full.press(mia, Join)
    await house.restart()
    assert waiting(full) == ["Mia"]
    await says(full, bob, "/ofc leave")
    assert seated(full) == ["Ann", "Mia"]
    await full.press(bob, Join)
    await says(full, ann, "More, End the game")
    with house.read() as db:
        assert db.execute("SELECT count(*) FROM waiters").fetchone()[0] == 0
    assert not house.is_behind


async def test_without_direct_messages_the_first_cards_are_called_in_the_channel(full: Group):
    ann, bob, mia, _zoe = full.people
    await full.press(mia, Join)
    mia.close_dms()
    await says(full, bob, "/ofc leave")
    assert seated(full) == ["Ann", "Mia"]
    await full.deal()
    await full.house.catch_up()
    full.people = [ann, mia]
    await full.play_on(ann)
    await full.house.catch_up()
    assert any(mia.mention in shown.text for shown in mia.reads(full.channel))
