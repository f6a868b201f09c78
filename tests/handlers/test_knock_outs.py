"""A knock-out under way: who comes late, what drags, what goes wrong, and who runs it."""

import pytest

from bot.game.tournaments import seating
from bot.handlers.serving import asked_by
from bot.handlers.tournaments import managing
from bot.screens.presses import ChooseKick, ComeBackInChannel, EndGame, LeaveNow, SitOut
from bot.screens.tournaments.tournament_presses import (
    AwardShownCard,
    EndNow,
    Enter,
    Extend,
    GoOn,
    Pause,
    RemoveNow,
    ShowManaging,
    Withdraw,
)
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, MIA, Scene
from tests.handlers.knock_outs import (
    PEOPLE,
    begins_knock_out,
    found,
    home_of,
    places_all,
    plays_round,
    said_in,
)

MINUTE = 60


async def sizes(scene: Scene) -> list[int]:
    return sorted(len(table.seats) for table in (await found(scene)).tables)


async def in_play(scene: Scene) -> int:
    """The sum of all stacks."""
    return sum((await found(scene)).stacks.values())


# --- late -------------------------------------------------------------------------------------


async def test_people_join_late_and_leave_and_whoever_is_out_stays_out(scene: Scene):
    there = await begins_knock_out(scene, 6, stack=500, seats=4)
    assert await sizes(scene) == [3, 3]
    late = PEOPLE[6]
    assert "before the next hand" in await scene.sends(late, Enter(1))
    there.append(late)
    await plays_round(scene, *there)
    assert await sizes(scene) == [3, 4]
    assert "You're in: you play at table " in said_in(scene, late.dm)
    assert await in_play(scene) == 7 * 500
    asked = await scene.screen(BOB, asked_by(str(Withdraw(1))))
    await scene.again(BOB, scene.sure(asked, LeaveNow))
    assert "You're out of this tournament." in await scene.sends(BOB, Enter(1))
    await plays_round(scene, *there)
    assert await sizes(scene) == [3, 3]
    assert [each.out is None for each in (await found(scene)).entrants].count(False) == 1
    assert "It's too late to join this tournament." in await scene.sends(PEOPLE[7], Enter(1))


async def test_whoever_comes_late_when_all_seats_are_taken_gets_a_new_table(scene: Scene):
    there = await begins_knock_out(scene, 6, stack=500)
    for late in PEOPLE[6:8]:
        assert "before the next hand" in await scene.sends(late, Enter(1))
        there.append(late)
    await plays_round(scene, *there)
    assert await sizes(scene) == [2, 3, 3]
    now = await found(scene)
    assert [table.row.room for table in now.tables] == [1, 2, 3]
    assert {table.played.row.number for table in now.tables if table.played} == {2}, "R14.1"
    assert "You're in: you play at table 3" in said_in(scene, there[-1].dm)
    await plays_round(scene, *there)
    assert await in_play(scene) == 8 * 500


async def test_at_an_only_table_one_too_many_for_the_deck_may_come_late(scene: Scene):
    there = await begins_knock_out(scene, 3, stack=500)
    for number in (4, 5):
        there.append(PEOPLE[number - 1])
        await scene.sends(there[-1], Enter(1))
        await plays_round(scene, *there)
        assert await sizes(scene) == [number]
        assert await in_play(scene) == number * 500


# --- nobody there -----------------------------------------------------------------------------


async def test_a_hand_that_drags_is_played_to_its_end(scene: Scene):
    await begins_knock_out(scene, 4)
    await scene.desk.let_pass(19 * MINUTE)
    assert (await found(scene)).row.round == 1
    await scene.desk.let_pass(2 * MINUTE)
    assert all(table.running is None for table in (await found(scene)).tables)
    await scene.desk.let_pass(25)
    assert (await found(scene)).row.round == 2
    assert await in_play(scene) == 4 * 40


