"""R3.6 and R11.5: what is placed by itself, and what leaving in mid-hand costs."""

import itertools

import pytest

from bot.game.loading import loaded
from bot.store.tables import State
from discord_standin.people.person import Person
from sandbox.placing import placing_message
from tests.e2e.computers import add
from tests.e2e.house import Group, House, secret_of

pytestmark = pytest.mark.table(2, rules="german")


@pytest.fixture(autouse=True)
def spoiling(house: House) -> None:
    """In this deal Bob can spoil the hand early: queens in Front, less in the Middle."""
    house.secrets = map(secret_of, itertools.count(2))


async def places(group: Group, person: Person, letters: str) -> None:
    reply = await person.types(group.channel, f"/ofc place cards:{letters}!")
    assert reply.text == "Placed.", reply.text
    await group.house.settle()


async def place_in_turn(group: Group, *streets: str) -> None:
    """Bob's streets, and Ann's in between, which do not matter."""
    ann, bob = group.people
    for letters in streets:
        await places(group, bob, letters)
        await group.act(ann)


async def leave(group: Group, person: Person) -> str:
    reply = await person.types(group.channel, "/ofc leave")
    await group.house.settle()
    return reply.text


async def test_r3_6_with_one_open_row_leaving_asks_nothing_more(group: Group):
    ann, bob = group.people
    await place_in_turn(group, "fffmm", "m", "m", "m")
    assert placing_message(bob, group.channel) is None
    await group.play_on(ann)
    assert not group.house.is_dealt(group.channel)
    table = group.house.table(group.channel)
    assert table.played is not None
    assert len(table.played.hand.seats[0].board.back) == 5


async def test_r11_5_with_nothing_left_to_decide_leaving_costs_nothing(group: Group):
    ann, bob = group.people
    await place_in_turn(group, "fffmm", "m", "m", "m")
    assert await leave(group, bob) == "You've left the table."
    assert group.house.is_dealt(group.channel), "Bob's cards still come, and are placed"
    await group.play_on(ann)
    assert not group.house.is_dealt(group.channel)
    assert "Bob" in group.result().text
    assert "dead hand" not in group.result().text


async def test_r11_5_a_certain_foul_is_left_without_a_question(group: Group):
    ann, bob = group.people
    await place_in_turn(group, "ffmmm", "f", "m")
    assert placing_message(bob, group.channel) is not None, "there are rows to choose from"
    assert await leave(group, bob) == "You've left the table."
    await group.play_on(ann)
    assert "dead hand, counts as a foul" in group.result().text


async def test_r11_5_with_a_decision_open_leaving_asks_first(group: Group):
    bob = group.people[1]
    await place_in_turn(group, "fmmbb")
    assert "it counts as a foul" in await leave(group, bob)


async def test_r3_6_with_a_card_to_discard_there_is_a_decision(gather):
    group: Group = gather(2)
    bob = group.people[1]
    await group.sit_down()
    await group.deal()
    await group.play_on(bob)
    assert "it counts as a foul" in await leave(group, bob)


async def test_r11_5_a_hand_that_is_left_to_computers_is_played_and_then_the_table_closes(
    alone: Group, house: House
):
    """It counts as a foul for whoever has left; in the channel there can be another table then."""
    (ann,) = alone.people
    await alone.sit_down()
    await add(alone, "beginner", "beginner")
    table_id = house.table(alone.channel).id
    await house.stop()
    async with house.made(computer_delay=3600.0):
        await alone.does(ann, "Start")
        asked = await ann.types(alone.channel, "/ofc leave")
        await ann.press(asked.message, "Leave")
        with house.read() as db:
            assert loaded(db, table_id).running is not None
            assert loaded(db, table_id).state is State.PLAYING
    await house.start()
    await house.settle()
    with house.read() as db:
        table = loaded(db, table_id)
    assert table.state is State.CLOSED
    assert table.played is not None
    assert table.played.is_finished
    assert "dead hand, counts as a foul" in alone.result().text
