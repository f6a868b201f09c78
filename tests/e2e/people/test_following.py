"""Spectators follow a table in its thread: open cards, or all of them once a hand is over."""

import pytest

from discord_standin.model.places import Channel, Overwrite
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House, words
from tests.e2e.secrecy import cards_in


@pytest.fixture
def lea(discord: StandIn, group: Group) -> Person:
    """Somebody who has no seat."""
    return discord.add_person("Lea", group.guild)


async def follow(group: Group, person: Person) -> str:
    reply = await group.does(person, "More, Follow")
    await group.house.settle()
    return reply.text


def thread_of(group: Group) -> Channel:
    """The newest thread on the group's channel."""
    return [c for c in group.guild.channels.values() if c.parent is group.channel][-1]


def in_thread(group: Group, person: Person) -> list[Shown]:
    return person.reads(thread_of(group))


def discards(group: Group) -> set[str]:
    """What everybody has discarded in the latest hand."""
    played = group.house.table(group.channel).played
    assert played is not None
    return {str(card) for seat in played.hand.seats for card in seat.discards}


async def agree_on_all_cards(group: Group) -> Shown:
    """The first asks, and all others agree."""
    first, *others = group.people
    asked = await group.does(first, "More, Show followers all cards")
    await group.house.settle()
    for person in others:
        await person.press(person.sees(asked.message), "Agree")
        await group.house.settle()
    return first.sees(asked.message)


def names(shown: Shown) -> set[str]:
    return {str(card) for card in cards_in("\n".join(words(shown)))}


async def test_a_follower_sees_each_hand_in_one_message_that_is_edited(
    group: Group, house: House, lea: Person
):
    lobby = lea.reads(group.channel)[0]
    more = await lea.press(group.board(lea), "More")
    assert f"<#{lobby.id}>" in (await lea.press(more.message, "Follow")).text
    await house.settle()
    thread = thread_of(group)
    assert (thread.id, thread.name) == (lobby.id, "Ann's table")
    assert lea.user.id in thread.followers
    [shown] = lea.reads(thread)
    assert shown.text == "## Hand 1\nPineapple · street 1 of 5"
    assert not shown.buttons
    await group.act(group.people[1])
    await group.act(group.people[0])
    assert "street 2 of 5" in lea.sees(shown).text
    await house.restart()
    assert await follow(group, group.people[0]) == (
        f"You're following this table in <#{thread.id}>. To stop, leave that thread."
    )
    await group.play_out()
    [shown] = lea.reads(thread)
    assert "(total " in shown.text
    assert [button.label for button in shown.buttons] == ["Replay"]
    assert names(shown).isdisjoint(discards(group))
    await group.deal()
    assert [each.text.splitlines()[0] for each in lea.reads(thread)] == ["## Hand 1", "## Hand 2"]


@pytest.mark.table(until="seated")
async def test_all_cards_are_shown_once_a_hand_is_over_if_all_agree(
    group: Group, house: House, lea: Person
):
    ann, bob = group.people
    await follow(group, lea)
    assert in_thread(group, lea) == []
    await group.deal()
    asked = await group.does(ann, "More, Show followers all cards")
    assert (await lea.press(lea.sees(asked.message), "Agree")).text == (
        "Only the players at this table can decide this."
    )
    await bob.press(bob.sees(asked.message), "Agree")
    await house.settle()
    assert bob.sees(asked.message).text.startswith("Agreed: from hand 2 on, followers see")
    again = await group.does(bob, "More, !Show followers all cards")
    assert again.text == "All cards of finished hands are shown already."
    await group.play_out()
    assert "All cards" not in in_thread(group, lea)[0].text, "the hand began before"
    await group.deal()
    await group.play_out()
    shown = in_thread(group, lea)[1]
    assert "### All cards" in shown.text
    assert discards(group) <= names(shown)
    assert "### All cards" not in group.result().text

    said = await group.does(bob, "More, Show followers open cards only")
    assert said.text == "Bob ended this: followers see open cards only."
    await house.settle()
    assert "All cards" not in lea.sees(shown).text
    await group.deal()
    await group.play_out()
    assert names(in_thread(group, lea)[2]).isdisjoint(discards(group))


