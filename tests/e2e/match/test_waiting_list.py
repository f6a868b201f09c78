"""The waiting list of a full table: whoever waits longest gets the next free seat."""

import pytest

from bot.screens.presses import Join
from discord_standin.people.person import Person
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.own_data import is_forgotten


@pytest.fixture
async def full(gather) -> Group:
    """Ann and Bob at a table of two, and Mia and Zoë, who would like to play, too."""
    group: Group = gather(4)
    ann, bob, *_others = group.people
    await group.does(ann, "/play seats:2")
    await group.house.settle()
    await group.press(bob, Join)
    return group


async def says(group: Group, who: Person, typed: str) -> str:
    reply = await group.does(who, typed)
    await group.house.settle()
    return reply.text


def seated(group: Group) -> list[str]:
    """The names of those with a seat, by seat."""
    table = group.house.table(group.channel)
    return [table.people[seat.player_id].name for seat in table.seats]


def waiting(group: Group) -> list[str]:
    """The names of those who wait, the first first."""
    table = group.house.table(group.channel)
    return [table.people[player_id].name for player_id in table.waiting]


async def play(group: Group) -> None:
    """Have Ann deal, and everybody play the hand."""
    await group.deal()
    await group.play_out()


async def test_whoever_waits_longest_gets_the_free_seat_and_is_told(full: Group):
    ann, bob, mia, zoe = full.people
    await full.press(zoe, Join)
    await full.press(mia, Join)
    await says(full, bob, "/ofc leave")
    assert seated(full) == ["Ann", "Zoë"]
    assert zoe.last(zoe.dm).text.startswith(
        f"A seat in <#{full.channel.id}> is yours now. You get cards from the next hand on."
    )
    assert not mia.reads(mia.dm)
    assert "2. Zoë" in full.board(ann).text
    assert "Waiting for a seat: Mia" in full.board(ann).text
    await play(full)
    assert "Zoë" in full.result().text


async def test_a_seat_can_be_given_up_from_the_message_that_tells_of_it(full: Group):
    _ann, bob, mia, zoe = full.people
    await full.press(mia, Join)
    await full.press(zoe, Join)
    await says(full, bob, "/ofc leave")
    reply = await mia.press(mia.last(mia.dm), "Give the seat up")
    await full.house.settle()
    assert reply.text == "You've left the table."
    assert seated(full) == ["Ann", "Zoë"]
    assert "no longer have a seat" in mia.sees(mia.reads(mia.dm)[0]).text
    await full.house.let_pass(1)
    await full.press(mia, Join)
    await says(full, zoe, "/ofc leave")
    assert "is yours now" in mia.last(mia.dm).text, "a second time is a message of its own"


async def test_a_seat_that_is_left_in_mid_hand_is_dealt_in_from_the_next_hand_on(full: Group):
    ann, bob, mia, _zoe = full.people
    await full.deal()
    assert "waiting list" in await says(full, mia, "/ofc join")
    asked = await bob.types(full.channel, "/ofc leave")
    await bob.press(asked.message, "Leave")
    await full.house.settle()
    assert seated(full) == ["Ann", "Mia"]
    assert "is yours now" in mia.last(mia.dm).text
    await full.play_out()
    assert "**Mia" not in full.result().text
    full.people = [ann, mia]
    await play(full)
    assert "Mia" in full.result().text


async def test_the_last_one_at_a_table_with_a_list_leaves_it_to_whoever_waits(gather):
    group: Group = gather(2)
    ann, bob = group.people
    await says(group, ann, "/play seats:2 computer:Dreamer")
    await group.press(bob, Join)
    await says(group, ann, "/ofc leave")
    assert "Bob" in seated(group)
    assert group.house.table(group.channel).host.name == "Bob"


async def test_a_computer_player_that_is_removed_makes_room(gather):
    group: Group = gather(2)
    ann, bob = group.people
    await says(group, ann, "/play seats:2 computer:Dreamer")
    await group.press(bob, Join)
    await group.does(ann, "More, Computer players: remove.2")
    assert seated(group) == ["Ann", "Bob"]


async def test_the_list_outlives_a_restart_and_ends_with_the_table(full: Group, house: House):
    ann, bob, mia, _zoe = full.people
    await full.press(mia, Join)
    await house.restart()
    assert waiting(full) == ["Mia"]
    await says(full, bob, "/ofc leave")
    assert seated(full) == ["Ann", "Mia"]
    await full.press(bob, Join)
    await says(full, ann, "More, End the game")
    with house.read() as db:
        assert db.execute("SELECT count(*) FROM waiters").fetchone()[0] == 0
    assert not house.is_behind


async def test_whoever_is_forgotten_waits_no_more(full: Group):
    ann, bob, mia, _zoe = full.people
    await full.press(mia, Join)
    await is_forgotten(mia, full.channel)
    await says(full, bob, "/ofc leave")
    assert seated(full) == ["Ann"]
    assert "Mia" not in full.board(ann).text


async def test_without_direct_messages_the_first_cards_are_called_in_the_channel(full: Group):
    ann, bob, mia, _zoe = full.people
    await full.press(mia, Join)
    mia.close_dms()
    await says(full, bob, "/ofc leave")
    assert seated(full) == ["Ann", "Mia"]
    await full.deal()
    await full.house.catch_up()
    full.people = [ann, mia]
    await full.play_on(ann)
    await full.house.catch_up()
    assert any(mia.mention in shown.text for shown in mia.reads(full.channel))


async def test_somebody_with_manage_server_ends_it_for_all(full: Group, house: House):
    mia = full.people[2]
    await full.press(mia, Join)
    warden = house.discord.add_person("Warden", full.guild, permissions=Permission.MANAGE_GUILD)
    await full.does(warden, "More, End the game")
    await house.settle()
    assert not house.has_table(full.channel)
    assert "A seat in" not in "".join(shown.text for shown in mia.reads(mia.dm))
