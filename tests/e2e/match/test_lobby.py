"""Opening a table, sitting down, getting up and ending it, as people in a channel do it."""

from discord_standin.model.writing import erase
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.doing import opens
from tests.e2e.house import Group, House


async def says(group: Group, who: int, typed: str) -> str:
    """The private answer to a command that somebody types."""
    reply = await group.does(group.people[who], typed)
    assert reply.message.is_ephemeral
    await group.house.settle()
    return reply.text


async def test_the_bot_says_which_permissions_it_lacks(gather, discord: StandIn):
    group: Group = gather(1)
    discord.deny_bot(group.channel, Permission.SEND_MESSAGES, Permission.ATTACH_FILES)
    text = await says(group, 0, "/play")
    assert text == ("I can't play here. In this channel I still need: Send Messages, Attach Files.")


async def test_a_table_in_a_thread(gather, discord: StandIn):
    group: Group = gather(2)
    group.channel = discord.add_thread(group.channel, "Tonight's game")
    await group.sit_down()
    await group.play_hand()
    assert "Hand 1" in group.result().text


async def test_a_restart_leaves_the_lobby_as_it_was(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    lobby = group.board(group.people[0])
    await house.restart()
    assert group.board(group.people[0]) == lobby
    await group.play_hand()
    assert "Hand 1" in group.result().text


async def test_a_deleted_lobby_comes_back_with_the_next_change(gather, discord: StandIn):
    group: Group = gather(3)
    await opens(group.house, group.people[0], group.channel)
    await group.house.settle()
    erase(discord.world, group.board(group.people[0]).message)
    await says(group, 1, "/ofc join")
    assert "2. Bob" in group.board(group.people[0]).text
