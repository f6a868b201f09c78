"""Seats: who may sit down, wait, get up, be sent away, and what they are told."""

from typing import Any

import pytest

from bot.game.lobby import SEAT_KEPT, NewTable
from bot.handlers import (
    new_tables,
    own_cards,
    own_data,
    seating,
    showing,
    table_challenges,
    waiting_cards,
)
from bot.handlers.own_data import AskToForget, ForgetMe
from bot.screens.presses import (
    AcceptChallenge,
    ChooseComputer,
    DeclineChallenge,
    EndGame,
    Join,
    Leave,
    LeaveNow,
    OpenSeat,
    PlayComputer,
    Ready,
    ShowMore,
    Start,
)
from bot.values.draft import Spot
from bot.values.options import TableOptions
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene


async def test_whoever_joins_has_the_lowest_free_seat(scene: Scene):
    await scene.opens(ANN, BOB, seats=3)
    assert "You have seat 3." in await scene.asks(MIA, seating.join())
    await scene.asks(BOB, seating.leave())
    assert "You have seat 2." in await scene.asks(ZOE, seating.join())
    assert await scene.seated() == ["Ann", "Zoe", "Mia"]


async def test_nobody_sits_down_twice(scene: Scene):
    await scene.opens(ANN, BOB, seats=3)
    assert "You already have a seat" in await scene.presses(BOB, Join)
    assert await scene.seated() == ["Ann", "Bob"]


