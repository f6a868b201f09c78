"""A surface's message: edited, or another posted in its place, and the outcome recorded."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from bot.game.loading import loaded
from bot.game.looks import offers_ready
from bot.game.results import with_news
from bot.game.table import Table
from bot.screens.components import Screen, calling
from bot.store import hands
from bot.store.database import Database
from bot.store.engine import Connection
from bot.store.surfaces import NOTHING, ShownAt, Slot, Surface
from bot.surfaces.composer import Composer
from bot.surfaces.gateway import (
    FORM_ERRORS,
    Gateway,
    GatewayError,
    MessageGone,
    Refused,
    ThreadArchived,
    dm_channel,
)
from bot.surfaces.queue import Job, is_needed, keep_shown, next_job, nonce_of, without_pings
from bot.surfaces.render import has_none

T = TypeVar("T")

log: Final = logging.getLogger(__name__)

_OLD_EDIT_INTERVAL: Final = 20.0
"""Seconds between edits of an old board: Discord allows about three in a channel."""
_STAYING: Final = frozenset({Slot.RESULT, Slot.LOBBY, Slot.THREAD})
"""Slots whose message stays in the channel when the next one is posted."""


class Messages:
    """Shows surfaces; `clock` gives Unix seconds, `seed` what a message's id adds to a deal."""

    def __init__(
        self,
        database: Database,
        gateway: Gateway,
        composer: Composer,
        clock: Callable[[], float],
        seed: Callable[[int], str],
    ) -> None:
        self._database = database
        self._gateway = gateway
        self._composer = composer
        self._clock = clock
        self._seed = seed
        self._old_edits: dict[int, float] = {}
        """When the old board of a table was last edited (Unix seconds)."""
        self._doubted: set[tuple[int, int]] = set()
        """The keys of jobs whose message may have been posted already, without a nonce."""

    async def screen(self, job: Job) -> Screen | None:
        """The screen to show, if the job needs one; raises Resting if its channel takes none."""
        if not job.surface.place.player_id and job.surface.wanted.key:
            edits = self._is_edited(job)
            self._gateway.verify_taken(job.channel_id, edits=edits)
        if job.takes_no_dms:
            needs_screen = self._gateway.has_open(job.table.id, job.user_id)
        else:
            needs_screen = bool(job.surface.wanted.key)
        return await self._compose(job) if needs_screen else None

    async def show(self, job: Job, screen: Screen | None) -> Job | None:
        """Edit the surface's message, or post another one; returns its owner's next job.

        `screen` is composed if it is None and needed. Raises GatewayError and Error.
        """
        if job.takes_no_dms:
            return await self._show_open(job, screen)
        if job.is_tried_again and self._gateway.has_open(job.table.id, job.user_id):
            await self._edit_open(job, await self._compose(job, anew=True))
        following = await self._show(job, screen)
        if job.ends_thread:
            await self._archive(job.channel_id)
        return following

    async def _show(self, job: Job, screen: Screen | None) -> Job | None:
        surface = job.surface
        if self._is_edited(job):
            try:
                return await self._edit(job, screen)
            except (MessageGone, ThreadArchived):
                screen = None
        old = None if _stays(surface) else surface.message_id
        try:
            await self._delete(surface, old)
            old = None
        except ThreadArchived:
            log.debug("table %d: a new message opens the thread again", job.table.id)
        if surface.wanted.key:
            following = await self._post(job, screen)
        else:
            following = await self._keep(job, None, None)
        await self._delete(surface, old)
        return following

    def _is_edited(self, job: Job) -> bool:
        """True if the surface's message is edited, rather than another posted.

        An old board is edited only while it is the last message in its channel, and seldom: else
        people would have to search for it, and Discord would hold up the edits.
        """
        now, surface = self._clock(), job.surface
        if not job.is_edited(now):
            return False
        if not job.is_old_board(now):
            return True
        is_seldom = now - self._old_edits.get(surface.table_id, 0.0) >= _OLD_EDIT_INTERVAL
        place = _known(surface.channel_id), _known(surface.message_id)
        return is_seldom and self._gateway.is_last(*place)

    def _note_old_edit(self, job: Job, *, is_there: bool) -> None:
        now = self._clock()
        if is_there and job.is_old_board(now):
            self._old_edits[job.table.id] = now
        else:
            self._old_edits.pop(job.table.id, None)

    async def _archive(self, thread_id: int) -> None:
        """Archive the thread of a closed table, as Discord itself does some days later."""
        try:
            await self._gateway.archive(thread_id)
        except GatewayError as error:
            log.info("thread %d: not archived: %r", thread_id, error)

    async def _delete(self, surface: Surface, message_id: int | None) -> None:
        if message_id is not None:
            await self._gateway.delete(_known(surface.channel_id), message_id)

    async def _show_open(self, job: Job, screen: Screen | None) -> Job | None:
        """Without direct messages: keep up to date what the player has open in the channel."""
        surface = job.surface
        if screen is not None:
            await self._edit_open(job, screen)
        if job.owner.dm_closed:
            return await self._keep(job, surface.channel_id, surface.message_id)
        await self._delete(surface, surface.message_id)
        return await self._keep(job, None, None)

    async def _edit_open(self, job: Job, screen: Screen) -> None:
        await self._send(job, partial(self._gateway.edit_open, job.table.id, job.user_id), screen)

    async def _edit(self, job: Job, screen: Screen | None) -> Job | None:
        """Edit the message; raises MessageGone or ThreadArchived if another has to be posted."""
        surface = job.surface
        message_id = surface.message_id
        edit = partial(self._gateway.edit, _known(surface.channel_id), _known(message_id))
        try:
            await self._send(job, edit, screen)
        except MessageGone:
            # Somebody has deleted it, so it comes back only if the game needs it.
            if surface.place.slot not in _STAYING or is_needed(job):
                raise
            message_id = None
        if surface.place.slot is Slot.PRIVATE and self._gateway.has_open(job.table.id, job.user_id):
            await self._edit_open(job, await self._compose(job, anew=True))
        return await self._keep(job, surface.channel_id, message_id)

    async def _post(self, job: Job, screen: Screen | None) -> Job | None:
        channel_id = await self._channel(job)
        nonce = nonce_of(job.surface)
        # A new message cannot keep the picture of another one.
        if screen is None or screen.keeps_picture:
            screen = await self._compose(job, anew=True)

        async def post(screen: Screen) -> int:
            screen = without_pings(job, screen, int(self._clock()))
            if job.surface.place.slot is Slot.PRIVATE:
                message_id = await self._followed(job, channel_id, screen)
                if message_id is not None:
                    return message_id
            return await self._gateway.post(channel_id, screen, nonce)

        message_id = await self._send(job, post, screen)
        following = await self._keep(job, channel_id, message_id)
        if job.surface.place.slot is Slot.SEAT and not job.is_called:
            await self._add_to_thread(job)
        if job.surface.place.slot is not Slot.PRIVATE:
            return following
        self._doubted.discard(job.key)
        # The private view of their cards that they may have open is about an earlier decision.
        await self._gateway.close_open(job.table.id, job.user_id)
        await self._take_ready_away(job)
        # Read again: more may have changed meanwhile.
        return await self._database.read(partial(next_job, job.key))

    async def _followed(self, job: Job, channel_id: int, screen: Screen) -> int | None:
        """Send a player's message by `follow`; returns its id, None if it has to be posted.

        One that may have been sent before, without a record of its id, is edited instead.
        """
        if job.key in self._doubted:
            message_id = await self._gateway.find(channel_id, screen, job.surface.message_id)
            if message_id is not None:
                await self._gateway.edit(channel_id, message_id, screen)
                return message_id
        # Until its id is kept, only a search can tell whether it is there.
        self._doubted.add(job.key)
        try:
            message_id = await self._gateway.follow(channel_id, screen)
        except Refused:
            self._doubted.discard(job.key)
            raise
        if message_id is None:
            self._doubted.discard(job.key)
        return message_id

    async def _add_to_thread(self, job: Job) -> None:
        """Add a player of a tournament to their table's thread, so that it is in their list.

        Those who are called there are added by Discord.
        """
        if job.table.row.room is None:
            return
        try:
            await self._gateway.add_to_thread(job.table.row.channel_id, job.user_id)
        except GatewayError as error:
            log.info("player %d: not added to their thread: %r", job.owner.id, error)

    def doubt(self, jobs: Iterable[Job]) -> None:
        """Search for the owners' messages before they are posted: they may be there.

        This goes by owner: the first job may be about another message than that with their cards.
        """
        self._doubted.update(job.key for job in jobs if job.surface.place.player_id)

    async def _take_ready_away(self, job: Job) -> None:
        """Take the button for the next hand from the message with a player's last result."""
        before, hand = job.surface, job.table.running
        if hand is None or before.message_id is None or not offers_ready(before.painted):
            return
        player_id = before.place.player_id
        load = partial(_with_their_past, job.table.id, player_id, hand.row.number)
        past = await self._database.read(load)
        if past is None:
            return
        had = partial(self._gateway.picture_of, 0, before.message_id)
        screen = await self._composer.private(past, player_id, None, had=had)
        try:
            await self._gateway.edit(_known(before.channel_id), before.message_id, screen)
        except GatewayError as error:
            log.info("table %d: a past result keeps its button: %r", job.table.id, error)

    async def _compose(self, job: Job, *, pictured: bool = True, anew: bool = False) -> Screen:
        """A surface's screen; the picture that its message has is drawn again only if `anew`."""
        message_id = job.surface.message_id
        had = has_none
        if message_id is not None and not anew and self._is_edited(job):
            guild_id = 0 if job.surface.place.player_id else job.table.row.guild_id
            had = partial(self._gateway.picture_of, guild_id, message_id)
        screen = await self._composer.surface(
            job.surface.place, job.table, job.draft, pictured=pictured, had=had
        )
        return calling([job.user_id], screen) if job.is_called else screen

    async def _send(
        self, job: Job, send: Callable[[Screen], Awaitable[T]], screen: Screen | None
    ) -> T:
        """Send a surface's screen: with its picture, or in words if that is refused."""
        screen = screen or await self._compose(job)
        others = [partial(self._compose, job, anew=True)] if screen.keeps_picture else []
        if screen.pictures:
            others.append(partial(self._compose, job, pictured=False))
        for other in others:
            # An expired picture, or a lost permission to attach files, must not keep anybody from
            # their cards.
            with suppress(*FORM_ERRORS):
                return await send(screen)
            screen = await other()
        return await send(screen)

    async def _channel(self, job: Job) -> int:
        if not job.surface.place.player_id or job.is_called:
            return job.channel_id
        return await dm_channel(self._database, self._gateway, job.owner)

    async def _keep(self, job: Job, channel_id: int | None, message_id: int | None) -> Job | None:
        """Record what a surface shows now; returns the next job of its owner."""
        fresh = message_id != job.surface.message_id
        if job.surface.place.slot is Slot.BOARD:
            self._note_old_edit(job, is_there=not fresh)
        posted_at = int(self._clock()) if fresh else job.surface.posted_at
        adds = self._seed(message_id) if fresh and message_id is not None else None
        work = partial(keep_shown, job, ShownAt(channel_id, message_id, posted_at), adds=adds)
        return await self._database.write(work)


def _with_their_past(table_id: int, player_id: int, before: int, db: Connection) -> Table | None:
    """A table with the last hand before another that a player had cards in; None if none was."""
    number = hands.last_with(db, table_id, player_id, before=before)
    return None if number is None else with_news(db, loaded(db, table_id, hand=number))


def _stays(surface: Surface) -> bool:
    """True if a surface's message stays in the channel when another is posted."""
    if surface.place.slot is Slot.PRIVATE:
        return surface.painted.shows_result
    return surface.place.slot in _STAYING and surface.painted != NOTHING


def _known(snowflake: int | None) -> int:
    assert snowflake is not None, "a message is kept with its channel"
    return snowflake
