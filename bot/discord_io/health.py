"""How a bot is doing: for its service manager, and for whoever runs it."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.discord_io.reception import Reception
from bot.settings import Shards
from bot.store import due, tables
from bot.store.care import ShardCare
from bot.store.database import Database
from bot.store.engine import Connection, Error
from bot.surfaces.painter import Painter
from bot.values.vitals import Vitals

log: Final = logging.getLogger(__name__)

_DATABASE_GONE: Final = (
    "the database %s was deleted or replaced while the bot runs: what is played now will be lost. "
    "Stop the bot, and put the file back, or a backup with: python -m bot restore FILE"
)


class Health:
    """Looks at a client and what works for it; `clock` gives Unix seconds.

    With a part of all `shards` other processes serve the others.
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
        self._had_its_database = True

    async def vitals(self) -> Vitals:
        """How it is doing, in numbers."""
        now, care = self._clock(), self._database.care
        due_at, (tables_open, hands_running) = await self._database.read(partial(_state, care))
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
            looked_after=None if care.shards is None else len(care.shards),
        )

    async def is_well(self) -> bool:
        """Whether it is connected to Discord and its database answers and is where it was."""
        shards = self._client.shards.values()
        is_connected = self._client.is_ready() and not any(each.is_closed() for each in shards)
        try:
            return (
                is_connected
                and await self._database.read(_answers)
                and await self._has_its_database()
            )
        # A ValueError is what aiosqlite raises once it is closed.
        except (Error, ValueError) as error:
            log.warning("the database does not answer: %s", error)
            return False

    async def _has_its_database(self) -> bool:
        """Whether nobody has deleted or replaced the database; tells of it once."""
        is_there = await self._database.is_in_place()
        if self._had_its_database and not is_there:
            log.error(_DATABASE_GONE, self._database.address)
        self._had_its_database = is_there
        return is_there


def _state(care: ShardCare, db: Connection) -> tuple[int | None, tuple[int, int]]:
    return due.earliest(db, care), tables.at_work(db)


def _answers(db: Connection) -> bool:
    return db.execute("SELECT count(*) FROM facts").fetchone() is not None
