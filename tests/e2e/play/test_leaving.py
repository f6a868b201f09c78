"""R3.6 and R11.5: what is placed by itself, and what leaving in mid-hand costs."""

import pytest

from bot.game.loading import loaded
from bot.store.tables import State
from tests.e2e.computers import add
from tests.e2e.house import Group, House

pytestmark = pytest.mark.table(2, rules="german")


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
