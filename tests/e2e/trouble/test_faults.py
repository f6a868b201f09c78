"""Every kind of request fails once in every way, in the middle of a hand.

Nothing is lost, nothing happens twice, nobody sees what they should not, and the table goes on.
"""

import asyncio
from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Final

import pytest
import pytest_asyncio

from bot.discord_io.requests import Patience
from bot.store import hands
from bot.store.hands import HandState
from bot.store.ledger import journal
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Fail, Hang, Limit, Reset
from discord_standin.vocabulary import Permission
from standin.tests.spec import Spec
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks_to_end_season, begins_season, public
from tests.e2e.quick import QUICK, SETS
from tests.e2e.requests import ANSWER, FOLLOW_UP, MIDDLE, OPEN_DM, START

TROUBLES: Final = (
    Limit(0.2),
    Fail(500),
    Reset(),
    Reset(after=True),
    Hang(),
    Hang(after=True),
)


@pytest_asyncio.fixture
async def discord(spec: Spec | None) -> AsyncGenerator[StandIn]:
    """Time passes by itself: whoever gets no answer waits for 3 s and does it once more."""
    async with StandIn(validator=spec) as standin:
        yield standin
        assert standin.troubles_are_over


class FaultyHouse(House):
    """A bot of which an answer that fails may not reach its person."""

    async def close(self) -> None:
        await self.settle()
        await self.stop()


LOOK: Final = ("GET", "/channels/{channel_id}/messages")
IMPATIENT: Final = Patience(answer=1.5, late_answer=1.5, pauses=(0.1, 0.1), request=0.5)
pytestmark = pytest.mark.house(kind=FaultyHouse, patience=IMPATIENT)


async def begin(group: Group, person: Person) -> None:
    """Press *Start* or *Ready*; whoever finds neither has the table posted again."""
    try:
        await group.does(person, "Start")
    except CannotDoError:
        await group.does(person, "/ofc board")


async def play_hand(group: Group) -> None:
    """Deal a hand and set it; whoever gets no answer does the same once more."""
    house, (_, bob, mia) = group.house, group.people
    number = house.table(group.channel).next_number
    while house.table(group.channel).next_number == number:
        for person in group.people:
            if house.table(group.channel).next_number == number:
                await begin(group, person)
    await house.catch_up()
    await mia.types(group.channel, "/ofc hand")
    await bob.types(group.channel, "/ofc board")
    for _ in range(4):
        for person in group.people:
            if house.is_dealt(group.channel):
                await person.types(group.channel, SETS)
                await house.catch_up()
    assert not house.is_dealt(group.channel)


def verify_whole(group: Group, number: int) -> None:
    """Everything of a hand is there, and there once."""
    with group.house.read() as db:
        row = hands.latest(db, group.house.table(group.channel).id)
        assert row is not None
        assert (row.number, row.state) == (number, HandState.FINISHED)
        assert len(journal.of_hand(db, row.id)) == 3, "an entry for each pair"
    for person in group.people:
        shown = [s for s in person.reads(group.channel) if not s.is_ephemeral]
        about = [s.text for s in shown if s.text.startswith(f"## Hand {number}\n")]
        assert len(about) == 1, "one result, and no board that was left over"
        assert "(total " in about[0]
        assert not any("it's your turn" in s.text for s in shown), "no call that was left over"
    for person in group.people[:2]:
        own = [s.text for s in person.reads(person.dm) if f"hand {number}" in s.text.lower()]
        assert len(own) == 1, "one private message"
        assert ": finished" in own[0]


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=name, marks=[] if name == "post" else pytest.mark.exhaustive)
        for name, kind in MIDDLE.items()
    ],
)
async def test_whatever_request_fails_in_mid_hand_it_is_played_once(
    gather, discord: StandIn, kind: tuple[str, str]
):
    """Hand after hand it fails in another way; the last goes well."""
    group: Group = gather(3)
    group.people[2].close_dms()
    await group.sit_down(**QUICK)
    for number, trouble in enumerate(TROUBLES, start=1):
        discord.fail_next(*kind, trouble)
        await play_hand(group)
        assert discord.troubles_are_over
        verify_whole(group, number)
    await play_hand(group)
    if kind == MIDDLE["answer"]:
        forgive(discord)
    assert discord.violations == []


