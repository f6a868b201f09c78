"""The next hand comes when all are ready, or by itself at the time that the host has chosen."""

from bot.store.tables import State
from discord_standin.model.writing import erase
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from tests.e2e.house import Group, House
from tests.e2e.quick import QUICK, set_all


async def over(group: Group, **options: str | int) -> Group:
    """A group whose first hand, of closed Chinese, is over; Ann is the host."""
    await group.sit_down(**QUICK, **options)
    await group.deal()
    await set_all(group)
    assert group.house.table(group.channel).state is State.BETWEEN
    return group


async def ready(group: Group, person: Person) -> Reply:
    reply = await person.press(group.result(), "Ready")
    await group.house.settle()
    return reply


def hand(group: Group) -> int:
    """The number of the hand that is played; 0 between two hands."""
    running = group.house.table(group.channel).running
    return 0 if running is None else running.row.number


async def test_it_is_dealt_when_the_last_is_ready_also_below_a_result_that_was_deleted(gather):
    group = await over(gather(3))
    ann, bob, mia = group.people
    assert "The next hand comes when all are ready." in group.result().text
    reply = await ready(group, bob)
    assert not any(each.is_ephemeral for each in reply.messages), "the result shows it"
    assert "Ready: Bob · waiting for Ann, Mia" in group.result().text
    erase(group.house.discord.world, group.result().message)
    await group.house.settle()
    assert "Here it is again." in (await group.does(ann, "/ofc board")).text
    await ready(group, mia)
    assert "Ready: Bob, Mia · waiting for Ann" in group.result().text
    assert hand(group) == 0
    await ready(group, ann)
    assert hand(group) == 2
    assert "Ready" not in {button.label for button in group.result().buttons}


async def test_the_time_in_which_the_bot_was_away_does_not_count(gather, house: House):
    group = await over(gather(2), next_hand="600")
    await ready(group, group.people[0])
    await house.let_pass(300)
    await house.stop()
    house.discord.advance(5 * 3600)
    await house.start()
    await house.settle()
    assert "Ready: Ann · waiting for Bob" in group.result().text
    assert hand(group) == 0
    await house.let_pass(301)
    assert hand(group) == 2


async def test_a_deleted_result_stops_no_hand_that_comes_by_itself(gather, house: House):
    group = await over(gather(2), next_hand="60")
    erase(house.discord.world, group.result().message)
    await house.let_pass(61)
    assert hand(group) == 2
