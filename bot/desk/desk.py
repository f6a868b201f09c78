"""The desk: one transaction for each request, and what follows from it.

A request is checked, becomes operations, and is committed together with what every surface
should show from then on. Only then it is answered; `follow_up` has the rest painted.
"""

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from sqlite3 import Connection
from typing import Final, TypeAlias, TypeVar

from bot.desk.visitors import Answer, Visitor
from bot.ofc.errors import OfcError
from bot.screens.drafts import Draft
from bot.screens.replies import says
from bot.store import guilds, players, surfaces, tables
from bot.store.database import Database
from bot.store.notices import Where
from bot.store.players import Player
from bot.store.surfaces import Place, Slot, Surface
from bot.tables.changed import changed, close_now
from bot.tables.errors import TableError
from bot.tables.gateway import Gateway, GatewayError
from bot.tables.painter import Painter
from bot.tables.placing import current_draft
from bot.tables.runner import ComputerPlayers
from bot.tables.studio import Studio
from bot.tables.table import Table, load, loaded
from bot.tables.thinker import Thinker
from bot.tables.timer import Timer
from bot.texts import Texts, texts_for

log: Final = logging.getLogger(__name__)

T = TypeVar("T")
Finder: TypeAlias = Callable[[Connection], Table]
Change: TypeAlias = Callable[[Connection, Table, Player], T]


@dataclass(frozen=True)
class Found:
    """A table as somebody finds it: himself, what he is laying out, his private surface."""

    table: Table
    player: Player
    draft: Draft | None
    surface: Surface | None = None


