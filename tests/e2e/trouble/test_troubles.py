"""Whatever goes wrong between the bot and Discord, the table goes on."""

import pytest

from discord_standin.faults import MISSING_PERMISSIONS
from discord_standin.gateway.gateway import Drop
from discord_standin.model.writing import erase
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Fail, Limit, Refuse, Reset, Trouble
from discord_standin.vocabulary import Permission
from sandbox.placing import placing_message
from tests.e2e.house import Group, House
from tests.e2e.quick import QUICK, SETS
from tests.e2e.requests import EDIT, POST

pytestmark = pytest.mark.table(2, until="seated", **QUICK)


async def act(group: Group, person: Person) -> None:
    """Press a button of somebody's message, which has to be right, and set their hand."""
    before = group.house.table(group.channel).played
    choice = group.choice(person)
    assert choice is not None, "somebody has no buttons"
    await person.press(*choice)
    await person.types(group.channel, SETS)
    await group.house.settle()
    assert group.house.table(group.channel).played != before, "the placement is kept"


async def finish(group: Group) -> None:
    """Play the hand to its end, which takes everybody's messages being right again."""
    await group.house.catch_up()
    for person in group.people:
        if group.choice(person):
            await act(group, person)
    await group.house.catch_up()
    assert "Hand 1" in group.result().text


@pytest.mark.parametrize("trouble", [Fail(500), Limit(0.2), Reset(), Reset(after=True)], ids=str)
async def test_an_edit_that_fails_is_made_again(group: Group, discord: StandIn, trouble: Trouble):
    await group.deal()
    discord.fail_next(*EDIT, trouble)
    await act(group, group.people[1])
    await group.house.catch_up()
    assert discord.troubles_are_over
    await finish(group)


@pytest.mark.parametrize("how", list(Drop))
async def test_the_gateway_comes_back(group: Group, discord: StandIn, how: Drop):
    await group.deal()
    await discord.drop_gateway(how)
    await finish(group)
    assert discord.is_connected
    assert "(total " in group.result().text


async def test_a_deleted_board_is_posted_again(group: Group, discord: StandIn):
    await group.deal()
    board = group.board(group.people[0])
    erase(discord.world, board.message)
    await finish(group)


async def test_a_deleted_private_message_comes_back(group: Group, house: House):
    await group.deal()
    bob = group.people[1]
    shown = placing_message(bob, group.channel)
    assert shown is not None
    erase(house.discord.world, shown.message)
    await bob.types(group.channel, "/ofc hand")
    assert placing_message(bob, group.channel) is not None, "in private, at once"
    await finish(group)


@pytest.mark.parametrize(
    "permission",
    [
        Permission.SEND_MESSAGES,
        Permission.VIEW_CHANNEL,
        Permission.ATTACH_FILES,
        Permission.READ_MESSAGE_HISTORY,
    ],
    ids=lambda permission: permission.name,
)
async def test_a_permission_taken_away_stops_the_pictures_but_not_the_game(
    group: Group, discord: StandIn, permission: Permission
):
    await group.deal()
    discord.deny_bot(group.channel, permission)
    await act(group, group.people[1])
    discord.deny_bot(group.channel)
    await finish(group)


async def test_everything_deleted_in_mid_hand_comes_back(group: Group, house: House):
    """A moderator cleans up the channel, and people their direct messages, street by street."""
    await group.deal()
    for person in reversed(group.people):
        for shown in group.people[0].reads(group.channel):
            erase(house.discord.world, shown.message)
        for other in group.people:
            for shown in other.reads(other.dm):
                erase(house.discord.world, shown.message)
        before = house.table(group.channel).played
        await person.types(group.channel, "/ofc hand")
        await person.types(group.channel, SETS)
        await house.catch_up()
        assert house.table(group.channel).played != before
        assert "Hand 1" in group.board(person).text
    await finish(group)


async def test_a_clock_that_is_put_back_costs_nobody_anything(gather, discord: StandIn):
    group: Group = gather(2)
    await group.sit_down(clock="10m", length="2h", **QUICK)
    await group.deal()
    before = group.house.table(group.channel)
    for seconds in (-7200, 3600, -60):
        discord.advance(seconds)
        assert group.house.bot is not None
        group.house.bot.timer.wake()
        await group.house.settle()
        now = group.house.table(group.channel)
        assert (now.played, now.deadlines) == (before.played, before.deadlines)
    await group.house.restart()
    await finish(group)


async def test_a_refused_message_is_tried_again_later(group: Group, discord: StandIn, house: House):
    discord.fail_next(*POST, Refuse(MISSING_PERMISSIONS))
    await group.deal()
    await house.restart()
    await finish(group)


async def test_an_archived_thread_is_opened_by_a_new_message(
    gather, discord: StandIn, house: House
):
    group: Group = gather(2)
    group.channel = discord.add_thread(group.channel, "Tonight's game")
    await group.sit_down()
    await group.deal()
    group.channel.is_archived = True
    await group.act(group.people[1])
    await house.catch_up()
    assert "street 1" in group.board(group.people[0]).text
