"""R11.1: players whose time runs out twice in a row are away, and the hand is not held up."""

import pytest

from bot.values.scenes import Presence
from discord_standin.people.person import Person
from sandbox.placing import placing_message
from tests.e2e.house import Group

pytestmark = pytest.mark.table(2, clock="10m")

CLOCK = 601
"""A second more than everybody has in these games."""


def is_asked(group: Group, person: Person) -> bool:
    return placing_message(person, group.channel) is not None


def presence(group: Group, person: Person) -> Presence:
    table = group.house.table(group.channel)
    return next(s.presence for s in table.seats if table.people[s.player_id].name == person.name)


async def let_go_away(group: Group) -> tuple[Person, Person]:
    """Bob's time runs out twice; Ann acts in between and has to act now."""
    ann, bob = group.people
    await group.house.let_pass(CLOCK)
    await group.act(ann)
    await group.house.let_pass(CLOCK)
    assert presence(group, bob) is Presence.AWAY
    return ann, bob


def street(group: Group, person: Person) -> int:
    running = group.house.table(group.channel).running
    assert running is not None
    players = [running.player_at(seat) for seat in range(len(running.hand.seats))]
    seat = players.index(group.people.index(person) + 1)
    return running.hand.streets_played[seat]


async def test_the_hand_of_who_is_away_goes_on_after_a_restart(group: Group):
    ann, bob = await let_go_away(group)
    await group.house.restart()
    await group.act(ann)
    await group.house.catch_up()
    assert street(group, bob) == 3


async def test_back_by_the_button_players_decide_for_themselves_again(group: Group):
    ann, bob = await let_go_away(group)
    told = bob.last(bob.dm)
    await bob.press(told, "I'm back")
    await group.house.settle()
    assert presence(group, bob) is Presence.HERE
    assert "I'm back" not in {button.label for button in bob.sees(told).buttons}
    assert "away" not in group.board(ann).text
    await bob.press(told, "I'm back")
    await group.act(ann)
    assert is_asked(group, bob)
    await group.house.let_pass(CLOCK)
    assert presence(group, bob) is Presence.HERE, "the count has begun anew"


async def test_a_review_says_what_was_placed_for_players_and_does_not_charge_them(group: Group):
    ann, bob = await let_go_away(group)
    await group.play_on(ann)
    bobs, anns = [await person.press(group.result(), "Review") for person in (bob, ann)]
    await group.house.settle()
    assert bobs.text.count("placed for you") == 5
    assert "You gave away" not in bobs.text
    assert "placed for you" not in anns.text
