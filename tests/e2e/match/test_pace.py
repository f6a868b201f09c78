"""The pace of a table: what `/play pace:` makes of it, and what the lobby and rules say of it."""

import pytest

from bot.values.options import TableOptions
from bot.values.pace import longest_hand, together
from bot.values.phrases import rounded_up
from engine.tests.hands import fitting
from ofc_engine.rule_options import DealMode
from ofc_engine.rulesets import PRESETS, SOURCES
from ofc_engine.variants import VARIANTS
from tests.e2e.house import Group

HOUR = 3600
DAY = 24 * HOUR


async def lobby(group: Group, options: str) -> str:
    """What the lobby says that somebody opens so."""
    await group.does(group.people[0], f"/play {options}")
    await group.house.settle()
    return group.board(group.people[0]).text


async def rules(group: Group, options: str) -> str:
    """What the rules of a table say that somebody opens so."""
    await lobby(group, options)
    return (await group.people[0].types(group.channel, "/ofc rules")).text


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        (
            "pace:live seats:3",
            (
                "**Pace:** live · 2 minutes for each decision"
                " · a hand takes at most about 30 minutes · players place in turn"
            ),
        ),
        (
            "pace:relaxed seats:3",
            (
                "**Pace:** relaxed · 12 hours for each decision"
                " · a hand takes at most about 3 days · all place at the same time"
            ),
        ),
        (
            "pace:slow seats:3",
            (
                "**Pace:** slow · 1 day for each decision"
                " · a hand takes at most about 5 days · all place at the same time"
            ),
        ),
        ("clock:none", "**Pace:** no time limit · players place in turn"),
        (
            "variant:chinese clock:90s",
            (
                "**Pace:** 90 seconds for each decision"
                " · a hand takes at most about 2 minutes · all place at the same time"
            ),
        ),
    ],
)
async def test_the_rules_say_what_a_pace_means(alone: Group, options: str, facts: str):
    assert facts in await rules(alone, options)


async def test_twelve_hours_in_turn_come_with_a_word_on_how_it_is_quicker(alone: Group):
    said = await rules(alone, "clock:12h seats:3")
    assert "a hand takes at most about 8 days · players place in turn" in said
    assert "If all place at the same time, a hand takes at most about 3 days" in said
    assert "the host can choose that under More, House rules" in said


async def test_what_is_asked_for_wins_over_the_pace(alone: Group):
    said = await lobby(alone, "pace:slow seats:2 clock:2h options:deal_mode=ahead")
    assert "-# 2 hours for each decision · " in said
    assert "slow" not in said
    assert "Cards come a round ahead" in said


async def test_rules_of_a_document_keep_how_people_place_and_say_so(alone: Group):
    said = await rules(alone, "pace:slow rules:german seats:3")
    assert "1 day for each decision · a hand takes at most about 27 days" in said
    assert "players place in turn" in said
    assert "These rules have players place in turn." in said
    assert "deal_mode" not in said


def test_only_rules_that_leave_it_open_have_all_place_together():
    for preset, rules in PRESETS.items():
        assert (together(rules).deal_mode is DealMode.SIMULTANEOUS) == (preset not in SOURCES)
        chosen = rules.changed({"deal_mode": "ahead" if preset not in SOURCES else "on_turn"})
        assert together(chosen) == chosen


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("pace:live", "I'll remind you shortly before your time is up."),
        ("pace:slow", "I'll remind you at half time and shortly before your time is up."),
        ("clock:none", "I'll remind you once, after a day."),
    ],
)
async def test_the_rules_say_when_people_are_reminded(alone: Group, options: str, sentence: str):
    await lobby(alone, options)
    assert sentence in (await alone.people[0].types(alone.channel, "/ofc rules")).text


async def test_where_one_person_plays_computers_nobody_else_takes_time(alone: Group):
    said = await lobby(alone, "clock:12h computer:steady seats:2")
    assert "a hand takes at most about 3 days" in said
    assert "If all place at the same time" not in said


async def test_all_place_together_at_a_relaxed_table(gather):
    group: Group = gather(3)
    await group.sit_down(pace="relaxed")
    await group.deal()
    running = group.house.table(group.channel).running
    assert running is not None
    assert len(running.hand.waiting_on) == 3
    said = (await group.people[0].types(group.channel, "/ofc rules")).text
    assert "Everybody places at the same time" in said
    assert "**Pace:** relaxed" in said
    assert "`deal_mode=simultaneous`" in said


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hand_is_as_long_as_its_decisions(preset: str, variant: str):
    rules = fitting(preset, {"variant": variant})
    options = TableOptions(rules, clock=HOUR)
    streets = len(rules.variant.streets)
    assert longest_hand(options, 3, in_turn=False) == streets * HOUR
    assert longest_hand(options, 3, in_turn=True) == streets * HOUR * 3
    most = rules.variant.most_players
    assert longest_hand(options, 5, in_turn=True) == streets * HOUR * most
    assert longest_hand(TableOptions(rules), 3, in_turn=True) is None


def test_times_are_rounded_up():
    times = {61: 120, 600: 600, 2 * HOUR + 1: 3 * HOUR, 2 * DAY + 1: 3 * DAY, 60 * HOUR: 3 * DAY}
    assert {seconds: rounded_up(seconds) for seconds in times} == times
