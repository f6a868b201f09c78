"""Tournaments that start at a time: what follows when, to the second, and who is told what."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from bot.game.lobby import NewTable
from bot.handlers import ending, seating, settings_handlers
from bot.handlers.tournaments import entering, managing
from bot.screens.settings.menus import ChangeOwn
from bot.screens.tournaments.tournament_presses import (
    AskToEnd,
    ChangeStart,
    EndNow,
    Enter,
    RemoveNow,
    ShowManaging,
    StartTournament,
    Withdraw,
)
from bot.store.due import DueKind
from bot.surfaces.gateway import Limited, NotAllowed, Resting
from bot.values.draft import Spot
from bot.values.options import TableOptions
from bot.values.tournament_views import DUPLICATE, KNOCK_OUT, SIT_AND_GO, EventState
from tests.desk.desk import BEGINNING, CHANNEL, Member
from tests.desk.scene import ANN, BOB, MAX, MIA, Scene, words
from tests.waiting import until

HOUR: Final = 3600
AT: Final = BEGINNING + HOUR
REMINDED: Final = 15 * 60
OPENING: Final = NewTable(TableOptions(stack=20, books=False), variant="chinese", seats=4)
SOON, MOVED, OPEN, WAITS, OFF, ENDED = (
    f"The tournament in <#70> {said}"
    for said in (
        f"starts <t:{AT}:R>.",
        "has another time: ",
        "no longer has a set time: its host will start it.",
        "is waiting for more players. It now starts ",
        "was called off: too few people had joined.",
        "won't take place: it was ended before it began.",
    )
)
FAILS: Final = "Something keeps going wrong here."
both = pytest.mark.parametrize("form", [SIT_AND_GO, KNOCK_OUT])


async def opens(scene: Scene, form: str, *others: Member, begins: str = "1h") -> str:
    """Have Ann open a tournament that the others join; what Ann is told."""
    told = await scene.asks(ANN, entering.new(OPENING, form, begins))
    for member in others:
        await scene.sends(member, Enter(1))
    return told


async def puts(scene: Scene, member: Member, typed: str) -> str:
    """What somebody is told who types another start."""
    return await scene.sends(member, ChangeStart(1), typed)


def news(scene: Scene, member: Member) -> list[str]:
    """What somebody was told of starts by direct message."""
    said = (words(each.screen) for each in scene.posted(member.dm))
    return [each for each in said if each.startswith("The tournament in <#70> ")]


async def has_begun(scene: Scene, form: str) -> bool:
    if form == SIT_AND_GO:
        return (await scene.table()).running is not None
    return "[Start]" not in scene.public_first()


@both
async def test_all_who_are_in_are_reminded_a_quarter_of_an_hour_before(scene: Scene, form: str):
    told = await opens(scene, form, BOB)
    assert told.startswith(f"Your tournament is open. It starts <t:{AT}:F>, <t:{AT}:R>.")
    await scene.desk.let_pass(HOUR - REMINDED - 1)
    assert not news(scene, ANN) + news(scene, BOB)
    await scene.desk.let_pass(1)
    for member in (ANN, BOB):
        assert news(scene, member) == [SOON]
    await scene.desk.let_pass(60)
    assert news(scene, BOB) == [SOON], "once"


@both
async def test_it_begins_at_its_time_with_those_who_are_in(scene: Scene, form: str):
    await opens(scene, form, BOB, MIA)
    await scene.desk.let_pass(HOUR - 1)
    assert not await has_begun(scene, form)
    await scene.desk.let_pass(1)
    assert await has_begun(scene, form)
    assert news(scene, BOB) == [SOON], "what follows is told by its hand"


@pytest.mark.parametrize("form", [SIT_AND_GO, KNOCK_OUT, DUPLICATE])
async def test_with_too_few_it_waits_a_quarter_of_an_hour_and_then_no_longer(
    scene: Scene, form: str
):
    await opens(scene, form)
    await scene.desk.let_pass(HOUR - REMINDED)
    await scene.desk.let_pass(REMINDED + 20)
    again = AT + 16 * 60
    (soon, waits) = news(scene, ANN)
    assert soon == SOON
    assert waits == f"{WAITS}<t:{again}:F>, <t:{again}:R>."
    assert "Waiting for more players." in scene.public_first()
    await scene.desk.let_pass(again - 1 - AT - 20)
    assert len(news(scene, ANN)) == 2, "nobody is reminded of it once more"
    await scene.desk.let_pass(1)
    assert news(scene, ANN)[2:] == [OFF]
    assert "too few people had joined" in scene.public(9)
    assert "no table" in await scene.asks(BOB, seating.join())


@both
async def test_those_who_come_meanwhile_are_enough(scene: Scene, form: str):
    await opens(scene, form)
    await scene.desk.let_pass(HOUR)
    for member in (BOB, MIA):
        await scene.sends(member, Enter(1))
    await scene.desk.let_pass(REMINDED)
    assert await has_begun(scene, form)
    assert not news(scene, BOB)


@both
async def test_another_time_is_told_to_all_but_whoever_says_it(scene: Scene, form: str):
    await opens(scene, form, BOB, MIA)
    told = f"The tournament starts <t:{AT + HOUR}:F>, <t:{AT + HOUR}:R>. I'll tell everybody who"
    assert told in await puts(scene, ANN, "2h")
    for member in (BOB, MIA):
        assert news(scene, member) == [f"{MOVED}<t:{AT + HOUR}:F>, <t:{AT + HOUR}:R>."]
    assert not news(scene, ANN)
    await puts(scene, ANN, "2h")
    assert len(news(scene, BOB)) == 1, "it is the same"
    assert "press Start when it's time" in await puts(scene, ANN, "none")
    assert news(scene, BOB)[1:] == [OPEN]
    await scene.desk.let_pass(2 * HOUR)
    assert not await has_begun(scene, form)
    assert len(news(scene, BOB)) == 2
    await puts(scene, ANN, "1h")
    assert len(news(scene, BOB)) == 2, "a first time is no other time"


@both
async def test_whoever_manages_the_server_is_not_who_is_in(scene: Scene, form: str):
    await opens(scene, form, BOB)
    assert "Only the host, Ann," in await puts(scene, BOB, "2h")
    await puts(scene, MAX, "2h")
    for member in (ANN, BOB):
        assert len(news(scene, member)) == 1
    assert not news(scene, MAX)


@pytest.mark.parametrize(("begins", "times"), [("15m", 0), ("16m", 1)])
@both
async def test_nobody_is_reminded_of_what_was_planned_a_moment_before(
    scene: Scene, form: str, begins: str, times: int
):
    await opens(scene, form, BOB, MIA, begins=begins)
    await scene.desk.let_pass(60)
    await scene.desk.let_pass(REMINDED - 60)
    assert len(news(scene, BOB)) == times
    await scene.desk.let_pass(60)
    assert await has_begun(scene, form)


@both
async def test_it_is_ended_before_it_begins(scene: Scene, form: str):
    await opens(scene, form, BOB)
    if form == SIT_AND_GO:
        await scene.asks(ANN, ending.stop())
    else:
        managed = await scene.screen(ANN, managing.manage(ShowManaging(1)))
        asked = scene.sure(managed, AskToEnd)
        await scene.again(ANN, asked)
        await scene.again(ANN, scene.sure(asked.message.screen, EndNow))
    assert news(scene, BOB) == [ENDED]
    assert not news(scene, ANN), "whoever ended it knows"
    await scene.desk.let_pass(2 * HOUR)
    assert news(scene, BOB) == [ENDED]


async def test_its_host_is_told_if_somebody_with_manage_server_ends_it(scene: Scene):
    await opens(scene, KNOCK_OUT, BOB)
    await scene.sends(MAX, EndNow(1))
    for member in (ANN, BOB):
        assert news(scene, member) == [ENDED]


@both
async def test_once_it_has_begun_no_time_is_set(scene: Scene, form: str):
    await opens(scene, form, BOB, MIA)
    await scene.sends(ANN, StartTournament(1))
    assert await has_begun(scene, form)
    assert "has already started" in await puts(scene, ANN, "2h")
    await scene.desk.let_pass(HOUR)
    assert not news(scene, BOB)


async def test_who_is_not_in_any_more_is_told_nothing(scene: Scene):
    await opens(scene, KNOCK_OUT, BOB, MIA)
    await scene.presses(BOB, Withdraw)
    await puts(scene, ANN, "2h")
    assert not news(scene, BOB)
    assert len(news(scene, MIA)) == 1


@both
async def test_who_takes_no_direct_messages_is_told_in_the_channel(scene: Scene, form: str):
    scene.desk.post.closed |= {BOB.user_id, MIA.user_id}
    await opens(scene, form, BOB, MIA)
    before = len(scene.posted())
    await scene.desk.let_pass(HOUR - REMINDED)
    told = scene.posted()[before:]
    (call,) = [each.screen for each in told if "<@101>" in str(each.screen.components)]
    assert SOON in str(call.components)
    assert "<@102>" in str(call.components), "both in one message"
    assert set(call.pings) == {101, 102}
    assert news(scene, ANN) == [SOON]
    await scene.desk.let_pass(REMINDED - 1)
    assert scene.posted()[before:] == told, "once"


async def test_who_wants_no_calls_is_told_nothing(scene: Scene):
    await opens(scene, KNOCK_OUT, BOB, MIA)
    await scene.sends(BOB, ChangeOwn(Spot(0), "calls"), "none")
    before = len(scene.posted())
    await scene.desk.let_pass(HOUR - REMINDED)
    assert not news(scene, BOB)
    assert len(scene.posted()) == before
    assert news(scene, MIA) == [SOON]


@pytest.mark.parametrize(("calls", "told"), [("channel", 1), ("none", 0)])
async def test_who_is_taken_out_is_told_in_the_channel_if_they_want_calls(
    scene: Scene, calls: str, told: int
):
    await opens(scene, KNOCK_OUT, BOB, MIA)
    scene.desk.post.closed.add(BOB.user_id)
    await scene.sends(BOB, ChangeOwn(Spot(0), "calls"), calls)
    before = len(scene.posted())
    await scene.sends(ANN, RemoveNow(1, str(BOB.user_id)))
    await scene.desk.settle()
    assert len(scene.posted()) == before + told


async def test_in_quiet_hours_nobody_is_notified(scene: Scene):
    await opens(scene, KNOCK_OUT, BOB, MIA)
    await scene.asks(BOB, settings_handlers.show("5-15", "UTC"))
    await scene.desk.let_pass(HOUR - REMINDED)
    silent = [scene.posted(member.dm)[-1].screen.is_silent for member in (BOB, MIA)]
    assert silent == [True, False]


# --- what fails or takes long -----------------------------------------------------------------


async def test_what_could_not_be_told_before_it_began_is_told_nobody(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await opens(scene, KNOCK_OUT, BOB, MIA)
    post = scene.desk.post.post

    async def post_but(channel_id: int, *rest: Any) -> int:
        if channel_id == BOB.dm:
            raise Limited(60)
        return await post(channel_id, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(scene.desk.post, "post", post_but)
        await scene.desk.let_pass(HOUR - REMINDED)
        assert news(scene, MIA) == [SOON]
        await scene.desk.let_pass(REMINDED - 1)
    await scene.desk.let_pass(1)
    await scene.desk.let_pass(60)
    assert await has_begun(scene, KNOCK_OUT)
    assert not news(scene, BOB)


@pytest.mark.parametrize("form", [SIT_AND_GO, KNOCK_OUT, DUPLICATE])
async def test_a_start_that_fails_again_and_again_is_told_until_it_works(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, form: str
):
    async def fail(_tournament_id: int) -> None:
        raise RuntimeError("no")

    await opens(scene, form, BOB, MIA)
    with monkeypatch.context() as patch:
        patch.setitem(scene.desk.services.timer.errands, DueKind.START, fail)
        for seconds in (HOUR - REMINDED, 30):
            await scene.desk.let_pass(seconds)
            assert FAILS not in scene.public_first()
        await scene.desk.let_pass(30)
        assert FAILS in scene.public_first()
    for _look in range(2):
        await scene.desk.let_pass(30 if form != SIT_AND_GO else REMINDED)
    assert FAILS not in scene.public_first()


async def test_a_start_that_takes_long_is_not_begun_again_meanwhile(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    begun, goes_on = list[int](), asyncio.Event()

    async def take_long(tournament_id: int) -> None:
        begun.append(tournament_id)
        await goes_on.wait()

    await opens(scene, KNOCK_OUT, BOB)
    timer, time = scene.desk.services.timer, scene.desk.time
    monkeypatch.setitem(timer.errands, DueKind.START, take_long)
    time.now += HOUR
    for _look in range(3):
        time.now += 31
        timer.wake()
        for _turn in range(30):
            await asyncio.sleep(0)
    goes_on.set()
    await scene.desk.settle()
    assert begun == [1]


async def test_a_channel_that_takes_no_messages_for_now_does_not_fill_the_log(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def rest(*_: object) -> int:
        raise Resting(600)

    scene.desk.post.closed.add(MIA.user_id)
    await opens(scene, KNOCK_OUT, BOB, MIA, begins="3d")
    with monkeypatch.context() as patch:
        patch.setattr(scene.desk.post, "post", rest)
        await puts(scene, ANN, "2d")
        await scene.desk.let_pass(300)
    assert "START" not in caplog.text
    await scene.desk.let_pass(60)
    assert [each for each in scene.posted() if MIA.user_id in each.screen.pings]


@pytest.mark.parametrize(("away", "is_told"), [(60, True), (25 * HOUR, False)])
async def test_who_is_named_in_the_channel_is_named_once_it_takes_messages_for_a_day(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, away: int, is_told: bool
):
    async def refuse(*_: object) -> int:
        raise NotAllowed

    scene.desk.post.closed.add(MIA.user_id)
    await opens(scene, KNOCK_OUT, BOB, MIA, begins="3d")
    with monkeypatch.context() as patch:
        patch.setattr(scene.desk.post, "post", refuse)
        await puts(scene, ANN, "2d")
        await scene.desk.let_pass(away)
    (event,) = scene.desk.post.events.values()
    assert event.starts_at - scene.desk.time.now < 2 * 24 * HOUR, "it does not wait for that"
    await scene.desk.let_pass(60)
    called = [each for each in scene.posted() if MIA.user_id in each.screen.pings]
    assert bool(called) is is_told


# --- the server's event -----------------------------------------------------------------------


@both
async def test_the_servers_event_follows_it(scene: Scene, form: str):
    await opens(scene, form, BOB, MIA)
    await scene.desk.let_pass(60)
    (event,) = scene.desk.post.events.values()
    assert (event.state, event.starts_at) == (EventState.SCHEDULED, AT)
    assert event.ends_at == AT + 4 * HOUR
    assert event.link in event.description
    await puts(scene, ANN, "2h")
    moved = replace(event, starts_at=AT + HOUR + 60, ends_at=AT + 5 * HOUR + 60)
    assert list(scene.desk.post.events.values()) == [moved]
    await scene.desk.let_pass(2 * HOUR)
    (event,) = scene.desk.post.events.values()
    assert event.state is EventState.ACTIVE


async def test_the_servers_event_waits_for_the_announcement_to_which_it_leads(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    async def refuse(*_: object) -> int:
        raise Limited(0.01)

    with monkeypatch.context() as patch:
        patch.setattr(scene.desk.post, "post", refuse)
        await opens(scene, KNOCK_OUT, BOB, MIA)
        await scene.desk.let_pass(60)
    assert not scene.desk.post.events
    await until(lambda: bool(scene.posted()))
    await scene.desk.let_pass(60)
    (event,) = scene.desk.post.events.values()
    assert event.link in event.description


@both
async def test_the_servers_event_is_cancelled_with_it(scene: Scene, form: str):
    await opens(scene, form, BOB)
    await scene.desk.let_pass(60)
    await puts(scene, ANN, "none")
    (event,) = scene.desk.post.events.values()
    assert event.state is EventState.CANCELED


@both
async def test_the_servers_event_is_cancelled_once_its_channel_is_gone(scene: Scene, form: str):
    await opens(scene, form, BOB)
    await scene.desk.let_pass(60)
    scene.desk.post.gone.add(CHANNEL)
    lose = partial(ending.close_channel, scene.desk.services, CHANNEL)
    await scene.desk.happen("the channel is deleted", lose)
    await scene.desk.let_pass(60)
    (event,) = scene.desk.post.events.values()
    assert event.state is EventState.CANCELED


async def test_of_two_that_end_in_the_same_second_people_are_told_of_both(scene: Scene):
    for number in (1, 2):
        await scene.asks(ANN, entering.new(OPENING, KNOCK_OUT, "1h"))
        await scene.sends(BOB, Enter(number))
        await scene.sends(ANN, EndNow(number))
    assert news(scene, BOB) == [ENDED, ENDED]
