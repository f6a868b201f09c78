"""Whoever is at a table in whose channel nothing can be written knows that."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.screens.presses import Join, Start
from bot.surfaces.gateway import NotAllowed, Resting
from tests.desk.desk import CHANNEL
from tests.desk.scene import ANN, BOB, Scene, words

UNHEARD = "I'm not allowed to write in"


def refused_in_the_channel(send: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Sends as before, but nothing in the table's channel."""

    async def sent(channel_id: int, *rest: Any) -> Any:
        if channel_id == CHANNEL:
            raise NotAllowed("Missing Permissions")
        return await send(channel_id, *rest)

    return sent


@pytest.mark.parametrize("begins", [False, True], ids=["in the lobby", "in the first hand"])
async def test_people_are_told_once(scene: Scene, monkeypatch: pytest.MonkeyPatch, begins: bool):
    post = scene.desk.post
    join = None
    if begins:
        await scene.deals(ANN, BOB)
    else:
        await scene.opens(ANN, seats=3)
        join = scene.button(BOB, Join)
    for name in ("post", "edit"):
        monkeypatch.setattr(post, name, refused_in_the_channel(getattr(post, name)))
    if join is None:
        await scene.plays_hand(ANN, BOB)
    else:
        await scene.again(BOB, join)
    await scene.desk.settle()
    for person in (ANN, BOB):
        told = [words(message.screen) for message in scene.posted(person.dm)]
        assert sum(UNHEARD in each for each in told) == 1


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
