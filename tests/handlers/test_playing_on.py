"""Playing on: whoever taps quickly is served, however long the computer thinks of it."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from bot.handlers.serving import asked_by
from bot.screens.components import Screen
from bot.screens.press import parse
from bot.screens.presses import PlayFrom, Put
from bot.tutorial.exercises import topic_at
from bot.values.draft import Spot
from ofc_engine.street import UNTOUCHED
from tests.desk.desk import AtOnce
from tests.desk.scene import ANN, BOB, Scene, words
from tests.desk.words import buttons

T = TypeVar("T")

ON = PlayFrom(Spot(1, 1), 1)
BUSY = "One thing at a time"


class Busy(AtOnce):
    """Thinks only once everybody has asked who asks at the same time."""

    async def think(self, work: Callable[[], T]) -> T:
        for _ in range(100):
            await asyncio.sleep(0)
        return work()


@pytest.fixture
async def at_cards(scene: Scene) -> Screen:
    """The cards from which Ann plays on, while the computer is busy."""
    await scene.deals(ANN, BOB, variant="pineapple")
    await scene.plays_hand(ANN, BOB)
    scene.desk.services = replace(scene.desk.services, thinker=Busy())
    return await scene.screen(ANN, asked_by(str(ON)))


def taps(screen: Screen) -> list[str]:
    presses = [(each["custom_id"], parse(each["custom_id"])) for each in buttons(screen)]
    return [id_ for id_, press in presses if isinstance(press, Put) and press.letter != UNTOUCHED]


async def test_taps_that_follow_each_other_quickly_all_count(scene: Scene, at_cards: Screen):
    one, other, *_ = taps(at_cards)
    shown = await asyncio.gather(*(scene.screen(ANN, asked_by(each)) for each in (one, other)))
    assert not any(BUSY in words(each) for each in shown)
    assert all("Played on from hand 1" in words(each) for each in shown)
    assert words(shown[1]) != words(at_cards)


async def test_nobody_begins_two_at_once(scene: Scene, at_cards: Screen):
    assert taps(at_cards)
    begun = await asyncio.gather(*(scene.asks(ANN, asked_by(str(ON))) for _ in range(2)))
    assert [BUSY in each for each in begun] == [False, True]


async def test_no_exercise_has_its_cards_in_the_same_place(scene: Scene, at_cards: Screen):
    await scene.screen(ANN, asked_by(taps(at_cards)[0]))
    kept = await scene.desk.read(lambda db: db.execute("SELECT about FROM drafts").fetchall())
    assert [topic_at(row["about"]) for row in kept] == [None]
