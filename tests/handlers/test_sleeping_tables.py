"""A table that has slept for two weeks: its people are asked once whether they play on."""

from bot.game.clock import SLEEPS
from bot.handlers import ending
from bot.screens.presses import PlayOn, Ready
from bot.screens.settings.menus import ChangeTable
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, Scene, words

DAY = 24 * 3600


async def plays(scene: Scene) -> None:
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)


def asked(scene: Scene) -> list[str]:
    said = [words(message.screen) for message in scene.posted()]
    return [each for each in said if "No hand here for two weeks." in each]


async def test_whoever_is_ready_there_brings_the_result_down(scene: Scene):
    await plays(scene)
    await scene.desk.let_pass(SLEEPS)
    (question,) = asked(scene)
    closes_at = (await scene.table()).row.closes_at
    assert f"Otherwise the table closes <t:{closes_at}:R>." in question
    assert "Ann, Bob: another one?" in question
    ready = scene.button(BOB, PlayOn)
    await scene.again(BOB, ready)
    assert "Ready: Bob · waiting for Ann" in scene.public()
    await scene.again(ANN, ready)
    assert (await scene.table()).running is not None
    assert await scene.again(ANN, ready) == "The next hand has already been dealt."


async def test_a_table_that_plays_again_and_sleeps_again_is_asked_again(scene: Scene):
    await plays(scene)
    await scene.desk.let_pass(SLEEPS - DAY)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    await scene.plays_hand(ANN, BOB)
    await scene.desk.let_pass(2 * DAY)
    assert not asked(scene), "it has slept for two days"
    await scene.desk.let_pass(SLEEPS)
    assert len(asked(scene)) == 1


async def test_not_where_its_host_wants_no_question(scene: Scene):
    await plays(scene)
    await scene.sends(ANN, ChangeTable(Spot(1), "wakes"), "no")
    await scene.desk.let_pass(SLEEPS + DAY)
    assert not asked(scene)
    assert (await scene.table()).state == "between"


async def test_not_where_the_table_is_closed_by_then(scene: Scene):
    await plays(scene)
    await scene.asks(ANN, ending.stop())
    await scene.desk.let_pass(SLEEPS + DAY)
    assert not asked(scene)
