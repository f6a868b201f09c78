"""Exercises by clicks: answered as in a hand, left and taken up again."""

from collections.abc import Callable

import pytest

from bot.screens.press import parse
from bot.screens.presses import CardPress, Confirm
from bot.store import judgements, players
from bot.tutorial.dealing import deal
from bot.tutorial.problems import Placing
from bot.tutorial.screens import NextExercise
from bot.values.draft import LessonSpot
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from ofc_engine.players.advice import advise
from tests.e2e.house import Group, House
from tests.e2e.own_data import is_forgotten
from tests.e2e.tutorial import best_layout, lay_out, layout_of, place, presses

EXERCISES = "/learn exercises:True"


@pytest.fixture
def ann(gather: Callable[..., Group]) -> tuple[Person, Group]:
    group: Group = gather(2)
    return group.people[0], group


async def begin(house: House, person: Person, group: Group) -> Shown:
    reply = await person.types(group.channel, EXERCISES)
    assert "I've sent you a message" in reply.text
    await house.settle()
    return person.last(person.dm)


def spot_of(shown: Shown) -> LessonSpot:
    pressed = (parse(button.custom_id or "") for button in shown.buttons)
    spots = (press.spot for press in pressed if isinstance(press, CardPress))
    return next(spot for spot in spots if isinstance(spot, LessonSpot))


def problem_of(shown: Shown) -> Placing:
    spot = spot_of(shown)
    problem = deal(spot.page, spot.seed)
    assert isinstance(problem, Placing)
    return problem


async def press(house: House, person: Person, shown: Shown, label: str) -> Shown:
    await person.press(shown, label)
    await house.settle()
    return person.sees(shown)


def kept(house: House, person: Person) -> int:
    with house.read() as db:
        player = players.find(db, person.user.id)
        assert player is not None
        return len(judgements.answered(db, player.id))


@pytest.mark.exhaustive
async def test_a_session_is_gone_through_where_the_bot_is_not(discord: StandIn, house: House):
    """By somebody who has installed it, and takes no direct messages."""
    eve = discord.add_person("Eve")
    eve.install_app()
    eve.close_dms()
    elsewhere = discord.add_guild("Elsewhere", with_bot=False)
    eve.join(elsewhere)
    away = discord.add_channel(elsewhere, "general")
    shown = (await eve.types(away, EXERCISES)).message
    await house.settle()
    for number in range(1, 6):
        shown = eve.sees(shown)
        assert shown.is_ephemeral
        assert f"Exercise {number} of 5" in shown.text
        await place(eve, shown, best_layout(problem_of(shown)))
        await house.settle()
        answered = eve.sees(shown)
        assert "✓ Right!" in answered.text
        if number < 5:
            await eve.press(answered, "Next exercise")
            await house.settle()
    assert "Session done: 5 of 5 right" in answered.text
    assert kept(house, eve) == 5


async def test_a_mistake_is_told_with_its_cost_beside_the_best(ann, house: House):
    person, group = ann
    shown = await begin(house, person, group)
    assert "Positions where many players go wrong" in shown.text
    problem = problem_of(shown)
    worst = advise(problem.knowledge, 1000)[-1].placement
    await place(person, shown, layout_of(problem, worst))
    await house.settle()
    shown = person.sees(shown)
    assert "✗ Not quite." in shown.text
    assert "points worse than the best" in shown.text
    assert "The best way" in shown.pictures[0].alt
    assert kept(house, person) == 1


async def again(house: House, person: Person, shown: Shown, pressed: str) -> Shown:
    """What a message shows after a second click on a button that it had before the first."""
    await person.forge(shown, pressed)
    await house.settle()
    return person.sees(shown)


async def test_a_second_click_does_no_more_than_the_first(ann, house: House):
    person, group = ann
    shown = await begin(house, person, group)
    shown = await lay_out(person, shown, best_layout(problem_of(shown)))
    confirm = next(id_ for id_, p in presses(shown).items() if isinstance(p, Confirm))
    verdict = await press(house, person, shown, confirm)
    assert "✓ Right!" in verdict.text
    assert (await again(house, person, verdict, confirm)).text == verdict.text
    assert kept(house, person) == 1
    onward = next(id_ for id_, p in presses(verdict).items() if isinstance(p, NextExercise))
    following = await press(house, person, verdict, onward)
    assert "Exercise 2 of 5" in following.text
    assert spot_of(await again(house, person, following, onward)) == spot_of(following)


async def test_an_exercise_is_taken_up_where_it_was_and_lessons_go_on_beside_it(ann, house: House):
    person, group = ann
    shown = await begin(house, person, group)
    first = spot_of(shown)
    reply = await person.types(group.channel, EXERCISES)
    assert reply.message.is_ephemeral
    await house.settle()
    again = person.last(person.dm)
    assert spot_of(again) == first
    lesson = await press(house, person, again, "To the lessons")
    assert "Lesson 1" in lesson.text
    shown = await begin(house, person, group)
    assert spot_of(shown) != first
    skipped = await press(house, person, shown, "Skip")
    assert spot_of(skipped) != spot_of(shown)
    assert kept(house, person) == 0
    await person.types(group.channel, "/learn")
    await house.settle()
    assert "Lesson 1" in person.last(person.dm).text


async def test_whoever_is_forgotten_has_no_exercises_any_more(ann, house: House):
    person, group = ann
    shown = await begin(house, person, group)
    await place(person, shown, best_layout(problem_of(shown)))
    await house.settle()
    assert kept(house, person) == 1
    await is_forgotten(person, group.channel)
    with house.read() as db:
        assert not db.execute("SELECT 1 FROM exercises").fetchall()
