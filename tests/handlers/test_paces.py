"""How fast a new table plays: as the server has it, or as the host presses in the lobby."""

import pytest

from bot.game.lobby import NewTable
from bot.handlers import new_tables
from bot.handlers.tournaments import entering
from bot.screens.presses import ChoosePace, Join, PlayComputer, Start
from bot.screens.settings.menus import ChangeServer, Setup
from bot.values.draft import Spot
from bot.values.options import TableOptions
from bot.values.tournament_views import SIT_AND_GO
from ofc_engine.rule_options import DealMode
from tests.desk.scene import ANN, BOB, MAX, Scene

pytestmark = pytest.mark.at_usual_pace
HOUR = 3600
USUAL = (12 * HOUR, HOUR, DealMode.SIMULTANEOUS)


async def pace(scene: Scene) -> tuple[int | None, int | None, DealMode]:
    options = (await scene.table()).options
    return options.clock, options.next_hand, options.rules.deal_mode


async def test_in_a_server_that_has_decided_nothing_nobody_who_is_absent_stops_a_table(
    scene: Scene,
):
    await scene.asks(ANN, new_tables.new(NewTable()))
    assert await pace(scene) == USUAL
    assert "-# relaxed · 12 hours for each decision · a hand takes at most" in scene.public()
    assert "[Live] (Relaxed) [Slow]" in scene.public()


async def test_the_host_has_it_faster_or_slower_and_as_it_was_by_one_press(scene: Scene):
    await scene.asks(ANN, new_tables.new(NewTable()))
    before = (await scene.table()).options
    await scene.presses(BOB, Join)
    assert "Only the host, Ann," in await scene.sends(BOB, ChoosePace(Spot(1), "live"))
    await scene.sends(ANN, ChoosePace(Spot(1), "live"))
    assert await pace(scene) == (120, 60, DealMode.ON_TURN)
    assert "(Live) [Relaxed] [Slow]" in scene.public()
    await scene.sends(ANN, ChoosePace(Spot(1), "slow"))
    assert await pace(scene) == (24 * HOUR, 12 * HOUR, DealMode.SIMULTANEOUS)
    await scene.sends(ANN, ChoosePace(Spot(1), "relaxed"))
    assert (await scene.table()).options == before
    await scene.presses(ANN, Start)
    assert "once a hand has been dealt" in await scene.sends(ANN, ChoosePace(Spot(1), "live"))
    assert (await scene.table()).options == before


@pytest.mark.parametrize(
    ("chosen", "clock"), [("none", None), ("600", 600), ("live", 120), ("slow", 24 * HOUR)]
)
async def test_a_server_has_its_own_pace_or_clock(scene: Scene, chosen: str, clock: int | None):
    step = await scene.sends(MAX, Setup(3))
    assert "all of you tonight, or over days" in step
    assert "Over days, relaxed: 12 hours for each decision" in step
    await scene.sends(MAX, ChangeServer("clock", "3"), chosen)
    await scene.asks(ANN, new_tables.new(NewTable()))
    assert (await pace(scene))[0] == clock


async def test_a_tournament_has_no_pace_of_the_server(scene: Scene):
    opening = NewTable(TableOptions(stack=100), variant="chinese")
    await scene.asks(ANN, entering.new(opening, SIT_AND_GO))
    assert (await pace(scene))[:2] == (None, None)
    assert "[Live]" not in scene.public()


async def test_one_press_begins_with_a_computer_player(scene: Scene):
    await scene.asks(ANN, new_tables.new(NewTable()))
    assert "Only the host, Ann," in await scene.sends(BOB, PlayComputer(Spot(1)))
    await scene.presses(ANN, PlayComputer)
    table = await scene.table()
    assert [player.name for player in table.people.values()] == ["Ann", "Steady (bot)"]
    assert table.running is not None
    again = await scene.sends(ANN, PlayComputer(Spot(1)))
    assert again == "The next hand has already been dealt."
    assert len((await scene.table()).seats) == 2
