"""Taking somebody's seat away: by vote, or by the host where nobody plays."""

import pytest

from bot.values.scenes import Presence
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House

pytestmark = pytest.mark.table(4, rules="german")


async def kick(group: Group, person: Person, whom: Person) -> Reply:
    reply = await group.does(person, f"More, Remove somebody: {whom.name}")
    await group.house.settle()
    return reply


async def press(group: Group, person: Person, shown: Shown, label: str) -> Reply:
    reply = await person.press(person.sees(shown), label)
    await group.house.settle()
    return reply


def seated(group: Group) -> list[str]:
    table = group.house.table(group.channel)
    return [table.people[seat.player_id].name for seat in table.seats]


def presence(group: Group, person: Person) -> Presence:
    table = group.house.table(group.channel)
    return next(s.presence for s in table.seats if table.people[s.player_id].name == person.name)


async def test_a_majority_of_the_others_takes_the_seat_and_the_hand_is_played_on(group: Group):
    ann, bob, mia, zoe = group.people
    vote = await kick(group, mia, bob)
    assert "Remove Bob from this table?" in vote.text
    assert "In favour: Mia. 2 votes needed." in vote.text
    assert {vote.message.message.id} & {shown.message.id for shown in ann.pings()}
    assert not {vote.message.message.id} & {shown.message.id for shown in bob.pings()}
    await press(group, zoe, vote.message, "Agree")
    assert "Bob loses the seat. I'll finish the hand" in ann.sees(vote.message).text
    assert presence(group, bob) is Presence.LEAVING
    *_, cards, told = bob.reads(bob.dm)
    assert "You no longer have a seat at this table" in cards.text
    assert f"You were taken off the table in <#{group.channel.id}>" in told.text
    assert bob.last(bob.dm).buttons == [] or "⌨" not in {b.label for b in bob.last(bob.dm).buttons}
    await group.play_on(ann, mia, zoe)
    assert not group.house.is_dealt(group.channel), "nobody waited for them"
    assert seated(group) == ["Ann", "Mia", "Zoë"]
    assert "Bob" in group.result().text
    assert "dead hand" not in group.result().text


async def test_while_the_bot_is_away_nobody_keeps_the_table_waiting(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await group.sit_down()
    await group.deal()
    await house.stop()
    house.discord.advance(3600)
    await house.start()
    assert "nobody else here to vote" in (await kick(group, ann, bob)).text
    await house.let_pass(601)
    assert "Bob loses the seat" in (await kick(group, ann, bob)).text


async def test_a_vote_outlives_a_restart_and_a_closed_table_ends_it(group: Group):
    ann, bob, mia, zoe = group.people
    vote = await kick(group, mia, bob)
    await group.house.restart()
    await press(group, ann, vote.message, "Decline")
    ann.join(group.guild, Permission.MANAGE_GUILD)
    asked = await group.does(ann, "More, End the game")
    await ann.press(asked.message, "Now")
    reply = await zoe.press(zoe.sees(vote.message), "Agree")
    assert reply.text == "The vote is over: Bob stays."
