"""People in the simulated world know what there is to press and to type, and it is counted."""

from collections import Counter
from random import Random

import pytest

from bot import assembly
from bot.screens import press
from bot.screens.card_buttons import typing_form
from bot.screens.placements import understand
from bot.screens.presses import Typed
from bot.texts import languages, texts_for
from bot.values.draft import Spot
from tests.catalogue import cogs
from tests.commands_page import slash_commands
from tests.screens.positions import CLASSIC, FANTASYLAND, FIRST_FIVE, draft
from tests.simulation.hunting import Tally
from tests.simulation.people import habits, house_rules
from tests.simulation.people.placing import suggested
from tests.simulation.plan import Plan
from tests.simulation.world import Outcome

assert assembly, "it brings all buttons"
_ON_OTHERS = {"Challenge"}
"""In the menu of another person."""


def test_habits_are_about_buttons_and_commands_that_there_are():
    codes = {*habits.PLACING, *habits.FINAL, *habits.PLAY, *habits.LOOK}
    codes |= {code for way in (*house_rules.OF_LOBBY, *house_rules.OF_SERVER) for code in way}
    assert codes <= press._PRESSES.keys()
    names = {name.removeprefix("/") for cog in cogs() for name, _ in slash_commands(cog)}
    assert {*habits.COMMANDS, *house_rules.OPENING} <= names | _ON_OTHERS


@pytest.mark.parametrize("locale", languages())
@pytest.mark.parametrize("position", [FIRST_FIVE, CLASSIC, FANTASYLAND])
def test_people_can_type_their_cards_as_a_form_suggests(position: str, locale: str):
    laid = draft(position)
    (field,) = typing_form(laid, Typed(Spot(1)), texts_for(locale)).fields
    for seed in range(5):
        words = suggested(field.hint, Random(seed))
        assert words is not None
        assert not understand(laid, words).draft.missing


def test_what_is_offered_and_nobody_has_chosen_in_any_world_is_told():
    tally = Tally()
    for hands, commands in ((0, 1), (2, 0)):
        counts = {"hands with jokers=1": hands, "hands with jokers=2": 0, "/play": commands}
        tally.add(Outcome(Plan(1), "", None, Counter({**counts, "seasons": 0})))
    assert tally.unmet == ["hands with jokers=2"]
    assert str(tally).endswith("never met: hands with jokers=2")
