"""Who takes whose seat away, and how long a vote on it lasts; who has to agree that a game ends."""

from functools import partial

import pytest

from bot.handlers import ending, seating
from bot.screens.decision_screens import VoteKeep, VoteRemove
from bot.screens.presses import AgreeToStop, Ready, Start, Stop, StopAfter, StopNow
from bot.store.facts import keep_fact
from bot.values.draft import Spot
from bot.values.options import TableOptions
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene

DAY = 24 * 3600


async def test_the_host_alone_removes_whose_time_ran_out_until_they_are_back(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3, clock="60s")
    await scene.places(ANN)
    await scene.places(MIA)
    await scene.desk.let_pass(60)
    await scene.presses(ANN, Ready)
    await scene.presses(MIA, Ready)
    await scene.kicks(ANN, BOB)
    assert "Remove Bob from this table?" in scene.public(), "once is not gone"
    await scene.presses(BOB, Ready)
    await scene.places(ANN)
    await scene.places(MIA)
    await scene.desk.let_pass(60)
    assert (await scene.table()).presence_of(2) == "out"
    await scene.kicks(ANN, BOB)
    assert scene.public() == "Bob has lost the seat. Anybody can take it with /ofc join."
    assert await scene.seated() == ["Ann", "Mia"]


async def test_in_mid_hand_they_lose_the_seat_with_the_hand(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    for member in (ANN, MIA):
        await scene.kicks(member, ZOE)
    assert scene.public() == "Zoe loses the seat. I'll finish the hand for them."
    told = await scene.kicks(BOB, ZOE)
    assert told == "Zoe has already lost the seat."
    for asked in (seating.sit_out(), seating.back(), seating.leave()):
        assert "You no longer have a seat at this table." in await scene.asks(ZOE, asked)


async def test_who_has_placed_all_loses_the_seat_at_once(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    await scene.places(ZOE)
    for member in (ANN, MIA):
        await scene.kicks(member, ZOE)
    assert await scene.seated() == ["Ann", "Bob", "Mia"]
    await scene.plays_hand(ANN, BOB, MIA)
    assert "**Zoe " in scene.public(), "their hand counts"


async def test_a_vote_is_open_for_a_day_and_then_there_may_be_another(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    await scene.kicks(ANN, ZOE)
    remove, keep = scene.button(ANN, VoteRemove), scene.button(ANN, VoteKeep)
    await scene.desk.let_pass(DAY)
    await scene.again(MIA, keep)
    assert "In favour: Ann." in scene.public(), "to the second"
    await scene.desk.let_pass(1)
    over = "This vote ended after a day. Press More, then Remove somebody, to start another."
    await scene.again(BOB, remove)
    assert scene.public() == over, "and has no buttons any more"
    await scene.kicks(BOB, ZOE)
    assert "In favour: Bob." in scene.public(), "who voted before is asked again"
    await scene.presses(MIA, VoteRemove)
    assert (await scene.table()).presence_of(4) == "leaving"


async def test_a_second_kick_is_another_voice_in_the_same_vote(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    await scene.kicks(ANN, ZOE)
    await scene.desk.let_pass(DAY)
    await scene.kicks(BOB, ZOE)
    assert (await scene.table()).presence_of(4) == "leaving"


async def test_a_vote_is_over_once_whom_it_is_about_has_left(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    await scene.kicks(ANN, ZOE)
    await scene.places(ZOE)
    await scene.asks(ZOE, seating.leave())
    vote = scene.button(BOB, VoteRemove)
    await scene.again(BOB, vote)
    assert "Zoe no longer has a seat." in scene.public(9)
    assert not scene.has(BOB, VoteRemove)
    await scene.again(MIA, vote)
    assert "Zoe no longer has a seat." in scene.public(9), "also to who pressed at the same moment"
    await scene.plays_hand(ANN, BOB, MIA)
    await scene.asks(ZOE, seating.join())
    await scene.kicks(MIA, ZOE)
    assert "In favour: Mia." in scene.public(), "what was over stays so"
    await scene.asks(ANN, ending.stop())


async def test_two_are_enough_to_vote_and_one_is_not(scene: Scene):
    """Of two others both have to agree, of one there is none to ask."""
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.kicks(ANN, MIA)
    assert "Remove Mia from this table?" in scene.public()
    assert "2 votes needed." in scene.public()
    await scene.places(MIA)
    await scene.asks(MIA, seating.leave())
    told = await scene.kicks(ANN, BOB)
    assert told.startswith("There's nobody else here to vote. Once Bob has kept the table waiting")
    assert await scene.seated() == ["Ann", "Bob"]


async def test_who_has_placed_keeps_nobody_waiting(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.places(BOB)
    await scene.desk.let_pass(3600)
    assert "nobody else here to vote" in await scene.kicks(ANN, BOB)
    assert "nobody else here to vote" not in await scene.kicks(BOB, ANN)


async def test_while_the_bot_was_away_nobody_kept_anybody_waiting(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.places(ANN)
    await scene.desk.let_pass(1000)
    back = partial(keep_fact, name="back", value=str(int(scene.desk.time.now) - 599))
    await scene.desk.services.database.write(back)
    assert "nobody else here to vote" in await scene.kicks(ANN, BOB)
    await scene.desk.let_pass(1)
    await scene.kicks(ANN, BOB)
    assert await scene.seated() == ["Ann"]


# --- the end of a game -----------------------------------------------------------------------


@pytest.mark.parametrize("counts", [True, False])
async def test_nobody_takes_back_a_hand_that_counts_alone(scene: Scene, counts: bool):
    options = TableOptions(counts_computers=counts)
    await scene.opens(ANN, computer="steady", options=options)
    await scene.presses(ANN, Start)
    asked = await scene.screen(ANN, ending.stop())
    told = await scene.again(ANN, scene.sure(asked, Stop))
    assert ("Nobody else can agree to that." in told) is counts
    assert ((await scene.table()).state == "closed") is not counts


async def test_two_take_a_hand_back_once_both_agree(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.asks(BOB, ending.stop())
    assert "Waiting for <@100>." in scene.public()
    await scene.presses(ANN, AgreeToStop)
    table = await scene.table()
    assert (table.state, table.totals) == ("closed", {})


async def test_who_sits_out_is_asked_only_about_a_hand_that_they_play(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    await scene.asks(MIA, seating.sit_out())
    await scene.asks(BOB, ending.stop())
    assert "Waiting for <@100>." in scene.public()
    await scene.asks(MIA, seating.back())
    await scene.presses(ANN, Start)
    await scene.asks(MIA, seating.sit_out())
    await scene.asks(BOB, ending.stop())
    assert "<@102>" in scene.public(), "their hand would be void"
    await scene.presses(ANN, AgreeToStop)
    assert (await scene.table()).state != "closed"
    await scene.presses(MIA, AgreeToStop)
    assert (await scene.table()).state == "closed"


async def test_who_agrees_twice_is_one(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.asks(BOB, ending.stop())
    await scene.asks(BOB, ending.stop())
    await scene.presses(BOB, AgreeToStop)
    assert (await scene.table()).state != "closed"


async def test_the_last_hand_is_asked_for_while_there_is_one(scene: Scene):
    await scene.deals(ANN, BOB)
    asked = await scene.screen(ANN, ending.stop())
    after = scene.sure(asked, StopAfter)
    assert "Only the host, Ann," in await scene.again(BOB, after)
    await scene.plays_hand(ANN, BOB)
    told = await scene.again(ANN, after)
    assert told == "No hand is being played. Press More, then End the game."
    await scene.asks(MAX, ending.stop())
    assert "closed" in await scene.again(ANN, after)


async def test_nobody_but_the_host_removes_them_alone(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3, clock="60s")
    for hand in (1, 2):
        await scene.places(ANN)
        await scene.places(MIA)
        await scene.desk.let_pass(60)
        if hand == 1:
            for member in (ANN, BOB, MIA):
                await scene.presses(member, Ready)
    assert (await scene.table()).presence_of(2) == "out"
    await scene.kicks(MIA, BOB)
    assert await scene.seated() == ["Ann", "Bob", "Mia"]


async def test_a_vote_is_over_with_its_table(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.kicks(ANN, MIA)
    vote = scene.button(BOB, VoteRemove)
    await scene.sends(MAX, StopNow(Spot(1, 1)))
    assert (await scene.table()).state == "closed"
    await scene.again(BOB, vote)
    assert "The vote is over: Mia stays." in scene.public(3)
