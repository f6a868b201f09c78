"""`/daily week:True`: eight deals a week, one after the other in one message."""

import re
from hashlib import sha256
from random import Random

import pytest

from bot.daily.days import day_at, ends_at, published_at, set_of
from bot.store import deal_sets
from bot.store.deal_sets import WEEK, DealSet
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from ofc_engine.proof import Proof
from tests.e2e.daily.playing import cards, choice, finish
from tests.e2e.house import House

CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[cdhs](?![A-Za-z0-9])")


@pytest.fixture
def channel(discord: StandIn, guild: Guild) -> Channel:
    return discord.add_channel(guild, "general")


@pytest.fixture
def ann(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Ann", guild)


@pytest.fixture
def bob(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Bob", guild)


async def begin(person: Person, channel: Channel, house: House) -> Shown:
    reply = await person.types(channel, "/daily week:True")
    assert reply.error == ""
    await house.settle()
    return person.sees(reply.message)


async def press(person: Person, shown: Shown, label: str, house: House) -> Shown:
    """Press a button that leads on in the same message."""
    await person.press(shown, label)
    await house.settle()
    return person.sees(shown)


def week(house: House) -> DealSet:
    return set_of(WEEK, day_at(None, int(house.discord.clock.now())))


async def test_one_deal_after_the_other_in_one_message(
    ann: Person, bob: Person, channel: Channel, house: House
):
    shown = await begin(ann, channel, house)
    assert "1 of 8: street 1 of 5" in shown.text
    assert "Others in this server can see your points" in shown.text
    first = cards(shown)
    empty = await ann.forge(shown, f"b1:wshow:{week(house).day}")
    assert empty.text.startswith("You haven't played this week's deals.")
    shown, _ = await finish(ann, shown, house, Random(1))
    assert "against par" in shown.text
    early = await ann.forge(shown, "b1:rproof:1:0:5")
    assert (
        early.text.splitlines()[0] == "The deal can be checked when the week has ended everywhere."
    )
    table = await ann.press(shown, "Standing")
    assert re.search(r"1\. \*\*Ann .*\*\* · 1 of 8", table.text)
    shown = await press(ann, shown, "Next deal", house)
    assert "2 of 8: street 1 of 5" in shown.text
    await house.restart()
    again = await begin(ann, channel, house)
    assert cards(again) == cards(shown), "it goes on where it was"
    own = await ann.forge(again, f"b1:wshow:{week(house).day}")
    assert "You've played 1 of 8 deals." in own.text
    refused = await ann.forge(again, f"b1:wshare:{week(house).day}")
    assert refused.text == "Play all deals of the week first."

    theirs = await begin(bob, channel, house)
    assert cards(theirs) == first, "the same cards for everyone"
    await house.let_pass(published_at(week(house)) - house.discord.clock.now())
    late = await bob.press(theirs, choice(theirs, Random(1)) or "")
    assert late.text == "This week is over. Play this week's deals with /daily week:True."
    Proof.parse((await ann.forge(again, "b1:rproof:1:0:5")).text).verify()


async def test_past_weeks_are_practised_and_count_nowhere(
    ann: Person, bob: Person, channel: Channel, house: House
):
    shown = await begin(ann, channel, house)
    first, past = cards(shown), week(house)
    shown, _ = await finish(ann, shown, house, Random(1))
    assert not shown.selects, "no week is over yet"
    early = await ann.forge(shown, f"b1:wpnext:{past.day}:1")
    assert early.text == "Choose from the menu."
    await house.let_pass(published_at(past) - house.discord.clock.now())
    shown, _ = await finish(bob, await begin(bob, channel, house), house, Random(2))
    await bob.select(shown, str(past.day), menu="Practise with a past week")
    await house.settle()
    shown = bob.sees(shown)
    assert "1 of 8, for practice" in shown.text
    assert cards(shown) == first
    shown, _ = await finish(bob, shown, house, Random(3))
    assert "against par" in shown.text
    shown = await press(bob, shown, "Next deal", house)
    assert "2 of 8, for practice" in shown.text
    table = await bob.forge(shown, f"b1:wrank:{past.day}")
    assert "Bob" not in table.text
    assert "Ann" in table.text


async def test_a_weeks_deals_are_committed_to_a_week_before(
    ann: Person, channel: Channel, house: House
):
    shown = await begin(ann, channel, house)
    shorts = re.findall("All deals: ([0-9a-f]{8})…", shown.text)
    told = (await ann.press(shown, "Deal proof")).text
    own = re.search("All deals: ([0-9a-f]{64})", told)
    assert own is not None
    assert shorts == [own[1][:8]]
    await finish(ann, shown, house, Random(1))
    now = week(house)
    seen = await ann.forge(shown, f"b1:wshow:{now.day}")
    shorts = re.findall("Next week's deals: ([0-9a-f]{8})…", seen.text)
    told = (await ann.press(seen.message, "Deal proof")).text
    following = re.search("Next week's deals: ([0-9a-f]{64})", told)
    assert following is not None
    assert shorts == [following[1][:8]]
    with house.read() as db:
        fixed = [deal_sets.deals(db, each) for each in (now, now.after)]
        day = db.execute("SELECT MAX(day) FROM daily_deals WHERE place = 0").fetchone()[0]
    assert day is None, "of days nobody has asked"
    assert [len(each) for each in fixed] == [8, 8]
    for found, shown_before in zip(fixed, (own[1], following[1]), strict=True):
        joined = b"".join(sha256(deal.secret).digest() for deal in found)
        assert sha256(joined).hexdigest() == shown_before
    await house.let_pass(ends_at(now, None) - house.discord.clock.now())
    later = await begin(ann, channel, house)
    assert f"All deals: {following[1]}" in (await ann.press(later, "Deal proof")).text


@pytest.mark.exhaustive
async def test_the_whole_week_is_compared_shared_and_can_be_checked(
    ann: Person, bob: Person, channel: Channel, house: House
):
    results: list[Shown] = []
    for person, seed in ((ann, 1), (bob, 2)):
        random = Random(seed)
        shown = await begin(person, channel, house)
        for place in range(1, 9):
            assert f"{place} of 8" in shown.text
            shown, _ = await finish(person, shown, house, random)
            label = "Next deal" if place < 8 else "Your week"
            shown = await press(person, shown, label, house)
        results.append(shown)
    assert "Nobody else has played this yet." in results[0].text
    assert re.search(r"[Bb]etter than [01] of 1 here, better than [01] of 1 ", results[1].text)
    assert len(re.findall(r"^\d\. \*\*", results[1].text, re.MULTILINE)) == 8
    assert "Streak: 1 week" in results[1].text

    shared = await press(ann, results[0], "Show everyone", house)
    assert "Everyone sees it now" in [b.label for b in shared.buttons]
    told = bob.last(channel)
    assert told.text.startswith("**Ann**\n**Deals of week ")
    assert re.search("[🟩🟨🟧🟥]{8}", told.text)
    assert not CARD.search(told.text)
    last = week(house)
    await house.let_pass(published_at(last) - house.discord.clock.now())
    assert week(house).before == last
    shown, _ = await finish(ann, await begin(ann, channel, house), house, Random(3))
    shown = await press(ann, shown, "Last week", house)
    proofs = [b.label for b in shown.buttons if b.label.startswith("Deal proof")]
    assert len(proofs) == 8
    Proof.parse((await ann.press(shown, proofs[7])).text).verify()
