"""Players on turn are reminded before their time runs out, where they want to be called."""

import pytest

from tests.e2e.house import Group, House
from tests.e2e.reminding import DAY, HOUR, MINUTE, begin, cards, choose, count, passes


async def test_the_cards_come_again_at_half_time_and_before_the_end(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    heard = count(bob)
    before = cards(bob)
    await passes(house, 6 * HOUR - 60)
    assert count(bob) == heard, "too early"
    await passes(house, 120)
    assert count(bob) == heard + 1
    (half,) = cards(bob)
    assert "Half of your time is gone" in half.text
    assert half.pictures[0].alt == before[0].pictures[0].alt
    assert before[0].message.is_deleted, "the same cards stand in one message"
    await passes(house, 5 * HOUR)
    assert count(bob) == heard + 2
    (last,) = cards(bob)
    assert "the last reminder" in last.text
    assert "I place your cards for you" in last.text
    await passes(house, 50 * MINUTE)
    assert count(bob) == heard + 2, "and nothing more"
    assert count(group.people[0]) == 1, "the opponent hears of none of it"


async def test_whoever_has_acted_is_not_reminded(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    await passes(house, 6 * HOUR + 60)
    await group.act(bob)
    assert "Half of" not in bob.last(bob.dm).text
    heard = count(bob)
    await passes(house, 5 * HOUR + HOUR // 2)
    assert count(bob) == heard


async def test_what_was_laid_out_is_kept_in_the_reminder(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    await bob.types(group.channel, "/ofc place cards:fmmbb")
    (shown,) = cards(bob)
    await passes(house, 6 * HOUR + 60)
    (half,) = cards(bob)
    assert any(button.label.startswith("✓") for button in half.buttons), half
    reply = await bob.press(half, next(b.label for b in half.buttons if b.label.startswith("✓")))
    assert reply.error == ""
    assert shown.message.is_deleted


async def test_a_short_clock_has_no_half_time_and_a_very_short_one_no_reminder(
    gather, house: House
):
    group: Group = gather(2)
    bob = await begin(group, "2m")
    heard = count(bob)
    await passes(house, 65)
    assert count(bob) == heard
    await passes(house, 45)
    assert count(bob) == heard + 1
    other = gather(2, "second")
    bob = await begin(other, "45s")
    heard = count(bob)
    await passes(house, 40)
    assert count(bob) == heard


async def test_without_a_clock_there_is_one_reminder_after_a_day(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group)
    heard = count(bob)
    await passes(house, DAY - 60)
    assert count(bob) == heard
    await passes(house, 120)
    assert count(bob) == heard + 1
    assert "waiting for you for a day" in cards(bob)[0].text
    await passes(house, 30 * DAY)
    assert count(bob) == heard + 1


async def test_r11_1_the_last_reminder_says_that_the_hand_will_be_dead(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group, "2m", options="time_out=dead")
    await passes(house, 110)
    assert "your hand is dead" in cards(bob)[0].text


async def test_r11_1_for_whom_the_bot_plays_there_are_no_reminders(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await choose(group, bob, "my.calls", "channel")
    await begin(group, "12h")
    for _ in range(2):
        await passes(house, 12 * HOUR + 1)
        await group.act(ann)
    heard = count(bob)
    await passes(house, 11 * HOUR + 60)
    await group.act(ann)
    await passes(house, 11 * HOUR + 60)
    assert count(bob) == heard
    await group.does(bob, "More, I'm back")
    await group.act(ann)
    assert count(bob) == heard + 1, "it is Bob's turn again"


# --- crashes, restarts, late presses ----------------------------------------------------------


async def test_a_restart_repeats_no_reminder_and_loses_none(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    await passes(house, 6 * HOUR + 60)
    heard = count(bob)
    await house.restart()
    await passes(house, 0)
    assert count(bob) == heard
    await passes(house, 5 * HOUR)
    assert count(bob) == heard + 1


async def test_killed_before_it_is_sent_a_reminder_comes_once_after_the_start(
    gather, house: House, monkeypatch: pytest.MonkeyPatch
):
    """It is kept as told in the transaction that has it painted; the rest is the painter's."""
    group: Group = gather(2)
    bob = await begin(group, "12h")
    heard = count(bob)
    assert house.bot is not None

    async def is_killed(_table_id: int) -> None:
        return

    monkeypatch.setattr(house.bot.timer._painter, "wake", is_killed)
    await passes(house, 6 * HOUR + 60)
    assert count(bob) == heard
    await house.restart()
    await house.catch_up()
    assert count(bob) == heard + 1
    assert len(cards(bob)) == 1


async def test_reminders_end_with_the_hand(gather, house: House):
    group: Group = gather(2)
    await begin(group)
    await passes(house, 2 * DAY)
    await group.play_out()
    with house.read() as db:
        assert db.execute("SELECT * FROM reminders").fetchall() == []
    await group.deal()
    await group.break_off()
    with house.read() as db:
        assert db.execute("SELECT * FROM reminders").fetchall() == []


async def test_after_a_long_absence_of_the_bot_there_is_at_most_one_reminder(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group)
    heard = count(bob)
    await house.stop()
    house.discord.advance(10 * DAY)
    await house.start()
    await passes(house, 0)
    assert count(bob) == heard + 1
    clocked = gather(2, "second")
    bob = await begin(clocked, "12h")
    heard = count(bob)
    await house.stop()
    house.discord.advance(10 * DAY)
    await house.start()
    await passes(house, 0)
    assert count(bob) == heard, "Bob's time stood still"
    await passes(house, 11 * HOUR + 120)
    assert count(bob) == heard + 1, "of two that are late only the last"


async def test_a_press_on_the_message_that_a_reminder_replaced_does_no_harm(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    (shown,) = cards(bob)
    house.discord.advance(6 * HOUR + 60)
    assert house.bot is not None
    house.bot.timer.wake()
    press = await bob.press(shown, "All 5 to Back")
    await house.settle()
    assert press.error == ""
    assert len(cards(bob)) == 1
