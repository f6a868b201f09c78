"""The next hand comes when all are ready."""

from bot.screens.presses import Ready, Spot
from discord_standin.model.writing import erase
from tests.e2e.house import Group, House
from tests.e2e.match.between_hands import HOUR, at_least, hand, over, ready, says
from tests.e2e.quick import QUICK, set_all


async def test_the_next_hand_is_dealt_when_the_last_is_ready(gather):
    group = await over(gather(3))
    ann, bob, mia = group.people
    assert "The next hand comes when all are ready." in group.result().text
    reply = await ready(group, bob)
    assert reply.messages == [], "the result shows it"
    assert "Ready: Bob · waiting for Ann, Mia" in group.result().text
    await ready(group, mia)
    assert "Ready: Bob, Mia · waiting for Ann" in group.result().text
    assert hand(group) == 0
    await ready(group, ann)
    assert hand(group) == 2
    assert "Ready" not in {button.label for button in group.result().buttons}


async def test_a_second_press_takes_nothing_back_and_says_for_whom_it_waits(gather):
    group = await over(gather(2))
    ann, bob = group.people
    await ready(group, ann)
    reply = await ready(group, ann)
    assert reply.text.startswith("You are ready. Waiting for Bob.")
    assert reply.message.is_ephemeral
    await ready(group, bob)
    assert hand(group) == 2


async def test_after_a_while_a_second_press_deals_without_the_others(gather, house: House):
    group = await over(gather(2))
    ann = group.people[0]
    assert at_least(house, group.result().text) == 300
    await ready(group, ann)
    await house.let_pass(290)
    await ready(group, ann)
    assert hand(group) == 0, "Bob has some seconds left"
    await house.let_pass(11)
    await ready(group, ann)
    assert hand(group) == 2


async def test_who_comes_late_is_not_dealt_in_by_a_first_press(gather, house: House):
    group = await over(gather(2))
    await house.let_pass(HOUR)
    await ready(group, group.people[0])
    assert hand(group) == 0
    await ready(group, group.people[0])
    assert hand(group) == 2


async def test_it_goes_on_when_who_was_waited_for_sits_out_or_leaves(gather):
    group = await over(gather(3))
    ann, bob, mia = group.people
    await ready(group, ann, bob)
    assert hand(group) == 0
    await says(group, mia, "sitout")
    assert hand(group) == 2
    await set_all(group)
    await says(group, mia, "back")
    assert "Ready: Mia · waiting for Ann, Bob" in group.result().text, "who comes back is ready"
    await ready(group, ann)
    await says(group, bob, "leave")
    assert hand(group) == 3


async def test_who_sits_down_between_hands_is_ready(gather):
    group: Group = gather(3)
    late = group.people.pop()
    await over(group, seats=3)
    await says(group, late, "join")
    assert "Ready: Mia · waiting for Ann, Bob" in group.result().text
    await ready(group, *group.people)
    running = group.house.table(group.channel).running
    assert running is not None
    assert len(running.acting) == 3


async def test_computer_players_are_always_ready(alone: Group):
    await alone.sit_down(**QUICK, computer="steady", seats=2)
    await alone.deal()
    await set_all(alone)
    assert "when all are ready" not in alone.result().text, "there is nobody to wait for"
    await ready(alone, alone.people[0])
    assert hand(alone) == 2


async def test_start_says_ready_where_the_result_was_deleted(gather):
    group = await over(gather(2))
    ann, bob = group.people
    erase(group.house.discord.world, group.result().message)
    await group.house.settle()
    assert (await says(group, ann, "start")).startswith("You are ready. Waiting for Bob.")
    assert hand(group) == 0
    assert await says(group, bob, "start") == "The cards are dealt."
    assert hand(group) == 2


async def test_ready_from_an_earlier_hand_is_too_late(gather):
    group = await over(gather(2))
    old = group.result()
    await ready(group, *group.people)
    reply = await group.people[0].forge(old, str(next(p for p in _presses(group, 1))))
    assert reply.text == "The next hand has already been dealt."
    await set_all(group)
    reply = await group.people[0].forge(old, str(next(p for p in _presses(group, 1))))
    assert reply.text == "The next hand has already been dealt."
    assert hand(group) == 0


def _presses(group: Group, number: int) -> list[Ready]:
    table = group.house.table(group.channel)
    return [Ready(Spot(table.id, number))]


async def test_only_people_at_the_table_are_asked(gather):
    group: Group = gather(3)
    outsider = group.people.pop()
    await over(group)
    reply = await outsider.press(group.result(), "Ready")
    assert "You have no seat at this table." in reply.text
