"""Results of past hands, whose messages change later: the hand is made void, or judged."""

from dataclasses import dataclass
from typing import Final

from bot.game.loading import loaded
from bot.game.results import with_news
from bot.game.table import Table
from bot.screens.components import Screen
from bot.store import hands
from bot.store.engine import Connection
from bot.store.messages import MessageRow
from bot.surfaces.composer import Composer
from bot.surfaces.kept_messages import Contents, Provider
from bot.surfaces.painter import Painter

_LONGEST_PAINTED: Final = 10.0
"""Seconds to wait for the painter, which may be editing the same message."""


@dataclass(frozen=True, kw_only=True)
class ResultContents(Contents):
    """A table with the hand and what there is to tell of it, to a player or everybody (0)."""

    table: Table
    player_id: int

    @property
    def digest(self) -> str:
        """Empty: the message is only due when there is something else to tell."""
        return ""


@dataclass(frozen=True)
class HandMessage(Provider[ResultContents]):
    """A hand's result, in a message that a surface has left behind."""

    composer: Composer
    painter: Painter

    def contents(self, db: Connection, row: MessageRow, _now: int) -> ResultContents:
        """The hand, with the latest news of it."""
        assert row.channel_id is not None, "it was left there"
        table_id, number = hands.place_of(db, row.about)
        return ResultContents(
            channel_id=row.channel_id,
            only_edits=True,
            table=with_news(db, loaded(db, table_id, hand=number)),
            player_id=row.player_id,
        )

    async def draw(self, contents: ResultContents, *, pictured: bool) -> Screen:
        """As its surface would show it, but with no next hand to wait for."""
        table, player_id = contents.table, contents.player_id
        await self.painter.finished(table.id, player_id, _LONGEST_PAINTED)
        if player_id:
            return await self.composer.private(table, player_id, None, pictured=pictured)
        return await self.composer.past_result(table, pictured=pictured)
