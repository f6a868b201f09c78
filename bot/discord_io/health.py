"""Tells a service manager, and the people who run the bot, how it is doing."""

from collections.abc import Callable
from typing import Final

import discord

from bot.discord_io.reception import Reception
from bot.settings import Shards
from bot.store import due, tables
from bot.store.database import Database
from bot.store.engine import Connection, Error
from bot.store.facts import keep_fact
from bot.surfaces.painter import Painter
from bot.values.vitals import Vitals

_SEEN_WELL: Final = "seen well"
"""The fact that is written to see whether anything can be."""


class Health:
    """Looks at a client and what works for it; `clock` gives Unix seconds.

    If `shards` is a part of all, other processes serve the others.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        database: Database,
        reception: Reception,
        painter: Painter,
        clock: Callable[[], float],
        shards: Shards | None = None,
    ) -> None:
        self._client = client
        self._database = database
        self._reception = reception
        self._painter = painter
        self._clock = clock
        self._served = shards
        self._started_at = clock()

    async def vitals(self) -> Vitals:
        """How it is doing, in numbers."""
        now = self._clock()
        due_at, (tables_open, hands_running) = await self._database.read(_state)
        shards = self._client.shards.values()
        return Vitals(
            started_at=self._started_at,
            now=now,
            shards=len(shards),
            shards_open=sum(not shard.is_closed() for shard in shards),
            servers=len(self._client.guilds),
            answers=self._reception.times,
            answers_waiting=self._reception.waiting,
            pictures_waiting=self._painter.waiting,
            late=0.0 if due_at is None else max(0.0, now - due_at),
            commits=self._database.commits,
            tables_open=tables_open,
            hands_running=hands_running,
            served="" if self._served is None else str(self._served),
            looked_after=self._database.others.looked_after,
        )

    async def fault(self) -> str | None:
        """Why it is not well, in words; None if it is connected to Discord and can save.

        Something is saved to see that.
        """
        shards = self._client.shards.values()
        if not self._client.is_ready() or any(each.is_closed() for each in shards):
            return "not connected to Discord"
        try:
            await self._database.write(self._keep_sign)
        # A ValueError is what aiosqlite raises once it is closed.
        except (Error, ValueError) as error:
            return f"nothing can be saved: {error}"
        return None

    def _keep_sign(self, db: Connection) -> None:
        # Each process has a fact of its own, so that those that share a database do not collide.
        name = _SEEN_WELL if self._served is None else f"{_SEEN_WELL} {self._served.first}"
        keep_fact(db, name, str(int(self._clock())))


def _state(db: Connection) -> tuple[int | None, tuple[int, int]]:
    return due.earliest(db), tables.at_work(db)
