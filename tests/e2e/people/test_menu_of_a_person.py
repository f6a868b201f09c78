"""The commands in somebody's menu: a challenge to a table of two, and the head-to-head."""

import pytest

from bot.screens.presses import Start
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House


@pytest.fixture
def gathered_three(gather) -> Group:
    return gather(3)


async def challenge(group: Group, one: int = 0, other: int = 1) -> Reply:
    reply = await group.people[one].uses(group.channel, "Challenge to a table", group.people[other])
    await group.house.settle()
    return reply


def call(group: Group) -> Shown:
    """The message that asks somebody."""
    shown = group.people[2].reads(group.channel)
    return next(each for each in reversed(shown) if "challenges you" in each.text)


async def test_both_are_in_the_menu_in_servers_only(gathered_three: Group, discord: StandIn):
    ann = gathered_three.people[0]
    assert set(ann.menu_of_others(gathered_three.channel)) == {
        "Challenge",
        "Challenge to a table",
        "Head-to-head",
    }
    assert ann.menu_of_others(ann.dm) == []
    jan = discord.add_person("Jan", gathered_three.guild, locale="de")
    assert set(jan.menu_of_others(gathered_three.channel)) == {
        "Herausfordern",
        "Zum Duell am Tisch",
        "Direktvergleich",
    }


async def test_a_challenge_opens_a_table_of_two_and_calls_one_person(gathered_three: Group):
    ann, bob, mia = gathered_three.people
    await challenge(gathered_three)
    table = gathered_three.house.table(gathered_three.channel)
    assert table.options.seats == 2
    assert table.host.name == "Ann"
    assert call(gathered_three).text.startswith(f"{bob.mention}, Ann challenges you")
    assert call(gathered_three) in bob.pings()
    assert mia.pings() == []
    assert call(gathered_three) not in ann.pings()


async def test_who_accepts_sits_down_and_they_play(gathered_three: Group, house: House):
    group, (ann, bob, _) = gathered_three, gathered_three.people
    await challenge(group)
    asked = call(group)
    await bob.press(asked, "Accept")
    await house.settle()
    assert len(house.table(group.channel).seats) == 2
    assert bob.sees(asked).text == "Bob accepts. Press Start to play."
    assert bob.sees(asked).buttons == ()
    late = await bob.press(asked, "Accept")
    assert "You already have a seat." in late.text
    await group.press(ann, Start)
    assert house.is_dealt(group.channel)


async def test_an_answer_after_the_table_is_closed_says_so(gathered_three: Group, house: House):
    group, (ann, bob, _) = gathered_three, gathered_three.people
    await challenge(group)
    asked = call(group)
    await group.does(ann, "More, End the game")
    await house.settle()
    for button in ("Accept", "Decline"):
        assert "This table is closed." in (await bob.press(asked, button)).text


async def test_what_cannot_be_challenged(gathered_three: Group, house: House):
    group = gathered_three
    ann = group.people[0]
    assert "Challenge somebody else." in (await challenge(group, 0, 0)).text
    bot = Person(house.discord.world, house.discord.world.bot)
    assert "ots don't play." in (await ann.uses(group.channel, "Challenge to a table", bot)).text
    assert not house.has_table(group.channel)
    await challenge(group)
    assert "already has a table" in (await challenge(group, 1, 0)).text


async def test_without_permissions_it_says_what_is_missing(gathered_three: Group, discord: StandIn):
    discord.deny_bot(gathered_three.channel, Permission.ATTACH_FILES)
    assert "Attach Files" in (await challenge(gathered_three)).text


async def test_the_head_to_head_of_two_is_for_the_asker_alone(gathered_three: Group):
    group, (ann, bob, mia) = gathered_three, gathered_three.people
    await challenge(group)
    await bob.press(call(group), "Accept")
    await group.house.settle()
    group.people = [ann, bob]
    await group.play_hand()
    reply = await ann.uses(group.channel, "Head-to-head", bob)
    typed = await ann.types(group.channel, "/ledger show player:@ann against:@bob")
    assert reply.message.is_ephemeral
    assert reply.text == typed.text
    without_hands = await ann.uses(group.channel, "Head-to-head", mia)
    assert "No hand of Mia counts here yet" in without_hands.text
    assert "two different people" in (await ann.uses(group.channel, "Head-to-head", ann)).text
