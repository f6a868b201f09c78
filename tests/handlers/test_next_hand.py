"""Between two hands: who is ready, how long is waited, who sits out."""

from bot.handlers import seating
from bot.screens.presses import CallTime, CallTimeNow, Ready, Start, TypedSeed
from bot.screens.settings.menus import ChangeTable
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene


async def test_one_who_is_not_at_the_table_is_never_ready(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    ready = scene.button(ANN, Ready)
    assert "You don't have a seat at this table" in await scene.again(MIA, ready)
    assert "Ready: " not in scene.public()


async def test_a_second_press_deals_once_the_others_were_waited_for(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.plays_hand(ANN, BOB, MIA)
    await scene.presses(ANN, Ready)
    await scene.desk.let_pass(299)
    assert "Waiting for Bob, Mia" in await scene.presses(ANN, Ready)
    await scene.desk.let_pass(1)
    assert "You're ready" in await scene.presses(BOB, Ready), "their first press waits"
    await scene.presses(BOB, Ready)
    assert "## Hand 2" in scene.public()


async def test_a_first_press_is_never_the_second(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await scene.desk.let_pass(3600)
    await scene.presses(ANN, Ready)
    assert "Ready: Ann · waiting for Bob" in scene.public()
    await scene.presses(ANN, Ready)
    assert "## Hand 2" in scene.public()


async def test_it_goes_on_when_who_was_waited_for_sits_out_or_leaves(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.plays_hand(ANN, BOB, MIA)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    await scene.asks(MIA, seating.sit_out())
    assert "## Hand 2" in scene.public()
    await scene.plays_hand(ANN, BOB)
    await scene.asks(MIA, seating.back())
    await scene.presses(ANN, Ready)
    await scene.asks(BOB, seating.leave())
    assert "## Hand 3" in scene.public()


async def test_who_sits_out_and_presses_ready_is_back(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    for member in (ANN, BOB):
        await scene.asks(member, seating.sit_out())
    assert "[I'm back] [Replay] [Review] [More]" in scene.told(BOB)
    assert "Welcome back." in await scene.presses(BOB, Ready)
    assert "Welcome back." in await scene.presses(ANN, Ready), "nobody has to come first"
    assert "## Hand 2" in scene.public()


async def test_who_sits_down_between_hands_is_ready(scene: Scene):
    await scene.deals(ANN, BOB, seats=3)
    await scene.plays_hand(ANN, BOB)
    await scene.asks(MIA, seating.join())
    assert "Ready: Mia · waiting for Ann, Bob" in scene.public()


async def test_only_who_has_a_seat_sits_out_or_comes_back_and_they_may_leave(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    for asked in (seating.sit_out(), seating.back()):
        assert "You don't have a seat at this table" in await scene.asks(ZOE, asked)
    await scene.asks(MIA, seating.sit_out())
    assert "3. Mia (sits out)" in scene.public()
    assert await scene.asks(MIA, seating.leave()) == "You've left the table."
    assert "Mia" not in scene.public()


async def test_the_hand_comes_by_itself_where_the_host_has_said_so(scene: Scene):
    await scene.deals(ANN, BOB, next_hand="60")
    await scene.plays_hand(ANN, BOB)
    assert "at the latest <t:1800000060:R>" in scene.public()
    await scene.desk.let_pass(59)
    assert "## Hand 1" in scene.public()
    await scene.desk.let_pass(1)
    assert "## Hand 2" in scene.public()


async def test_the_host_changes_when_it_comes_between_two_hands_too(scene: Scene):
    await scene.deals(ANN, BOB, next_hand="600")
    await scene.plays_hand(ANN, BOB)
    await scene.sends(ANN, ChangeTable(Spot(1), "next"), "60")
    assert "at the latest <t:1800000060:R>" in scene.public()
    await scene.sends(ANN, ChangeTable(Spot(1), "next"), "ready")
    await scene.desk.let_pass(3600)
    assert "## Hand 1" in scene.public()


async def test_a_press_below_an_earlier_hand_is_not_taken_for_the_next(scene: Scene):
    await scene.deals(ANN, BOB, seats=2)
    await scene.plays_hand(ANN, BOB)
    old = scene.button(ANN, Ready)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    dealt = "The next hand has already been dealt."
    assert await scene.sends(ANN, Ready(Spot(1, 1))) == dealt
    await scene.plays_hand(ANN, BOB)
    assert await scene.sends(ANN, Ready(Spot(1, 1))) == dealt
    await scene.again(ANN, old)
    assert "Ready: " not in scene.public()


async def test_who_sits_out_is_not_waited_for_and_is_dealt_nothing(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    told = await scene.asks(MIA, seating.sit_out())
    assert told.startswith("You'll finish this hand, then sit out. To return, press More")
    await scene.plays_hand(ANN, BOB, MIA)
    assert "sitting out" in await scene.sends(MIA, TypedSeed(Spot(1)), "abc!")
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    table = await scene.table()
    assert table.running is not None
    assert table.running.seat_of(3) is None
    told = await scene.asks(MIA, seating.back())
    assert told == "Welcome back. You get cards from the next hand on."
    await scene.plays_hand(ANN, BOB)
    assert "Ready: Mia · waiting for Ann, Bob" in scene.public(), "who comes back is ready"


async def test_who_sits_out_after_a_hand_plays_it_and_is_late_as_anybody(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic", clock="10m")
    await scene.asks(BOB, seating.sit_out())
    assert "After this hand you sit out. I'll keep your seat." in scene.told(BOB)
    assert "Your time runs out" in scene.told(BOB)
    await scene.desk.let_pass(600)
    assert "Time ran out, so I placed cards for Bob" in scene.public()


async def test_a_table_is_paused_while_one_is_alone(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.asks(BOB, seating.sit_out())
    told = await scene.sends(ANN, Start(Spot(1)))
    assert "The table is paused" in told
    assert "Sitting out: Bob" in told


async def test_a_paused_table_deals_nothing_by_itself(scene: Scene):
    await scene.deals(ANN, BOB, next_hand="60")
    await scene.plays_hand(ANN, BOB)
    await scene.asks(BOB, seating.sit_out())
    assert "at the latest" not in scene.public()
    await scene.desk.let_pass(3600)
    assert "The table is paused" in await scene.presses(ANN, Ready)
    await scene.asks(BOB, seating.back())
    assert (await scene.table()).running is None
    assert "<t:1800003660:R>" in scene.public(), "the time begins anew"
    await scene.desk.let_pass(60)
    assert "## Hand 2" in scene.public()


async def test_time_is_called_on_those_who_keep_the_others_waiting(scene: Scene):
    await scene.deals(ANN, BOB)
    assert "Place your own cards first" in await scene.calls_time(ANN)
    await scene.places(ANN)
    told = await scene.calls_time(ANN)
    assert told == "Time has been called. Bob: place by <t:1800000030:T>."
    assert "already been called" in await scene.calls_time(ANN)
    assert "aren't in this hand" in await scene.calls_time(MIA)
    await scene.desk.let_pass(30)
    assert "## Hand 1" in scene.public()
    assert "Replay" in scene.public(), "they were placed for, and the hand is over"


async def test_a_call_that_is_asked_about_is_moot_once_they_have_placed(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.places(ANN)
    asked = await scene.desk.press(ANN, scene.button(ANN, CallTime))
    assert asked is not None
    sure = scene.sure(asked, CallTimeNow)
    await scene.places(BOB)
    assert "The hand has moved on" in await scene.again(ANN, sure)
    assert not (await scene.table()).deadlines


async def test_there_are_no_time_calls_beside_a_clock(scene: Scene):
    await scene.deals(ANN, BOB, clock="60s")
    await scene.places(ANN)
    assert "already has a clock" in await scene.calls_time(ANN)


async def test_the_time_that_the_host_chose_counts_and_no_press_moves_it(scene: Scene):
    await scene.deals(ANN, BOB, next_hand="600")
    await scene.plays_hand(ANN, BOB)
    await scene.desk.let_pass(400)
    await scene.presses(ANN, Ready)
    assert "<t:1800000600:R>" in scene.public()
    await scene.desk.let_pass(190)
    await scene.presses(ANN, Ready)
    assert (await scene.table()).running is None, "without the host's time it would be dealt now"
    await scene.desk.let_pass(10)
    assert "## Hand 2" in scene.public()
    await scene.plays_hand(ANN, BOB)
    assert "<t:1800001200:R>" in scene.public(), "and again after each hand"


async def test_a_table_that_everybody_leaves_alone_stops_by_itself(scene: Scene):
    await scene.deals(ANN, BOB, clock="1m", next_hand="60")
    for _ in range(8):
        await scene.desk.let_pass(61)
    table = await scene.table()
    assert (table.state, table.row.deals_at) == ("between", None)
    assert "Sitting out from now on: Ann, Bob" in scene.public()
    await scene.desk.let_pass(24 * 3600)
    assert (await scene.table()).next_number == table.next_number


async def test_nobody_waits_for_computer_players(scene: Scene):
    await scene.opens(ANN, computer="steady", seats=2)
    await scene.presses(ANN, Start)
    await scene.plays_hand(ANN)
    assert "when all are ready" not in scene.public(), "there is nobody to wait for"
    await scene.presses(ANN, Ready)
    assert "## Hand 2" in scene.public()
    await scene.sends(ANN, ChangeTable(Spot(1), "next"), "60")
    await scene.plays_hand(ANN)
    await scene.desk.let_pass(60)
    assert "## Hand 3" in scene.public(), "it comes by itself too"
