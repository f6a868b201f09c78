"""Threads that Discord does not give: tables begin as they get theirs, and people know why not."""

import re

import pytest

from bot.game.tournaments.knockout import HAND
from discord_standin.faults import Fault
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Refuse
from discord_standin.vocabulary import ChannelType, Permission
from sandbox.placing import placing_message
from tests.e2e.house import Group, House
from tests.e2e.knock_out import (
    add_people,
    announced,
    found,
    opened,
    place_all,
    press,
    says,
    to_place,
    told,
)
from tests.e2e.quick import QUICK
from tests.e2e.tournaments import manages

THREAD = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")


async def started(group: Group, people: int) -> None:
    """Have so many people start a knock-out of tables of three."""
    add_people(group, *(f"Guest {number}" for number in range(people - len(group.people))))
    await opened(group, seats=3)
    for person in group.people[1:]:
        await press(group, person, "Join")
    await press(group, group.people[0], "Start")
    await group.house.settle()


def dealt(group: Group) -> int:
    """How many people have cards to set."""
    return sum(to_place(group, person) is not None for person in group.people)


def asked(house: House) -> int:
    """How often a thread was asked for."""
    return sum((each.method, each.path) == THREAD for each in house.discord.requests)


async def managed(group: Group) -> str:
    return (await manages(group.people[0], group.channel)).text


def threads(group: Group) -> list[Channel]:
    return [each for each in group.guild.channels.values() if each.is_thread]


async def test_tables_begin_as_discord_gives_them_a_thread(gather, house: House):
    group: Group = gather(5)
    ann = group.people[0]
    house.discord.limit_threads(1, 100)
    await started(group, 9)
    assert dealt(group) == 3, "the first table plays"
    for said in (announced(ann, group.channel), await managed(group)):
        assert "Discord won't let me make more for a while." in said
        (at,) = re.findall(r"I'll try again <t:(\d+):R>", said)
        assert 100 <= int(at) - house.discord.clock.now() <= 102
    await place_all(group)
    assert dealt(group) == 0
    assert asked(house) == 2, "it is not asked for before that time"
    await house.let_pass(102)
    assert dealt(group) == 3, "the first table waits for the others"
    assert found(house).row.round == 1
    await house.let_pass(102)
    assert dealt(group) == 6
    assert "for a while" not in announced(ann, group.channel)
    assert "for a while" not in await managed(group)
    await place_all(group)
    await house.let_pass(25)
    assert dealt(group) == 9
    assert found(house).row.round == 2
    for person in group.people:
        assert placing_message(person, person.dm) is not None


async def test_what_discord_says_to_one_tournament_another_does_not_ask_again(gather, house: House):
    first, second = gather(5), gather(5, "pool")
    house.discord.limit_threads(1, 100)
    await started(first, 9)
    assert asked(house) == 2
    await started(second, 9)
    assert asked(house) == 2, "the server's answer holds for both"
    said = announced(second.people[0], second.channel)
    assert "Discord won't let me make more for a while." in said
    await house.let_pass(102)
    assert asked(house) > 2


async def test_a_server_that_is_full_of_threads_is_told_of_until_one_is_archived(
    gather, house: House
):
    group: Group = gather(5)
    ann = group.people[0]
    others = house.discord.add_channel(group.guild, "others")
    in_the_way = house.discord.add_thread(others, "in the way")
    house.discord.world.most_threads = 2
    await started(group, 6)
    assert dealt(group) == 3
    assert "as many open threads as Discord allows" in announced(ann, group.channel)
    assert "as many open threads as Discord allows" in await managed(group)
    house.discord.world.archive(in_the_way, archived=True)
    await house.let_pass(61)
    assert dealt(group) == 6
    assert "as many open threads" not in announced(ann, group.channel)


