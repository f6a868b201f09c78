"""Ending a game: who alone may, who has to agree, and what all are told."""

from bot.handlers import ending, seating, showing
from bot.screens.presses import (
    AgreeToStop,
    Join,
    Ready,
    Rematch,
    ShowMore,
    Start,
    Stop,
    StopAfter,
    StopNow,
)
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, MAX, MIA, Scene, words

DAY = 24 * 3600


async def test_between_hands_the_host_ends_it(scene: Scene):
    await scene.opens(ANN, BOB)
    assert await scene.asks(ANN, ending.stop()) == "The table is closed."
    assert "no table in this channel" in await scene.asks(ANN, ending.stop())


async def test_anybody_else_asks_the_others(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    await scene.asks(BOB, ending.stop())
    assert "Bob" in scene.public()
    assert "<@100>" in scene.public()
    assert "<@102>" in scene.public()
    agree = scene.button(ANN, AgreeToStop)
    await scene.again(ANN, agree)
    assert (await scene.table()).state != "closed", "one has not agreed yet"
    assert "<@102>" in scene.public() or "Mia" in scene.public()
    await scene.again(MIA, agree)
    assert (await scene.table()).state == "closed"


async def test_a_stranger_has_no_say(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "don't have a seat" in await scene.asks(MIA, ending.stop())
    await scene.asks(BOB, ending.stop())
    assert "don't have a seat" in await scene.again(MIA, scene.button(MIA, AgreeToStop))
    assert (await scene.table()).state != "closed"


async def test_in_mid_hand_the_host_is_asked_how(scene: Scene):
    await scene.deals(ANN, BOB)
    asked = await scene.screen(ANN, ending.stop())
    assert "[After this hand] [Now, if all agree]" in words(asked)
    after = scene.sure(asked, StopAfter)
    assert "Only the host, Ann," in await scene.again(BOB, after)
    await scene.again(ANN, after)
    assert "the game ends after this hand" in scene.public()
    assert (await scene.table()).running is not None
    await scene.plays_hand(ANN, BOB)
    assert (await scene.table()).state == "closed"
    assert (await scene.table()).totals, "the hand counts"


async def test_with_manage_server_it_ends_at_once_and_the_hand_is_void(scene: Scene):
    await scene.deals(ANN, BOB)
    asked = await scene.screen(MAX, ending.stop())
    assert "[After this hand] [Now]" in words(asked)
    now = scene.sure(asked, StopNow)
    assert "Manage Server" in await scene.again(ANN, now)
    await scene.again(MAX, now)
    assert (await scene.table()).state == "closed"
    assert not (await scene.table()).totals


async def test_the_host_alone_has_no_button_to_make_a_hand_void(scene: Scene):
    await scene.deals(ANN, BOB)
    asked = await scene.screen(ANN, ending.stop())
    await scene.again(ANN, scene.sure(asked, Stop))
    assert (await scene.table()).running is not None, "the other has to agree"


async def test_a_question_about_an_earlier_hand_ends_no_later_one(scene: Scene):
    await scene.deals(ANN, BOB)
    asked = await scene.screen(ANN, ending.stop())
    questions = [scene.sure(asked, StopAfter), scene.sure(asked, Stop)]
    await scene.plays_hand(ANN, BOB)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    for question in questions:
        assert "an earlier hand" in await scene.again(ANN, question)
    assert not (await scene.table()).row.stops


async def test_who_played_plays_again_with_those_who_sat_there(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await scene.asks(ANN, ending.stop())
    assert scene.public().lstrip().startswith("## The table is closed\n")
    assert "🏆" not in scene.public(), "nobody was to win it yet"
    assert scene.told(BOB).endswith("[Replay] [Review] [More]")
    rematch = scene.button(BOB, Rematch)
    assert "Only people who played" in await scene.again(MIA, rematch)
    await scene.again(BOB, rematch)
    assert "<@100>" in scene.public(2), "who sat there is called"
    assert await scene.again(ANN, rematch) == "You have seat 2."
    assert (await scene.table(2)).host.name == "Bob"
    assert "already have a seat" in await scene.asks(ANN, seating.join())


async def test_a_table_that_nobody_touches_closes_by_itself(scene: Scene):
    await scene.opens(ANN)
    told = await scene.presses(ANN, ShowMore)
    assert "closes by itself if nothing happens here for 24 hours" in told
    await scene.desk.let_pass(DAY - 60)
    await scene.presses(BOB, Join)
    await scene.desk.let_pass(DAY - 60)
    assert (await scene.table()).state == "lobby", "whoever does something keeps it open"
    await scene.presses(ANN, Start)
    await scene.desk.let_pass(30 * DAY - 60)
    assert (await scene.table()).state == "playing"
    await scene.plays_hand(ANN, BOB)
    assert "closes by itself if nobody plays for 30 days" in await scene.asks(ANN, showing.rules())
    await scene.desk.let_pass(30 * DAY - 60)
    assert (await scene.table()).state == "between"
    await scene.desk.let_pass(60)
    assert (await scene.table()).state == "closed"
    assert "The table is closed" in scene.public(), "with what it came to"


async def test_a_hand_that_nobody_plays_on_closes_its_table_and_does_not_count(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.desk.let_pass(30 * DAY - 60)
    assert (await scene.table()).running is not None
    await scene.desk.let_pass(60)
    assert "The last hand doesn't count: it wasn't finished." in scene.public()


async def test_an_agreement_to_end_it_lapses_with_the_next_hand(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.asks(BOB, ending.stop())
    await scene.presses(ANN, Start)
    assert not any(seat.wants_stop for seat in (await scene.table()).seats)


async def test_no_player_chooses_for_the_host(scene: Scene):
    await scene.deals(ANN, BOB)
    for kind in (StopAfter, StopNow):
        assert "Manage Server" in await scene.sends(BOB, kind(Spot(1, 1)))
    assert (await scene.table()).running is not None


async def test_the_closing_counts_people_who_have_left(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.plays_hand(ANN, BOB, MIA)
    await scene.asks(MIA, seating.leave())
    await scene.asks(ANN, ending.stop())
    assert "The table is closed" in scene.public()
    assert "Mia" in scene.public()


async def test_a_lobby_that_nobody_starts_closes_after_a_day_and_all_are_told(scene: Scene):
    await scene.opens(ANN, BOB)
    start = scene.button(BOB, Start)
    await scene.desk.let_pass(DAY)
    assert "The table was closed" in scene.public()
    assert "is closed" in scene.told(BOB)
    assert "This table is closed" in await scene.again(BOB, start)
    await scene.opens(ANN)
    assert (await scene.table(2)).state == "lobby", "the channel is free for another"
