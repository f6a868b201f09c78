"""Whoever Discord lets nobody write to is called where they play, within a minute, and once."""

from collections.abc import Awaitable, Callable
from itertools import product
from typing import Final

import pytest

from bot.discord_io.rate_limits import DmRates
from discord_standin.faults import FLAGGED_AS_SPAM, OPENING_DMS_TOO_FAST, Fault
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from sandbox.placing import placing_message
from tests.e2e import duplicates, knock_out
from tests.e2e.house import Group, House
from tests.e2e.quick import QUICK
from tests.e2e.reminding import choose

FAULTS: Final = {
    "their messages are closed": Fault(403, 50007, "Cannot send messages to this user"),
    "they share no server": Fault(403, 50278, "no mutual guilds"),
    "opened too fast": OPENING_DMS_TOO_FAST,
    "flagged as spam": Fault(403, 20026, "Your bot has been flagged by our anti-spam system"),
    "no access": Fault(403, 50001, "Missing Access"),
    "no permission": Fault(403, 50013, "Missing Permissions"),
    "no such channel": Fault(404, 10003, "Unknown Channel"),
    "no such person": Fault(404, 10013, "Unknown User"),
    "wrong recipient": Fault(400, 50033, "Invalid Recipient(s)"),
    "wrong form": Fault(400, 50035, "Invalid Form Body"),
    "not even a code": Fault(403, 0, "<html>"),
    "unknown": Fault(400, 999_999, "Something new"),
}
"""All that Discord is known to answer to whoever opens or writes a direct message."""


async def at_a_table(group: Group) -> None:
    await group.sit_down(**QUICK)
    await group.deal()


async def in_a_knock_out(group: Group) -> None:
    await knock_out.opened(group, seats=3)
    for person in group.people[1:]:
        await knock_out.press(group, person, "Join")
    await knock_out.press(group, group.people[0], "Start")


async def in_a_duplicate_tournament(group: Group) -> None:
    await duplicates.begun(group, rounds=1, hands=1)


PLACES: Final = {
    "table": at_a_table,
    "knock-out": in_a_knock_out,
    "duplicate tournament": in_a_duplicate_tournament,
}


WHEN: Final = ("opening", "writing")


def mentions(person: Person) -> list[Shown]:
    """The messages that have notified somebody anywhere but in their direct messages."""
    return [shown for shown in person.pings() if not shown.message.channel.is_dm]


def pairs():
    """Every fault at a table, and some in tournaments, at opening and at writing in turns.

    All there are, each at both, with -m exhaustive.
    """
    each = product(enumerate(FAULTS.items()), enumerate(PLACES.items()), enumerate(WHEN))
    for (number, (said, fault)), (place, (where, begin)), (turn, when) in each:
        is_usual = begin is at_a_table or number % 3 == 0
        is_in_turn = (number + place) % 2 == turn
        marks = () if is_usual and is_in_turn else (pytest.mark.exhaustive,)
        is_opening = when == "opening"
        yield pytest.param(fault, begin, is_opening, id=f"{said}-{where}-{when}", marks=marks)


@pytest.mark.parametrize(("fault", "begin", "at_opening"), list(pairs()))
async def test_whoever_cannot_be_written_to_is_called_once_within_a_minute(
    gather,
    house: House,
    fault: Fault,
    begin: Callable[[Group], Awaitable[None]],
    at_opening: bool,
):
    group: Group = gather(3)
    bob = group.people[1]
    bob.close_dms(fault, at_opening=at_opening)
    await begin(group)
    await house.let_pass(60)
    (call,) = mentions(bob)
    assert "it's your turn" in call.text
    for _minute in range(15):
        await house.let_pass(60)
    assert len(mentions(bob)) == 1, "it is tried again, without another call"
    where = call.message.channel
    calls = [shown for shown in bob.reads(where) if bob.mention in shown.text]
    await bob.press(calls[-1], "My cards")
    assert placing_message(bob, where) is not None
    if fault.code != OPENING_DMS_TOO_FAST.code:
        assert [mentions(person) for person in (group.people[0], group.people[2])] == [[], []]


async def test_what_could_not_be_sent_comes_by_itself_and_ends_the_call(gather, house: House):
    group: Group = gather(3)
    bob = group.people[1]
    bob.close_dms()
    await at_a_table(group)
    (call,) = mentions(bob)
    bob.open_dms()
    await house.let_pass(120)
    assert placing_message(bob, bob.dm) is not None
    assert call.message.is_deleted
    assert len(mentions(bob)) == 1


