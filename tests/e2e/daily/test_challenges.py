"""*Challenge*: the same cards for two, each alone, and nobody sees anything before both have
played."""

import re
from random import Random

import pytest

from bot.challenges.handlers import LASTS
from bot.store import due
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.trouble import Reset
from discord_standin.vocabulary import Permission
from ofc_engine.proof import Proof
from tests.e2e.daily.playing import cards, choice, finish, place
from tests.e2e.house import House
from tests.e2e.own_data import is_forgotten
from tests.e2e.requests import POST

CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[cdhs](?![A-Za-z0-9])")


@pytest.fixture
def channel(discord: StandIn, guild: Guild) -> Channel:
    return discord.add_channel(guild, "general")


@pytest.fixture
def people(discord: StandIn, guild: Guild) -> list[Person]:
    return [discord.add_person(name, guild) for name in ("Ann", "Bob", "Mia")]


async def challenge(people: list[Person], channel: Channel, house: House) -> Shown:
    """Ann challenges Bob, and has her own cards before her."""
    reply = await people[0].uses(channel, "Challenge", people[1])
    assert reply.error == ""
    await house.settle()
    return people[0].sees(reply.message)


def told(person: Person, channel: Channel) -> list[Shown]:
    """What the channel has been told, which everybody sees."""
    return [shown for shown in person.reads(channel) if not shown.is_ephemeral]


async def test_two_play_the_same_cards_and_nobody_sees_them_before_both_have(
    people: list[Person], channel: Channel, house: House
):
    ann, bob, mia = people
    shown = await challenge(people, channel, house)
    (call,) = told(mia, channel)
    assert call.text.startswith(f"{bob.mention}, Ann challenges you")
    assert call in bob.pings()
    assert "### Challenge with Bob: street 1 of 5" in shown.text
    first, digits = cards(shown), re.findall("([0-9a-f]{8})…", shown.text)
    whole = (await ann.press(shown, "Deal proof")).text
    committed = re.findall("[0-9a-f]{64}", whole)[:1]
    assert [each[:8] for each in committed] == digits
    assert committed == re.findall("[0-9a-f]{64}", call.text), "before they have any cards"
    again = await challenge(people, channel, house)
    assert cards(again) == first, "their cards are shown again"
    assert "This challenge is for others." in (await mia.press(call, "Play")).text

    shown, _ = await finish(ann, shown, house, Random(1))
    assert "As soon as Bob has played, too" in shown.text
    assert "gave away" not in shown.text
    await house.restart()
    assert (
        "The deal can be checked once both have played."
        in (await mia.forge(call, "b1:chproof:1")).text
    )
    assert told(mia, channel) == [call]
    assert not CARD.search(call.text)

    begun = (await bob.press(call, "Play")).message
    assert begun.is_ephemeral
    assert cards(begun) == first
    shown, _ = await place(bob, begun, house, Random(2))
    assert "You've already placed cards" in (await bob.press(call, "Decline")).text
    await finish(bob, shown, house, Random(2))

    over, result = told(mia, channel)
    assert over.text == "Ann challenged Bob, and both have played."
    assert over.buttons == ()
    assert re.search(r"## (Ann beats Bob|Bob beats Ann|Ann and Bob score)", result.text)
    assert len(re.findall(r"\*\*(?:Ann|Bob) [+−±]?\d+\*\* · gave away \d", result.text)) == 2
    assert f"{ann.mention}, both have played." in result.text
    assert result in ann.pings()
    assert len(result.pictures) == 2
    Proof.parse((await mia.press(result, "Deal proof")).text).verify()
    for person in (ann, bob):
        own = (await person.press(result, "Your decisions")).message
        await house.settle()
        assert "Judged by what you knew at the time" in own.text


async def test_one_that_is_never_answered_ends_by_itself_and_says_so(
    people: list[Person], channel: Channel, house: House
):
    ann, bob, mia = people
    begun = await challenge(people, channel, house)
    (call,) = told(mia, channel)
    await finish(ann, begun, house, Random(1))
    await house.restart()
    begun = (await bob.press(call, "Play")).message
    await house.let_pass(LASTS)
    over, ended = told(mia, channel)
    assert over.text == "This challenge is over. Not played in time: Bob."
    assert over.buttons == ()
    assert ended.text == f"{ann.mention} {over.text}"
    assert ended in ann.pings()
    assert not CARD.search(ended.text)
    assert "Judged by what you knew" in (await ann.press(ended, "Your hand")).text
    late = await bob.press(begun, choice(begun, Random(1)) or "")
    assert late.text == "This challenge is over."
    assert (await bob.forge(call, "b1:chplay:1")).text == "This challenge is over."


async def test_who_declines_or_withdraws_ends_it(
    people: list[Person], channel: Channel, house: House
):
    ann, bob, mia = people
    for person, words in (
        (bob, "Bob would rather not play right now."),
        (ann, "Ann withdrew the challenge."),
    ):
        await challenge(people, channel, house)
        call = told(mia, channel)[-1]
        await person.press(call, "Decline")
        await house.settle()
        assert mia.sees(call).text == words
        assert mia.sees(call).buttons == ()
    assert "To play alone" in (await ann.uses(channel, "Challenge", ann)).text
    await ann.uses(channel, "Challenge to a table", bob)
    await house.settle()
    assert house.table(channel).options.seats == 2


async def test_it_is_told_once_though_the_connection_breaks_and_no_more_where_nobody_is_left(
    people: list[Person], channel: Channel, house: House, discord: StandIn
):
    discord.fail_next(*POST, Reset(after=True))
    await challenge(people, channel, house)
    await house.let_pass(60)
    (call,) = told(people[2], channel)
    assert "Ann challenges you" in call.text
    discord.remove_channel(channel)
    await house.settle()
    await house.let_pass(LASTS)
    with house.read() as db:
        assert due.earliest(db) is None


async def test_how_it_went_is_told_once_the_channel_takes_messages_again(
    people: list[Person], channel: Channel, house: House, discord: StandIn
):
    ann, bob, mia = people
    await finish(ann, await challenge(people, channel, house), house, Random(1))
    (call,) = told(mia, channel)
    discord.deny_bot(channel, Permission.SEND_MESSAGES)
    await finish(bob, (await bob.press(call, "Play")).message, house, Random(2))
    await house.let_pass(60)
    assert len(told(mia, channel)) == 1
    discord.deny_bot(channel)
    await house.catch_up()
    assert f"{ann.mention}, both have played." in told(mia, channel)[-1].text


async def test_who_is_forgotten_is_not_waited_for(
    people: list[Person], channel: Channel, house: House
):
    _ann, bob, mia = people
    await challenge(people, channel, house)
    call = told(mia, channel)[-1]
    await is_forgotten(bob, channel)
    await house.settle()
    assert "one of you two is no longer here" in mia.sees(call).text
