"""R11.1 and R11.2: whose time runs out, by the clock or by a call, and who is away after that."""

import time

import pytest

from bot.handlers import own_cards, seating
from bot.screens.press import parse
from bot.screens.presses import (
    AcceptWarning,
    CallTime,
    ComeBack,
    Confirm,
    Ready,
    ShowText,
    Start,
    TypedSeed,
)
from bot.screens.settings.menus import ChangeTable
from bot.store.engine import OperationalError
from bot.values.draft import Spot
from bot.values.scenes import Presence
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MIA, Scene, words
from tests.desk.words import buttons
from tests.waiting import until

CLOCK = 601
"""A second more than everybody has in these games."""


async def presence(scene: Scene, member: Member) -> Presence:
    table = await scene.table()
    return next(
        s.presence for s in table.seats if table.people[s.player_id].user_id == member.user_id
    )


async def streets(scene: Scene) -> list[int]:
    """How many streets each has placed, by acting order."""
    running = (await scene.table()).running
    assert running is not None
    return list(running.hand.streets_played)


async def waits_for(scene: Scene) -> list[str]:
    """Whom the hand waits for."""
    table = await scene.table()
    running = table.running
    if running is None:
        return []
    return [table.people[running.player_at(seat)].name for seat in running.hand.waiting_on]


async def goes_away(scene: Scene) -> None:
    """Bob's time runs out twice; Ann acts in between and has to act now."""
    await scene.deals(ANN, BOB, variant="pineapple", seats=2, clock="10m")
    await scene.desk.let_pass(CLOCK)
    await scene.places(ANN)
    await scene.desk.let_pass(CLOCK)
    assert await presence(scene, BOB) is Presence.AWAY


async def plays_on(scene: Scene, *members: Member) -> None:
    """Let these place until the hand is over, or waits for others."""
    names = {member.name: member for member in members}
    while waiting := [names[name] for name in await waits_for(scene) if name in names]:
        await scene.places(waiting[0])


