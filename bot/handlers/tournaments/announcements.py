"""The announcements of tournaments of every format, and the threads of their tables.

Threads are opened when they are needed, and archived at the end.
"""

import logging
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.game.tournaments.announcing import finale_of, missing_room, needless_room, told_of
from bot.game.tournaments.floors import Tournament, hold_of, tournament_of, waits_until
from bot.game.tournaments.formats import form_of
from bot.game.tournaments.several_tables import TOLD_BEFORE, announce, end_all, find
from bot.handlers.request import Services
from bot.handlers.serving import provides
from bot.pictures.theme import Theme
from bot.screens.components import Screen
from bot.screens.tournaments.announcement import announcement_screen, room_name, room_screen
from bot.screens.tournaments.announcement import rules_of as announced_rules
from bot.screens.tournaments.announcement import standing_of as announced_standing
from bot.screens.tournaments.duplicate_announcement import (
    duplicate_rules,
    duplicate_screen,
    duplicate_standing,
)
from bot.screens.tournaments.tournament_lines import standing_screen
from bot.screens.tournaments.tournament_words import waiting_screen
from bot.store import messages, players
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.store.tournaments import at_tables, tournaments
from bot.store.tournaments.at_tables import Room
from bot.store.tournaments.tournaments import Stage
from bot.surfaces.gateway import (
    ChannelGone,
    Denied,
    GatewayError,
    Limited,
    NotAllowed,
    Resting,
    ThreadsFull,
    nonce_from,
)
from bot.surfaces.kept_messages import Contents, InWords, Provider, Words, digest_of
from bot.surfaces.render import PictureOptions, illustrated
from bot.texts import Texts, texts_for
from bot.values.standings import Finale, NoThreads
from bot.values.tournament_views import Announcement, Duplicate

log: Final = logging.getLogger(__name__)

_PAUSE: Final = 60.0
"""Seconds after which Discord is asked again for a thread that it has refused."""
_LONGEST_UNTOLD: Final = 30.0
"""Seconds that a thread may be late before people are told."""
_LAST_WORDS: Final = 10.0
"""Seconds that archiving a thread waits for the last messages there."""


def announcement_of(told: Announcement | Duplicate, _: Texts) -> Screen:
    """The message in the tournament's channel, for every format."""
    return (
        duplicate_screen(told, _) if isinstance(told, Duplicate) else announcement_screen(told, _)
    )


def rules_of(tournament: Tournament, _: Texts) -> list[str]:
    """How a tournament of several tables is played, in lines below its heading."""
    told = told_of(tournament)
    return duplicate_rules(told, _) if isinstance(told, Duplicate) else announced_rules(told, _)


def standing_of(tournament: Tournament, _: Texts) -> Screen:
    """How a tournament stands, or ended, for one person who asks."""
    told = told_of(tournament)
    if isinstance(told, Duplicate):
        return duplicate_standing(told, _)
    if not form_of(tournament.row).at_table:
        return announced_standing(told, _)
    starting = None if tournament.row.is_over else told.starting
    return standing_screen(told.standing, told.options, told.round + 1, _, starting)


@dataclass(frozen=True, kw_only=True)
class AnnouncementContents(Contents):
    """A tournament as everybody sees it, in the language of its channel, and its picture."""

    told: Announcement | Duplicate
    locale: str
    finale: Finale | None

    @property
    def digest(self) -> str:
        """The digest of its news: the picture shows no more than that."""
        return digest_of(self.told.news)


