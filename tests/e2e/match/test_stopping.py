"""Ending a game: nobody escapes a hand they are losing, and nobody is held for ever (R11.5)."""

from collections.abc import Callable

import pytest

from bot.screens.presses import StopAfter, StopNow
from bot.values.draft import Spot
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from tests.e2e.computers import set_option
from tests.e2e.house import Group, House

pytestmark = pytest.mark.table(3, until="gathered")


async def stops(group: Group, person: Person) -> Reply:
    reply = await group.does(person, "More, End the game")
    await group.house.settle()
    return reply


async def press(group: Group, person: Person, reply: Reply, label: str) -> Reply:
    answer = await person.press(person.sees(reply.message), label)
    await group.house.settle()
    return answer


def booked(house: House) -> int:
    with house.read() as db:
        return db.execute("SELECT count(*) FROM bookings").fetchone()[0]


async def test_all_players_together_end_the_game_by_the_call_in_the_channel(group: Group):
    ann, bob, mia = group.people
    await group.sit_down()
    call = await stops(group, bob)
    assert not call.message.is_ephemeral
    assert f"Waiting for <@{ann.user.id}>, <@{mia.user.id}>" in call.text
    assert call.message.message.id in {shown.message.id for shown in mia.pings()}
    again = await press(group, mia, call, "Agree")
    assert "In favour: Bob, Mia" in again.text
    assert (await press(group, ann, call, "Agree")).text == "The table is closed."
    assert not group.house.has_table(group.channel)


async def test_an_agreement_lapses_with_the_next_hand(group: Group):
    await group.sit_down()
    await stops(group, group.people[1])
    await group.does(group.people[0], "Start")
    await group.house.settle()
    assert group.house.table(group.channel).seats[1].wants_stop is False


async def test_now_it_takes_everybodys_agreement_and_nothing_is_booked(group: Group, house: House):
    ann, bob, mia = group.people
    await group.sit_down()
    await group.deal()
    await group.act(bob)
    asked = await stops(group, ann)
    call = await press(group, ann, asked, "Now, if all agree")
    assert house.is_dealt(group.channel)
    await press(group, bob, call, "Agree")
    assert house.is_dealt(group.channel)
    await press(group, mia, call, "Agree")
    assert not house.has_table(group.channel)
    assert booked(house) == 0
    closing = ann.reads(group.channel)[-3:]
    over = next(shown for shown in closing if "doesn't count" in shown.text)
    assert "secret" in (await ann.press(over, "Deal proof")).text
    for person in group.people:
        assert "doesn't count" in person.last(person.dm).text
        assert group.choice(person) is None


async def test_no_player_chooses_for_the_host(group: Group, house: House):
    bob = group.people[1]
    await group.sit_down()
    await group.deal()
    for kind in (StopAfter, StopNow):
        board = group.board(bob)
        spot = Spot(house.table(group.channel).id, 1)
        reply = await bob.forge(board, str(kind(spot)))
        assert "Manage Server" in reply.text
    assert house.is_dealt(group.channel)


@pytest.mark.parametrize("counts", [True, False])
async def test_alone_with_computers_nobody_takes_back_a_hand_that_counts(
    gather: Callable[..., Group], house: House, *, counts: bool
):
    alone = gather(1)
    ann = alone.people[0]
    await alone.sit_down(computer="steady")
    if counts:
        await set_option(alone, "table.counts", "yes")
    await alone.deal()
    asked = await stops(alone, ann)
    reply = await press(alone, ann, asked, "Now, if all agree")
    assert ("Nobody else can agree" in reply.text) is counts
    assert house.has_table(alone.channel) is counts


async def test_the_closing_counts_people_who_have_left(group: Group):
    await group.sit_down()
    await group.play_hand()
    mia = group.people.pop()
    await mia.types(group.channel, "/ofc leave")
    await group.play_hand()
    await stops(group, group.people[0])
    closing = [s.text for s in group.people[0].reads(group.channel) if "is closed" in s.text]
    assert any("Mia" in text for text in closing)