async def test_whoever_has_no_table_when_the_first_hand_is_over_comes_late(gather, house: House):
    group: Group = gather(5)
    house.discord.world.most_threads = 1
    await started(group, 6)
    assert dealt(group) == 3
    await place_all(group)
    await house.let_pass(HAND + 1)
    assert found(house).row.round == 2, "the others do not wait for ever"
    assert dealt(group) == 3
    house.discord.world.most_threads = 9
    await house.let_pass(61)
    await place_all(group)
    await house.let_pass(25)
    assert found(house).row.round == 3
    assert dealt(group) == 6


async def test_a_permission_that_was_taken_before_the_start_is_named(gather, house: House):
    group: Group = gather(3)
    ann = group.people[0]
    await says(ann, group.channel, "/tournament new format:knock-out variant:chinese starts:10m")
    await house.settle()
    for person in group.people[1:]:
        await press(group, person, "Join")
    house.discord.deny_bot(group.channel, Permission.CREATE_PUBLIC_THREADS)
    await house.let_pass(660)
    assert "allow me Create Public Threads" in announced(ann, group.channel)
    assert "allow me Create Public Threads" in await managed(group)
    house.discord.deny_bot(group.channel)
    await house.let_pass(61)
    assert dealt(group) == 3


async def test_what_discord_gives_no_reason_for_is_told_of_if_it_lasts(
    gather, house: House, discord: StandIn
):
    group: Group = gather(3)
    ann = group.people[0]
    discord.fail_next(*THREAD, Refuse(Fault(400, 999_999, "Something new")), times=3)
    await started(group, 3)
    assert "Some tables are waiting" not in announced(ann, group.channel)
    discord.advance(30)
    await discord.until(lambda: "Discord can't make any" in announced(ann, group.channel))
    await house.let_pass(61)
    await discord.until(lambda: dealt(group) == 3)


async def test_the_threads_of_a_tournament_that_is_over_are_archived(gather, house: House):
    group: Group = gather(5)
    ann = group.people[0]
    await started(group, 6)
    assert len(threads(group)) == 2
    assert not any(each.is_archived for each in threads(group))
    question = await manages(ann, group.channel)
    sure = await ann.press(question.message, "End the tournament")
    await ann.press(sure.message, "End it now")
    await house.catch_up()
    assert all(each.is_archived for each in threads(group))
    for thread in threads(group):
        assert any("The tournament is over." in shown.text for shown in ann.reads(thread))


async def listening(group: Group, kind: ChannelType) -> tuple[Person, Channel]:
    channel = group.house.discord.add_channel(group.guild, "talk", kind)
    await group.house.settle()
    return group.people[0], channel


@pytest.mark.parametrize("kind", [ChannelType.VOICE, ChannelType.STAGE])
async def test_where_there_are_no_threads_people_are_sent_to_where_there_are(
    gather, kind: ChannelType
):
    group: Group = gather(2)
    ann, channel = await listening(group, kind)
    no = "Voice and stage channels don't have threads."
    assert no in await says(ann, channel, "/tournament new format:knock-out")
    group.channel = channel
    await group.sit_down(**QUICK)
    assert no in await told(group, ann, channel, "More, Follow")
    await group.play_hand()
    assert "(total " in group.result().text, "a table needs no thread"


async def test_an_announcement_channel_has_threads_of_its_own_type(gather, house: House):
    group: Group = gather(3)
    ann, channel = await listening(group, ChannelType.ANNOUNCEMENT)
    group.channel = channel
    await group.sit_down(**QUICK)
    more = await group.does(ann, "More")
    house.discord.world.messages.get(group.board(ann).message.id).is_deleted = True
    assert "You're following this table in <#" in (await ann.press(more.message, "Follow")).text
    await told(group, ann, channel, "/ofc board")
    await told(group, ann, channel, "More, End the game")
    await house.settle()
    await started(group, 3)
    assert {each.type for each in threads(group)} == {ChannelType.ANNOUNCEMENT_THREAD}
    assert dealt(group) == 3
