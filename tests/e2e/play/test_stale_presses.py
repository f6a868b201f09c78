"""Presses that no button of the bot makes."""

from bot.screens.presses import ChooseRow, Confirm, Put, Ready, ShowProof, Start, SurrenderNow
from bot.values.draft import Spot
from tests.e2e.house import Group
from tests.e2e.play.presses import running_log, screen

FORGED = (
    str(Put(Spot(999999, 1), 0, "f")),
    str(Put(Spot(1, 1), 99, "f")),
    str(Put(Spot(1, 1), 0, "z")),
    "b1:put:1:1:0",
    "b1:put:1:1:0:x:f",
    str(ChooseRow(Spot(1, 1), "q")),
    str(Confirm(Spot(1, 1), "dead")),
    str(Confirm(Spot(1, 9), "dead")),
    str(Ready(Spot(1, 1))),
    str(Start(Spot(1))),
    str(ShowProof(Spot(1, 1))),
    str(SurrenderNow(Spot(1, 1))),
    "b1:nothing:1:1:0",
    "b9:put:1:1:0:0:f",
    "something else",
    "b1:put:1:1:0:0:f" + "x" * 80,
)


async def test_forged_buttons_are_answered_and_change_nothing(group: Group):
    bob = group.people[1]
    log = running_log(group)
    for custom_id in FORGED:
        reply = await bob.forge(screen(group, bob), custom_id)
        await group.house.settle()
        assert reply.error == "", custom_id
        assert running_log(group) == log, custom_id