@dataclass(frozen=True)
class Desk:
    """Serves requests; `clock` gives Unix seconds, `secret` 32 fresh random bytes.

    `seed` makes of an interaction's id what its person adds to a deal, empty for nothing.
    `gateway` sends what is no surface of a table, `thinker` does what takes a processor long.
    """

    database: Database
    studio: Studio
    painter: Painter
    gateway: Gateway
    timer: Timer
    computers: ComputerPlayers
    thinker: Thinker
    clock: Callable[[], float]
    secret: Callable[[], bytes]
    seed: Callable[[int], str]

    @property
    def now(self) -> int:
        """Unix seconds."""
        return int(self.clock())

    async def change(self, visitor: Visitor, find: Finder, action: Change[T]) -> tuple[Found, T]:
        """Run `action` on a table in one transaction; returns the table after it.

        Raises OfcError, and then nothing has changed.
        """

        def work(db: Connection) -> tuple[Table, Found, T]:
            player = players.remember(db, visitor.person)
            before = find(db)
            result = action(db, before, player)
            after = changed(db, before.id, self.now)
            return before, _found(db, after, player), result

        before, found, result = await self.database.write(work)
        _log_change(before, found)
        return found, result

    async def tap(self, visitor: Visitor, find: Finder, action: Change[Draft]) -> Found:
        """Change a draft, which no surface but the pressed one shows."""

        def work(db: Connection) -> Found:
            player = players.remember(db, visitor.person)
            table = find(db)
            return Found(table, player, action(db, table, player))

        return await self.database.jot(work)

    async def see(self, visitor: Visitor, find: Finder) -> Found:
        """The table as it is; raises TableError."""

        def work(db: Connection) -> Found:
            player = players.remember(db, visitor.person)
            return _found(db, find(db), player)

        return await self.database.jot(work)

    async def public_texts(self, visitor: Visitor) -> Texts:
        """The sentences for everybody where the visitor is."""
        return texts_for((await self.where(visitor)).locale)

    async def where(self, visitor: Visitor, *, pressed: bool = False) -> Where:
        """Where the channel is told what a visitor does: in the `pressed` message, or a new one."""
        guild_id = visitor.guild_id or 0
        guild = await self.database.read(lambda db: guilds.get(db, guild_id))
        message_id = visitor.message_id if pressed else None
        locale = guild.locale or visitor.guild_locale
        return Where(guild_id, visitor.channel_id, locale, message_id)

    async def close_channel(self, channel_id: int) -> None:
        """Close the table of a channel that was deleted; its players are told in private."""

        def work(db: Connection) -> int | None:
            table_id = tables.open_in_channel(db, channel_id)
            if table_id is not None:
                close_now(db, loaded(db, table_id), self.now)
                surfaces.give_up_public(db, table_id)
            return table_id

        closed = await self.database.write(work)
        if closed is not None:
            log.info("table %d: its channel was deleted, it is closed", closed)
            await self.painter.wake(closed)

    async def close_lost_channels(self) -> None:
        """Close the tables of channels that were deleted while the bot was away."""
        for channel_id in await self.database.read(tables.channels_with_open):
            try:
                if await self.gateway.is_gone(channel_id):
                    await self.close_channel(channel_id)
            except GatewayError as error:
                log.warning("channel %d: not known whether it is there: %r", channel_id, error)

    async def close_guilds_but(self, guild_ids: Collection[int]) -> None:
        """Close the tables of all servers but these, of which the bot is still a member."""
        open_in = await self.database.read(tables.guilds_with_open)
        for guild_id in open_in.difference(guild_ids):
            log.info("the bot is no member of server %d any more, its tables are closed", guild_id)
            await self.close_guild(guild_id)

    async def close_guild(self, guild_id: int) -> None:
        """Close all tables of a server in which nothing can be posted any more.

        Their players are told in private; cards that they still see there are taken away.
        """

        def work(db: Connection) -> tuple[int, ...]:
            closed = tables.open_in_guild(db, guild_id)
            for table_id in closed:
                close_now(db, loaded(db, table_id), self.now)
                surfaces.give_up_public(db, table_id)
            return closed

        for table_id in await self.database.write(work):
            await self.painter.wake(table_id)

    async def answered(self, visitor: Visitor, answer: Awaitable[Answer]) -> Answer:
        """The answer, or in private the sentence of an OfcError."""
        try:
            return await answer
        except OfcError as error:
            return Answer(says(texts_for(visitor.person.locale).error(error)))

    async def follow_up(self, answer: Answer, *, message_id: int | None, delivered: bool) -> None:
        """After a reply: keep that it showed a surface, paint all others that changed, play on.

        `message_id` is the message whose button was pressed.
        """
        shown = answer.shown
        try:
            if delivered and shown is not None and shown.message_id == message_id:
                await self.database.write(
                    partial(
                        surfaces.painted,
                        surface=shown,
                        look=shown.wanted,
                        channel_id=shown.channel_id,
                        message_id=shown.message_id,
                        posted_at=shown.posted_at,
                    )
                )
        finally:
            # Whatever could not be kept as shown is shown once more.
            if answer.table_id is not None:
                self.timer.wake()
                await self.painter.wake(answer.table_id)
                await self.computers.wake(answer.table_id)


def by_id(table_id: int) -> Finder:
    """Finds a table by its id; TableError if there is none."""

    def find(db: Connection) -> Table:
        table = load(db, table_id)
        if table is None:
            raise TableError("This table does not exist any more.")
        return table

    return find


def in_channel(channel_id: int) -> Finder:
    """Finds the open table of a channel; TableError if there is none."""

    def find(db: Connection) -> Table:
        table_id = tables.open_in_channel(db, channel_id)
        if table_id is None:
            raise TableError("There is no table in this channel. Open one with /ofc new.")
        return by_id(table_id)(db)

    return find


def _log_change(before: Table, found: Found) -> None:
    table = found.table
    number = 0 if table.played is None else table.played.row.number
    log.debug("table %d hand %d: changed by player %d", table.id, number, found.player.id)
    if table.state is not before.state:
        log.info("table %d hand %d: %s, was %s", table.id, number, table.state, before.state)


def _found(db: Connection, table: Table, player: Player) -> Found:
    draft = current_draft(db, table, player.id)
    surface = surfaces.get(db, table.id, Place(Slot.PRIVATE, player.id))
    return Found(table, player, draft, surface)
