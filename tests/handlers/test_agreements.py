"""Agreements: who is asked, who decides, and when it has happened."""

import pytest

from bot.game.results import result_scene
from bot.handlers import own_data, proposing, seating
from bot.handlers.agreements import KINDS
from bot.handlers.own_data import AskToForget, ForgetMe
from bot.screens.decision_screens import Agree, CorrectNow, Decline, Propose, VoteKeep, VoteRemove
from bot.screens.presses import PlayComputer, Ready, ShowMore, Start, TypedStake
from bot.store.proposals import ProposalKind
from bot.values.draft import Spot
from bot.values.options import Length, TableOptions, Unit
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene, words


async def test_a_stake_of_two_holds_once_the_other_agrees(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    await scene.sends(ANN, TypedStake(Spot(1), 2), "3")
    assert "<@101>" in scene.public(), "who is asked is called"
    agree = scene.button(BOB, Agree)
    assert await scene.again(MIA, agree) == "Only these two players can decide this."
    await scene.again(ANN, agree)
    assert not (await scene.table()).stakes, "who asks does not decide alone"
    await scene.again(BOB, agree)
    assert "Agreed: from hand 1 on, points between Ann and Bob are multiplied by 3." in (
        scene.public()
    )
    assert (await scene.table()).stakes_in(1) == {frozenset({1, 2}): 3}
    assert "already multiplied by 3" in await scene.sends(BOB, TypedStake(Spot(1), 1), "3")


async def test_a_stake_that_is_put_anew_replaces_the_one_before(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.sends(ANN, TypedStake(Spot(1), 2), "3")
    first = scene.button(BOB, Agree)
    await scene.sends(ANN, TypedStake(Spot(1), 2), "5")
    await scene.again(BOB, first)
    assert words(first.message.screen) == "Ann withdrew this. Nothing has changed."
    assert not (await scene.table()).stakes
    await scene.presses(BOB, Agree)
    assert (await scene.table()).stakes_in(1) == {frozenset({1, 2}): 5}


@pytest.mark.parametrize("stake", [0, 51])
async def test_a_stake_is_between_two_at_the_table_and_of_a_size(scene: Scene, stake: int):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.plays_hand(ANN, BOB, MIA)
    await scene.asks(MIA, seating.leave())
    assert "from 1 to 50" in await scene.sends(ANN, TypedStake(Spot(1), 2), str(stake))
    assert "Mia has no seat" in await scene.sends(ANN, TypedStake(Spot(1), 3), "3")
    assert "You don't have a seat" in await scene.sends(MIA, TypedStake(Spot(1), 1), "3")
    assert "another player" in await scene.sends(ANN, TypedStake(Spot(1), 1), "3")


async def test_a_computer_player_is_not_asked_for_a_stake(scene: Scene):
    await scene.opens(ANN)
    await scene.presses(ANN, PlayComputer)
    computer = next(seat.player_id for seat in (await scene.table()).seats if seat.player_id != 1)
    before = scene.posted()
    assert "Choose" in await scene.sends(ANN, TypedStake(Spot(1), computer), "3")
    assert scene.posted() == before


@pytest.mark.parametrize(
    ("who", "told"),
    [(ANN, "Ann withdrew this. Nothing has changed."), (BOB, "Nothing has changed.")],
    ids=["taken back", "declined"],
)
async def test_declined_is_declined_for_good(scene: Scene, who: Member, told: str):
    await scene.opens(ANN, BOB)
    await scene.sends(ANN, TypedStake(Spot(1), 2), "3")
    agree = scene.button(BOB, Agree)
    await scene.presses(who, Decline)
    assert told in scene.public()
    await scene.again(BOB, agree)
    assert told in scene.public()
    assert not (await scene.table()).stakes


async def test_a_hand_is_void_once_all_its_players_agree(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.plays_hand(ANN, BOB, MIA)
    totals = (await scene.table()).totals
    assert "Only its players" in await scene.asks(ZOE, proposing.void(1, "misdeal"))
    await scene.asks(ANN, proposing.void(1, "misdeal"))
    agree = scene.button(BOB, Agree)
    await scene.again(BOB, agree)
    assert (await scene.table()).totals == totals, "one has not agreed yet"
    await scene.again(MIA, agree)
    assert not any((await scene.table()).totals.values())
    assert "misdeal" in scene.public()


async def test_with_manage_server_one_is_asked_once_more_and_then_decides(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    totals = (await scene.table()).totals
    asked = await scene.screen(MAX, proposing.void(1, "misdeal"))
    sure = scene.sure(asked, CorrectNow)
    assert (await scene.table()).totals == totals
    assert "Manage Server" in await scene.again(ANN, sure)
    assert await scene.again(MAX, sure) == "Done."
    assert not any((await scene.table()).totals.values())
    assert "already been decided" in await scene.again(MAX, sure), "a second press does nothing"
    assert not any((await scene.table()).totals.values())


async def test_a_void_hand_is_counted_again_only_if_one_means_it(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    totals = (await scene.table()).totals
    await scene.asks(ANN, proposing.void(1, "misdeal"))
    await scene.presses(BOB, Agree)
    asked = await scene.screen(ANN, proposing.void(1, "it was right"))
    sure = scene.sure(asked, Propose)
    assert "already been decided" in await scene.again(BOB, sure), "who asked alone goes on"
    await scene.again(ANN, sure)
    await scene.presses(BOB, Agree)
    assert (await scene.table()).totals == totals


async def test_a_hand_that_is_not_there_is_named_with_the_latest(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    told = await scene.asks(ANN, proposing.void(7, ""))
    assert told == "There's no hand #7 here; the latest is #1."


async def test_a_majority_takes_a_seat_away(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    await scene.kicks(BOB, ZOE)
    assert f"The vote ends <t:{scene.desk.time.now + 24 * 3600:.0f}:R>." in scene.public()
    remove = scene.button(ANN, VoteRemove)
    for member in (ZOE, MAX):
        assert "Only the others at this table" in await scene.again(member, remove)
    await scene.again(BOB, remove)
    assert await scene.seated() == ["Ann", "Bob", "Mia", "Zoe"], "nobody votes twice"
    await scene.again(ANN, remove)
    table = await scene.table()
    assert table.presence_of(4) == "leaving", "their hand is played to its end"
    await scene.plays_hand(ANN, BOB, MIA)
    assert await scene.seated() == ["Ann", "Bob", "Mia"]


async def test_who_has_voted_may_change_their_mind(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    await scene.kicks(BOB, ZOE)
    remove, keep = scene.button(ANN, VoteRemove), scene.button(ANN, VoteKeep)
    await scene.again(BOB, keep)
    await scene.again(ANN, remove)
    assert (await scene.table()).presence_of(4) == "here", "one vote of three"
    await scene.again(MIA, keep)
    await scene.again(BOB, remove)
    assert (await scene.table()).presence_of(4) == "here", "it is decided"


async def test_a_majority_against_it_ends_the_vote(scene: Scene):
    await scene.deals(ANN, BOB, MIA, ZOE, seats=4)
    await scene.kicks(ANN, BOB)
    keep = scene.button(MIA, VoteKeep)
    await scene.again(MIA, keep)
    assert "Remove Bob from this table?" in scene.public()
    await scene.again(ZOE, keep)
    assert scene.public() == "The vote is over: Bob stays."


async def test_who_sits_out_by_choice_is_put_to_the_vote_by_the_host_too(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.asks(BOB, seating.sit_out())
    await scene.kicks(ANN, BOB)
    assert "Remove Bob from this table?" in scene.public()


async def test_one_alone_cannot_vote_before_somebody_kept_them_waiting(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.places(ANN)
    await scene.desk.let_pass(599)
    assert "nobody else here to vote" in await scene.kicks(ANN, BOB)
    await scene.desk.let_pass(1)
    await scene.kicks(ANN, BOB)
    assert await scene.seated() == ["Ann"]


def test_every_kind_of_proposal_has_its_agreement():
    assert KINDS.keys() == set(ProposalKind)


async def test_each_hand_keeps_the_stakes_it_was_played_with(scene: Scene):
    await scene.opens(ANN, BOB)
    for hand, stake in ((1, 3), (2, 5), (3, 1)):
        await scene.sends(ANN, TypedStake(Spot(1), 2), str(stake))
        await scene.presses(BOB, Agree)
        if hand == 1:
            assert "Ann – Bob x3" in scene.public_first(), "the lobby tells"
        for member in (ANN, BOB):
            if (await scene.table()).running is None:
                await scene.presses(member, Start, Ready)
        await scene.plays_hand(ANN, BOB)
        table = await scene.table()
        (transfer,) = result_scene(table).transfers
        (pair,) = result_scene(table).score.pairs
        assert (transfer.factor, transfer.points) == (stake, stake * pair.points)
    for hand, times in ((1, "× 3 = "), (2, "× 5 = "), (3, None)):
        told = await scene.sends(ANN, ShowMore(Spot(1, hand)))
        assert times in told if times else " × " not in told


@pytest.mark.parametrize("how", ["has left", "match is over"])
async def test_once_two_no_longer_play_nobody_is_asked_for_their_stake(scene: Scene, how: str):
    length = Length(Unit.HANDS, 1)
    await scene.opens(ANN, BOB, MIA, seats=3, options=TableOptions(length=length))
    await scene.sends(ANN, TypedStake(Spot(1), 2), "4")
    agree = scene.button(BOB, Agree)
    if how == "has left":
        await scene.asks(BOB, seating.leave())
    else:
        await scene.presses(ANN, Start)
        await scene.plays_hand(ANN, BOB, MIA)
    await scene.again(ANN if how == "has left" else BOB, agree)
    told = words(agree.message.screen)
    assert ("Bob has no seat" if how == "has left" else "This table is closed") in told
    assert not scene.has(BOB, Agree), "it waits for nobody"


async def test_an_agreed_stake_is_told_also_once_one_of_the_two_is_forgotten(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    await scene.sends(ANN, TypedStake(Spot(1), 2), "3")
    agree = scene.button(BOB, Agree)
    await scene.again(BOB, agree)
    await scene.asks(BOB, seating.leave())
    await scene.presses_sure(BOB, own_data.forget(AskToForget()), ForgetMe)
    assert await scene.again(ANN, agree) == ""
    assert "points between Ann and Player 2 are multiplied by 3" in words(agree.message.screen)
