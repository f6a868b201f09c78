"""Kept messages on a database of their own, which all say what a test has them say."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from bot.screens.components import Picture, Screen, text
from bot.store import messages
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.surfaces.gateway import GatewayError
from bot.surfaces.kept_messages import Contents, KeptMessages, Provider
from tests.desk.desk import Inline
from tests.desk.post import Post
from tests.desk.words import in_words

GUILD, CHANNEL, OTHER, NOW = 7, 70, 71, 1000
KIND = MessageKind.LEADERBOARD


@dataclass(frozen=True, kw_only=True)
class Saying(Contents):
    """What the messages of these tests tell."""

    words: str


@dataclass
class Says(Provider[Saying]):
    """Says the same everywhere; keeps what it was told of."""

    tells: Saying | None
    has_picture: bool = False
    drawn: int = 0
    fails: list[GatewayError] = field(default_factory=list[GatewayError])
    expected: list[int | None] = field(default_factory=list[int | None])
    happened: list[object] = field(default_factory=list[object])

    def contents(self, _db: Connection, _row: MessageRow, _now: int) -> Saying | None:
        return self.tells

    async def draw(self, contents: Saying, *, pictured: bool) -> Screen:
        self.drawn += 1
        shown = self.has_picture and pictured
        pictures = (Picture("board.png", b"", 0),) if shown else ()
        return Screen((text(contents.words + (" drawn" if shown else "")),), pictures)

    def posted(self, _db: Connection, _row: MessageRow, message_id: int) -> None:
        self.happened.append(message_id)

    async def follow_up(self, _row: MessageRow) -> None:
        if self.fails:
            raise self.fails.pop()

    async def give_up(self, row: MessageRow, _contents: Saying) -> None:
        await self.follow_up(row)
        self.happened.append("given up")


@dataclass
class Kept:
    """The messages on a database of their own."""

    database: Inline
    post: Post
    says: Says
    messages: KeptMessages

    async def settle(self) -> None:
        while self.messages.is_painting:  # noqa: ASYNC110 - what it begins is its own
            await asyncio.sleep(0)

    async def falls_due(self) -> None:
        """A message is planned, and its moment comes."""
        await self.database.write(lambda db: messages.plan(db, KIND, GUILD, 0, NOW))
        row = await self.row()
        assert row is not None
        await self.messages.renew(row.id)
        await self.settle()

    async def tells(self, words: str | None, channel_id: int = CHANNEL, **more: Any) -> None:
        """There is something else to tell, and it is due."""
        told = None if words is None else Saying(channel_id=channel_id, words=words, **more)
        self.says.tells = told
        await self.falls_due()

    async def starts_again(self) -> None:
        """The bot is started once more."""
        self.messages = kept(self.database, self.post, self.says)
        await self.catches_up()

    async def catches_up(self) -> None:
        """The bot begins to show whatever is left, as when permissions change."""
        await self.messages.catch_up()
        await self.settle()

    async def row(self) -> MessageRow | None:
        return await self.database.read(lambda db: messages.about(db, KIND, GUILD, 0))

    def reads(self, channel_id: int = CHANNEL) -> list[str]:
        return ["".join(in_words(each.screen)) for each in self.post.in_channel(channel_id)]


def kept(database: Inline, post: Post, says: Says) -> KeptMessages:
    made = KeptMessages(database, post, lambda: NOW, says.expected.append)
    made.providers[KIND] = says
    return made
