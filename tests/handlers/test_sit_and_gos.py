"""A sit-and-go: who begins it, who leaves, sits out or runs out of time, and what that costs."""

from dataclasses import replace
from typing import Any

from bot.game.lobby import NewTable
from bot.handlers import showing
from bot.handlers.serving import asked_by
from bot.handlers.tournaments import entering
from bot.screens.presses import Join, LeaveNow, PlayComputer, Ready, ShowMore, SitOut
from bot.screens.tournaments.tournament_presses import ChangeStart, Enter, StartTournament, Withdraw
from bot.store.tournaments import tournaments
from bot.values.draft import Spot
from bot.values.tournament_views import SIT_AND_GO
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MIA, Scene
from tests.handlers.knock_outs import STACKS


async def opens(
    scene: Scene, seats: int, variant: str = "chinese", clock: str | None = None, **options: Any
) -> None:
    rises = replace(STACKS, **{"levels": "none", **options})
    opening = NewTable(rises, variant=variant, seats=seats, clock=clock)
    await scene.asks(ANN, entering.new(opening, SIT_AND_GO))


async def fills(scene: Scene, *others: Member, **options: Any) -> None:
    """One at which these sit down beside Ann, so that it begins."""
    await opens(scene, 1 + len(others), **options)
    for member in others:
        await scene.presses(member, Join)
    await scene.desk.let_pass(3)
    assert (await scene.table()).running is not None


async def test_the_host_starts_with_two_and_whoever_leaves_is_out(scene: Scene):
    await opens(scene, 3)
    assert "The stakes don't rise." in await scene.asks(ANN, showing.rules())
    await scene.presses(BOB, Join)
    assert "The cards are dealt." in await scene.sends(ANN, StartTournament(1))
    assert "This tournament has begun." in await scene.sends(MIA, Enter(1))
    await scene.plays_hand(ANN, BOB)
    before = (await scene.table()).stacks
    booked = await scene.desk.read(
        lambda db: db.execute("SELECT count(*) FROM bookings").fetchone()[0]
    )
    assert booked == 0, "its points are its own"
    assert "You've left the table." in await scene.sends(BOB, Withdraw(1))
    assert "🏆 **Ann** wins." in scene.public()
    assert "2. Bob: out in hand 2" in scene.public()
    (out,) = (await scene.desk.read(lambda db: tournaments.outs(db, 1))).values()
    assert out.stack == before[2]


async def test_its_lobby_says_when_it_closes_unless_it_has_a_set_start(scene: Scene):
    await opens(scene, 3)
    closes = "It closes by itself if nothing happens here for 24 hours."
    assert closes in await scene.presses(BOB, ShowMore)
    await scene.sends(ANN, ChangeStart(1), "3d")
    assert closes not in await scene.presses(BOB, ShowMore)
    await scene.sends(ANN, ChangeStart(1), "none")
    await scene.desk.let_pass(24 * 3600 - 60)
    assert (await scene.table()).state == "lobby"
    await scene.desk.let_pass(60)
    assert (await scene.table()).state == "closed"


async def test_whoever_leaves_as_the_last_to_place_leaves_a_winner(scene: Scene):
    await fills(scene, BOB)
    await scene.places(ANN)
    await scene.presses_sure(BOB, asked_by(str(Withdraw(1))), LeaveNow)
    assert "🏆 **Ann** wins." in scene.public()
    assert "2. Bob: out in hand 1" in scene.public()


async def test_a_computer_that_takes_the_last_seat_starts_it(scene: Scene):
    await opens(scene, 2)
    await scene.sends(ANN, PlayComputer(Spot(1)))
    await scene.desk.let_pass(3)
    assert len((await scene.table()).stacks) == 2
    assert (await scene.table()).running is not None


async def test_r11_3_whoever_sits_out_misses_hands_until_nothing_is_left(scene: Scene):
    await fills(scene, BOB, MIA, stack=40)
    await scene.plays_hand(ANN, BOB, MIA)
    await scene.sends(MIA, SitOut(Spot(1)))
    before = (await scene.table()).stacks
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    await scene.plays_hand(ANN, BOB)
    after = await scene.table()
    assert "missed the hand" in scene.public()
    assert before[3] - after.stacks[3] == 6
    await scene.sends(BOB, SitOut(Spot(1)))
    await scene.presses(ANN, Ready)
    assert (await scene.table()).next_number == after.next_number + 1, "it is over at once"
    assert "nobody else plays on" in scene.public()


async def test_r11_2_time_may_be_called_beside_the_clock(scene: Scene):
    await fills(scene, BOB, variant="pineapple", clock="10m")
    assert "Besides the clock, opponents who aren't to act themselves can call time" in (
        await scene.asks(BOB, showing.rules())
    )
    running = (await scene.table()).running
    assert running is not None
    first, other = (ANN, BOB) if running.player_at(running.hand.waiting_on[0]) == 1 else (BOB, ANN)
    assert "place by <t:" in await scene.calls_time(other)
    await scene.desk.let_pass(29)
    assert await scene.calls_time(other) == "Time has already been called."
    assert await streets(scene) == 0
    await scene.desk.let_pass(1)
    assert await streets(scene) == 1, "the bot has placed"
    await scene.desk.let_pass(575)
    assert await scene.calls_time(first) == "Their time runs out sooner than that anyway."
    await scene.desk.let_pass(25)
    assert await streets(scene) == 2


async def streets(scene: Scene) -> int:
    """How many streets have been placed by all together."""
    running = (await scene.table()).running
    assert running is not None
    return sum(running.hand.streets_played)
