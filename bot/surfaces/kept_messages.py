"""Messages that are no surfaces of a table, brought up to what the database says they should show.

A provider for each kind gives a message's contents, as a value, and draws them; everything else is
done here for all kinds. Like the painter of tables this keeps nothing that matters in memory: a
row says that something has changed or is due, and a restart goes on from there. A new message has
a nonce that depends on the row alone, so that a crash does not post it twice.
"""

import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Generic, TypeVar

from bot.screens.components import Screen
from bot.store import messages
from bot.store.database import Database
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.surfaces.admission import AdmissionQueue
from bot.surfaces.gateway import (
    FORM_ERRORS,
    ChannelGone,
    DmClosed,
    Gateway,
    MessageGone,
    NotAllowed,
    ThreadArchived,
    nonce_from,
)
from bot.surfaces.retrying import Workers

log: Final = logging.getLogger(__name__)

_PERMANENT_ERRORS: Final = (ChannelGone, DmClosed, MessageGone)
"""Errors after which a message is not tried again."""
_FIRST_RETRY: Final = 1.0
_AT_ONCE: Final = 4
"""How many are drawn and sent at once: at the end of a day there is one for each server."""
_LONGEST_HELD: Final = 5.0
"""Seconds after which an unanswered request gives its place to the next."""
_ALL: Final = 0
"""In place of a message's id: all that are to be painted."""
_PATIENCE: Final = 60.0
"""Seconds by which messages that were planned give way to those that somebody waits for."""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The contents of a message, on which its screen depends: it is painted again if they differ.

    It is in the channel with that id, and comes due again at `renews_at` (Unix seconds), unless
    None. One that `only_edits` is not posted if it was deleted, or never was there; one that
    `is_last` stays as it is, and its row is dropped. It is tried until Discord takes it, as long
    as its channel exists: what is pointless by then has no contents any more.
    """

    channel_id: int
    renews_at: int | None = None
    only_edits: bool = False
    is_last: bool = False

    @property
    def digest(self) -> str:
        """A hash of all of it; empty to paint the message whenever it may have changed."""
        return digest_of(self)


def digest_of(told: object) -> str:
    """A hash of a frozen value's `repr`, 16 hexadecimal digits."""
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


C = TypeVar("C", bound=Contents)


class Provider(ABC, Generic[C]):
    """The contents of messages of one kind, and how they look."""

    def __init__(self, _services: object) -> None:
        """Those who need some of the services that it is made with keep them."""

    @abstractmethod
    def contents(self, db: Connection, row: MessageRow, now: int, /) -> C | None:
        """The contents of a message at `now` (Unix seconds); None if there should be no message."""

    @abstractmethod
    async def draw(self, contents: C, /, *, pictured: bool) -> Screen:
        """The screen that shows them, in words if not `pictured`."""

    def posted(self, db: Connection, row: MessageRow, message_id: int, /) -> None:
        """Record what follows from a new message."""

    async def follow_up(self, row: MessageRow, /) -> None:
        """Do what remains to be done once a message is shown; called again until it works."""

    async def give_up(self, row: MessageRow, contents: C, /) -> None:
        """Do what follows if a message can't be shown; called again if the bot is killed then."""


@dataclass(frozen=True, kw_only=True)
class Words(Contents):
    """Contents in words and buttons alone."""

    screen: Screen

    @classmethod
    def of_answer(cls, row: MessageRow, screen: Screen) -> "Words":
        """Those of an answer in a channel; a message that was posted is at most edited."""
        assert row.channel_id is not None, "it was asked for in a channel"
        is_there = row.message_id is not None
        return cls(channel_id=row.channel_id, only_edits=is_there, is_last=True, screen=screen)


class InWords(Provider[Words]):
    """Provides messages without pictures, whose screens `contents` makes."""

    async def draw(self, contents: Words, /, *, pictured: bool) -> Screen:  # noqa: ARG002
        """The words."""
        return contents.screen


def _painting(message_id: int) -> str:
    return (
        "looking for messages to paint" if message_id == _ALL else f"painting message {message_id}"
    )


