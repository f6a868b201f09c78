"""`/daily`: one message from the first card to the result, wherever somebody is."""

import re
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from bot.challenges.screens import ChallengeProof, EndChallenge, PlayChallenge
from bot.daily.daily_presses import (
    DailyBoards,
    DailyShare,
    NextOfWeek,
    PlayWeek,
    Practise,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.days import day_at, end_of, number_of, over_at
from bot.screens.presses import AcceptWarning, Confirm, LayOut, Put, Type, Typed, Undo
from bot.solo.solo_page import ShowDealProof
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from ofc_engine.proof import Proof
from tests.e2e.aloud import verify_words
from tests.e2e.daily.playing import begin, cards, choice, finish, place
from tests.e2e.house import House
from tests.e2e.menus import menu_of
from tests.screens.presses import presses

KINDS = [
    *(
        DailyBoards,
        DailyShare,
        Practise,
        AcceptWarning,
        Confirm,
        ShowDealProof,
        Put,
        Undo,
        Type,
        Typed,
        LayOut,
    ),
    *(NextOfWeek, PlayWeek, PractiseNext, PractiseWeek, ShareWeek, ShowWeekStanding, ShowWeek),
    *(PlayChallenge, EndChallenge, ChallengeProof),
]
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


def today(house: House) -> int:
    return day_at(None, int(house.discord.clock.now()))


async def let_pass_until(house: House, at: int) -> None:
    await house.let_pass(at - house.discord.clock.now())


async def test_one_message_from_the_first_card_to_what_is_shared(
    ann: Person, bob: Person, channel: Channel, house: House
):
    random = Random(1)
    shown = await begin(ann, channel, house)
    assert shown.is_ephemeral
    assert "The same cards for everyone, one try, no hints." in shown.text
    first = cards(shown)
    shown, taps = await place(ann, shown, house, random)
    second = cards(shown)
    await house.restart()
    again = await begin(ann, channel, house)
    assert cards(again) == second, "it goes on where it was"
    ann.dismiss(again)
    shown, more = await finish(ann, shown, house, random)
    assert taps + more <= 20
    assert len(ann.reads(channel)) == 1, "every tap has edited the one message"
    assert "against par" in shown.text
    assert "Nobody else has played this yet." in shown.text
    assert "Streak: 1 day" in shown.text

    over = await begin(ann, channel, house)
    assert "You've played today's deal. The next one comes" in over.text
    assert choice(over, random) is None, "there is no second try"
    forged = await ann.forge(over, "b1:rok:1:0:0:abcd")
    assert "you score" in forged.text

    await ann.press(shown, "Show everyone")
    await house.settle()
    (told,) = bob.reads(channel)
    assert told.text.startswith("**Ann**\n**Daily deal ")
    assert re.search("[🟩🟨🟧🟥]{5}", told.text)
    assert "Street by street: " in told.text
    assert not CARD.search(told.text)
    reply = await bob.press(told, "Play today's deal")
    await house.settle()
    assert reply.message.is_ephemeral
    assert cards(reply.message) == first, "the same cards for everyone"
    stranger = await bob.forge(reply.message, "b1:dshare:1:0:0")
    assert stranger.text == "Place all your cards first."


async def test_below_a_picture_that_has_been_replaced_the_cards_are_shown_with_a_new_one(
    ann: Person, channel: Channel, house: House
):
    random = Random(1)
    first = await begin(ann, channel, house)
    second, _ = await place(ann, first, house, random)
    await ann.press(first, choice(first, random) or "")
    await house.settle()
    replaced = second.pictures[0].file_name
    assert ann.sees(first).pictures[0].file_name == replaced, "the same street, drawn again"
    # That Discord was asked to keep what it no longer has would be a violation.
    await ann.press(second, choice(second, random) or "")
    await house.settle()
    assert cards(ann.sees(first)) == cards(second)
    assert choice(ann.sees(first), random)


async def test_it_is_played_where_the_bot_is_not(discord: StandIn, house: House):
    eve, kim = (discord.add_person(name) for name in ("Eve", "Kim"))
    eve.install_app()
    group = discord.add_group("Trip", eve, kim)
    shown, _ = await finish(eve, await begin(eve, group, house), house, Random(1))
    assert kim.reads(group) == []
    await eve.press(shown, "Show everyone")
    await house.settle()
    assert "against par" in kim.last(group).text
    assert "against par" in (await begin(eve, eve.dm, house)).text, "it was one's try everywhere"

    elsewhere = discord.add_guild("Elsewhere", with_bot=False)
    eve.join(elsewhere)
    away = discord.add_channel(elsewhere, "general")
    allowed = await begin(eve, away, house)
    elsewhere.everyone.permissions &= ~Permission.USE_EXTERNAL_APPS
    refused = await begin(eve, away, house)
    assert "You can't post here. Copy this to share it:" in refused.text
    assert "Show everyone" not in [b.label for b in refused.buttons]
    assert (await eve.press(allowed, "Show everyone")).text == "You can't post here."


async def test_who_listens_gets_words_in_their_language(
    discord: StandIn, channel: Channel, house: House
):
    max_ = discord.add_person("Max", channel.guild, locale="de")
    own = (await max_.types(channel, "/my settings")).message
    await max_.select(own, "yes", menu=menu_of(own, "my.aloud"))
    shown = await begin(max_, channel, house)
    assert "Dieselben Karten für alle, ein Versuch, keine Tipps." in shown.text
    verify_words(shown)
    shown, _ = await finish(max_, shown, house, Random(1))
    assert "gegenüber Par" in shown.text
    assert re.search(r"Runde für Runde: (\w+, ){4}\w+", shown.text)
    assert not re.search("[🟩🟨🟧🟥]", shown.text)
    verify_words(shown)


async def test_the_next_days(ann: Person, bob: Person, channel: Channel, house: House):
    day = today(house)
    results = [
        (await finish(who, await begin(who, channel, house), house, Random(seed)))[0]
        for who, seed in ((ann, 1), (bob, 2))
    ]
    told = re.search(r"etter than \d of \d here.*better than \d of \d players", results[1].text)
    assert told
    committed = re.findall(r"Deal \d+: ([0-9a-f]{8})…", results[0].text)
    told = await ann.press(results[0], "Deal proof")
    whole = re.findall(r"Deal \d+: ([0-9a-f]{64})$", told.text, re.MULTILINE)
    assert committed == [whole[1][:8]], "of the next day, as of this day's before it was played"

    await let_pass_until(house, end_of(day, None))
    shown = await begin(ann, channel, house)
    assert committed == re.findall(r"Deal \d+: ([0-9a-f]{8})…", shown.text), "fixed the day before"
    told = await ann.press(shown, "Deal proof")
    assert f"Place all your cards first.\nDeal {number_of(day + 1)}: {whole[1]}" in told.text
    shown, _ = await finish(ann, shown, house, Random(3))
    assert "Streak: 2 days" in shown.text
    assert shown.selects == (), "somewhere yesterday is not over"
    early = await ann.press(shown, "Deal proof")
    assert early.text.startswith("The deal can be checked when the day has ended everywhere.\n")

    await let_pass_until(house, over_at(day))
    shown = await begin(ann, channel, house)
    reply = await ann.select(shown, str(day))
    assert reply.error == ""
    await house.settle()
    practice = ann.sees(shown)
    assert "for practice" in practice.text
    practice, _ = await finish(ann, practice, house, Random(1))
    assert "against par" in practice.text
    assert "Streak" not in practice.text
    told = await ann.press(practice, "Deal proof")
    Proof.parse(told.text).verify()

    await let_pass_until(house, over_at(day + 1))
    begun = await begin(bob, channel, house)
    await let_pass_until(house, over_at(day + 2) + 1)
    late = await bob.press(begun, choice(begun, Random(1)) or "")
    assert late.text == "This day is over. Play today's deal with /daily."


async def test_a_day_is_summed_up_once(
    discord: StandIn, ann: Person, bob: Person, channel: Channel, house: House
):
    ann.join(channel.guild, Permission.MANAGE_GUILD)
    news = discord.add_channel(channel.guild, "daily-news")
    own = (await ann.types(channel, "/my settings")).message
    server = (await ann.press(own, "Settings of this server")).message
    page = (await ann.press(server, "Daily deal")).message
    page = (await ann.select(page, news)).message
    modal = (await ann.press(page, "Time zone")).modal
    assert modal is not None
    wrong = await ann.submit(modal, {"When does the day end here?": "Atlantis"})
    assert "Type a city with its continent, such as Europe/Berlin" in wrong.text
    page = (await ann.submit(modal, {"When does the day end here?": "kiritimati"})).message
    assert "The day ends at midnight, time zone Pacific/Kiritimati." in page.text

    day = day_at("Pacific/Kiritimati", int(discord.clock.now()))
    for person, seed in ((ann, 1), (bob, 2)):
        shown = await begin(person, channel, house)
        assert "This server's daily summary will show how you did." in shown.text
        await finish(person, shown, house, Random(seed))
    await let_pass_until(house, over_at(day) - 1)
    assert ann.reads(news) == []
    await let_pass_until(house, over_at(day))
    await house.restart()
    await house.let_pass(60)
    (told,) = bob.reads(news)
    assert re.search(r"2 people played it here · par .* · streak of this server: 1 day", told.text)
    ranked = re.compile(r"^\d\. \*\*(\w+) .*against par · gave away", re.MULTILINE)
    first, second = ranked.findall(told.text)
    assert {first, second} == {"Ann", "Bob"}
    assert {"1. **Ann −6**", "1. **Bob −6**"} <= {line[:13] for line in told.text.splitlines()}
    assert f"The first of the best boards, by {first}:" in told.text
    assert first in (told.pictures[0].alt or "")
    assert bob.pings() == []
    assert not CARD.search(told.text)
    boards = await bob.press(told, "All boards")
    assert {"**Ann**", "**Bob**"} <= {*boards.text.split()}
    Proof.parse(boards.text).verify()
    early = await bob.forge(told, f"b1:dboards:{day + 1}")
    assert early.text == "The deal can be checked when the day has ended everywhere."


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(custom_id=presses(KINDS).map(str))
async def test_whatever_is_forged_is_answered(
    ann: Person, channel: Channel, house: House, custom_id: str
):
    reply = await ann.forge(await begin(ann, channel, house), custom_id)
    assert reply.error == ""
    # A form is an answer, too.
    assert reply.interaction.modal or "Something went wrong" not in reply.text
