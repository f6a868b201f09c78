"""Brings the announcements of tournaments up to date, and sees to the threads of their tables: they
are made when they are needed, and archived at the end.

Like the painter, it keeps nothing that matters in memory: the database says what is to be shown
and which threads are missing. A message is posted with a nonce of its own, and a thread is that of
a message, so that a crash makes neither twice.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.game.changes import close_now
from bot.game.loading import loaded
from bot.game.tournaments.announcing import missing_room, needless_room
from bot.game.tournaments.finales import finale_of
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.several_tables import announce, end_all, find
from bot.pictures.theme import Theme
from bot.screens.components import Screen
from bot.screens.tournaments.announcement import room_name, room_screen
from bot.store.database import Database
from bot.store.engine import Connection, OperationalError
from bot.store.tournaments import rooms, tournaments
from bot.store.tournaments.rooms import Room
from bot.surfaces.announcements import announcement_of
from bot.surfaces.finales import illustrated
from bot.surfaces.gateway import (
    LAST_RETRY,
    ChannelGone,
    Denied,
    Gateway,
    GatewayError,
    Limited,
    NotAllowed,
    Refused,
    Retries,
    ThreadsFull,
    edit_or_post,
    nonce_from,
)
from bot.surfaces.painter import Painter
from bot.surfaces.render import Illustrator, PictureOptions
from bot.tasks import Tasks
from bot.texts import texts_for
from bot.values.standings import Finale, NoThreads

log: Final = logging.getLogger(__name__)

_FIRST_RETRY: Final = 1.0
_PAUSE: Final = 60.0
"""Seconds after which Discord is asked again for a thread that it has refused."""
_LONGEST_UNTOLD: Final = 30.0
"""Seconds for which a thread may be late before people are told."""
_LAST_WORDS: Final = 10.0
"""Seconds that a thread is left open for what is still to be said there."""


@dataclass(frozen=True)
class _Job:
    """A tournament, whether its announcement has to be shown, a thread it lacks or has too many."""

    tournament: Tournament
    finale: Finale | None
    is_to_show: bool
    missing: Room | None
    needless: Room | None


class Announcer:
    """Announces; `clock` gives Unix seconds, `expect` is told when something is due.

    `seed` is what a message's id adds to deals whose commitment it shows.
    """

    def __init__(
        self,
        database: Database,
        gateway: Gateway,
        painter: Painter,
        illustrator: Illustrator,
        clock: Callable[[], float],
        expect: Callable[[int | None], None],
        seed: Callable[[int], str],
    ) -> None:
        self._database = database
        self._gateway = gateway
        self._painter = painter
        self._illustrator = illustrator
        self._clock = clock
        self._expect = expect
        self._seed = seed
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._lacking: dict[int, float] = {}
        """Since when Discord has made no thread for a tournament, without a reason."""
        self._again: set[int] = set()
        """The tournaments to be looked at once more when their worker is done."""
        self._retries = Retries(self._begin, _FIRST_RETRY, LAST_RETRY)
        self._tasks = Tasks()
        self._is_closed = False

    async def catch_up(self) -> None:
        """Show and make whatever was left when the bot went away."""
        to_announce = partial(tournaments.to_announce, care=self._database.care)
        for tournament_id in await self._database.read(to_announce):
            self._begin(tournament_id)

    async def wake(self, tournament_id: int) -> None:
        """Bring a tournament's announcement up to date, and make the threads it lacks."""
        self._begin(tournament_id)

    @property
    def is_announcing(self) -> bool:
        """Whether anything is being shown or made now."""
        return bool(self._workers)

    async def close(self, grace: float) -> None:
        """Finish what is under way, for at most `grace` seconds, and begin nothing more."""
        self._is_closed = True
        self._retries.close()
        await self._tasks.close(grace)

    def _begin(self, tournament_id: int) -> None:
        if self._is_closed:
            return
        if tournament_id in self._workers:
            self._again.add(tournament_id)
        else:
            what = f"announcing tournament {tournament_id}"
            self._workers[tournament_id] = self._tasks.begin(what, self._work(tournament_id))

    async def _work(self, tournament_id: int) -> None:
        try:
            await self._do_all(tournament_id)
            self._retries.worked(tournament_id)
        except (GatewayError, OperationalError) as error:
            log.warning("tournament %d: not announced, will try again: %r", tournament_id, error)
            self._retries.later(tournament_id, error)
        except Exception:
            log.exception("tournament %d: could not be announced, will try again", tournament_id)
            self._retries.later(tournament_id)
        finally:
            del self._workers[tournament_id]
            if tournament_id in self._again:
                self._again.discard(tournament_id)
                self._begin(tournament_id)

    async def _do_all(self, tournament_id: int) -> None:
        try:
            while not self._is_closed and await self._do_next(tournament_id):
                pass
        except ChannelGone:
            log.info("tournament %d: its channel is gone, it is ended", tournament_id)
            await self._end(tournament_id)

    async def _do_next(self, tournament_id: int) -> bool:
        """Show the announcement, or see to a thread; whether there was anything to do."""
        job = await self._database.read(partial(_next, tournament_id, int(self._clock())))
        if job.is_to_show:
            await self._show(job)
        elif job.missing is not None:
            await self._try_to_make(job.tournament, job.missing)
        elif job.needless is not None:
            await self._archive(job.tournament, job.needless)
        else:
            return False
        return True

    async def _show(self, job: _Job) -> None:
        row = job.tournament.row
        message_id = await self._shown(job)
        await self._database.write(
            partial(
                tournaments.announced,
                tournament_id=row.id,
                # The version that was drawn: what has changed since has another, and is shown next.
                version=row.version,
                message_id=message_id,
                message=None if message_id == row.message_id else self._seed(message_id),
            )
        )

    async def _shown(self, job: _Job) -> int:
        """The id of the message that shows it now, without a picture if that is refused."""
        screen = await self._screen(job, pictured=True)
        try:
            return await self._sent(job.tournament, screen)
        except (NotAllowed, Refused):
            if not screen.pictures:
                raise
        return await self._sent(job.tournament, await self._screen(job, pictured=False))

    async def _screen(self, job: _Job, *, pictured: bool) -> Screen:
        row = job.tournament.row
        _ = texts_for(row.locale)
        screen = announcement_of(job.tournament, _)
        if job.finale is None:
            return screen
        theme = Theme(row.options.skin, row.options.deck)
        options = PictureOptions(f"standing-{row.version}.png", theme, pictured)
        return await illustrated(self._illustrator, screen, job.finale, options, _)

    async def _sent(self, tournament: Tournament, screen: Screen) -> int:
        """The id of the message that shows a screen now: the one there is, or a new one."""
        row = tournament.row
        nonce = nonce_from(f"announcement {row.id} {row.posts}")
        return await edit_or_post(self._gateway, row.channel_id, row.message_id, screen, nonce)

    async def ask_again(self, tournament_id: int) -> None:
        """Ask Discord once more for the threads that a tournament lacks, as it is due."""
        await self._database.write(partial(rooms.ask_again, tournament_id=tournament_id))
        self._begin(tournament_id)

    async def _try_to_make(self, tournament: Tournament, room: Room) -> None:
        """Make a message or thread; if Discord gives none, people are told why and until when."""
        row, now = tournament.row, self._clock()
        since = self._lacking.pop(row.id, now)
        try:
            await self._make(tournament, room)
        except ChannelGone:
            raise
        except GatewayError as error:
            why = _why(error)
            if why is NoThreads.LATER and now - since < _LONGEST_UNTOLD:
                self._lacking[row.id] = since
                raise
            log.warning("tournament %d: gets no thread: %s", row.id, error)
            pause = error.seconds if isinstance(error, Limited) else _PAUSE
            keep = partial(_keep_held_up, row.id, why, int(now), int(now + pause) + 1)
            await self._database.write(keep)
            self._expect(int(now + pause) + 1)

    async def _archive(self, tournament: Tournament, room: Room) -> None:
        """Archive the thread of a table once all is said there: a message would open it again."""
        for table in tournament.every:
            if table.row.room == room.number:
                await self._painter.written(table.id, 0, within=_LAST_WORDS)
        assert room.thread_id is not None
        try:
            await self._gateway.archive(room.thread_id)
        except (ChannelGone, NotAllowed, Denied) as error:
            log.info("thread %d: not archived: %r", room.thread_id, error)
        gone = replace(room, is_archived=True)
        await self._database.write(partial(rooms.keep, tournament_id=tournament.row.id, room=gone))

    async def _make(self, tournament: Tournament, room: Room) -> None:
        """Post a table's message in the channel, or make its thread."""
        row, _ = tournament.row, texts_for(tournament.row.locale)
        if room.message_id is None:
            nonce = nonce_from(f"room {row.id} {room.number}")
            screen = room_screen(room.number, _)
            message_id = await self._gateway.post(row.channel_id, screen, nonce)
            made = replace(room, message_id=message_id, message=self._seed(message_id))
        else:
            name = room_name(room.number, row.id, _)
            thread_id = await self._gateway.open_thread(row.channel_id, room.message_id, name)
            made = replace(room, thread_id=thread_id)
        now = int(self._clock())

        def keep(db: Connection) -> None:
            rooms.keep(db, row.id, made)
            rooms.hold_up(db, row.id, NoThreads.NONE, None)
            tournaments.look_at(db, row.id, now)

        await self._database.write(keep)
        self._expect(now)

    async def _end(self, tournament_id: int) -> None:
        """End a tournament whose channel is gone: nobody can be shown anything there."""

        def work(db: Connection) -> set[int]:
            now = int(self._clock())
            row = find(db, tournament_id)
            if row.is_over:
                tournaments.announced(db, row.id, row.version, row.message_id)
                return set()
            return end_all(db, (tournament_id,), now, _close)

        for table_id in await self._database.write(work):
            await self._painter.wake(table_id)


def _close(db: Connection, table_id: int, now: int) -> None:
    close_now(db, loaded(db, table_id), now)


def _next(tournament_id: int, now: int, db: Connection) -> _Job:
    tournament = tournament_of(db, find(db, tournament_id))
    row = tournament.row
    return _Job(
        tournament,
        finale_of(db, tournament),
        row.version != row.painted,
        missing_room(db, row, now),
        needless_room(db, row),
    )


def _why(error: GatewayError) -> NoThreads:
    match error:
        case ThreadsFull():
            return NoThreads.FULL
        case Limited():
            return NoThreads.FAST
        case NotAllowed():
            return NoThreads.FORBIDDEN
        case _:
            return NoThreads.LATER


def _keep_held_up(tournament_id: int, why: NoThreads, now: int, until: int, db: Connection) -> None:
    rooms.hold_up(db, tournament_id, why, until)
    announce(db, tournament_id, now)
