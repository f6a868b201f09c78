"""A challenge to a table keeps its seat for whom it names, until somebody decides otherwise."""

import pytest

from bot.game.lobby import SEAT_KEPT
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House
from tests.e2e.own_data import is_forgotten

pytestmark = pytest.mark.table(3, until="gathered")
KEPT = "A seat is kept for Bob until <t:"
REFUSED = "The free seat is kept for Bob until <t:"


async def challenge(group: Group) -> Shown:
    """Ann challenges Bob; what the channel is told of it."""
    ann = group.people[0]
    reply = await ann.types(group.channel, "/play who:@Bob")
    await group.house.settle()
    assert KEPT in lobby(group)
    return reply.message


def lobby(group: Group) -> str:
    """What the lobby says, above the call."""
    shown = group.people[0].reads(group.channel)
    return next(s.text for s in reversed(shown) if s.text.startswith("## "))


def seated(group: Group) -> set[str]:
    table = group.house.table(group.channel)
    return {table.people[seat.player_id].name for seat in table.seats}


async def test_a_stranger_is_told_for_whom_the_seat_is_kept_and_bob_gets_it(group: Group):
    ann, bob, mia = group.people
    call = await challenge(group)
    assert "Your seat is kept until <t:" in call.text
    reply = await group.does(mia, "Join")
    assert REFUSED in reply.text
    assert "Ann can open it to everybody." in reply.text
    assert REFUSED in (await mia.types(group.channel, "/ofc join")).text
    listed = (await mia.types(group.channel, "/ofc tables")).text
    assert "The free seats are kept for people who were invited." in listed
    await group.house.restart()
    await bob.press(call, "Accept")
    await group.house.settle()
    assert seated(group) == {"Ann", "Bob"}
    assert KEPT not in lobby(group)
    assert group.house.table(group.channel).invited == {}
    assert "Open the seat to all" not in [b.label for b in group.board(ann).buttons]


async def test_bob_may_as_well_press_join(group: Group):
    await challenge(group)
    await group.does(group.people[1], "Join")
    assert seated(group) == {"Ann", "Bob"}


@pytest.mark.parametrize(
    ("who", "words"),
    [(1, "Bob would rather not play right now."), (0, "Ann withdrew the challenge.")],
)
async def test_declined_or_taken_back_the_seat_is_anybodys(group: Group, who: int, words: str):
    mia = group.people[2]
    call = await challenge(group)
    assert "for somebody else" in (await mia.press(call, "Decline")).text
    await group.people[who].press(call, "Decline")
    await group.house.settle()
    assert mia.sees(call).text == words
    assert KEPT not in lobby(group)
    await group.does(mia, "Join")
    assert seated(group) == {"Ann", "Mia"}


async def test_the_host_opens_it_to_everybody(group: Group):
    ann, bob, mia = group.people
    call = await challenge(group)
    assert "Only the host, Ann" in (await group.does(mia, "More, !Open the seat to all")).text
    await group.does(ann, "More, Open the seat to all")
    assert KEPT not in lobby(group)
    await group.does(mia, "Join")
    assert (
        "All seats are taken. Wait for one with /ofc join."
        in (await bob.press(call, "Accept")).text
    )


async def test_nobody_answers_and_the_seat_becomes_free_by_itself(group: Group, house: House):
    mia = group.people[2]
    await challenge(group)
    await house.let_pass(SEAT_KEPT - 60)
    assert REFUSED in (await group.does(mia, "Join")).text
    await house.let_pass(60)
    await house.catch_up()
    assert KEPT not in lobby(group), "the lobby says so by itself"
    await group.does(mia, "Join")
    assert seated(group) == {"Ann", "Mia"}


async def test_whoever_is_forgotten_keeps_no_seat_from_anybody(group: Group, house: House):
    bob, mia = group.people[1:]
    await challenge(group)
    await forget(bob, group)
    await house.let_pass(1)
    await house.catch_up()
    assert "kept for" not in lobby(group)
    await group.does(mia, "Join")
    assert seated(group) == {"Ann", "Mia"}


async def forget(person: Person, group: Group) -> None:
    await is_forgotten(person, group.channel)
    await group.house.settle()


async def test_a_computer_player_in_that_seat_is_the_hosts_decision(group: Group):
    ann = group.people[0]
    await challenge(group)
    await group.does(ann, "More, Computer players: add.steady")
    assert group.house.table(group.channel).free_seat is None
    assert KEPT not in lobby(group)
