"""Players on turn are reminded before their time runs out, where they want to be called."""

import pytest

from tests.e2e.house import Group, House
from tests.e2e.reminding import DAY, HOUR, MINUTE, begin, cards, count, passes


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
