"""Taking somebody's seat away: by vote, or by the host where nobody plays."""

import pytest

from bot.store import seats
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


async def test_a_removed_players_turn_is_taken_over_at_once(group: Group):
    """Bob acts first; what Bob has laid out does not count."""
    ann, bob, mia, _ = group.people
    choice = group.choice(bob)
    assert choice is not None
    vote = await kick(group, ann, bob)
    await press(group, mia, vote.message, "Agree")
    table = group.house.table(group.channel)
    assert table.running is not None
    assert len(table.running.hand.seats[0].board.cards) == 5
    late = await bob.press(*choice)
    assert late.error == ""
    for command in ("More, !I'm back", "More, !Sit out", "/ofc leave", "/ofc place cards:fmmbb!"):
        reply = await group.does(bob, command)
        assert "no longer have a seat" in reply.text or "your turn yet" in reply.text, command


async def test_a_vote_can_be_changed_while_it_is_open_and_counts_once(group: Group):
    ann, bob, mia, zoe = group.people
    vote = await kick(group, ann, bob)
    stale = vote.message
    await press(group, ann, vote.message, "Agree")
    assert presence(group, bob) is Presence.HERE, "the asker has one voice"
    await press(group, mia, vote.message, "Decline")
    await press(group, mia, vote.message, "Agree")
    assert presence(group, bob) is Presence.LEAVING
    for person in (mia, zoe):
        reply = await person.press(stale, "Agree")
        assert "Bob loses the seat" in reply.text, "the message is brought up to date"


async def test_asking_again_joins_the_open_vote_and_a_day_ends_it(group: Group, house: House):
    ann, bob, mia, zoe = group.people
    vote = await kick(group, ann, bob)
    await house.let_pass(24 * 3600 + 1)
    reply = await zoe.press(vote.message, "Agree")
    assert "after a day" in reply.text
    await kick(group, mia, bob)
    assert presence(group, bob) is Presence.HERE
    await kick(group, zoe, bob)
    assert presence(group, bob) is Presence.LEAVING


async def test_the_host_alone_clears_a_seat_in_the_lobby(gather):
    group: Group = gather(3)
    await group.sit_down()
    ann, bob, mia = group.people
    vote = await kick(group, mia, bob)
    assert "In favour: Mia. 2 votes needed." in vote.text
    reply = await kick(group, ann, bob)
    assert "Bob has lost the seat" in reply.text
    assert seated(group) == ["Ann", "Mia"]
    assert f"You were taken off the table in <#{group.channel.id}>" in bob.last(bob.dm).text
    late = await ann.press(vote.message, "Agree")
    assert "Bob no longer has a seat" in late.text


async def test_the_host_alone_takes_the_seat_of_who_went_away(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await group.sit_down(clock="10m")
    await group.deal()
    await house.let_pass(601)
    await group.play_on(ann, mia)
    await house.let_pass(601)
    assert presence(group, bob) is Presence.AWAY
    reply = await kick(group, ann, bob)
    assert "Bob loses the seat" in reply.text
    await group.play_on(ann, mia)
    assert seated(group) == ["Ann", "Mia"]


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


async def test_the_hosts_seat_taken_makes_the_next_one_the_host(group: Group):
    ann, bob, mia, zoe = group.people
    vote = await kick(group, mia, ann)
    await press(group, zoe, vote.message, "Agree")
    await group.play_on(bob, mia, zoe)
    table = group.house.table(group.channel)
    assert table.host.name == "Bob"
    assert seated(group) == ["Bob", "Mia", "Zoë"]


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


async def test_a_fantasyland_that_is_set_face_down_is_set_for_its_player(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await group.sit_down()
    table = house.table(group.channel)
    player = next(p.id for p in table.people.values() if p.name == "Bob")
    assert house.bot is not None
    await house.bot.reception.services.database.write(
        lambda db: seats.set_fantasyland(db, table.id, player, 14)
    )
    await group.deal()
    vote = await kick(group, ann, bob)
    await press(group, mia, vote.message, "Agree")
    await group.play_on(ann, mia)
    assert not group.house.is_dealt(group.channel)
    assert "13 hidden" not in group.result().pictures[0].alt
    assert seated(group) == ["Ann", "Mia"]


async def test_whoever_went_away_can_be_removed_by_the_only_other_and_holds_up_nobody(
    gather, house: House
):
    group: Group = gather(2)
    ann, bob = group.people
    await group.sit_down(clock="10m")
    await group.deal()
    while group.house.is_dealt(group.channel):
        await group.play_on(bob)
        await house.let_pass(601)
    assert presence(group, ann) is Presence.OUT
    assert "Ann has lost the seat" in (await kick(group, bob, ann)).text
    table = group.house.table(group.channel)
    assert table.host.name == "Bob"
    assert seated(group) == ["Bob"]