@provides(MessageKind.ANNOUNCEMENT)
@dataclass(frozen=True)
class AnnouncementMessage(Provider[AnnouncementContents]):
    """Announces a tournament, and opens and archives its threads."""

    services: Services
    _lacking: dict[int, float] = field(default_factory=dict[int, float])
    """Tournament id -> since when Discord has opened no thread for it, giving no reason."""

    def contents(self, db: Connection, row: MessageRow, now: int) -> AnnouncementContents:
        """How the tournament stands; renewed when refused threads are tried again."""
        tournament = tournament_of(db, find(db, row.about))
        again_at = tournament.row.threads_at
        return AnnouncementContents(
            channel_id=tournament.row.channel_id,
            renews_at=again_at if again_at is not None and again_at > now else None,
            told=told_of(tournament),
            locale=tournament.row.locale,
            finale=finale_of(db, tournament),
        )

    async def draw(self, contents: AnnouncementContents, *, pictured: bool) -> Screen:
        """The announcement, with the standing of its tournament."""
        _ = texts_for(contents.locale)
        screen = announcement_of(contents.told, _)
        if contents.finale is None:
            return screen
        theme = Theme(contents.told.options.skin, contents.told.options.deck)
        options = PictureOptions(f"standing-{contents.digest}.png", theme, pictured)
        return await illustrated(
            self.services.composer.illustrator, screen, contents.finale, options, _
        )

    def posted(self, db: Connection, row: MessageRow, message_id: int) -> None:
        """Add the message's id to the deals whose commitment it shows."""
        tournaments.keep_message(db, row.about, self.services.seed(message_id))

    async def follow_up(self, row: MessageRow) -> None:
        """Open the threads that the tournament lacks, archive those that it no longer needs."""
        try:
            while await self._see_to_room(row.about):
                pass
        except ChannelGone:
            await self._end(row.about)

    async def give_up(self, row: MessageRow, _contents: AnnouncementContents) -> None:
        """End the tournament: nothing can be posted in its channel any more."""
        await self._end(row.about)

    async def _see_to_room(self, tournament_id: int) -> bool:
        """Open or archive one thread; returns False if there is none to do."""
        find_room = partial(_room_to_see_to, tournament_id, self.services.now)
        found = await self.services.database.read(find_room)
        if found is None:
            return False
        tournament, room = found
        see_to = self._archive if tournament.row.is_over else self._try_to_make
        await see_to(tournament, room)
        return True

    async def _try_to_make(self, tournament: Tournament, room: Room) -> None:
        """Make a message or thread; if Discord refuses, people are told why and until when."""
        row, now = tournament.row, self.services.clock()
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
            await self.services.database.write(keep)
            self.services.timer.expect(int(now + pause) + 1)

    async def _archive(self, tournament: Tournament, room: Room) -> None:
        """Archive a table's thread after its last messages: a later one would open it again."""
        for table in tournament.every:
            if table.row.room == room.number:
                await self._say_all(table.id)
        assert room.thread_id is not None
        try:
            await self.services.gateway.archive(room.thread_id)
        except (ChannelGone, NotAllowed, Denied) as error:
            log.info("thread %d: not archived: %r", room.thread_id, error)
        gone = replace(room, is_archived=True)
        await self.services.database.write(
            partial(at_tables.keep_room, tournament_id=tournament.row.id, room=gone)
        )

    async def _say_all(self, table_id: int) -> None:
        """Wait until a table's last message is posted and its results are up to date.

        Raises GatewayError if they are not yet: nothing can be edited in an archived thread.
        """
        await self.services.painter.written(table_id, 0, within=_LAST_WORDS)
        find_results = partial(messages.results_to_show, table_id=table_id)
        for message_id in await self.services.database.read(find_results):
            await self.services.messages.shown(message_id, _LAST_WORDS)
        if await self.services.database.read(find_results):
            raise GatewayError(f"results of table {table_id} are to be edited first")

    async def _make(self, tournament: Tournament, room: Room) -> None:
        """Post a table's message in the channel, or make its thread."""
        row, _ = tournament.row, texts_for(tournament.row.locale)
        if room.message_id is None:
            nonce = nonce_from(f"room {row.id} {room.number}")
            screen = room_screen(room.number, _)
            message_id = await self.services.gateway.post(row.channel_id, screen, nonce)
            made = replace(room, message_id=message_id, message=self.services.seed(message_id))
        else:
            name = room_name(room.number, row.id, _)
            thread_id = await self.services.gateway.open_thread(
                row.channel_id, room.message_id, name
            )
            made = replace(room, thread_id=thread_id)
        now = self.services.now

        def keep(db: Connection) -> None:
            at_tables.keep_room(db, row.id, made)
            at_tables.hold_up(db, row.id, NoThreads.NONE, None)
            tournaments.look_at(db, row.id, now)

        await self.services.database.write(keep)
        self.services.timer.expect(now)

    async def _end(self, tournament_id: int) -> None:
        """End a tournament whose channel is gone, unless it is over already."""

        def work(db: Connection) -> set[int]:
            tournaments.set_lost(db, tournament_id)
            if find(db, tournament_id).is_over:
                return set()
            return end_all(db, (tournament_id,), self.services.now)

        log.info("tournament %d: its channel is gone, it is ended", tournament_id)
        for table_id in await self.services.database.write(work):
            await self.services.painter.wake(table_id)


def _room_to_see_to(tournament_id: int, now: int, db: Connection) -> tuple[Tournament, Room] | None:
    """A tournament with a thread that it lacks, or that it no longer needs."""
    row = find(db, tournament_id)
    room = missing_room(db, row, now) or needless_room(db, row)
    return None if room is None else (tournament_of(db, row), room)


def _why(error: GatewayError) -> NoThreads:
    match error:
        case ThreadsFull():
            return NoThreads.FULL
        case NotAllowed() | Resting():
            return NoThreads.FORBIDDEN
        case Limited():
            return NoThreads.FAST
        case _:
            return NoThreads.LATER


def _keep_held_up(tournament_id: int, why: NoThreads, now: int, until: int, db: Connection) -> None:
    at_tables.hold_up(db, tournament_id, why, until)
    announce(db, tournament_id, now)


# --- waiting for their hosts -----------------------------------------------------------------


@provides(MessageKind.WAITING)
class WaitingTournament(InWords):
    """Tells its host in the channel, some days before it ends or minutes after its start."""

    def contents(self, db: Connection, row: MessageRow, now: int) -> Words | None:
        """The message; None if the tournament no longer waits."""
        found = tournaments.get(db, row.about)
        if found is None or (until := waits_until(found)) is None:
            return None
        if found.state is not Stage.SEATING and now < until - TOLD_BEFORE:
            return None
        host = players.get(db, found.host_id)
        screen = waiting_screen(
            found.id,
            host.user_id,
            until,
            texts_for(found.locale),
            hold=hold_of(found),
            is_started=found.state is not Stage.OPEN,
            is_quiet=not host.is_pinged(now),
        )
        return Words(channel_id=found.channel_id, is_last=True, screen=screen)