async def test_tries_get_rare_until_somebody_presses_something(gather, house: House):
    group: Group = gather(2)
    bob = group.people[1]
    bob.close_dms()
    await at_a_table(group)
    tries = refusals(house)
    assert tries <= 2, "when they joined, and when they got their cards"
    for _hour in range(24):
        await house.let_pass(3600)
    await house.let_pass(660)
    assert refusals(house) - tries <= 12
    tries = refusals(house)
    bob.open_dms()
    await choose(group, bob, "my.aid", "none")
    await house.settle()
    assert refusals(house) == tries
    assert placing_message(bob, bob.dm) is not None


def refusals(house: House) -> int:
    """How often Discord has refused the bot something for good."""
    return sum(400 <= exchange.status < 500 for exchange in house.discord.requests)


@pytest.mark.parametrize("at_opening", [True, False], ids=["opening", "writing"])
@pytest.mark.parametrize("where", ["table", "knock-out", "duplicate"])
async def test_whoever_joins_is_told_at_once_what_to_do(
    gather, house: House, where: str, at_opening: bool
):
    group: Group = gather(3)
    ann, bob, mia = group.people
    for person in group.people[:2]:
        person.close_dms(at_opening=at_opening)
    opening = "/play" if where == "table" else f"/tournament new format:{where}"
    opened = await ann.types(group.channel, opening)
    await house.settle()
    joined = [await bob.press(group.board(bob), "Join"), await mia.press(group.board(mia), "Join")]
    await house.settle()
    told = [each.messages[0].text if each.messages else "" for each in (opened, *joined)]
    assert ["I can't send you direct messages." in each for each in told] == [True, True, False]
    assert "is open" in told[0]
    bob.open_dms()
    again = await bob.press(joined[0].message, "Try direct messages again")
    assert "It works" in again.text


@pytest.mark.parametrize("status", [429, 503])
async def test_whom_no_message_reaches_for_long_is_called_too(gather, house: House, status: int):
    """Discord does not say no, but that it may work later."""
    group: Group = gather(2)
    bob = group.people[1]
    await group.sit_down(**QUICK)
    bob.close_dms(Fault(status, 0, "Later"))
    await group.deal()
    assert mentions(bob) == []
    await house.let_pass(30)
    await house.discord.until(lambda: bool(mentions(bob)))
    bob.open_dms()
    await house.let_pass(60)
    assert placing_message(bob, bob.dm) is not None
    assert [call.message.is_deleted for call in mentions(bob)] == [True]


async def test_the_operator_is_told_that_the_bot_is_flagged(
    gather, house: House, caplog: pytest.LogCaptureFixture
):
    group: Group = gather(3)
    for person in group.people:
        person.close_dms(FLAGGED_AS_SPAM, at_opening=True)
    await at_a_table(group)
    for _hour in range(5):
        await house.let_pass(3600)
    (told,) = (each for each in caplog.records if each.levelname == "ERROR")
    assert "flagged this bot as spam" in told.getMessage()
    assert "https://dis.gd/app-quarantine" in told.getMessage()


@pytest.mark.parametrize(
    "rates", [DmRates(pause=0.0), DmRates(at_once=3, pause=60.0)], ids=["no", "own"]
)
async def test_however_few_messages_may_be_opened_everybody_knows_of_their_turn(
    discord: StandIn, house: House, gather, rates: DmRates
):
    """Discord takes three a minute; everybody is written to or called, and hears of it once."""
    await house.stop()
    house.options["dm_rates"] = rates
    await house.start()
    group: Group = gather(5)
    knock_out.add_people(group, *(f"Guest {number}" for number in range(7)))
    discord.limit_openings(3, 60)
    await knock_out.opened(group, seats=3)
    for person in group.people[1:]:
        told = await knock_out.press(group, person, "Join")
        assert told.startswith("You're in."), "that the bot goes too fast is no fault of theirs"
    await house.let_pass(60)
    await knock_out.press(group, group.people[0], "Start")
    await house.settle()
    await house.let_pass(60)
    for person in group.people:
        assert len(mentions(person)) <= 1
        assert mentions(person) or placing_message(person, person.dm) is not None
    for _minute in range(15):
        await house.let_pass(60)
    assert all(placing_message(person, person.dm) is not None for person in group.people)
    assert refusals(house) <= (15 if rates.pause == 0 else 0)
