"""Ending a game: nobody escapes a hand they are losing, and nobody is held for ever (R11.5)."""

import pytest

from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
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
