"""Playing alone: `/play` in direct messages, hand after hand with the computer in one message."""

import re
from random import Random

import pytest

from bot.alone import AloneHint, AloneReview, AloneRules
from bot.screens.press import parse
from bot.solo.solo_page import DealPress
from bot.verifying import first_fault
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from ofc_engine.proof import Proof
from tests.e2e.daily.playing import cards, finish, place
from tests.e2e.house import House, secret_of

QUEENS = 22
"""The deal in which these placements earn Fantasyland."""
PLACEMENTS = ("Kh / 2d / Ts8h8c", "Kd / - / Th", "Qs / 7c / -", "- / 3s2h / -", "- / 7d / Qh")


@pytest.fixture
def ann(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Ann", guild)


@pytest.fixture
def channel(discord: StandIn, guild: Guild) -> Channel:
    return discord.add_channel(guild, "poker")


async def begin(ann: Person, house: House, typed: str = "/play") -> Shown:
    reply = await ann.types(ann.dm, typed)
    await house.settle()
    assert reply.error == ""
    return ann.sees(reply.message)


async def press(ann: Person, shown: Shown, label: str, house: House) -> Shown:
    reply = await ann.press(shown, label)
    await house.settle()
    assert reply.error == ""
    return ann.sees(shown)


async def said(ann: Person, house: House, typed: str) -> str:
    reply = await ann.types(ann.dm, typed)
    await house.settle()
    return reply.text


def deal_of(shown: Shown) -> str:
    """The digits by which the last deal that a message tells of is known."""
    return re.findall(r"Deal(?: \d+)?: ([0-9a-f]{8})…", shown.text)[-1]


def has_button(shown: Shown) -> bool:
    """True if Ann had the button in a hand that is over."""
    return bool(re.search(r"Ann \([^)]*dealer", shown.pictures[0].alt or ""))


def points_of(shown: Shown) -> int:
    found = re.search(r"\*\*Ann ([+−]?\d+)\*\*", shown.text)
    assert found, "the hand is over"
    return int(found[1].replace("−", "-"))


async def test_hand_after_hand_is_played_in_one_message(ann: Person, house: House):
    random = Random(1)
    shown = await begin(ann, house)
    assert "### Hand 1 against Steady: street 1 of 5" in shown.text
    assert "this counts in your own record and nowhere else" in shown.text
    shown, _taps = await finish(ann, shown, house, random)
    assert has_button(shown)
    first = points_of(shown)
    assert "### Hand 1 against Steady: finished" in shown.text
    announced = deal_of(shown)

    shown = await press(ann, shown, "Next hand", house)
    assert "### Hand 2 against Steady: street 1 of 5" in shown.text
    assert deal_of(shown) == announced, "the next deal was fixed before this one was seen"
    assert "your own record" not in shown.text, "that is told once"
    shown, _taps = await finish(ann, shown, house, random)
    assert not has_button(shown), "it has moved"
    total = re.search(r"\*\*Ann .*\(total ([+−]?\d+)\)", shown.text)
    assert total
    assert int(total[1].replace("−", "-")) == first + points_of(shown)
    assert len(ann.reads(ann.dm)) == 1, "every press has edited the one message"

    proof = await ann.press(shown, "Deal proof")
    await house.settle()
    Proof.parse(proof.text).verify()
    assert Proof.parse(proof.text).commitment.hex().startswith(announced)
    review = await ann.press(shown, "Review")
    await house.settle()
    assert "### Hand 2: your decisions" in review.text
    rules = await ann.press(shown, "Rules")
    await house.settle()
    assert "## How to play Pineapple" in rules.text
    assert not re.search("clock|leave|closes|remind", rules.text), "nothing of a table is told"
    with house.read() as db:
        assert first_fault(db) is None


async def test_it_counts_in_the_own_record_alone(ann: Person, channel: Channel, house: House):
    assert "None of your hands counts" in await said(ann, house, "/my record")
    shown, _taps = await finish(ann, await begin(ann, house), house, Random(1))
    points = str(points_of(shown)).replace("-", "−")
    record = await said(ann, house, "/my record")
    assert f"Alone against the computer: 1 hand, 0 won, {points} points." in record
    ledger = await ann.types(channel, "/ledger show")
    await house.settle()
    assert "Ann" not in ledger.text
    assert "Steady" not in (await said(ann, house, "/my games"))


async def test_who_comes_back_finds_the_cards_where_they_were(
    ann: Person, house: House, discord: StandIn, guild: Guild
):
    shown, _taps = await place(ann, await begin(ann, house), house, Random(1))
    waiting = cards(shown)
    await house.restart()
    # Nobody waits for them: whether a year goes by or the bot goes, nothing is due and none called.
    await house.let_pass(400 * 24 * 3600)
    assert len(ann.reads(ann.dm)) == 1
    discord.remove_bot(guild)
    ann.close_dms()
    await house.settle()
    shown, _taps = await place(ann, shown, house, Random(1))
    discord.add_bot(guild)
    ann.open_dms()
    assert cards(shown) != waiting
    for typed in ("/play", "/my hand"):
        assert cards(await begin(ann, house, typed)) == cards(shown)
    shown = await begin(ann, house, "/my place xfm")
    assert "street 3 of 5" in shown.text


async def test_both_presses_of_a_doubled_one_begin_the_same_hand(ann: Person, house: House):
    shown, _taps = await finish(ann, await begin(ann, house), house, Random(1))
    one, other = await ann.press(shown, "Next hand"), await ann.press(shown, "Next hand")
    await house.settle()
    assert (one.error, other.error) == ("", "")
    shown = ann.sees(shown)
    assert "### Hand 2 against Steady: street 1 of 5" in shown.text


async def test_a_hint_is_laid_out_in_the_one_message(ann: Person, house: House):
    begun = await begin(ann, house)
    shown = await press(ann, begun, "Hint", house)
    assert "expected points" in shown.text
    assert shown.pictures, "the board stays"
    shown = await press(ann, shown, "Return to my cards", house)
    assert [button.label for button in shown.buttons] == [b.label for b in begun.buttons]
    shown = await press(ann, shown, "Hint", house)
    best = next(button.custom_id or "" for button in shown.buttons if button.label == "Place this")
    shown = await press(ann, shown, best, house)
    assert any(button.label.startswith("✓") for button in shown.buttons)
    assert len(ann.reads(ann.dm)) == 1


async def test_what_is_told_of_a_hand_alone_is_not_told_of_the_deal_of_a_day(
    ann: Person, channel: Channel, house: House
):
    daily = (await ann.types(channel, "/daily")).message
    await house.settle()
    spot = next(
        each.spot for b in daily.buttons if isinstance(each := parse(b.custom_id or ""), DealPress)
    )
    for forged in (AloneHint(spot, 1), AloneReview(spot), AloneRules(spot)):
        reply = await ann.forge(ann.sees(daily), str(forged))
        await house.settle()
        assert "expected points" not in reply.text
        assert reply.text in (
            "This button belongs to a different deal.",
            "Place all your cards first.",
        )


async def test_fantasyland_is_played_in_the_next_hand(ann: Person, house: House):
    house.secrets = iter([secret_of(QUEENS)])
    await begin(ann, house)
    for placement in PLACEMENTS:
        shown = await begin(ann, house, f"/my place {placement}!")
    assert "Fantasyland next, 14 cards" in shown.text
    shown = await press(ann, shown, "Next hand", house)
    assert "### Hand 2 against Steady: Fantasyland" in shown.text
    assert len(cards(shown).split(", ")) == 14
    shown = await press(ann, shown, "Hint", house)
    best = next(button.custom_id or "" for button in shown.buttons if button.label == "Place this")
    shown = await press(ann, shown, best, house)
    shown, _taps = await finish(ann, shown, house, Random(1))
    assert "### Hand 2 against Steady: finished" in shown.text
    assert has_button(shown), "it rests meanwhile"
    with house.read() as db:
        assert first_fault(db) is None


async def test_the_next_hand_is_as_it_was_asked_for(ann: Person, house: House):
    shown = await begin(ann, house)
    again = await begin(ann, house, "/play computer:Master variant:turbo")
    assert cards(again) == cards(shown), "the hand that goes on comes first"
    shown, _taps = await finish(ann, again, house, Random(1))
    shown = await press(ann, shown, "Next hand", house)
    assert "### Hand 2 against Master: street 1 of 3" in shown.text
    shown, _taps = await finish(ann, shown, house, Random(1))
    shown = await press(ann, shown, "Next hand", house)
    assert "### Hand 3 against Master: street 1 of 3" in shown.text


async def test_what_needs_others_is_refused_in_a_sentence(ann: Person, house: House):
    for typed in ("/play pace:slow", "/play duplicate:3"):
        text = await said(ann, house, typed)
        assert text.startswith("Here it's just you and a computer player")
        assert "/play" in text


async def test_one_tap_of_the_help_page_begins(ann: Person, house: House):
    shown = (await ann.types(ann.dm, "/help")).message
    reply = await ann.press(shown, "Play the computer")
    await house.settle()
    assert "### Hand 1 against Steady: street 1 of 5" in ann.sees(reply.message).text


async def test_who_is_forgotten_has_played_nothing_alone(ann: Person, house: House):
    await finish(ann, await begin(ann, house), house, Random(1))
    page = (await ann.types(ann.dm, "/privacy")).message
    asked = await ann.press(page, "Forget me")
    await house.settle()
    await ann.press(ann.sees(asked.message), "Forget me")
    await house.settle()
    with house.read() as db:
        assert db.execute("SELECT count(*) FROM attempts").fetchone()[0] == 0
    assert "### Hand 1 against Steady" in (await begin(ann, house)).text
