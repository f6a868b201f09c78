"""Two processes serve one bot: nobody at a table notices, even if one of them is killed."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.screens.presses import Ready
from bot.store.ledger import tallies
from tests.e2e.child import pressing
from tests.e2e.house import Group
from tests.e2e.pair import Pair, paired
from tests.e2e.secrecy import Watch
from tests.servers import PostgreSQL

log: Final = logging.getLogger(__name__)

DMS, CHANNELS, SERVER = 0, 1, 2
"""The process that is told of direct messages, the one of the table's channel, and PostgreSQL."""


@pytest.fixture
async def pair(postgresql: PostgreSQL, tmp_path: Path) -> AsyncIterator[Pair]:
    async with paired(postgresql, tmp_path) as pair:
        yield pair


def results(group: Group) -> list[str]:
    """The results that the channel shows, each once."""
    found = [
        shown.text for shown in group.people[0].reads(group.channel) if "(total " in shown.text
    ]
    assert len(found) == len(set(found))
    return found


async def test_whoever_is_killed_in_mid_hand_every_hand_is_played_once(pair: Pair):
    """A table of one process is played in the direct messages of the other.

    That one does what is due once a dead one has no lease, paints what it has left, and gives it
    back when it is there again.
    """
    group = pair.group
    await group.sit_down(clock="1m", variant="turbo")
    await group.deal()
    await group.act(group.people[1])
    late = [r for r in pair.discord.replies if r.seconds is None or r.seconds > 3]
    assert late == []
    await pair.kill(CHANNELS)
    placed = len(pair.log(group.channel))
    await pair.let_pass(90)
    await pair.discord.until(lambda: len(pair.log(group.channel)) > placed)
    await group.finish()
    await pair.begin_again(CHANNELS)
    await group.deal()
    await group.act(group.people[1])
    await pair.kill(DMS)
    await pair.begin_again(DMS)
    await group.finish()
    assert len(results(group)) == 2


@pytest.mark.exhaustive
async def test_what_is_due_is_done_by_the_other_at_once_after_a_process_was_stopped(
    postgresql: PostgreSQL, tmp_path: Path
):
    """It gives back its lease, which lasts longer here than anybody waits."""
    async with paired(postgresql, tmp_path, lease=3600.0) as pair:
        group = pair.group
        await group.sit_down(clock="1m")
        await group.deal()
        await pair.stop_one(CHANNELS)
        await pair.let_pass(90)
        await pair.discord.until(lambda: len(pair.log(group.channel)) > 0)
        await pair.begin_again(CHANNELS)


@pytest.mark.exhaustive
async def test_a_picture_that_another_process_has_replaced_is_not_listed_as_kept(pair: Pair):
    """One posts a result for a dead one, which edits it when it is back, and then dies again."""
    group = pair.group
    ann, bob = group.people
    await group.sit_down()
    await group.deal()
    await pair.kill(CHANNELS)
    await group.finish()
    (posted,) = group.result().pictures
    await pair.begin_again(CHANNELS)
    await group.press(ann, Ready)
    (edited,) = group.result().pictures
    assert edited.url != posted.url
    await pair.kill(CHANNELS)
    await bob.press(bob.last(bob.dm), "Ready")
    await pair.discord.until(lambda: "Ready" not in [b.label for b in group.result().buttons])
    pair.verify_accepted()


KILLS: Final = 100
LATEST: Final = 30.0
"""Seconds after which, at the latest, another process does what a dead one should have done."""


async def overdue(pair: Pair) -> float:
    """Have the time of whoever is to act run out; seconds until that was seen to."""
    before = pair.log(pair.group.channel)
    begun = time.monotonic()
    await pair.let_pass(90)
    await pair.discord.until(lambda: pair.log(pair.group.channel) != before)
    return time.monotonic() - begun


async def kill(pair: Pair, postgresql: PostgreSQL, what: int, random: Random) -> float | None:
    """Kill a process, or the server, while people press something, and start it again.

    Before a tenth of the starts somebody's time runs out: returns how late that was seen to.
    """
    presses, late = pressing(pair.group), None
    await asyncio.sleep(random.uniform(0, 0.03))
    if what == SERVER:
        pair.committed.close()
        postgresql.kill()
        await asyncio.gather(*presses)
        await asyncio.to_thread(postgresql.start)
    else:
        await pair.kill(what)
        await asyncio.gather(*presses)
        if random.random() < 0.1 and pair.is_dealt(pair.group.channel):
            late = await overdue(pair)
        await pair.begin_again(what)
    await pair.catch_up()
    return late


@pytest.mark.exhaustive
async def test_killed_a_hundred_times_nothing_is_lost_or_twice(
    postgresql: PostgreSQL, tmp_path: Path
):
    """Either process, or the database's server, in mid-hand; with leases as long as they are."""
    random, late = Random(21), [0.0]
    async with paired(postgresql, tmp_path, lease=20.0) as pair:
        group = pair.group
        watch = Watch(pair.discord.world, pair.committed, group.people)
        await group.sit_down(clock="1m")
        killed: Counter[int] = Counter()
        hands = 0
        while killed.total() < KILLS:
            await group.deal()
            hands += 1
            for _ in range(3):
                for _ in range(random.randint(0, 3)):
                    await asyncio.gather(*pressing(group))
                before = pair.log(group.channel)
                what = random.choice([DMS, CHANNELS, SERVER])
                late.append(await kill(pair, postgresql, what, random) or 0.0)
                killed[what] += 1
                after = pair.log(group.channel)
                assert not after or after[: len(before)] == before, "what was kept stays"
            answered = len(pair.discord.replies)
            await group.finish()
            assert all(each.seconds is not None for each in pair.discord.replies[answered:])
            assert len(results(group)) == hands
        with pair.read() as db:
            standing = tallies.standing(db, group.guild.id)
        watch.finish()
    log.info("%s, %d hands, late: %s", killed, hands, [round(each, 1) for each in late if each])
    assert [line.hands for line in standing] == [hands] * 2
    assert watch.leaks == []
    assert max(late) <= LATEST