class KeptMessages:
    """Paints them; `clock` gives Unix seconds, `expect` is called with when something is due."""

    def __init__(
        self,
        database: Database,
        gateway: Gateway,
        clock: Callable[[], float],
        expect: Callable[[int | None], None],
    ) -> None:
        self._database = database
        self._gateway = gateway
        self._clock = clock
        self._expect = expect
        self._workers = Workers(_painting, self._work, self._try_again, first=_FIRST_RETRY)
        self._patient: set[int] = set()
        """Messages whose painting gives way to those that somebody waits for."""
        self._delivered: set[int] = set()
        """Messages that an answer has shown, until that is recorded."""
        self._queue = AdmissionQueue(_AT_ONCE)
        self.providers: dict[MessageKind, Provider[Any]] = {}

    async def catch_up(self) -> None:
        """Show whatever was left when the bot, or a process of it, went away."""
        found = await self._workers.looked(_ALL, self._database.read(messages.to_show))
        for message_id in found or ():
            self.begin(message_id)

    async def renew(self, message_id: int) -> None:
        """Bring a message up to date that has come due, because it has changed or as planned."""
        fall_due = partial(messages.fall_due, message_id=message_id)
        if not await self._database.write(fall_due):
            self._patient.add(message_id)
        self.begin(message_id)

    def begin(self, message_id: int) -> None:
        """Begin to bring a message up to date that has changed."""
        self._workers.begin_anew(message_id)

    async def shown(self, message_id: int, within: float | None = None) -> None:
        """Bring a message up to date, and wait until that has worked or failed once.

        The wait is at most `within` seconds, if given.
        """
        self.begin(message_id)
        await self._workers.finished(message_id, within)

    def answered(self, message_id: int, *, delivered: bool) -> None:
        """Drop a message that an answer has shown (`delivered`), or post it after all."""
        if delivered:
            self._delivered.add(message_id)
        self.begin(message_id)

    @property
    def is_painting(self) -> bool:
        """True if any is being painted now."""
        return bool(self._workers)

    async def close(self, grace: float) -> None:
        """Finish what is under way, for at most `grace` seconds, and begin nothing more."""
        await self._workers.close(grace)

    # --- workers ----------------------------------------------------------------------------

    def _try_again(self, message_id: int) -> None:
        if message_id == _ALL:
            self._workers.tasks.begin(_painting(_ALL), self.catch_up())
        else:
            self.begin(message_id)

    async def _work(self, message_id: int) -> None:
        patience = _PATIENCE if message_id in self._patient else 0.0
        self._patient.discard(message_id)
        async with self._queue.admission(patience, longest=_LONGEST_HELD):
            await self._bring_up_to_date(message_id)

    async def _bring_up_to_date(self, message_id: int) -> None:
        if message_id in self._delivered:
            await self._database.write(partial(messages.drop, message_id=message_id))
            self._delivered.discard(message_id)
            return
        found = await self._database.read(partial(self._find, message_id))
        if found is None:
            return
        row, contents = found
        if contents is None:
            await self._take_away(row)
            await self._leave(row)
        elif await self._show(row, contents):
            await self.providers[row.kind].follow_up(row)
            await self._settle(row, is_last=contents.is_last)

    def _find(self, message_id: int, db: Connection) -> tuple[MessageRow, Contents | None] | None:
        """A message that is to be painted and what it tells; None if it is as it should be."""
        row = messages.find(db, message_id)
        if row is None or not row.changes:
            return None
        return row, self.providers[row.kind].contents(db, row, int(self._clock()))

    # --- one message ------------------------------------------------------------------------

    async def _show(self, before: MessageRow, contents: Contents) -> bool:
        """Bring a message up to date; False if it was given up."""
        row = before
        if row.channel_id != contents.channel_id:
            await self._take_away(row)
            row = replace(row, channel_id=contents.channel_id, message_id=None)
        try:
            row = await self._shown(row, contents)
        except _PERMANENT_ERRORS as error:
            log.info("%s %d: cannot be shown: %r", row.kind, row.about, error)
            await self.providers[row.kind].give_up(row, contents)
            if contents.only_edits:
                await self._settle(before, is_last=contents.is_last)
            else:
                await self._leave(before, is_last=contents.is_last)
            return False
        except NotAllowed:
            if await self._gateway.name_of(row.guild_id) is not None:
                raise
            # Whatever has changed is looked for when the server takes the bot back.
            return False
        if row != before or contents.renews_at is not None:
            await self._database.write(partial(self._keep, before, row, contents))
            self._expect(contents.renews_at)
        return True

    async def _shown(self, row: MessageRow, contents: Contents) -> MessageRow:
        """The row with the message that shows it now: with pictures, or in words if refused."""
        digest = contents.digest
        if digest and row.message_id is not None and row.shown == digest:
            return row
        if row.message_id is None and contents.only_edits:
            raise MessageGone
        self._gateway.verify_taken(contents.channel_id, edits=row.message_id is not None)
        draw = self.providers[row.kind].draw
        screen = await draw(contents, pictured=True)
        try:
            message_id = await self._sent(row, contents, screen)
        except FORM_ERRORS:
            if not screen.pictures:
                raise
            screen = await draw(contents, pictured=False)
            message_id = await self._sent(row, contents, screen)
        posts = row.posts + (message_id != row.message_id)
        return replace(row, message_id=message_id, shown=digest, posts=posts)

    async def _sent(self, row: MessageRow, contents: Contents, screen: Screen) -> int:
        """The id of the message that shows a screen now: the one there is, or a new one."""
        is_archived = False
        if row.message_id is not None:
            try:
                await self._gateway.edit(contents.channel_id, row.message_id, screen)
            except (MessageGone, ThreadArchived) as error:
                if contents.only_edits:
                    raise MessageGone from error
                is_archived = isinstance(error, ThreadArchived)
            else:
                return row.message_id
        nonce = nonce_from(f"{row.kind} {row.guild_id} {row.about} {row.posts}")
        message_id = await self._gateway.post(contents.channel_id, screen, nonce)
        if is_archived:
            # The new message has opened the thread again.
            await self._take_away(row)
        return message_id

    async def _take_away(self, row: MessageRow) -> None:
        """Delete the message there is, as it is wanted elsewhere or not at all."""
        if row.channel_id is not None and row.message_id is not None:
            # Where it cannot be deleted it stays: nobody can do more about it.
            with suppress(ChannelGone, MessageGone, NotAllowed, ThreadArchived):
                await self._gateway.delete(row.channel_id, row.message_id)

    def _keep(
        self, before: MessageRow, after: MessageRow, contents: Contents, db: Connection
    ) -> None:
        messages.keep(db, after, contents.renews_at)
        if after.posts != before.posts and after.message_id is not None:
            self.providers[after.kind].posted(db, after, after.message_id)

    async def _leave(self, row: MessageRow, *, is_last: bool = False) -> None:
        """Record that there is no message any more.

        One that has been posted may be wanted again at once, under another nonce.
        """
        if row.posts and not is_last:
            empty = replace(row, channel_id=None, message_id=None, shown="")
            await self._database.write(partial(messages.keep, row=empty, due_at=None))
        await self._settle(row, is_last=is_last or not row.posts)

    async def _settle(self, row: MessageRow, *, is_last: bool) -> None:
        await self._database.write(partial(messages.settle, row=row, is_last=is_last))