async def test_whatever_goes_wrong_with_the_first_message_to_people_they_get_it(
    gather, discord: StandIn
):
    for number, trouble in enumerate(TROUBLES):
        group: Group = gather(3, f"poker-{number}")
        group.people[2].close_dms()
        discord.fail_next(*OPEN_DM, trouble)
        await group.sit_down(**QUICK)
        await play_hand(group)
        assert discord.troubles_are_over
        verify_whole(group, 1)
    assert discord.violations == []


def forgive(discord: StandIn) -> None:
    """An answer that was lost cannot be told from one that never arrived: it is given again."""
    discord.world.violations = [
        told
        for told in discord.violations
        if "already been acknowledged" not in told and "not answered within" not in told
    ]


async def test_these_are_all_kinds_of_requests(gather, discord: StandIn):
    group: Group = gather(3)
    group.people[2].close_dms()
    await group.sit_down(**QUICK)
    await play_hand(group)
    seen = {(exchange.method, exchange.path) for exchange in discord.requests}
    # On a busy machine a request may take too long: then what it may have sent is looked for.
    assert seen - {LOOK} == {OPEN_DM, *MIDDLE.values(), *START.values()}


async def test_whatever_goes_wrong_with_a_message_after_an_answer_it_is_there(
    gather, discord: StandIn
):
    """A season ends with "Done." for one and its table for all: it may come twice, never not."""
    group: Group = gather(2)
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    for number, trouble in enumerate(TROUBLES, start=1):
        await begins_season(ann, group.channel, f"No{number}")
        asked = (await asks_to_end_season(ann, group.channel)).message
        discord.fail_next(*FOLLOW_UP, trouble)
        await ann.press(asked, "End the season")
        await group.house.settle()
        assert discord.troubles_are_over
        assert "Done." in ann.sees(asked).text
        told = [s for s in public(group) if "final table" in s.text and f"No{number}" in s.text]
        assert len(told) == (2 if trouble in (Reset(after=True), Hang(after=True)) else 1)
    assert discord.violations == []


async def test_an_answer_that_took_long_comes_although_its_connection_breaks(
    gather, discord: StandIn
):
    group: Group = gather(2)
    group.house.limit(deferred_after=0.0)
    discord.fail_next(*FOLLOW_UP, Reset(), times=2)
    boards = "board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    typed = f"/ledger record player1:@Ann player2:@Bob {boards}"
    reply = await group.people[0].types(group.channel, typed)
    await group.house.settle()
    assert discord.troubles_are_over
    assert "Here it is." in reply.text
    assert ["wants to record" in shown.text for shown in public(group)] == [True]
    assert discord.violations == []


@pytest.mark.parametrize("kind", START.values(), ids=START)
async def test_whatever_request_of_the_start_fails_the_bot_comes_up(
    discord: StandIn, house: House, kind: tuple[str, str]
):
    """No start knows of another, so that it has to send the commands."""
    for trouble in TROUBLES[:4]:
        await house.stop()
        with house.read() as db:
            db.execute("DELETE FROM facts")
        discord.fail_next(*kind, trouble)
        await house.start()
        assert discord.troubles_are_over
    assert discord.violations == []


async def test_what_takes_long_is_not_offered_to_whoever_types(
    gather, discord: StandIn, monkeypatch: pytest.MonkeyPatch
):
    """Discord is told so, and shows no failure."""
    monkeypatch.setattr("cogs.served._OFFERED_WITHIN", 0)
    group: Group = gather(1)
    (ann,) = group.people
    assert await ann.complete(group.channel, "ofc place", cards="bb") == ()
    assert (discord.requests[-1].method, discord.requests[-1].path) == ANSWER


async def test_whoever_is_offered_nothing_in_time_types_on(
    gather,
    discord: StandIn,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    """Nothing waits for an offer that Discord never took, and nothing has gone wrong."""
    limits: list[asyncio.Timeout] = []

    def unlimited(_seconds: float) -> asyncio.Timeout:
        limits.append(asyncio.timeout(None))
        return limits[-1]

    monkeypatch.setattr("bot.discord_io.typed_options.asyncio", SimpleNamespace(timeout=unlimited))
    group: Group = gather(1)
    (ann,) = group.people
    discord.fail_next(*ANSWER, Hang())
    offering = asyncio.create_task(ann.complete(group.channel, "my settings", time_zone="tokyo"))
    await discord.until(lambda: discord.troubles_are_over)
    (limit,) = limits
    limit.reschedule(asyncio.get_running_loop().time())
    await group.house.settle()
    discord.advance(10)
    assert await offering == ()
    assert await ann.complete(group.channel, "my settings", time_zone="tokyo")
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    forgive(discord)
