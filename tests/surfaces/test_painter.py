"""The painter of tables: whatever changes, and whatever fails, is shown in the end."""

from functools import partial
from typing import Any

import pytest

from bot.game.changes import changed
from bot.handlers import seating
from bot.store import seats
from bot.store.engine import Connection
from bot.values.scenes import Presence
from tests.desk.scene import ANN, BOB, Scene
from tests.waiting import until

OUT = "sits out"


def ann_sits_out(db: Connection, now: int) -> None:
    seats.set_presence(db, 1, 1, Presence.OUT, run_outs=0)
    changed(db, 1, now)


async def test_what_changes_just_after_a_message_was_kept_is_shown_too(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await scene.opens(ANN, BOB, seats=3)
    services = scene.desk.services
    messages: Any = services.painter._messages
    show, shown = messages.show, list[str]()

    async def show_while_it_changes(job: Any, screen: Any) -> Any:
        following = await show(job, screen)
        if not shown and not job.surface.place.player_id:
            shown.append("once")
            change = partial(ann_sits_out, now=int(scene.desk.time.now))
            await services.database.write(change)
            await services.painter.wake(1)
        return following

    monkeypatch.setattr(messages, "show", show_while_it_changes)
    await scene.asks(BOB, seating.sit_out())
    assert scene.public_first().count(OUT) == 2


async def test_a_surface_that_could_not_be_painted_is_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    await scene.opens(ANN, BOB, seats=3)
    messages: Any = scene.desk.services.painter._messages
    show, failed = messages.show, list[str]()

    async def show_or_fail(job: Any, screen: Any) -> Any:
        if not failed and not job.surface.place.player_id:
            failed.append("once")
            raise RuntimeError("no")
        return await show(job, screen)

    monkeypatch.setattr(messages, "show", show_or_fail)
    await scene.asks(BOB, seating.sit_out())
    assert OUT not in scene.public_first()
    assert "failed, will try again" in caplog.text
    await until(lambda: OUT in scene.public_first())
