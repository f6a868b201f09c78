"""The power goes at every write of a reminder and of a time call: each comes once all the same."""

from itertools import count as numbers
from typing import Final

import pytest

from tests.e2e.house import Group
from tests.e2e.mains import Moment, MortalHouse
from tests.e2e.reminding import HOUR, begin, cards, count, passes

pytestmark = pytest.mark.house(kind=MortalHouse)

DEALT: Final = 2
"""Operations of a hand of two of which nobody has placed: each has been dealt five cards."""


@pytest.mark.parametrize("moment", Moment)
async def test_a_reminder_comes_once_whenever_the_bot_is_killed(
    gather, house: MortalHouse, moment: Moment
):
    for write in numbers(1):
        group: Group = gather(2, f"poker-{write}")
        bob = await begin(group, "12h")
        heard, had = count(bob), len(cards(bob))
        house.fail_at(write, moment)
        failed = await house.outlast(passes(house, 6 * HOUR + 60))
        await passes(house, 0)
        await house.catch_up()
        if count(bob) == heard:
            # Killed before it noted that it lived: those hours count as its absence.
            await passes(house, 6 * HOUR + 60)
        about = [s for s in cards(bob) if f"<#{group.channel.id}>" in s.text]
        assert len(about) == 1
        assert "Half of your time is gone" in about[0].text
        assert len(cards(bob)) == had
        assert count(bob) == heard + 1
        await group.break_off()
        if not failed:
            assert write > 2
            return


@pytest.mark.parametrize("moment", Moment)
async def test_a_time_call_is_kept_whole_or_not_at_all(gather, house: MortalHouse, moment: Moment):
    async def call(group: Group) -> None:
        await group.does(group.people[0], "More, Call time, Call time")
        await house.settle()

    for write in numbers(1):
        group: Group = gather(2, f"poker-{write}")
        bob = await begin(group)
        heard = count(bob)
        house.fail_at(write, moment)
        failed = await house.outlast(call(group))
        await house.catch_up()
        has_limit = bool(house.table(group.channel).deadlines)
        about = [s for s in cards(bob) if f"<#{group.channel.id}>" in s.text]
        assert len(about) == 1
        assert ("has called time" in about[0].text) is has_limit
        assert count(bob) == heard + has_limit
        await passes(house, 31)
        assert house.is_dealt(group.channel)
        was_placed = len(house.table(group.channel).played.log) > DEALT
        assert was_placed is has_limit
        await group.break_off()
        if not failed:
            assert write > 1
            assert has_limit
            return
