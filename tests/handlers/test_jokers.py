"""Jokers at a table, as its host asks for them."""

from bot.screens.settings.menus import ChangeRules
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, Scene


async def test_r13_2_more_people_than_the_deck_serves_have_no_jokers(scene: Scene):
    await scene.opens(ANN, BOB, variant="classic", seats=5)
    told = await scene.sends(ANN, ChangeRules(Spot(1), "jokers"), "2")
    assert "Classic has 2 to 4 seats, not 5." in told
    assert (await scene.table()).rules.variant.jokers == 0
