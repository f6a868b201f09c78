"""A table that has slept for two weeks: its people are asked once whether they play on."""

import pytest

from bot.game.clock import SLEEPS
from bot.screens.presses import PlayOn
from bot.store.tables import State
from discord_standin.people.shown import Shown
from sandbox.placing import pressable
from tests.e2e.computers import set_option
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


async def test_whoever_is_ready_there_brings_the_result_down(group: Group, house: House):
    ann, bob = group.people
    await house.let_pass(SLEEPS + 60)
    (question,) = asked(group)
    (ready,) = pressable(question, PlayOn)
    await bob.press(question, str(ready))
    await house.settle()
    newest = ann.last(group.channel)
    assert "Ready: Bob · waiting for Ann" in newest.text
    await ann.press(question, str(ready))
    await house.settle()
    assert house.is_dealt(group.channel)
    reply = await ann.press(question, str(ready))
    assert reply.text == "The next hand has already been dealt."


async def test_a_table_that_plays_again_and_sleeps_again_is_asked_again(group: Group, house: House):
    await house.let_pass(SLEEPS - DAY)
    await group.play_hand()
    await house.let_pass(2 * DAY)
    assert not asked(group), "it has slept for two days"
    await house.let_pass(SLEEPS)
    assert len(asked(group)) == 1


async def test_not_where_its_host_wants_no_question(group: Group, house: House):
    await set_option(group, "table.wakes", "no")
    await house.let_pass(SLEEPS + DAY)
    assert not asked(group)
    assert house.table(group.channel).state is State.BETWEEN


async def test_not_where_the_table_is_closed_by_then(group: Group, house: House):
    await group.does(group.people[0], "More, End the game")
    await house.settle()
    await house.let_pass(SLEEPS + DAY)
    assert not asked(group)
