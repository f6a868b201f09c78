"""Results of a duplicate match that are left behind while their deal is still to come again."""

import sqlite3
from typing import cast

from bot.screens.components import Screen
from bot.store import messages
from bot.store.engine import Connection
from tests.desk.scene import Scene, words
from tests.game.duplicate_matches import Match

CHANNEL = 77


async def test_a_result_that_is_posted_while_its_match_ends_is_uncovered(scene: Scene):
    desk = scene.desk
    post = desk.post.post

    def begin(db: Connection) -> Match:
        match = Match(cast("sqlite3.Connection", db))
        match.play()
        return match

    def finish(_db: Connection) -> None:
        match.play(5)

    async def slowly(channel_id: int, screen: Screen, nonce: str) -> int:
        if channel_id == CHANNEL and "## Hand 1\n" in words(screen):
            desk.post.post = post
            await desk.services.database.write(finish)
            await desk.services.painter.wake(match.id)
        return await post(channel_id, screen, nonce)

    match = await desk.services.database.write(begin)
    desk.post.post = slowly
    await desk.services.painter.wake(match.id)
    await desk.let_pass(60)
    assert desk.post.post == post
    said = [words(each.screen) for each in scene.posted(CHANNEL)]
    (first,) = (each for each in said if "## Hand 1\n" in each)
    assert "Its boards stay covered" not in first
    assert await desk.read(messages.to_show) == ()
