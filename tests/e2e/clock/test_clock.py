"""The clock of a table (R11.1): what happens when somebody's time runs out."""

import re
import time
from datetime import timedelta
from pathlib import Path
from sqlite3 import Connection

import pytest

from bot.game.changes import late_decision
from bot.store import backup
from bot.store.due import Deadline
from bot.store.restore import restore
from discord_standin.standin import StandIn
from ofc_engine.views import HandView
from sandbox.placing import placing_message
from tests.e2e.house import Group, House
from tests.e2e.reminding import verify_ten_minutes_left

HOUR = 3600
DAY = int(timedelta(days=1).total_seconds())


async def begin(group: Group, **options: str) -> None:
    await group.sit_down(clock="10m", **options)
    await group.deal()


async def test_the_clock_is_shown_where_one_has_to_act(gather, discord: StandIn):
    group: Group = gather(2)
    await group.sit_down(clock="10m")
    assert "10 minutes for each decision" in group.board(group.people[0]).text
    due = int(discord.clock.now()) + 600
    await group.deal()
    shown = placing_message(group.people[1], group.channel)
    assert shown is not None
    for text in (shown.text, group.board(group.people[0]).text):
        stamp = int(text.split("<t:")[1].split(":")[0])
        assert 0 <= stamp - due < 60


async def test_autoplay_places_safely_for_who_is_late(gather, house: House):
    group: Group = gather(2)
    await begin(group)
    await house.let_pass(580)
    assert placing_message(group.people[1], group.channel) is not None, "some seconds are left"
    await house.let_pass(21)
    assert placing_message(group.people[1], group.channel) is None
    assert placing_message(group.people[0], group.channel) is not None, "the next one's time"
    running = house.table(group.channel).running
    assert running is not None
    assert len(running.hand.seats[0].board.cards) == 5


async def test_what_fails_at_one_table_is_put_off_and_holds_up_no_other(
    gather, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    broken, sound = gather(2), gather(2, "second")
    for group in (broken, sound):
        await begin(group)
    broken_id = house.table(broken.channel).id

    def fail_at_one(db: Connection, table_id: int) -> tuple[Deadline | None, HandView | None]:
        if table_id == broken_id:
            raise ValueError("out of order")
        return late_decision(db, table_id)

    with monkeypatch.context() as patch:
        patch.setattr("bot.workers.timer.late_decision", fail_at_one)
        await house.let_pass(601)
    assert [placing_message(g.people[1], g.channel) is None for g in (broken, sound)] == [
        False,
        True,
    ]
    assert "out of order" in caplog.text
    await house.let_pass(61)
    assert placing_message(broken.people[1], broken.channel) is None


async def test_time_in_which_the_bot_was_away_is_nobodys_loss(gather, house: House):
    group: Group = gather(2)
    await begin(group)
    await house.stop()
    house.discord.advance(3 * DAY)
    await house.start()
    await verify_ten_minutes_left(group)


@pytest.mark.parametrize("is_stopped", [True, False], ids=["stopped", "asleep"])
async def test_messages_tell_the_time_that_is_left_after_an_absence(
    gather, house: House, monkeypatch: pytest.MonkeyPatch, is_stopped: bool
):
    """The board, the own message, and the result that says when the next hand comes."""
    group: Group = gather(2)
    await group.sit_down(clock="10m", next_hand="600")
    await group.deal()
    await be_away(house, monkeypatch, is_stopped=is_stopped)
    due = int(house.discord.clock.now()) + 600
    own = placing_message(group.people[1], group.channel)
    assert own is not None
    assert abs(moment_in(own.text) - due) < 60
    assert abs(moment_in(group.board(group.people[0]).text) - due) < 60
    await group.play_out()
    await be_away(house, monkeypatch, is_stopped=is_stopped)
    assert abs(moment_in(group.result().text) - int(house.discord.clock.now()) - 600) < 60


def moment_in(text: str) -> int:
    """The moment that a text names first, in Unix seconds."""
    found = re.search(r"<t:(\d+)", text)
    assert found is not None, text
    return int(found[1])


async def be_away(house: House, monkeypatch: pytest.MonkeyPatch, *, is_stopped: bool) -> None:
    """Let an hour pass in which the bot is stopped, or its machine asleep."""
    if is_stopped:
        await house.stop()
        house.discord.advance(HOUR)
        await house.start()
        return
    before = time.time
    monkeypatch.setattr(time, "time", lambda: before() + HOUR)
    await house.let_pass(HOUR)


async def test_a_short_absence_of_the_bot_counts_too(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(clock="15s")
    await group.deal()
    await house.stop()
    house.discord.advance(25)
    await house.start()
    assert placing_message(group.people[1], group.channel) is not None
    await house.let_pass(30)
    assert placing_message(group.people[1], group.channel) is None


async def test_a_jump_of_the_machines_time_is_an_absence(
    gather, house: House, monkeypatch: pytest.MonkeyPatch
):
    group: Group = gather(2)
    await begin(group)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3 * DAY)
    house.discord.advance(3 * DAY)
    assert house.bot is not None
    house.bot.timer.wake()
    await house.settle()
    await verify_ten_minutes_left(group)


@pytest.mark.in_a_file("its copy stands for the file as a killed bot leaves it")
async def test_a_clock_of_the_machine_that_was_set_back_hides_no_absence(
    gather, house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    group: Group = gather(2)
    await group.sit_down(clock="15m")
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - HOUR)
    house.discord.advance(-HOUR)
    assert house.bot is not None
    house.bot.timer.wake()
    await house.settle()
    await group.deal()
    backup.back_up(house.path, tmp_path / "when it was killed")
    await house.stop()
    restore(tmp_path / "when it was killed", house.path, 0)
    house.discord.advance(HOUR / 2)
    await house.start()
    await house.let_pass(800)
    assert placing_message(group.people[1], group.channel) is not None
    await house.let_pass(200)
    assert placing_message(group.people[1], group.channel) is None


async def test_time_that_is_put_forward_on_purpose_passes_for_all(gather, house: House):
    group: Group = gather(2)
    await begin(group)
    house.discord.advance(601)
    assert house.bot is not None
    house.bot.timer.wake()
    await house.settle()
    assert placing_message(group.people[1], group.channel) is None


async def test_a_late_click_on_what_was_played_does_no_harm(gather, house: House):
    group: Group = gather(2)
    await begin(group)
    bob = group.people[1]
    choice = group.choice(bob)
    assert choice is not None
    await house.let_pass(601)
    reply = await bob.press(*choice)
    assert reply.error == ""
    assert placing_message(group.people[0], group.channel) is not None
