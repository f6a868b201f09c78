"""When a player is reminded: often enough to know, never so often that it annoys."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.clock import LONGEST, SHORTEST, TimedDecision
from bot.store.due import Reminder
from bot.values.preferences import QuietHours
from bot.values.scenes import Reminded

MINUTE, HOUR, DAY = 60, 3600, 86_400
MORNING = 20_000 * DAY + 9 * HOUR
"""Nine o'clock in UTC."""
NIGHT = QuietHours(22, 8, "UTC")

CLOCKS = st.integers(SHORTEST, LONGEST) | st.sampled_from([60, 300, DAY]) | st.none()
QUIET = st.none() | st.builds(
    lambda begins, hours: QuietHours(begins, (begins + hours) % 24, "Europe/Berlin"),
    st.integers(0, 23),
    st.integers(1, 12),
)


def wait(clock: int | None, since: int = MORNING, quiet: QuietHours | None = None) -> TimedDecision:
    """A decision; without a clock, at a table that closes 30 days later."""
    reminder = Reminder(1, 2, "1.0", since)
    if clock is None:
        return TimedDecision(reminder, None, None, quiet, since + 30 * DAY)
    return TimedDecision(reminder, clock, since + clock, quiet)


def ahead(waiting: TimedDecision) -> list[tuple[str, int]]:
    """Which reminders come, and after how many seconds."""
    return [(what.value, at - waiting.reminder.since) for at, what in waiting.upcoming()]


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        (15, []),
        (59, []),
        (60, [("last", 50)]),
        (4 * MINUTE, [("last", 216)]),
        (5 * MINUTE, [("half", 150), ("last", 270)]),
        (10 * HOUR, [("half", 5 * HOUR), ("last", 9 * HOUR)]),
        (7 * DAY, [("half", 84 * HOUR), ("last", 7 * DAY - HOUR)]),
        (None, [("wait", DAY), ("last", 28 * DAY)]),
    ],
)
def test_the_ladder_before_a_deadline(clock: int | None, expected: list[tuple[str, int]]):
    assert ahead(wait(clock)) == expected


def test_what_is_due_in_quiet_hours_comes_when_they_end():
    assert ahead(wait(26 * HOUR, quiet=NIGHT)) == [("half", 23 * HOUR), ("last", 25 * HOUR)]


def test_a_turn_that_comes_in_quiet_hours_is_called_when_they_end():
    midnight = MORNING + 15 * HOUR
    ends = [(kind, number * DAY + 8 * HOUR) for kind, number in (("wait", 1), ("last", 28))]
    assert ahead(wait(None, midnight, NIGHT)) == [("turn", 8 * HOUR), *ends]
    assert ahead(wait(12 * HOUR, midnight, NIGHT)) == [("turn", 8 * HOUR), ("last", 11 * HOUR)]


def test_time_that_runs_out_in_quiet_hours_is_told_of_before_they_begin():
    due_at_four = wait(19 * HOUR, quiet=NIGHT)
    assert ahead(due_at_four) == [("half", 9 * HOUR + HOUR // 2), ("last", 12 * HOUR + 45 * MINUTE)]


@pytest.mark.parametrize(("later", "expected"), [(0, ["half", "last"]), (1, ["half"])])
def test_two_reminders_are_a_quarter_of_an_hour_apart(later: int, expected: list[str]):
    waiting = wait(15 * HOUR, since=MORNING + 5 * HOUR + later, quiet=NIGHT)
    assert [what for what, _at in ahead(waiting)] == expected


def test_time_that_begins_and_ends_in_quiet_hours_is_not_told_of():
    assert ahead(wait(2 * HOUR, MORNING + 15 * HOUR, NIGHT)) == []


@given(CLOCKS, st.integers(0, 7 * DAY), QUIET)
def test_nobody_is_spammed(clock: int | None, later: int, quiet: QuietHours | None):
    waiting = wait(clock, MORNING + later, quiet)
    upcoming = waiting.upcoming()
    assert len(upcoming) <= 3, "the turn, half time and the end"
    moments = [at for at, _ in upcoming]
    apart = 15 * MINUTE if clock is None else min(15 * MINUTE, clock // 10)
    assert all(b - a >= apart for a, b in pairwise(moments))
    for at, _ in upcoming:
        assert waiting.reminder.since <= at
        assert waiting.due_at is None or at < waiting.due_at
        assert quiet is None or not quiet.covers(at)
    assert len({what for _, what in upcoming}) == len(upcoming), "nothing twice"


@given(CLOCKS, st.integers(0, 7 * DAY), QUIET, st.lists(st.integers(1, DAY), max_size=30))
def test_nothing_is_told_twice_in_quiet_hours_or_after_the_end(
    clock: int | None, later: int, quiet: QuietHours | None, steps: list[int]
):
    """The timer looks at any moments, as after the bot was away."""
    waiting = wait(clock, MORNING + later, quiet)
    now, given = waiting.reminder.since, []
    for step in steps:
        now += step
        if waiting.due_at is not None and now >= waiting.due_at:
            break
        what = waiting.due_by(now)
        if what:
            assert quiet is None or not quiet.covers(now)
            given.append(what)
            reminder = replace(waiting.reminder, kind=what, given_at=now)
            waiting = replace(waiting, reminder=reminder)
            assert not waiting.due_by(now), "of several that are late, only one"
    assert len(set(given)) == len(given)


@given(CLOCKS, st.integers(0, 7 * DAY), QUIET, st.integers(0, 8 * DAY))
def test_what_comes_next_is_told_when_it_comes(
    clock: int | None, later: int, quiet: QuietHours | None, passed: int
):
    waiting = wait(clock, MORNING + later, quiet)
    now = waiting.reminder.since + passed
    moment = waiting.next_at(now)
    if moment is not None:
        assert moment >= now
        assert waiting.due_by(moment), "the timer never wakes in vain"


def test_whoever_has_had_time_called_on_them_is_told_nothing_more():
    waiting = wait(None)
    called = replace(waiting.reminder, kind=Reminded.TIME, given_at=MORNING)
    assert replace(waiting, reminder=called).upcoming() == []