async def test_a_full_table_has_a_list_and_each_is_told_their_place(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "You're number 1 on the waiting list" in await scene.presses(MIA, Join)
    assert "You're number 2 on the waiting list" in await scene.presses(ZOE, Join)
    assert "You're already number 2" in await scene.presses(ZOE, Join)
    assert "Waiting for a seat: Mia, Zoe" in scene.public()
    assert await scene.asks(MIA, seating.leave()) == "You're no longer on the waiting list."
    assert "You're already number 1" in await scene.presses(ZOE, Join)


async def test_a_seat_from_the_list_is_told_and_is_ready_for_the_next_hand(scene: Scene):
    await scene.opens(ANN, BOB, seats=3)
    await scene.presses(MIA, Join)
    await scene.presses(ZOE, Join)
    await scene.presses(ANN, Start)
    await scene.plays_hand(ANN, BOB, MIA)
    assert "Waiting for a seat: Zoe" in scene.public()
    await scene.asks(MAX, seating.join())
    assert "Waiting for a seat: Zoe, Max" in scene.public()
    await scene.asks(BOB, seating.leave())
    assert "Ready: Zoe · waiting for Ann, Mia" in scene.public()
    assert "A seat in <#70> is yours now" in scene.told(ZOE)
    await scene.presses(ANN, Ready)
    await scene.presses(MIA, Ready)
    assert "## Hand 2" in scene.public(), "nobody had to wait for them"


async def test_whoever_waits_longest_is_first_and_the_list_is_left_by_its_button(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "[Wait for a seat]" in scene.public()
    await scene.presses(ZOE, Join)
    await scene.presses(MIA, Join)
    assert await scene.sends(ZOE, Leave(Spot(1))) == "You're no longer on the waiting list."
    await scene.presses(ZOE, Join)
    await scene.asks(ANN, seating.leave())
    await scene.asks(BOB, seating.leave())
    assert await scene.seated() == ["Mia", "Zoe"]
    assert (await scene.table()).host.name == "Mia", "it plays on without those who opened it"


async def test_the_host_takes_people_off_the_list(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.presses(MIA, Join)
    await scene.presses(ZOE, Join)
    assert "Only the host, Ann," in await scene.kicks(BOB, MIA)
    assert "That's you" in await scene.kicks(MIA, MIA)
    await scene.kicks(ANN, MIA)
    assert scene.public() == "Mia is no longer on the waiting list.", "Mia sees it, too"
    assert "Waiting for a seat: Zoe" in scene.public_first()
    assert "no seat" in await scene.kicks(ANN, MIA)


async def test_whoever_is_forgotten_waits_no_more_and_nobody_reads_their_name(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.presses(MIA, Join)
    await scene.presses(ZOE, Join)
    await scene.presses_sure(MIA, own_data.forget(AskToForget()), ForgetMe)
    assert "Waiting for a seat: Zoe" in scene.public()


async def test_whoever_left_in_mid_hand_may_not_wait_before_it_is_over(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.presses_sure(BOB, seating.leave(), LeaveNow)
    assert "You left this hand" in await scene.asks(BOB, seating.join())


async def test_a_limit_of_ones_own_is_told_with_the_seat_and_to_all(scene: Scene):
    await scene.opens(ANN, BOB, seats=3, options=TableOptions(loss_limit=50))
    told = await scene.asks(MIA, seating.join(30))
    assert told.startswith("You have seat 3.\nYou lose at most 30 points at this table")
    assert "nobody loses more than 50 · Mia at most 30" in scene.public()
    assert "Nobody can lose more than 50" in await scene.asks(BOB, seating.join(50))
    told = await scene.asks(MIA, seating.join(0))
    assert told == "You don't have a limit of your own at this table."
    assert "Mia at most" not in scene.public()


async def test_a_limit_is_kept_on_the_waiting_list(scene: Scene):
    await scene.opens(ANN, BOB)
    told = await scene.asks(MIA, seating.join(30))
    assert "number 1 on the waiting list" in told
    assert "You lose at most 30 points" in told
    await scene.asks(BOB, seating.leave())
    assert "Mia at most 30" in scene.public()


async def test_leaving_in_mid_hand_is_asked_about_if_it_fouls(scene: Scene):
    await scene.deals(ANN, BOB)
    told = await scene.asks(BOB, seating.leave())
    assert "it counts as a foul" in told
    assert await scene.seated() == ["Ann", "Bob"]


async def test_leaving_after_ones_last_street_costs_nothing(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.places(BOB)
    assert await scene.asks(BOB, seating.leave()) == "You've left the table."
    await scene.plays_hand(ANN)
    assert "Bob 0" not in scene.public(), "their hand counts"


async def test_what_was_asked_about_leaving_holds_for_that_hand_alone(scene: Scene):
    await scene.deals(ANN, BOB)
    asked = await scene.screen(BOB, seating.leave())
    sure = scene.sure(asked, LeaveNow)
    await scene.plays_hand(ANN, BOB)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    assert "about an earlier hand" in await scene.again(BOB, sure)
    assert await scene.seated() == ["Ann", "Bob"]


@pytest.mark.parametrize("who", [ANN, MAX], ids=["the host", "Manage Server"])
async def test_the_host_sends_people_away_before_the_first_hand(scene: Scene, who: Member):
    await scene.opens(ANN, BOB)
    await scene.presses(MIA, Join)
    await scene.kicks(who, BOB)
    assert "Bob" in scene.public()
    assert await scene.seated() == ["Ann", "Mia"]
    assert "no seat at this table" in await scene.kicks(who, BOB)


async def test_nobody_else_does(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    assert "have a seat at this table" in await scene.kicks(ZOE, BOB)
    assert "That's you" in await scene.kicks(BOB, BOB)
    await scene.kicks(MIA, BOB)
    assert await scene.seated() == ["Ann", "Bob", "Mia"], "it is put to the vote"


async def test_the_next_person_is_host_once_the_host_leaves(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    await scene.asks(ANN, seating.leave())
    assert (await scene.table()).host.name == "Bob"
    await scene.asks(BOB, seating.leave())
    await scene.asks(MIA, seating.leave())
    assert "closed" in scene.public()
    assert "There's no table" in await scene.asks(ZOE, seating.join())


async def test_once_cards_are_dealt_nobody_is_sent_to_the_start(scene: Scene):
    await scene.opens(ANN, BOB, seats=4)
    lobby = scene.button(ANN, Start)
    await scene.asks(ANN, table_challenges.challenge(MIA.person, NewTable()))
    await scene.again(ANN, lobby)
    await scene.presses(MIA, AcceptChallenge)
    assert "Mia accepts, and gets cards from the next hand on." in scene.public(2)
    assert "/ofc board" in await scene.asks(ANN, seating.join())
    told = await scene.sends(ANN, PlayComputer(Spot(1)))
    assert told == "The next hand has already been dealt."


async def test_a_name_of_asterisks_is_as_it_is_in_refusals(scene: Scene):
    star, moon = Member(5, "*star*"), Member(6, "_moon_")
    await scene.asks(star, table_challenges.challenge(moon.person, NewTable()))
    kept = await scene.asks(ANN, seating.join())
    assert r"kept for \_moon\_" in kept
    assert r"\*star\* can open it" in kept
    assert r"the host, \*star\*," in await scene.sends(ANN, OpenSeat(Spot(1)))
    told = await scene.asks(star, table_challenges.challenge(ANN.person, NewTable()))
    assert told == "No seat is free for Ann."
    await scene.presses(moon, AcceptChallenge)
    told = await scene.asks(star, table_challenges.challenge(moon.person, NewTable()))
    assert told == r"\_moon\_ has a seat already."


async def test_a_seat_is_kept_for_whoever_is_challenged(scene: Scene):
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable()))
    assert "The free seat is kept for Bob" in await scene.asks(MIA, seating.join())
    assert "for somebody else" in await scene.presses(MIA, AcceptChallenge)
    await scene.presses(BOB, AcceptChallenge)
    assert await scene.seated() == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("who", "told"),
    [(ANN, "Ann withdrew the challenge"), (BOB, "Bob would rather not play")],
    ids=["taken back", "declined"],
)
async def test_it_is_free_for_all_once_the_challenge_is_over(scene: Scene, who: Member, told: str):
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable()))
    assert "for somebody else" in await scene.presses(MIA, DeclineChallenge)
    await scene.presses(who, DeclineChallenge)
    assert told in scene.public(2)
    assert "You have seat 2." in await scene.asks(MIA, seating.join())


async def test_the_host_alone_opens_a_kept_seat(scene: Scene):
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable()))
    assert "Only" in await scene.sends(MIA, OpenSeat(Spot(1)))
    assert "[Open the seat to all]" not in await scene.presses(MIA, ShowMore)
    assert "[Open the seat to all]" in await scene.presses(ANN, ShowMore)
    await scene.sends(ANN, OpenSeat(Spot(1)))
    assert "You have seat 2." in await scene.asks(MIA, seating.join())


async def test_nobody_alone_and_nobody_from_outside_starts_a_table(scene: Scene):
    await scene.opens(ANN, seats=3)
    assert not scene.has(ANN, Start)
    await scene.presses(BOB, Join)
    told = await scene.presses(MIA, Start)
    assert told == "You don't have a seat at this table. Sit down with /ofc join."
    assert (await scene.table()).played is None


async def test_when_the_last_one_leaves_the_table_is_closed_and_the_channel_free(scene: Scene):
    await scene.opens(ANN)
    assert await scene.asks(ANN, seating.leave()) == "You've left the table."
    assert "closed before a hand was played" in scene.public()
    assert "There's no table in this channel." in await scene.asks(ANN, seating.join())
    await scene.opens(ANN)
    assert "This channel already has a table." in await scene.asks(BOB, new_tables.new(NewTable()))


@pytest.mark.parametrize("waits", [False, True])
async def test_whoever_joins_again_is_written_to_again(scene: Scene, *, waits: bool):
    scene.desk.post.closed.add(BOB.user_id)
    await scene.opens(ANN, BOB)
    scene.desk.post.closed.clear()
    await scene.asks(BOB, seating.leave())
    assert not scene.told(BOB)
    if waits:
        await scene.presses(MIA, Join)
    await scene.asks(BOB, seating.join())
    if waits:
        await scene.asks(MIA, seating.leave())
    assert "seat" in scene.told(BOB)


async def test_who_leaves_is_told_so_where_the_cards_would_have_come(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.asks(BOB, seating.leave())
    assert "You no longer have a seat at the table" in scene.told(BOB)


async def test_a_channel_without_a_table_says_how_to_open_one(scene: Scene):
    asked = [seating.join(), seating.leave(), own_cards.show(), showing.board()]
    for each in (*asked, waiting_cards.place("bbb")):
        told = await scene.asks(ANN, each)
        assert told == "There's no table in this channel. Open one with /play."
    assert "How to play Pineapple" in await scene.asks(ANN, showing.rules()), "the standard rules"


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"variant": "classic", "seats": 5}, "Classic"),
        ({"preset": "german", "options": TableOptions(stake=3)}, "rules: German · points ×3"),
        ({"changes": "scoring=2-4 equal_rows=foul"}, "two rows or more · Equal rows are a foul"),
        ({"preset": "progressive", "variant": "turbo"}, "Turbo"),
    ],
)
async def test_the_lobby_says_what_is_played(scene: Scene, wishes: dict[str, Any], sentence: str):
    assert "Your table is open" in await scene.asks(ANN, new_tables.new(NewTable(**wishes)))
    assert sentence in scene.public()