@pytest.mark.table(until="seated")
async def test_the_agreement_ends_when_somebody_sits_down(group: Group, lea: Person):
    ann, bob = group.people
    await follow(group, lea)
    asked = await group.does(bob, "More, Show followers all cards")
    await agree_on_all_cards(group)
    await lea.types(group.channel, "/ofc join")
    late = await ann.press(ann.sees(asked.message), "Agree")
    assert late.text == "Others sit at this table now. Ask again under More."
    await lea.types(group.channel, "/ofc leave")
    await bob.types(group.channel, "/ofc board")
    await group.house.settle()
    await group.play_hand()
    assert "All cards" not in in_thread(group, lea)[0].text
    refused = await group.does(bob, "More, !Show followers open cards only")
    assert refused.text == "Only open cards are shown already."
    stranger = await group.does(lea, "More, !Show followers all cards")
    assert "You don't have a seat" in stranger.text


async def test_with_computers_alone_nobody_else_has_to_agree(alone: Group):
    [ann] = alone.people
    await alone.does(ann, "/play computer:Steady")
    await alone.does(ann, "More, Follow")
    said = await alone.does(ann, "More, Show followers all cards")
    assert said.text.startswith("Agreed: from hand 1 on")


async def test_a_closed_table_puts_its_thread_away(group: Group, lea: Person):
    await follow(group, lea)
    await group.break_off()
    [shown] = in_thread(group, lea)
    assert shown.text == ("Hand 1 wasn't finished and doesn't count.\nThe table is closed.")
    assert thread_of(group).is_archived


async def test_a_hand_made_void_is_said_to_be_so_in_its_thread(
    group: Group, house: House, lea: Person
):
    await follow(group, lea)
    await group.play_out()
    ann, bob = group.people
    asked = await ann.types(group.channel, "/ledger void number:1 reason:misdeal")
    await bob.press(bob.sees(asked.message), "Agree")
    await house.settle()
    [shown] = in_thread(group, lea)
    assert "This hand doesn't count: misdeal" in shown.text


async def test_a_deleted_thread_harms_no_table_and_is_made_anew(
    group: Group, house: House, lea: Person, discord: StandIn
):
    await follow(group, lea)
    discord.world.remove_channel(thread_of(group))
    await group.act(group.people[1])
    await group.act(group.people[0])
    assert house.is_dealt(group.channel)
    await follow(group, lea)
    assert "street 2 of 5" in in_thread(group, lea)[0].text
    discord.world.archive(thread_of(group), archived=True)
    await follow(group, group.people[0])
    assert not thread_of(group).is_archived
    discord.world.archive(thread_of(group), archived=True)
    await group.play_out()
    assert "(total " in in_thread(group, lea)[-1].text


async def test_where_the_bot_may_not_write_in_the_thread_the_table_goes_on(
    group: Group, house: House, lea: Person, discord: StandIn
):
    await follow(group, lea)
    await group.play_out()
    world = discord.world
    world.overwrite(group.channel, world.bot, Overwrite(deny=Permission.SEND_MESSAGES_IN_THREADS))
    await group.deal()
    await group.act(group.people[0])
    assert "Hand 2" in group.board(lea).text
    assert "Hand 2" not in in_thread(group, lea)[-1].text
    world.overwrite(group.channel, world.bot, Overwrite())
    await house.restart()
    await house.catch_up()
    assert "Hand 2" in in_thread(group, lea)[-1].text


async def test_where_no_thread_can_be_the_bot_says_so(group: Group, lea: Person, discord: StandIn):
    world = discord.world
    world.overwrite(group.channel, world.bot, Overwrite(deny=Permission.CREATE_PUBLIC_THREADS))
    assert (await follow(group, lea)).startswith("I'm not allowed to open a thread here.")
    group.channel = discord.add_thread(group.channel, "tonight")
    await group.sit_down()
    assert (await follow(group, lea)).startswith("This table is in a thread already.")
