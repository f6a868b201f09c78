"""The disk is full or another program holds the database: everybody is answered, the game goes on.

Nothing is simulated here: another connection holds the lock, and the bot's process is no longer
allowed to write to files.
"""

import asyncio
import resource
import sys
from contextlib import closing

import pytest

from bot.store.connection import connect
from bot.store.ledger import tallies
from tests.e2e.child import KillableHouse
from tests.e2e.house import CANNOT_SAVE, Group, House
from tests.e2e.quick import QUICK, SETS, set_all
from tests.waiting import HUNG

pytestmark = pytest.mark.in_a_file("a server's disk and its locks are the server's")


def played_once(house: House, group: Group) -> None:
    with house.read() as db:
        assert [line.hands for line in tallies.standing(db, group.guild.id)] == [1, 1]
        assert db.execute("SELECT count(*) FROM entries").fetchone()[0] == 1
    results = [s for s in group.people[0].reads(group.channel) if s.text.startswith("## Hand 1")]
    assert len(results) == 1


async def test_while_another_program_holds_the_database_nothing_is_half_done(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(**QUICK)
    await group.deal()
    before = house.table(group.channel).played
    with closing(connect(house.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        for person in group.people:
            assert CANNOT_SAVE in (await person.types(group.channel, "/ofc hand")).text
            assert CANNOT_SAVE in (await person.types(group.channel, SETS)).text
        other.execute("ROLLBACK")
    assert house.table(group.channel).played == before
    await set_all(group)
    await house.catch_up()
    played_once(house, group)


async def test_locked_between_a_placement_and_its_pictures_these_come_later(gather, house: House):
    """The painter has posted what it cannot note; it tries again and nothing is posted twice."""
    group: Group = gather(2)
    await group.sit_down(**QUICK)
    ann = group.people[0]
    with closing(connect(house.path)) as other:
        await ann.press(group.board(ann), "Start")
        other.execute("BEGIN IMMEDIATE")
        await house.settle()
        other.execute("ROLLBACK")
    await set_all(group)
    await house.catch_up()
    played_once(house, group)


async def test_locked_when_the_bot_ends_it_still_closes_everything_and_comes_back(
    gather, house: House
):
    group: Group = gather(2)
    await group.sit_down(**QUICK)
    await group.deal()
    with closing(connect(house.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        await house.stop()
        assert not house.discord.is_connected
        other.execute("ROLLBACK")
    await house.start()
    await set_all(group)
    await house.catch_up()
    played_once(house, group)


class ComplainingHouse(KillableHouse):
    """A bot that complains of what it cannot write."""

    async def says(self, words: str) -> None:
        """Wait until it says some words in its log, which is no file here."""
        assert self.process.stderr is not None
        while words.encode() not in await asyncio.wait_for(self.process.stderr.readline(), HUNG):
            pass

    async def close(self) -> None:
        self.process.terminate()
        await self.process.communicate()
        assert self.process.returncode == 0
        self.verify_accepted()


@pytest.mark.house(kind=ComplainingHouse)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a running process")
async def test_with_a_full_disk_the_bot_is_unwell_and_nothing_is_half_done(
    gather, house: ComplainingHouse
):
    group: Group = gather(2)
    await group.sit_down(**QUICK)
    await group.deal()
    before = house.table(group.channel).played
    _limit_files(house, 1)
    bob = group.people[1]
    for typed in (SETS.removesuffix("!"), SETS):
        assert CANNOT_SAVE in (await bob.types(group.channel, typed)).text
    assert house.table(group.channel).played == before
    await house.says("unwell: nothing can be saved: ")
    _limit_files(house, resource.RLIM_INFINITY)
    await set_all(group)
    await house.catch_up()
    played_once(house, group)


def _limit_files(house: KillableHouse, size: int) -> None:
    limits = (size, resource.RLIM_INFINITY)
    resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, limits)