async def test_a_table_of_people_who_never_come_holds_up_nobody(
    scene: Scene, caplog: pytest.LogCaptureFixture
):
    there = await begins_knock_out(scene, 6, stack=400, clock="1m")
    first = (await found(scene)).tables[0]
    absent = {first.people[seat.player_id].user_id for seat in first.seats}
    (sleeper, *_) = (member for member in there if member.user_id in absent)
    for _minute in range(10):
        await places_all(scene, *(m for m in there if m.user_id not in absent))
        await scene.desk.let_pass(MINUTE)
    assert (await found(scene)).row.round > 5, "the others play on"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert "missed the hand" in said_in(scene, await home_of(scene, sleeper))
    for _minute in range(5):
        await scene.desk.let_pass(MINUTE)
    waits = "Nobody is here to play. Press More at your table, then I'm back: if nobody has by <t:"
    assert waits in scene.public_first()
    assert waits in said_in(scene, await home_of(scene, sleeper))
    assert waits in await scene.asks(ANN, managing.manage(ShowManaging(1)))
    await scene.sends(sleeper, ComeBackInChannel(Spot(first.id)))
    assert waits not in scene.public_first()
    await scene.sends(sleeper, SitOut(Spot(first.id)))
    await scene.desk.let_pass(MINUTE)
    await scene.desk.let_pass(20 * MINUTE)
    assert "## The tournament is over\n" in scene.public_first()
    assert "🏆 **" in scene.public_first()
    assert "Nobody was there to play on, so the stacks decide." in scene.public_first()


# --- what goes wrong --------------------------------------------------------------------------


async def test_what_goes_wrong_again_and_again_is_told(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    there = await begins_knock_out(scene, 6)
    told = "Something keeps going wrong here. I'm trying again every half minute"
    with monkeypatch.context() as patch:
        patch.setattr(seating, "level", lambda *_: 1 // 0)
        await plays_round(scene, *there)
        await scene.desk.let_pass(30)
        assert told not in scene.public_first()
        await scene.desk.let_pass(30)
        thread = await home_of(scene, ANN)
        assert told in scene.public_first()
        assert told in said_in(scene, thread), "where people wait for the next hand"
        assert told in await scene.asks(ANN, managing.manage(ShowManaging(1)))
        assert "TOURNAMENT 1: failed, put off" in caplog.text
    await scene.desk.let_pass(30)
    assert (await found(scene)).row.round == 2
    assert told not in scene.public_first()
    monkeypatch.setattr("bot.game.play.decide_for", lambda *_: 1 // 0)
    for minutes in (20, 1, 1):
        await scene.desk.let_pass(minutes * MINUTE)
    assert told in scene.public_first()
    assert told in said_in(scene, await home_of(scene, ANN))
    await places_all(scene, *there)
    assert told not in scene.public_first()


# --- who runs it ------------------------------------------------------------------------------


async def test_whoever_runs_it_may_pause_extend_remove_and_end_it(scene: Scene):
    there = await begins_knock_out(scene, 5)
    assert "Only the host, Ann" in await scene.sends(BOB, ShowManaging(1))
    assert "Everybody has 10 more minutes" in await scene.sends(ANN, Extend(1))
    await scene.sends(ANN, Pause(1))
    await scene.desk.let_pass(21 * MINUTE)
    assert any(table.running is not None for table in (await found(scene)).tables)
    told = await scene.sends(ANN, AwardShownCard(1, str(BOB.user_id)))
    assert "Bob pays each active player 1 point times the stake." in told
    told = await scene.sends(ANN, RemoveNow(1, str(MIA.user_id)))
    assert "Mia is taken out of the tournament." in told
    await places_all(scene, *there)
    await scene.desk.let_pass(MINUTE)
    now = await found(scene)
    assert (now.row.round, len(now.stacks)) == (1, 4)
    assert "The host has paused the tournament." in scene.public_first()
    await scene.sends(ANN, GoOn(1))
    await scene.desk.let_pass(25)
    assert (await found(scene)).row.round == 2
    await scene.sends(ANN, EndNow(1))
    assert "The tournament was ended" in scene.public_first()
    assert not (await found(scene)).tables


async def test_its_tables_are_nobodys_to_stop_or_change(scene: Scene):
    await begins_knock_out(scene, 4)
    (table, *_) = (await found(scene)).tables
    for kind in (EndGame, ChooseKick):
        told = await scene.sends(ANN, kind(Spot(table.id)))
        assert "This table belongs to a tournament." in told
    assert (await found(scene)).tables[0].state == "playing"
