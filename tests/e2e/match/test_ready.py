"""The next hand comes when all are ready."""

from bot.screens.presses import Ready
from bot.values.draft import Spot
from discord_standin.model.writing import erase
from tests.e2e.house import Group
from tests.e2e.match.between_hands import hand, over, ready, says
from tests.e2e.quick import QUICK, set_all


async def test_the_next_hand_is_dealt_when_the_last_is_ready(gather):
    group = await over(gather(3))
    ann, bob, mia = group.people
    assert "The next hand comes when all are ready." in group.result().text
    reply = await ready(group, bob)
    assert not any(each.is_ephemeral for each in reply.messages), "the result shows it"
    assert "Ready: Bob · waiting for Ann, Mia" in group.result().text
    await ready(group, mia)
    assert "Ready: Bob, Mia · waiting for Ann" in group.result().text
    assert hand(group) == 0
    await ready(group, ann)
    assert hand(group) == 2
    assert "Ready" not in {button.label for button in group.result().buttons}


async def test_computer_players_are_always_ready(alone: Group):
    await alone.sit_down(**QUICK, computer="steady", seats=2)
    await alone.deal()
    await set_all(alone)
    assert "when all are ready" not in alone.result().text, "there is nobody to wait for"
    await ready(alone, alone.people[0])
    assert hand(alone) == 2


async def test_where_the_result_was_deleted_it_is_posted_again(gather):
    group = await over(gather(2))
    ann, bob = group.people
    erase(group.house.discord.world, group.result().message)
    await group.house.settle()
    assert "Here it is again." in await says(group, ann, "/ofc board")
    await ready(group, ann)
    assert hand(group) == 0
    await ready(group, bob)
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
