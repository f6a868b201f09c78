"""Exercises by clicks: answered as in a hand, left and taken up again."""

from collections.abc import Callable

import pytest

from bot.screens.press import parse
from bot.screens.presses import CardPress
from bot.store import judgements, players
from bot.tutorial.dealing import deal
from bot.tutorial.problems import Placing
from bot.values.draft import LessonSpot
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from ofc_engine.players.advice import advise
from tests.e2e.house import Group, House
from tests.e2e.own_data import is_forgotten
from tests.e2e.tutorial import best_layout, layout_of, place

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


async def test_a_mistake_is_kept_with_its_cost_until_whoever_made_it_is_forgotten(
    ann, house: House
):
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
    await is_forgotten(person, group.channel)
    with house.read() as db:
        assert not db.execute("SELECT 1 FROM exercises").fetchall()
