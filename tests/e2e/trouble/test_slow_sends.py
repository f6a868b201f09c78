"""What changes while a message is on its way to Discord is shown, and in that message."""

import asyncio
import re
from typing import Final

import pytest

from bot.screens.press import parse
from bot.screens.presses import Confirm
from bot.workers.skill_judge import SkillJudge
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.standin import StandIn
from discord_standin.trouble import Delay, Trouble
from tests.e2e.house import Group, House
from tests.e2e.ledgers import public
from tests.e2e.menus import menu_of
from tests.e2e.requests import ANSWER, POST

pytestmark = pytest.mark.table(variant="turbo")

STREETS: Final = 3
GAVE: Final = "gave (nothing )?away"


async def play_until_one_is_left(group: Group) -> Person:
    """Play until a single decision ends the hand; returns whose it is."""
    while True:
        table = group.house.table(group.channel)
        assert table.running is not None
        streets = table.running.hand.streets_played
        person = next(person for person in group.people if group.choice(person))
        if sum(streets) == STREETS * len(streets) - 1:
            return person
        await group.act(person)


async def confirm(
    group: Group, person: Person, answer: Trouble | None = None
) -> asyncio.Task[Reply]:
    """Place a street as far as to press Confirm, whose answer may have trouble."""
    while True:
        choice = group.choice(person)
        assert choice is not None
        if isinstance(parse(choice[1]), Confirm):
            break
        await person.press(*choice)
    if answer is not None:
        group.house.discord.fail_next(*ANSWER, answer)
    return asyncio.create_task(person.press(*choice))


async def judge(house: House) -> None:
    """Judge all hands that are over."""
    assert house.bot is not None
    services = house.bot.reception.services
    judge = SkillJudge(services.database, services.painter, services.thinker, 0.0)
    await judge.start()
    await house.discord.until(lambda: not judge.is_judging)
    await judge.close()


@pytest.mark.parametrize("before", [0, 1], ids=["the first", "another"])
async def test_a_result_that_is_judged_while_it_is_posted_is_edited_not_posted_twice(
    group: Group, discord: StandIn, house: House, before: int
):
    for _ in range(before):
        await group.play_out()
        await group.deal()
    last = await play_until_one_is_left(group)
    discord.fail_next(*POST, Delay(60.0))
    await (await confirm(group, last))
    await discord.until(lambda: discord.troubles_are_over)
    await judge(house)
    discord.advance(60.0)
    await house.catch_up()
    results = [shown.text for shown in public(group) if "(total " in shown.text]
    assert len(results) == before + 1
    assert re.search(GAVE, results[-1])


async def test_a_picture_that_an_answer_has_replaced_is_not_listed_as_one_that_stays(
    group: Group, discord: StandIn, house: House
):
    last = await play_until_one_is_left(group)
    host = group.people[0]
    confirming = await confirm(group, last, Delay(2.0))
    await discord.until(lambda: discord.troubles_are_over)
    shown = (await host.types(group.channel, "/my settings")).message
    await host.select(shown, "day", menu=menu_of(shown, "table.skin"))
    await discord.until(lambda: not house.is_behind)
    assert "result" in last.reads(last.dm)[-1].pictures[0].file_name
    discord.advance(2.0)
    await confirming
    await house.catch_up()
    await judge(house)
    await house.catch_up()
    assert re.search(GAVE, last.reads(last.dm)[-1].text)
