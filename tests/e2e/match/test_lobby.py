"""Opening a table, sitting down, getting up and ending it, as people in a channel do it."""

import pytest

from discord_standin.model.places import Guild
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


async def test_a_channel_without_a_table_says_how_to_open_one(gather):
    group: Group = gather(1)
    for command in ("join", "leave", "hand", "board", "place cards:bbb"):
        text = await says(group, 0, f"/ofc {command}")
        assert text == "There's no table in this channel. Open one with /play."
    assert "How to play Pineapple" in await says(group, 0, "/ofc rules"), "the standard rules"
    assert "No hand counts here yet" in await says(group, 0, "/ledger show")


async def test_one_table_a_channel(gather):
    group: Group = gather(2)
    await group.sit_down()
    assert "This channel already has a table." in await says(group, 1, "/play")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("variant:classic seats:5", "Classic"),
        ("rules:german stake:3", "rules: German · points ×3"),
        ("options:scoring=2-4 equal_rows=foul", "for two rows or more · Equal rows are a foul"),
        ("variant:turbo rules:progressive", "Turbo"),
        ("variant:chinese", "Chinese"),
    ],
)
async def test_what_play_does_not_offer_is_chosen_in_the_lobby(gather, typed: str, sentence: str):
    group: Group = gather(1)
    assert "Your table is open" in await says(group, 0, f"/play {typed}")
    assert sentence in group.board(group.people[0]).text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("seats:9", "Pineapple has 2 to 3 seats, not 9."),
        ("stake:0", "The stake is a multiplier from 1 to 1000."),
        ("clock:soon", "Write the clock as 45s, 10m, 12h or 2d, or none for no limit."),
    ],
)
async def test_the_form_says_what_cannot_be(gather, typed: str, sentence: str):
    group: Group = gather(1)
    assert await says(group, 0, f"/play {typed}") == sentence


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


async def test_sitting_down_twice_and_at_a_full_table(gather):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await opens(group.house, ann, group.channel, seats=2)
    await group.house.settle()
    lobby = group.board(ann)
    assert "You have seat 2." in await says(group, 1, "/ofc join")
    assert "You already have a seat." in await says(group, 1, "/ofc join")
    reply = await mia.press(lobby, "Join")
    assert reply.text.startswith("All seats are taken."), "a press on what was still shown"
    names = [line for line in group.board(bob).text.splitlines() if line[:2] in ("1.", "2.")]
    assert names == ["1. Ann (host)", "2. Bob"]


async def test_pressing_join_twice_at_once_takes_one_seat(gather):
    group: Group = gather(2)
    ann, bob = group.people
    await opens(group.house, ann, group.channel)
    await group.house.settle()
    lobby = group.board(bob)
    await bob.press(lobby, "Join")
    again = await bob.press(lobby, "Join")
    assert again.text.startswith("You already have a seat.")


async def test_one_person_alone_cannot_start(gather):
    group: Group = gather(1)
    await opens(group.house, group.people[0], group.channel)
    await group.house.settle()
    assert "Start" not in {button.label for button in group.board(group.people[0]).buttons}


async def test_only_people_at_the_table_start_it(gather):
    group: Group = gather(3)
    outsider = group.people.pop()
    await group.sit_down()
    reply = await outsider.press(group.board(outsider), "Start")
    assert reply.text == "You don't have a seat at this table. Sit down with /ofc join."
    group.people.append(outsider)
    assert "don't have a seat" in await says(group, 2, "/ofc hand")


async def test_when_the_last_one_leaves_the_table_is_closed(gather):
    group: Group = gather(1)
    await says(group, 0, "/play")
    assert await says(group, 0, "/ofc leave") == "You've left the table."
    assert "There's no table" in await says(group, 0, "/ofc join")
    texts = [shown.text for shown in group.people[0].reads(group.channel)]
    assert any("closed before a hand was played" in text for text in texts)
    assert "Your table is open" in await says(group, 0, "/play"), "the channel is free again"


async def test_a_restart_leaves_the_lobby_as_it_was(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    lobby = group.board(group.people[0])
    await house.restart()
    assert group.board(group.people[0]) == lobby
    await group.play_hand()
    assert "Hand 1" in group.result().text


async def test_the_lobby_lists_people_by_their_seats_and_names_the_host(gather):
    group: Group = gather(3)
    await group.sit_down(seats=4, variant="classic")
    await says(group, 0, "/ofc leave")
    lines = group.board(group.people[1]).text.splitlines()
    assert [line for line in lines if line[:1].isdigit()] == ["2. Bob (host)", "3. Mia"]


async def test_who_leaves_is_told_so_where_the_cards_would_have_come(gather):
    group: Group = gather(2)
    await group.sit_down()
    bob = group.people[1]
    await says(group, 1, "/ofc leave")
    assert "You no longer have a seat at the table" in bob.last(bob.dm).text


async def test_a_deleted_lobby_comes_back_with_the_next_change(gather, discord: StandIn):
    group: Group = gather(3)
    await opens(group.house, group.people[0], group.channel)
    await group.house.settle()
    erase(discord.world, group.board(group.people[0]).message)
    await says(group, 1, "/ofc join")
    assert "2. Bob" in group.board(group.people[0]).text


async def test_a_server_that_throws_the_bot_out_closes_its_tables(
    gather, discord: StandIn, house: House, guild: Guild
):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    discord.remove_bot(guild)
    await discord.until(lambda: not house.has_table(group.channel))
    await house.settle()
    with house.read() as db:
        assert [row["state"] for row in db.execute("SELECT state FROM tables")] == ["closed"]
    await house.catch_up()