async def test_after_the_first_time_it_is_told_what_was_placed_and_they_decide_on(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple", clock="10m")
    await scene.desk.let_pass(CLOCK)
    assert "I placed for you:" in scene.told(BOB)
    assert not scene.has(BOB, ComeBack)
    await scene.places(ANN)
    await scene.places(BOB)
    assert "I placed for you" not in scene.told(BOB), "Bob's last decision was Bob's own"


async def test_after_the_second_time_in_a_row_they_are_away_and_nobody_waits_for_them(scene: Scene):
    await goes_away(scene)
    told = scene.told(BOB)
    assert "Your time ran out twice" in told
    assert "I placed for you:" in told
    assert scene.has(BOB, ComeBack)
    assert "away: Bob" in scene.public()
    assert "Bob (away" in scene.public()
    assert "AWAY" in await scene.sends(ANN, ShowText(Spot(1, 1)))
    before = len(scene.posted(BOB.dm))
    for _ in range(2):
        await scene.places(ANN)
    assert (await streets(scene))[0] == 4, "without a minute having passed"
    assert await waits_for(scene) == ["Ann"]
    assert len(scene.posted(BOB.dm)) == before, "no new message for what Bob does not do"
    rows = await scene.desk.read(
        lambda db: db.execute(
            "SELECT operation, on_behalf FROM operations ORDER BY number"
        ).fetchall()
    )
    marked = [row["operation"].split()[:2] for row in rows if row["on_behalf"]]
    assert marked == [["place", "0"]] * 4, "that is kept for good"


@pytest.mark.parametrize("how", ["button", "command"])
async def test_whoever_is_back_decides_for_themselves_again(scene: Scene, how: str):
    await goes_away(scene)
    if how == "button":
        await scene.presses(BOB, ComeBack)
    else:
        assert "[I'm back]" in await scene.asks(BOB, own_cards.show())
        assert "You decide for yourself again" in await scene.asks(BOB, seating.back())
    assert await presence(scene, BOB) is Presence.HERE
    assert "away" not in scene.public()
    await scene.places(ANN)
    assert await waits_for(scene) == ["Bob"]
    await scene.desk.let_pass(CLOCK)
    assert await presence(scene, BOB) is Presence.HERE, "the count has begun anew"


async def test_after_the_hand_they_sit_out_and_the_table_pauses_until_they_are_back(scene: Scene):
    await goes_away(scene)
    await plays_on(scene, ANN)
    assert await presence(scene, BOB) is Presence.OUT
    assert "Sitting out from now on: Bob" in scene.public()
    assert "You don't get any hands until you're back" in scene.told(BOB)
    refused = await scene.sends(ANN, TypedSeed(Spot(1)), "abc!")
    assert "The table is paused: a hand needs two players. Sitting out: Bob" in refused
    assert "You get cards from the next hand on" in await scene.asks(BOB, seating.back())
    assert "Sitting out" not in scene.public()
    await scene.presses(ANN, Ready)
    assert (await scene.table()).running is not None


async def test_when_everybody_is_away_the_hand_ends_and_nobody_deals_on(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple", clock="10m")
    for _ in range(4):
        await scene.desk.let_pass(CLOCK)
    assert (await scene.table()).running is None, "both have gone away, so it ends at once"
    assert {await presence(scene, each) for each in (ANN, BOB)} == {Presence.OUT}
    assert "Welcome back." in await scene.presses(ANN, Ready)
    assert await presence(scene, BOB) is Presence.OUT
    assert (await scene.table()).running is None


async def test_where_hands_die_two_in_a_row_make_a_player_away(scene: Scene):
    await scene.opens(
        ANN, BOB, MIA, variant="pineapple", seats=3, clock="10m", changes="time_out=dead"
    )
    out = []
    for _hand in range(2):
        for member in (ANN, BOB, MIA):
            if (await scene.table()).running is None:
                await scene.presses(member, Start, Ready)
        await plays_on(scene, ANN, MIA)
        await scene.desk.let_pass(CLOCK)
        await plays_on(scene, ANN, MIA)
        assert "dead hand, counts as a foul" in scene.public()
        out.append(await presence(scene, BOB))
    assert out == [Presence.HERE, Presence.OUT]


async def test_without_direct_messages_who_is_away_is_not_called_in_the_channel(scene: Scene):
    scene.desk.post.closed.add(BOB.user_id)
    await goes_away(scene)

    def calls() -> list[int]:
        return [m.id for m in scene.posted() if BOB.user_id in m.screen.pings]

    before = calls()
    await scene.places(ANN)
    assert set(calls()) <= set(before)
    await scene.asks(BOB, seating.back())
    await scene.places(ANN)
    assert await waits_for(scene) == ["Bob"]


async def test_where_all_place_at_once_who_is_away_is_not_waited_for_and_stays_hidden(
    scene: Scene,
):
    changes = "deal_mode=simultaneous"
    await scene.deals(ANN, BOB, MIA, variant="pineapple", seats=3, clock="10m", changes=changes)
    for _ in range(2):
        for member in (ANN, MIA):
            await scene.places(member)
        await scene.desk.let_pass(CLOCK)
    assert await presence(scene, BOB) is Presence.AWAY
    await scene.places(ANN)
    running = (await scene.table()).running
    assert running is not None
    (seat,) = (n for n in range(3) if running.player_at(n) == 2)
    assert (await streets(scene))[seat] == 3, "placed at once, and seen by nobody before Mia's"
    await scene.places(MIA)
    assert "Ann" in await waits_for(scene)
    await plays_on(scene, ANN, MIA)
    assert (await scene.table()).running is None


# --- the clock --------------------------------------------------------------------------------


async def test_without_a_clock_nobodys_time_runs_out(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple")
    await scene.desk.let_pass(29 * 24 * 3600)
    assert await waits_for(scene) == ["Bob"]
    assert "time runs out" not in scene.public()


async def test_a_hand_that_everybody_forgets_plays_to_its_end(scene: Scene):
    await scene.deals(ANN, BOB, MIA, variant="pineapple", seats=3, clock="10m")
    for _ in range(15):
        await scene.desk.let_pass(CLOCK)
    assert (await scene.table()).running is None
    assert "## Hand 1" in scene.public()


async def test_who_acts_in_time_starts_the_next_ones_clock(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple", clock="10m")
    await scene.desk.let_pass(500)
    await scene.places(BOB)
    await scene.desk.let_pass(500)
    assert await waits_for(scene) == ["Ann"], "100 s are left"


# --- time that is called ----------------------------------------------------------------------


async def test_no_hand_no_time_call_nor_where_the_host_wants_none(scene: Scene):
    await scene.opens(ANN, BOB, variant="pineapple")
    assert "No hand is being played" in await scene.sends(ANN, CallTime(Spot(1)))
    await scene.presses(ANN, Start)
    await scene.sends(ANN, ChangeTable(Spot(1), "time"), "no")
    assert "turned off time calls" in await scene.calls_time(ANN)
    await scene.places(BOB)
    assert not scene.has(BOB, CallTime)
    await scene.sends(ANN, ChangeTable(Spot(1), "time"), "yes")
    assert "Time has been called" in await scene.calls_time(BOB)


async def test_against_computers_alone_there_is_nobody_to_call(scene: Scene):
    await scene.opens(ANN, variant="pineapple", computer="steady", seats=2)
    await scene.presses(ANN, Start)
    hand = await scene.screen(ANN, own_cards.show())
    for kind in (AcceptWarning, Confirm):
        button = scene.sure(hand, kind)
        await scene.again(ANN, button)
        hand = button.message.screen
    assert "your cards are placed" in words(hand), "before the computer player places"
    assert not any(isinstance(parse(each["custom_id"]), CallTime) for each in buttons(hand))


async def test_whoever_acts_in_called_time_loses_nothing(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple")
    await scene.calls_time(ANN)
    await scene.places(BOB)
    await scene.desk.let_pass(60)
    assert await waits_for(scene) == ["Ann"]
    assert (await scene.table()).deadlines == {}


async def test_r11_1_a_hand_is_dead_when_called_time_is_up(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple", changes="time_out=dead")
    await scene.calls_time(ANN)
    assert "your hand is dead" in "".join(words(each.screen) for each in scene.posted(BOB.dm))
    await scene.desk.let_pass(31)
    running = (await scene.table()).running
    assert running is not None
    assert running.hand.seats[0].is_done


async def test_simultaneous_streets_call_all_who_are_left(scene: Scene):
    changes = "deal_mode=simultaneous"
    await scene.deals(ANN, BOB, MIA, variant="pineapple", seats=3, changes=changes)
    assert await scene.calls_time(ANN) == "Place your own cards first."
    await scene.places(ANN)
    assert "Bob, Mia: place by" in await scene.calls_time(ANN)
    await scene.desk.let_pass(31)
    running = (await scene.table()).running
    assert running is not None
    assert running.hand.street == 1
    assert {"Bob", "Mia"} & {*await waits_for(scene)}, "the next street"


# --- the bot was away -------------------------------------------------------------------------


async def test_an_absence_is_credited_once_and_others_are_told_of_it_until_that_works(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await scene.deals(ANN, BOB, clock="10m")
    timer, real, told = scene.desk.services.timer, time.time, list[str]()

    async def returned() -> None:
        told.append("once more")
        if len(told) == 1:
            raise OperationalError("database is locked")

    monkeypatch.setattr("bot.workers.timer._RETRY", 0)
    monkeypatch.setattr(timer, "returned", returned)
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    before = (await scene.table()).deadlines
    timer.wake()
    await until(lambda: len(told) == 2)
    await scene.desk.settle()
    (moved,) = {at - before[who] for who, at in (await scene.table()).deadlines.items()}
    assert 3600 <= moved < 3660
