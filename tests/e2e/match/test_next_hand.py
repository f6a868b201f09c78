"""The next hand comes by itself at the time that the host has chosen."""

import pytest

from bot.store.tables import State
from discord_standin.model.writing import erase
from tests.e2e.house import Group, House
from tests.e2e.match.between_hands import HOUR, at_least, hand, over, ready, says
from tests.e2e.menus import menu_of
from tests.e2e.quick import QUICK, set_all


async def test_at_the_time_that_the_host_chose_it_comes_by_itself(gather, house: House):
    group = await over(gather(2), next_hand="600")
    assert "at the latest <t:" in group.result().text
    assert at_least(house, group.result().text) == 600
    await ready(group, group.people[0])
    await house.let_pass(590)
    assert hand(group) == 0
    await ready(group, group.people[0])
    assert hand(group) == 0, "the host's time is what counts"
    await house.let_pass(11)
    assert hand(group) == 2
    await set_all(group)
    assert at_least(house, group.result().text) == 600, "and again after each hand"


async def test_a_press_does_not_move_the_time(gather, house: House):
    group = await over(gather(2), next_hand="600")
    await house.let_pass(400)
    await ready(group, group.people[0])
    assert at_least(house, group.result().text) == 200


async def test_it_comes_by_itself_after_a_restart(gather, house: House):
    group = await over(gather(2), next_hand="600")
    await ready(group, group.people[0])
    await house.restart()
    assert "Ready: Ann · waiting for Bob" in group.result().text
    await house.let_pass(601)
    assert hand(group) == 2


async def test_the_time_in_which_the_bot_was_away_does_not_count(gather, house: House):
    group = await over(gather(2), next_hand="600")
    await house.let_pass(300)
    await house.stop()
    house.discord.advance(5 * HOUR)
    await house.start()
    await house.settle()
    assert hand(group) == 0
    await house.let_pass(301)
    assert hand(group) == 2


async def test_a_paused_table_deals_nothing_by_itself(gather, house: House):
    group = await over(gather(2), next_hand="60")
    ann, bob = group.people
    await says(group, bob, "More, Sit out")
    assert "at the latest" not in group.result().text
    await house.let_pass(HOUR)
    assert hand(group) == 0
    assert "The table is paused" in (await ready(group, ann)).text
    await says(group, bob, "More, I'm back")
    assert hand(group) == 0
    assert at_least(house, group.result().text) == 60, "the time begins anew"
    await house.let_pass(61)
    assert hand(group) == 2


async def test_a_table_that_everybody_leaves_alone_stops_by_itself(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(**QUICK, clock="1m", next_hand="60")
    await group.deal()
    for _ in range(8):
        await house.let_pass(61)
    table = house.table(group.channel)
    assert table.state is State.BETWEEN
    assert table.row.deals_at is None
    assert "Sitting out from now on: Ann, Bob" in group.result().text
    number = table.next_number
    await house.let_pass(24 * HOUR)
    assert house.table(group.channel).next_number == number


async def test_against_computers_the_next_hand_comes_by_itself_too(alone: Group, house: House):
    await alone.sit_down(**QUICK, computer="steady", seats=2, next_hand="60")
    await alone.deal()
    await set_all(alone)
    await house.let_pass(61)
    assert hand(alone) == 2
    await set_all(alone)
    assert hand(alone) == 0, "the computer has placed"


async def test_a_deleted_result_stops_no_hand_that_comes_by_itself(gather, house: House):
    group = await over(gather(2), next_hand="60")
    erase(house.discord.world, group.result().message)
    await house.let_pass(61)
    assert hand(group) == 2


async def test_the_host_changes_when_the_next_hand_comes(gather, house: House):
    group = await over(gather(2))
    ann = group.people[0]
    shown = (await ann.types(group.channel, "/my settings")).message
    await ann.select(shown, "60", menu=menu_of(shown, "table.next"))
    await house.settle()
    assert at_least(house, group.result().text) == 60
    shown = (await ann.types(group.channel, "/my settings")).message
    await ann.select(shown, "ready", menu=menu_of(shown, "table.next"))
    await house.settle()
    await house.let_pass(HOUR)
    assert hand(group) == 0


async def test_a_match_that_is_over_deals_no_further_hand(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(**QUICK, length="1 hand", next_hand="60")
    await group.deal()
    await set_all(group)
    await house.let_pass(61)
    assert not house.has_table(group.channel)


async def test_when_the_time_of_a_match_is_up_it_closes_and_deals_nothing(gather, house: House):
    group = await over(gather(2), length="1h", next_hand="3600")
    await house.let_pass(HOUR + 1)
    assert not house.has_table(group.channel)
    assert "Hand 2" not in group.people[0].reads(group.channel)[-1].text


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        ("pace:live", "next hand when all are ready, at the latest after 1 minute"),
        ("pace:relaxed", "next hand when all are ready, at the latest after 1 hour"),
        ("pace:slow", "next hand when all are ready, at the latest after 12 hours"),
        ("next_hand:600", "next hand when all are ready, at the latest after 10 minutes"),
        ("pace:slow next_hand:ready", "next hand when all are ready"),
        ("", "next hand when all are ready"),
    ],
)
async def test_the_rules_say_when_the_next_hand_comes(alone: Group, options: str, fact: str):
    await says(alone, alone.people[0], f"/play {options}".strip())
    rules = await says(alone, alone.people[0], "/ofc rules")
    pace = next(s for s in rules.splitlines() if "**Pace:**" in s)
    assert pace.endswith(fact)


async def test_a_rematch_keeps_when_the_next_hand_comes(gather, house: House):
    group = await over(gather(2), pace="slow")
    await says(group, group.people[0], "More, End the game")
    reply = await group.people[0].press(group.board(group.people[0]), "Rematch")
    await house.settle()
    assert reply.error == ""
    options = house.table(group.channel).options
    assert (options.clock, options.next_hand) == (24 * HOUR, 12 * HOUR)
