"""Channels in which Discord refuses the bot: they are left alone, and people know."""

import re
from copy import copy
from datetime import timedelta
from typing import cast

import discord as api
import pytest

from discord_standin.model.places import Overwrite
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.knock_out import add_people, found, opened, place_all, press, texts
from tests.e2e.quick import QUICK, set_all

_REFUSED = (401, 403, 429)
TOTAL = "(total "
UNHEARD = r"I'm not allowed to write in <#(\d+)> right now, so nothing new appears there."


def refusals(house: House) -> int:
    """How often Discord has said no, of what it counts towards a ban."""
    return sum(each.status in _REFUSED for each in house.discord.requests)


async def test_a_knock_out_without_its_permission_is_played_on_in_private(gather, house: House):
    group: Group = gather(5)
    add_people(group, "Guest")
    await opened(group, seats=3)
    for person in group.people[1:]:
        await press(group, person, "Join")
    await press(group, group.people[0], "Start")
    await group.house.settle()
    house.discord.deny_bot(group.channel, Permission.SEND_MESSAGES_IN_THREADS)
    before = found(house).row.round
    while found(house).row.round <= before + 2:
        await place_all(group)
        await house.let_pass(10)
    for person in group.people:
        told = re.findall(UNHEARD, texts(person, person.dm))
        assert told, "everybody knows"
        assert len(told) == len(set(told)), "once of each thread"


@pytest.mark.table(**QUICK)
async def test_whatever_was_refused_is_shown_once_it_is_allowed(group: Group, house: House):
    ann = group.people[0]
    house.discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
    await set_all(group)
    assert TOTAL not in texts(ann, group.channel)
    house.discord.deny_bot(group.channel)
    await house.catch_up()
    assert TOTAL in texts(ann, group.channel), "without any time passing"
    for person in group.people:
        assert len(re.findall(UNHEARD, texts(person, person.dm))) == 1


@pytest.mark.table(until="gathered")
async def test_whatever_a_locked_thread_did_not_take_is_shown_once_it_is_unlocked(
    group: Group, house: House
):
    world, ann = house.discord.world, group.people[0]
    group.channel = thread = house.discord.add_thread(group.channel, "Tonight's game")
    await group.sit_down(**QUICK)
    for hand, is_archived in enumerate((True, False), start=1):
        await group.deal()
        world.archive(thread, archived=is_archived)
        world.lock(thread, locked=True)
        await set_all(group)
        world.lock(thread, locked=False)
        world.archive(thread, archived=False)
        await house.catch_up()
        assert texts(ann, thread).count(TOTAL) == 2 * hand, "without any time passing"
        for person in group.people:
            assert len(re.findall(UNHEARD, texts(person, person.dm))) == hand


@pytest.mark.table(**QUICK)
async def test_a_thread_that_took_everything_has_nothing_tried_again(group: Group, house: House):
    thread = house.discord.add_thread(group.channel, "Chat")
    house.discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
    await set_all(group)
    before = refusals(house)
    house.discord.world.archive(thread, archived=True)
    await house.settle()
    assert refusals(house) == before


@pytest.mark.table(**QUICK)
async def test_the_end_of_a_time_out_is_not_missed(group: Group, house: House):
    """Discord tells that the bot may not write for a while, and not that this is over."""
    assert house.bot is not None
    me = cast("api.Guild", house.bot.get_guild(group.guild.id)).me
    overwrites, bot = group.channel.overwrites, house.discord.world.bot
    overwrites[bot.id] = Overwrite(deny=Permission.SEND_MESSAGES)
    await set_all(group)
    refused = refusals(house)

    def allow(_: object) -> None:
        if refusals(house) == refused + 2:
            overwrites.pop(bot.id, None)

    house.discord.follow_requests(allow)
    before = copy(me)
    me.timed_out_until = api.utils.utcnow() + timedelta(seconds=2)
    house.bot.dispatch("member_update", before, me)
    await house.discord.until(lambda: bot.id not in overwrites)
    assert TOTAL not in texts(group.people[0], group.channel), "in a picture and in words"
    await house.catch_up()
    assert TOTAL in texts(group.people[0], group.channel)


@pytest.mark.table(**QUICK)
async def test_boards_come_in_words_where_no_files_are_taken(group: Group, house: House):
    house.discord.deny_bot(group.channel, Permission.ATTACH_FILES)
    for _hand in range(3):
        await set_all(group)
        assert TOTAL in group.board(group.people[0]).text
        await group.deal()
    assert refusals(house) == 2, "one new message and one edit with a picture"
    for person in group.people:
        assert not re.findall(UNHEARD, texts(person, person.dm))


@pytest.mark.table(**QUICK)
async def test_people_are_told_once_however_often_permissions_change(group: Group, house: House):
    house.discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
    await set_all(group)
    for _change in range(2):
        await house.let_pass(700)
        denied = Permission.SEND_MESSAGES | Permission.ATTACH_FILES
        house.discord.deny_bot(group.channel, denied)
        await house.settle()
        await house.let_pass(700)
        house.discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
        await house.settle()
    for person in group.people:
        assert len(re.findall(UNHEARD, texts(person, person.dm))) == 1


async def test_who_is_called_is_called_although_much_was_refused_elsewhere(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    bob.close_dms()
    await group.sit_down()
    await group.deal()
    await bob.press(bob.pings()[-1], "My cards")
    before = len(bob.pings())
    assert house.bot is not None
    for _refusal in range(1000):
        house.bot.budget.count()
    await group.act(bob)
    await group.act(ann)
    await house.let_pass(60)
    assert len(bob.pings()) > before
