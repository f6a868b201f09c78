"""Stepping through a finished hand: which there is, and what each step tells."""

import re

from bot.handlers import ending
from bot.screens.presses import Ready, ShareFilm, ShareStep, ShowReplay, Step
from bot.store.ledger import journal
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, Scene

TOTAL = re.compile(r"(Ann|Bob)(?: \([^()]*\))?, total (?:(minus)|plus)? ?(\d+)")


def totals(alt: str) -> dict[str, int]:
    """The totals that a picture shows, as its alt text tells them."""
    return {name: -int(n) if minus else int(n) for name, minus, n in TOTAL.findall(alt)}


async def test_every_step_but_the_last_tells_the_totals_of_before_the_hand(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple")
    await scene.plays_hand(ANN, BOB)
    for member in (ANN, BOB):
        await scene.presses(member, Ready)
    await scene.plays_hand(ANN, BOB)
    by_hand = await scene.desk.read(lambda db: journal.by_hand(db, 1))
    assert any(by_hand[1].values()), "its points make a difference"
    before = {"Ann": 0, "Bob": 0}
    for number in (1, 2):
        won = {"Ann": by_hand[number][1], "Bob": by_hand[number][2]}
        after = {name: before[name] + won[name] for name in before}
        *steps, last = [await scene.sends(ANN, Step(Spot(1, number), n, 0)) for n in range(11)]
        assert all(totals(step) == before for step in steps)
        assert "Result" in last
        assert totals(last) == after
        before = after


async def test_only_finished_hands_are_replayed_also_at_a_closed_table(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    for member in (ANN, BOB):
        await scene.presses(member, Ready)
    spot = Spot(1, 2)
    for press in (ShowReplay(spot), Step(spot, 3, 0), ShareStep(spot, 3), ShareFilm(spot)):
        told = await scene.sends(ANN, press)
        assert told == "This table has no finished hand 2. The latest is hand 1."
    await scene.plays_hand(ANN, BOB)
    await scene.asks(ANN, ending.stop())
    assert "Hand 1, step 0" in await scene.sends(ANN, ShowReplay(Spot(1, 1)))
