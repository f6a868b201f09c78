"""How fast a new table plays: as the server has it, or as the host presses in the lobby."""

from typing import Any

import pytest

from bot.game.lobby import NewTable
from bot.handlers import new_tables
from bot.handlers.tournaments import entering
from bot.screens.presses import ChoosePace, Join, PlayComputer, ShowRules, Start
from bot.screens.settings.menus import ChangeServer, Setup
from bot.values.draft import Spot
from bot.values.options import TableOptions
from bot.values.pace import longest_hand, together
from bot.values.phrases import rounded_up
from bot.values.tournament_views import SIT_AND_GO
from engine.tests.hands import fitting
from ofc_engine.rule_options import DealMode
from ofc_engine.rulesets import PRESETS, SOURCES
from ofc_engine.variants import VARIANTS
from tests.desk.scene import ANN, BOB, MAX, MIA, Scene

pytestmark = pytest.mark.at_usual_pace
HOUR = 3600
DAY = 24 * HOUR
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
    assert await pace(scene) == (DAY, 12 * HOUR, DealMode.SIMULTANEOUS)
    await scene.sends(ANN, ChoosePace(Spot(1), "relaxed"))
    assert (await scene.table()).options == before
    await scene.presses(ANN, Start)
    assert "once a hand has been dealt" in await scene.sends(ANN, ChoosePace(Spot(1), "live"))
    assert (await scene.table()).options == before


@pytest.mark.parametrize(
    ("chosen", "clock"), [("none", None), ("600", 600), ("live", 120), ("slow", DAY)]
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


# --- what the rules say of it -----------------------------------------------------------------


async def rules(scene: Scene, **wishes: Any) -> str:
    """What the rules of a table say that Ann opens so."""
    await scene.asks(ANN, new_tables.new(NewTable(**{"variant": "pineapple", **wishes})))
    return await scene.sends(ANN, ShowRules(Spot(1)))


@pytest.mark.parametrize(
    ("wishes", "facts"),
    [
        (
            {"pace": "live"},
            (
                "**Pace:** live · 2 minutes for each decision · a hand takes at most about"
                " 30 minutes · players place in turn"
                " · next hand when all are ready, at the latest after 1 minute"
            ),
        ),
        (
            {"pace": "relaxed"},
            (
                "**Pace:** relaxed · 12 hours for each decision · a hand takes at most about"
                " 3 days · all place at the same time"
                " · next hand when all are ready, at the latest after 1 hour"
            ),
        ),
        (
            {"pace": "slow"},
            (
                "**Pace:** slow · 1 day for each decision · a hand takes at most about"
                " 5 days · all place at the same time"
                " · next hand when all are ready, at the latest after 12 hours"
            ),
        ),
        (
            {"clock": "none", "changes": "deal_mode=on_turn", "next_hand": "ready"},
            "**Pace:** no time limit · players place in turn · next hand when all are ready",
        ),
        (
            {"variant": "chinese", "clock": "90s", "next_hand": "600"},
            (
                "**Pace:** 90 seconds for each decision · a hand takes at most about"
                " 2 minutes · all place at the same time"
                " · next hand when all are ready, at the latest after 10 minutes"
            ),
        ),
    ],
)
async def test_the_rules_say_what_a_pace_means(scene: Scene, wishes: dict[str, str], facts: str):
    assert facts in (await rules(scene, seats=3, **wishes)).splitlines()


async def test_twelve_hours_in_turn_come_with_a_word_on_how_it_is_quicker(scene: Scene):
    said = await rules(scene, seats=3, clock="12h", changes="deal_mode=on_turn")
    assert "a hand takes at most about 8 days · players place in turn" in said
    assert "If all place at the same time, a hand takes at most about 3 days" in said
    assert "the host can choose that under More, House rules" in said


async def test_what_is_asked_for_wins_over_the_pace(scene: Scene):
    wishes = NewTable(pace="slow", seats=2, clock="2h", changes="deal_mode=ahead")
    await scene.asks(ANN, new_tables.new(wishes))
    assert "-# 2 hours for each decision · " in scene.public()
    assert "slow" not in scene.public()
    assert "Cards come a round ahead" in scene.public()


async def test_rules_of_a_document_keep_how_people_place_and_say_so(scene: Scene):
    said = await rules(scene, pace="slow", preset="german", variant=None, seats=3)
    assert "1 day for each decision · a hand takes at most about 27 days" in said
    assert "players place in turn" in said
    assert "These rules have players place in turn." in said
    assert "deal_mode" not in said


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"pace": "live"}, "I'll remind you shortly before your time is up."),
        ({"pace": "slow"}, "I'll remind you at half time and shortly before your time is up."),
        ({"clock": "none"}, "I'll remind you after a day, and again before the table closes."),
    ],
)
async def test_the_rules_say_when_people_are_reminded(
    scene: Scene, wishes: dict[str, str], sentence: str
):
    assert sentence in await rules(scene, **wishes)


async def test_where_one_person_plays_computers_nobody_else_takes_time(scene: Scene):
    wishes = NewTable(variant="pineapple", clock="12h", computer="steady", seats=2)
    await scene.asks(ANN, new_tables.new(wishes))
    assert "a hand takes at most about 3 days" in scene.public()
    assert "If all place at the same time" not in scene.public()


async def test_all_place_together_at_a_relaxed_table(scene: Scene):
    await scene.deals(ANN, BOB, MIA, variant="pineapple", seats=3, pace="relaxed")
    running = (await scene.table()).running
    assert running is not None
    assert len(running.hand.waiting_on) == 3
    said = await scene.sends(ANN, ShowRules(Spot(1)))
    assert "Everybody places at the same time" in said
    assert "`deal_mode=simultaneous`" in said


def test_only_rules_that_leave_it_open_have_all_place_together():
    for preset, rules in PRESETS.items():
        assert (together(rules).deal_mode is DealMode.SIMULTANEOUS) == (preset not in SOURCES)
        chosen = rules.changed({"deal_mode": "ahead" if preset not in SOURCES else "on_turn"})
        assert together(chosen) == chosen


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_is_as_long_as_its_decisions(preset: str):
    for variant in VARIANTS:
        rules = fitting(preset, {"variant": variant})
        options = TableOptions(rules, clock=HOUR)
        streets, most = len(rules.variant.streets), rules.variant.most_players
        assert longest_hand(options, 3, in_turn=False) == streets * HOUR
        assert longest_hand(options, 3, in_turn=True) == streets * HOUR * 3
        assert longest_hand(options, 5, in_turn=True) == streets * HOUR * most
        assert longest_hand(TableOptions(rules), 3, in_turn=True) is None


def test_times_are_rounded_up():
    times = {61: 120, 600: 600, 2 * HOUR + 1: 3 * HOUR, 2 * DAY + 1: 3 * DAY, 60 * HOUR: 3 * DAY}
    assert {seconds: rounded_up(seconds) for seconds in times} == times
