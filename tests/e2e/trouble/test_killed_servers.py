"""PostgreSQL is killed in the middle of hands, and so is the bot: nothing is lost or done twice."""

import asyncio
import sys
from collections.abc import Iterator
from random import Random

import pytest

from bot.settings import Address
from bot.store.ledger import tallies
from tests.e2e.child import KillableHouse, kill_amid_presses, pressing
from tests.e2e.house import CANNOT_SAVE, Group, House
from tests.servers import PostgreSQL
from tests.waiting import HUNG

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes as Linux does")

LATEST = 30
"""Seconds after the server is back within which everything has gone on."""


@pytest.fixture
def address(postgresql: PostgreSQL) -> Iterator[Address]:
    with postgresql.database() as address:
        yield address


class WeatheredHouse(KillableHouse):
    """A bot that says in its log when its server is away."""

    async def start(self) -> None:
        with (self.folder / "log").open("ab") as self.log_to:
            await super().start()

    async def stop(self) -> None:
        self.committed.close()
        self.process.terminate()
        assert await asyncio.wait_for(self.process.wait(), HUNG) == 0


async def kill_server_amid_presses(
    group: Group, house: House, server: PostgreSQL, random: Random
) -> None:
    """Let everybody who can press something, kill the server a moment later, and start it again."""
    presses = pressing(group)
    await asyncio.sleep(random.uniform(0, 0.03))
    house.committed.close()
    server.kill()
    replies = await asyncio.gather(*presses)
    replies += await asyncio.gather(*pressing(group))
    assert all(reply.seconds is not None for reply in replies), "everybody is answered"
    assert all(CANNOT_SAVE in reply.text for reply in replies[len(presses) :])
    await asyncio.to_thread(server.start)


@pytest.mark.house(kind=WeatheredHouse)
@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.exhaustive)])
async def test_bot_and_server_are_killed_in_turns_and_every_hand_is_booked_once(
    gather, house: WeatheredHouse, postgresql: PostgreSQL, kills: int
):
    group: Group = gather(3)
    random = Random(kills)
    await group.sit_down(variant="turbo")
    left, hands = kills, 0
    while left:
        await group.deal()
        hands += 1
        while house.is_dealt(group.channel):
            before = house.log(group.channel)
            if left and random.random() < 0.4:
                if left % 2:
                    await kill_amid_presses(group, house, random)
                    await house.start()
                else:
                    await kill_server_amid_presses(group, house, postgresql, random)
                left -= 1
                await house.catch_up()
                if house.is_dealt(group.channel):
                    assert house.log(group.channel)[: len(before)] == before, "what was kept stays"
            for person in group.people:
                await group.act(person)
        results = [s for s in group.people[0].reads(group.channel) if s.text.startswith("## Hand")]
        assert len(results) == hands, "each hand has left one message, its result"
    with house.read() as db:
        standing = tallies.standing(db, group.guild.id)
        entries = db.execute("SELECT count(*) FROM entries").fetchone()[0]
    assert [line.hands for line in standing] == [hands] * 3
    assert entries == hands * 3, "one entry for each pair and hand"


async def test_what_was_due_while_the_server_was_away_is_done_once_it_is_back(
    gather, house: House, postgresql: PostgreSQL, caplog: pytest.LogCaptureFixture
):
    """The log says in a line each what could not be done."""
    group: Group = gather(2)
    await group.sit_down(clock="10m")
    await group.deal()
    before = house.log(group.channel)
    house.committed.close()
    postgresql.kill()
    house.discord.advance(601)
    assert house.bot is not None
    house.bot.timer.wake()
    ann = group.people[0]
    for command in ("hand", "board", "rules"):
        assert CANNOT_SAVE in (await ann.types(group.channel, f"/ofc {command}")).text
    assert "nothing can be saved" in str(await house.bot.health.fault())
    postgresql.start()
    house.discord.advance(LATEST)
    await house.discord.until(lambda: len(house.log(group.channel)) > len(before))
    await house.catch_up()
    assert await house.bot.health.fault() is None
    await group.finish()
    assert "Hand 1" in group.result().text
    assert "will try again" in caplog.text
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []


async def test_what_was_committed_when_the_server_was_killed_is_shown_once_it_is_back(
    gather, house: House, postgresql: PostgreSQL
):
    """Nobody presses anything more: the bot looks by itself."""
    group: Group = gather(2)
    await group.sit_down()
    ann = group.people[0]
    dealing = asyncio.create_task(ann.press(group.board(ann), "Start"))
    await house.discord.until(lambda: dealing.done() or house.is_dealt(group.channel))
    house.committed.close()
    postgresql.kill()
    await dealing
    postgresql.start()
    await house.discord.until(lambda: not house.is_behind)
    await house.settle()
    assert house.is_dealt(group.channel)
    assert any(group.choice(person) for person in group.people), "the cards have arrived"
