"""Whoever is at a table in whose channel nothing can be written knows that."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.handlers.thread_handlers import follow
from bot.screens.presses import Join, Ready, Start
from bot.store.engine import OperationalError
from bot.surfaces.gateway import NotAllowed, Resting
from tests.desk.desk import CHANNEL, Member
from tests.desk.scene import ANN, BOB, MIA, Scene, words

UNHEARD = "I'm not allowed to write in"


def refuse_in(scene: Scene, monkeypatch: pytest.MonkeyPatch, refused: int) -> None:
    """From now on nothing can be written in a channel or thread."""

    def but_there(send: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def sent(channel_id: int, *rest: Any) -> Any:
            if channel_id == refused:
                raise NotAllowed("Missing Permissions")
            return await send(channel_id, *rest)

        return sent

    for name in ("post", "edit"):
        monkeypatch.setattr(scene.desk.post, name, but_there(getattr(scene.desk.post, name)))


def told(scene: Scene, member: Member) -> int:
    """How often somebody was told that nothing can be written where they play."""
    return sum(UNHEARD in words(message.screen) for message in scene.posted(member.dm))


@pytest.mark.parametrize("begins", [False, True], ids=["in the lobby", "in the first hand"])
async def test_people_are_told_once(scene: Scene, monkeypatch: pytest.MonkeyPatch, begins: bool):
    join = None
    if begins:
        await scene.deals(ANN, BOB)
    else:
        await scene.opens(ANN, seats=3)
        join = scene.button(BOB, Join)
    refuse_in(scene, monkeypatch, CHANNEL)
    if join is None:
        await scene.plays_hand(ANN, BOB)
    else:
        await scene.again(BOB, join)
    await scene.desk.settle()
    assert [told(scene, person) for person in (ANN, BOB)] == [1, 1]


async def test_people_are_told_again_once_it_was_possible_meanwhile(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await scene.opens(ANN, BOB)
    for times in (1, 2):
        with monkeypatch.context() as patch:
            refuse_in(scene, patch, CHANNEL)
            await scene.presses(ANN, Start if times == 1 else Ready)
            if times > 1:
                await scene.presses(BOB, Ready)
            await scene.desk.settle()
            assert [told(scene, person) for person in (ANN, BOB)] == [times, times]
        await scene.plays_hand(ANN, BOB)


async def test_people_are_told_even_if_that_could_not_be_done_at_first(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await scene.deals(ANN, BOB, variant="turbo")
    refuse_in(scene, monkeypatch, CHANNEL)
    painter = scene.desk.services.painter
    tell = painter.tell_unheard

    async def fail_once(_table_id: int) -> bool:
        painter.tell_unheard = tell
        raise OperationalError("database is locked")

    painter.tell_unheard = fail_once
    await scene.plays_hand(ANN, BOB)
    assert [told(scene, person) for person in (ANN, BOB)] == [1, 1]


async def test_that_nothing_can_be_written_to_followers_is_no_matter_for_the_players(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await scene.deals(ANN, BOB)
    await scene.asks(MIA, follow())
    await scene.desk.settle()
    there = scene.desk.post.messages
    [thread] = {each.channel_id for each in there.values()} & there.keys()
    refuse_in(scene, monkeypatch, thread)
    await scene.plays_hand(ANN, BOB)
    await scene.desk.let_pass(60)
    assert [told(scene, person) for person in (ANN, BOB)] == [0, 0]


async def test_nothing_is_made_for_a_channel_that_has_refused_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    def verify(channel_id: int, *, edits: bool) -> None:
        del edits
        if channel_id == CHANNEL:
            raise Resting(60)

    await scene.opens(ANN, BOB)
    before = len(scene.posted())
    monkeypatch.setattr(scene.desk.post, "verify_taken", verify)
    await scene.presses(ANN, Start)
    assert len(scene.posted()) == before
    for person in (ANN, BOB):
        assert any("### Hand 1" in words(each.screen) for each in scene.posted(person.dm))