# --- who waits for a seat ---------------------------------------------------------------------


async def test_a_seat_that_is_left_in_mid_hand_is_dealt_in_from_the_next_hand_on(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.asks(MIA, seating.join())
    await scene.presses_sure(BOB, seating.leave(), LeaveNow)
    assert scene.told(MIA).startswith(
        "A seat in <#70> is yours now. You get cards from the next hand on."
    )
    await scene.plays_hand(ANN)
    assert await scene.seated() == ["Ann", "Mia"]
    assert "**Mia" not in scene.public()
    await scene.presses(ANN, Ready)
    await scene.plays_hand(ANN, MIA)
    assert "**Mia" in scene.public()


async def test_the_last_one_beside_a_computer_leaves_the_table_to_whoever_waits(scene: Scene):
    await scene.opens(ANN, computer="beginner", seats=2)
    await scene.presses(BOB, Join)
    await scene.presses(MIA, Join)
    await scene.asks(ANN, seating.leave())
    assert "Bob" in await scene.seated()
    assert (await scene.table()).host.name == "Bob"
    await scene.sends(BOB, ChooseComputer(Spot(1)), "remove.2")
    assert sorted(await scene.seated()) == ["Bob", "Mia"], "a computer player makes room"


async def test_nobody_gets_a_seat_at_a_table_that_is_closed(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.presses(MIA, Join)
    await scene.sends(MAX, EndGame(Spot(1)))
    assert (await scene.table()).state == "closed"
    assert "A seat in" not in scene.told(MIA)


async def test_whoever_is_forgotten_keeps_no_seat_from_anybody(scene: Scene):
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable()))
    await scene.presses_sure(BOB, own_data.forget(AskToForget()), ForgetMe)
    assert "kept for" not in scene.public(2)
    assert "You have seat 2." in await scene.asks(MIA, seating.join())


async def test_a_seat_that_is_kept_becomes_free_by_itself(scene: Scene):
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable()))
    await scene.desk.let_pass(SEAT_KEPT - 60)
    assert "kept for Bob" in await scene.asks(MIA, seating.join())
    await scene.desk.let_pass(60)
    assert "A seat is kept for" not in scene.public(2), "the lobby says so by itself"
    assert "You have seat 2." in await scene.asks(MIA, seating.join())
    late = await scene.presses(BOB, AcceptChallenge)
    assert "All seats are taken. Wait for one with /ofc join." in late
