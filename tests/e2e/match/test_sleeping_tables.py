"""A table that has slept for two weeks: its people are asked once whether they play on."""

import pytest

from bot.game.clock import SLEEPS
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House

DAY = 24 * 3600
pytestmark = pytest.mark.table(2, until="played")


def asked(group: Group) -> list[Shown]:
    reads = group.people[1].reads(group.channel)
    return [shown for shown in reads if "No hand here for two weeks." in shown.text]


async def test_after_two_weeks_its_people_are_asked_once(group: Group, house: House):
    await house.let_pass(SLEEPS - 60)
    assert not asked(group)
    await house.restart()
    await house.let_pass(120)
    (question,) = asked(group)
    assert "Ann, Bob: another one?" in question.text
    await house.let_pass(15 * DAY)
    assert len(asked(group)) == 1
