"""Tournaments that wait for their host, or for threads: they end by themselves, and say so."""

from functools import partial

import pytest

from bot.game.tournaments.several_tables import LATE
from bot.handlers.own_data import ForgetMe
from bot.screens.tournaments.tournament_presses import (
    ChangeStart,
    Enter,
    Pause,
    StartTournament,
    Withdraw,
)
from bot.store.tournaments import tournaments
from bot.surfaces.gateway import NotAllowed
from bot.values.ledger_records import DAY
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene, words
from tests.handlers.knock_outs import opens_knock_out

HOUR = 3600


def gives_no_threads(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_asked: object) -> int:
        raise NotAllowed("no threads here")

    monkeypatch.setattr(scene.desk.post, "open_thread", refuse)


async def test_a_tournament_that_nobody_starts_ends_by_itself(scene: Scene):
    await opens_knock_out(scene)
    assert f"If nobody starts it, it ends <t:{await ends_at(scene)}:R>." in scene.public_first()
    await scene.desk.let_pass(26 * DAY)
    await scene.presses(MAX, Enter)
    told = f"If nobody starts it, it ends <t:{await ends_at(scene)}:R>."
    assert told in scene.public_first(), "somebody has joined"
    await scene.desk.let_pass(27 * DAY - 60)
    assert len(scene.posted()) == 1
    await scene.desk.let_pass(60)
    warned = scene.posted()[-1].screen
    assert "Your tournament hasn't started yet. If it doesn't, it ends" in words(warned)
    assert warned.pings == (ANN.user_id,)
    assert "**5 people are in:**" in scene.public_first()
    await scene.presses(BOB, Withdraw)
    assert "**4 people are in:**" in scene.public_first()
    assert len(scene.posted()) == 2, "its host is told once"
    await scene.desk.let_pass(3 * DAY)
    assert "It was ended before a hand was played." in scene.public_first()
    for member in (ANN, MIA, MAX):
        assert "it was ended before it began" in scene.told(member), member.name
    assert "it was ended before it began" not in scene.told(BOB)


async def test_who_leaves_a_tournament_that_waits_moves_its_end_for_nobody(scene: Scene):
    await opens_knock_out(scene)
    await scene.desk.let_pass(26 * DAY)
    await scene.presses(MAX, Enter)
    promised = await ends_at(scene)
    await scene.desk.let_pass(20 * DAY)
    await scene.presses(MAX, Withdraw)
    assert await ends_at(scene) == promised
    assert f"it ends <t:{promised}:R>." in scene.public_first()


async def test_whose_host_starts_it_at_the_last_moment_waits_for_threads_from_then_on(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    gives_no_threads(scene, monkeypatch)
    await opens_knock_out(scene)
    await scene.desk.let_pass(30 * DAY - 60)
    await scene.presses(ANN, StartTournament)
    await scene.desk.let_pass(HOUR)
    assert f"it ends <t:{scene.desk.time.now - HOUR + 30 * DAY:.0f}:R>." in scene.public_first()


async def test_a_tournament_whose_set_time_is_taken_away_waits_from_then_on(scene: Scene):
    await opens_knock_out(scene)
    await scene.sends(ANN, ChangeStart(1), "50d")
    await scene.desk.let_pass(35 * DAY)
    await scene.sends(ANN, ChangeStart(1), "none")
    assert await ends_at(scene) == scene.desk.time.now + 30 * DAY


async def test_a_tournament_of_an_older_bot_waits_from_its_first_look_on(scene: Scene):
    """Which has not kept since when it waits."""
    await opens_knock_out(scene)
    forgets = "UPDATE tournaments SET waits_since = NULL"
    await scene.desk.services.database.write(lambda db: db.execute(forgets))
    await scene.desk.let_pass(30 * DAY)
    assert "**4 people are in:**" in scene.public_first()
    assert await ends_at(scene) == scene.desk.time.now + 30 * DAY


async def test_where_the_host_has_been_forgotten_the_channel_is_told(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, Withdraw)
    await scene.sends(ANN, ForgetMe(1))
    assert "-# Somebody with Manage Server starts it:" in scene.public_first()
    only = "Only somebody with Manage Server can do this."
    assert await scene.presses(BOB, StartTournament) == only
    await scene.sends(MAX, ChangeStart(1), "40d")
    assert "Somebody with Manage Server can start it earlier." in scene.public_first()
    await scene.sends(MAX, ChangeStart(1), "none")
    await scene.desk.let_pass(27 * DAY)
    warned = scene.posted()[-1].screen
    assert words(warned).startswith("The host of this tournament is gone. Unless somebody")
    assert all(part.get("content") != "" for part in warned.components)


async def ends_at(scene: Scene) -> int:
    """When a tournament ends by itself that nobody starts, or lets go on."""
    row = await scene.desk.read(partial(tournaments.get, tournament_id=1))
    assert row is not None
    assert row.due_at is not None
    return row.due_at


async def test_a_tournament_that_stays_paused_ends_by_itself(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    said = await scene.sends(ANN, Pause(1))
    for told in (said, scene.public_first()):
        assert f"Unless it goes on, it ends <t:{await ends_at(scene)}:R>." in told
    await scene.desk.let_pass(27 * DAY)
    assert "Your tournament is still paused." in scene.public()
    assert scene.posted()[-1].screen.pings == (ANN.user_id,)
    await scene.desk.let_pass(3 * DAY - 60)
    assert "The host has paused the tournament." in scene.public_first()
    await scene.desk.let_pass(60)
    assert "The tournament was ended" in scene.public_first()
    assert "The tournament was ended" in scene.told(BOB)


async def test_the_host_of_a_tournament_that_gets_no_thread_is_called_and_it_ends(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    gives_no_threads(scene, monkeypatch)
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    ends = f"it ends <t:{scene.desk.time.now + 30 * DAY:.0f}:R>."
    why = "I'm not allowed to make any."
    assert ends in scene.public_first()
    assert why in scene.public_first()
    before = len(scene.posted())
    await scene.desk.let_pass(LATE)
    (called,) = (each.screen for each in scene.posted()[before:])
    assert called.pings == (ANN.user_id,)
    assert ends in words(called)
    assert why in words(called)
    await scene.desk.let_pass(30 * DAY - LATE)
    assert len(scene.posted()) == before + 1, "its host is told once"
    assert "It was ended before a hand was played." in scene.public_first()


async def test_the_host_is_told_that_too_few_are_left_before_it_has_its_threads(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    gives_no_threads(scene, monkeypatch)
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    for member in (BOB, MIA, ZOE):
        await scene.presses(member, Withdraw)
    assert "It was ended before a hand was played." in scene.public_first()
    assert "it was ended before it began" in scene.told(ANN)


async def test_nobody_is_called_once_a_tournament_has_its_threads(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    await scene.desk.let_pass(LATE)
    assert "can't begin" not in scene.public(99)
