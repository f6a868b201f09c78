"""The painter's queue: surfaces that do not show what they should."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.game import dm_delivery
from bot.game.changes import close_gone
from bot.game.loading import loaded
from bot.game.looks import CALLED, called_before, keep_looks
from bot.game.play import current_draft, is_laid_out
from bot.game.played import PlayedHand
from bot.game.results import with_news
from bot.game.table import Table
from bot.game.tournaments.announcing import with_finale
from bot.game.tournaments.endings import with_finish
from bot.game.tournaments.floors import with_floor
from bot.screens.components import Screen
from bot.store import hands, messages, surfaces, tables
from bot.store.engine import Connection
from bot.store.messages import MessageKind
from bot.store.players import Player
from bot.store.surfaces import NOWHERE, ShownAt, Slot, Surface
from bot.store.tables import State
from bot.surfaces.gateway import nonce_from
from bot.values.draft import Draft
from bot.values.options import Destination

log: Final = logging.getLogger(__name__)

_ORDER: Final = tuple(Slot)
_OLD_AFTER: Final = 55 * 60
"""Seconds, with some to spare: after an hour Discord lets a message be edited only seldom."""


@dataclass(frozen=True)
class Job:
    """A surface to paint and what it is painted from."""

    surface: Surface
    table: Table
    draft: Draft | None

    @property
    def key(self) -> tuple[int, int]:
        """The ids of its table and of the player whose it is, 0 for the channel's."""
        return self.surface.table_id, self.surface.place.player_id

    @property
    def owner(self) -> Player:
        """The player whose private surface it is."""
        return self.table.people[self.surface.place.player_id]

    @property
    def user_id(self) -> int:
        """Discord's id of its owner."""
        assert self.owner.user_id is not None, "who has messages has an id"
        return self.owner.user_id

    @property
    def takes_no_dms(self) -> bool:
        """True if its owner gets no direct message now, and is not called instead."""
        is_written_to = not self.surface.place.player_id or self.owner.is_written_to
        return not is_written_to and not self.is_called

    @property
    def is_called(self) -> bool:
        """True if it calls somebody in the channel, for want of a direct message."""
        surface, finish = self.surface, self.table.extras.finish
        if not surface.place.player_id or self.owner.preferences.calls == "none":
            return False
        if self.table.row.is_lost if finish is None else finish.is_lost:
            return False
        if surface.place.slot is Slot.PLACE:
            return not self.owner.is_written_to
        return surface.place.slot is Slot.SEAT and surface.wanted.version.endswith(CALLED)

    @property
    def is_tried_again(self) -> bool:
        """True for a direct message to somebody whose last one was refused."""
        is_own = bool(self.surface.place.player_id) and not self.is_called
        return is_own and self.owner.dm_closed and self.owner.is_written_to

    def is_edited(self, now: float) -> bool:
        """True if its message is edited (at a time in Unix seconds), rather than another posted."""
        surface = self.surface
        if surface.message_id is None:
            return False
        return surface.wanted.key == surface.painted.key or self._notifies_nobody(int(now))

    def is_old_board(self, now: float) -> bool:
        """True for a board that was posted long before `now` (Unix seconds)."""
        surface = self.surface
        return surface.place.slot is Slot.BOARD and now - (surface.posted_at or 0) > _OLD_AFTER

    def _notifies_nobody(self, now: int) -> bool:
        """True if a player's next decision in a hand may come without a notification.

        They have quiet hours, or only computer players have acted since they did so themselves.
        """
        played, wanted = self.table.running, self.surface.wanted.key
        seat = None if played is None else played.seat_of(self.surface.place.player_id)
        if played is None or seat is None or self.surface.painted.shows_result:
            return False
        since = played.acted_since(seat)
        # A reminder, whose key has a ~, is there to notify.
        if since is None or not self.surface.painted.key or "~" in wanted:
            return False
        people = self.table.people
        return self.owner.is_quiet(now) or all(people[each].is_computer for each in since)

    @property
    def channel_id(self) -> int:
        """The channel of a public message: the table's, its thread, or the tournament's."""
        thread, finish = self.table.thread, self.table.extras.finish
        if finish is not None and self.table.state is State.CLOSED:
            return finish.channel_id
        if self.surface.place.slot is Slot.THREAD and thread and thread.thread_id is not None:
            return thread.thread_id
        return self.table.row.channel_id

    @property
    def ends_thread(self) -> bool:
        """True if nothing comes after this surface in the thread of those who follow the table."""
        is_shown = self.surface.place.slot is Slot.THREAD and bool(self.surface.wanted.key)
        return is_shown and self.table.state is State.CLOSED

    @property
    def result(self) -> PlayedHand | None:
        """The hand whose result the surface shows, if that may be painted again later.

        A player's own is once it need no longer withhold anything (R14.4, R14.6).
        """
        table, surface = self.table, self.surface
        is_own = surface.place.slot is Slot.PRIVATE and surface.wanted.shows_result
        is_result = surface.place.slot is Slot.RESULT or (is_own and table.mode.withholds)
        return table.played if is_result else None

    @property
    def commits_to(self) -> int | None:
        """The number of the hand whose own commitment a message of the channel shows, if any."""
        slot, table = self.surface.place.slot, self.table
        is_lobby = slot is Slot.LOBBY and table.played is None
        if table.next_deal is None or table.mode.fixes_all_deals:
            return None
        return table.next_deal.number if is_lobby or slot is Slot.RESULT else None


def is_needed(job: Job) -> bool:
    """True for surfaces whose buttons the table needs to go on: lobby, or latest result."""
    state, slot = job.table.state, job.surface.place.slot
    return (state, slot) in {(State.LOBBY, Slot.LOBBY), (State.BETWEEN, Slot.RESULT)}


def without_pings(job: Job, screen: Screen, now: int) -> Screen:
    """A new message's screen that notifies nobody who has quiet hours now (Unix seconds).

    Only the first message of a surface notifies a role.
    """
    role_pings = () if job.surface.posts else screen.role_pings
    people = job.table.people.values()
    if job.surface.place.player_id:
        is_quiet = job.owner.is_quiet(now)
        return replace(screen, pings=() if is_quiet else screen.pings, is_silent=is_quiet)
    spared = {person.user_id for person in people if person.is_quiet(now)}
    spared |= {job.table.people[player_id].user_id for player_id in called_before(job.surface)}
    pings = tuple(user_id for user_id in screen.pings if user_id not in spared)
    is_silent = bool(screen.pings) and not pings
    return replace(screen, pings=pings, is_silent=is_silent, role_pings=role_pings)


@dataclass(frozen=True)
class Todo:
    """Work at a table: the first surface of each owner, and the ids of results left behind."""

    table: Table
    jobs: tuple[Job, ...]
    result_ids: tuple[int, ...]


def todo_at(table_id: int, db: Connection) -> Todo:
    """The work at a table now; none if another process looks after it."""
    first: dict[int, Surface] = {}
    for surface in sorted(surfaces.unpainted(db, table_id), key=_place_in_order):
        first.setdefault(surface.place.player_id, surface)
    jobs = tuple(_job(db, surface) for surface in first.values())
    return Todo(loaded(db, table_id), jobs, messages.results_to_show(db, table_id))


def next_job(key: tuple[int, int], db: Connection) -> Job | None:
    """The first surface to be painted of an owner at a table, if any.

    `key` is the ids of table and owner; the owner 0 is the channel.
    """
    table_id, owner = key
    todo = [s for s in surfaces.unpainted(db, table_id) if s.place.player_id == owner]
    return _job(db, min(todo, key=_place_in_order)) if todo else None


def _place_in_order(surface: Surface) -> int:
    return _ORDER.index(surface.place.slot)


def _job(db: Connection, surface: Surface) -> Job:
    table = loaded(db, surface.table_id, hand=_hand_of(surface))
    if surface.place.slot is Slot.PRIVATE and surface.wanted.shows_result:
        table = _with_their_last(db, table, surface.place.player_id)
    if not surface.place.player_id or table.running is None:
        table = with_floor(db, table)
    if surface.place.slot is Slot.PLACE:
        return Job(surface, with_finish(db, table, surface), None)
    if surface.place.player_id:
        draft = current_draft(db, table, surface.place.player_id)
        return Job(surface, table if table.running else with_news(db, table), draft)
    if surface.place.slot is Slot.CLOSING:
        table = with_finale(db, table)
    return Job(surface, with_news(db, table), None)


def _with_their_last(db: Connection, table: Table, player_id: int) -> Table:
    """A table with the last hand that a player played, whose result they keep."""
    if table.played is None or table.played.seat_of(player_id) is not None:
        return table
    return loaded(db, table.id, hand=hands.last_with(db, table.id, player_id))


def _hand_of(surface: Surface) -> int | None:
    """The number of the hand that a surface is about; None is the latest."""
    match surface.place.slot:
        case Slot.RESULT:
            return int(surface.wanted.key)
        case Slot.THREAD if surface.wanted.key.isdecimal():
            return int(surface.wanted.key)
        case Slot.LOBBY:
            return 1
        case _:
            return None


def keep_dm_closed(job: Job, now: int, db: Connection) -> set[int]:
    """Record that the surface's owner cannot be written to: they are called in the channel.

    Like the functions below, return the ids of the tables whose messages change.
    """
    if job.surface.place.slot is not Slot.PLACE:
        _give_up(job.surface, db)
    return {job.table.id, *dm_delivery.refused(db, job.surface.place.player_id, now)}


def keep_reached(job: Job, db: Connection) -> set[int]:
    """Record that the surface's owner can be written to again, if a message was really sent."""
    surface = surfaces.get(db, job.table.id, job.surface.place)
    if surface is None or surface.posts == job.surface.posts:
        return set()
    return dm_delivery.reached(db, job.surface.place.player_id)


def keep_channel_gone(job: Job, now: int, db: Connection) -> set[int]:
    """Close a table whose channel is gone."""
    close_gone(db, job.table.id, now)
    _give_up(job.surface, db)
    return {job.table.id}


def keep_thread_gone(job: Job, db: Connection) -> set[int]:
    """Record that the followers' thread was deleted; the next to follow the table opens one."""
    tables.put_thread(db, job.table.id, None)
    _give_up(job.surface, db)
    keep_looks(db, job.table.id)
    return {job.table.id}


def keep_answered(surface: Surface, db: Connection) -> None:
    """Note that the answer to a press on a surface's message showed what it should."""
    surfaces.painted(db, surface)
    job = Job(surface, loaded(db, surface.table_id), None)
    if job.table.running is None:
        there = ShownAt(surface.channel_id, surface.message_id, surface.posted_at)
        _keep_result(job, there, db)


def keep_shown(job: Job, shown: ShownAt, db: Connection, *, adds: str | None = None) -> Job | None:
    """Note that a surface shows what it should, and where; returns its owner's next job.

    A new message `adds` its seed to a deal whose commitment it shows.
    If its owner has tapped meanwhile, it is painted again: the edit may have reached Discord
    after the answer to the tap, and put an older state over it.
    """
    surface = job.surface
    surfaces.painted_at(db, surface, shown)
    if job.draft is not None and not is_laid_out(db, job.table, surface.place.player_id, job.draft):
        surfaces.edit_again(db, surface.table_id, surface.place)
    _keep_result(job, shown, db)
    if adds is not None and (number := job.commits_to) is not None:
        hands.keep_message(db, job.table.id, number, adds)
    if surface.place.slot is Slot.THREAD:
        keep_looks(db, job.table.id)  # the next hand may have waited for the end of this one
    return next_job(job.key, db)


def _keep_result(job: Job, shown: ShownAt, db: Connection) -> None:
    """Record where a hand's result is shown: another hand's may take its place in the surface.

    If it was drawn while cards were withheld that no longer are, it is drawn again.
    """
    played, channel_id, message_id = job.result, shown.channel_id, shown.message_id
    if played is None or channel_id is None or message_id is None:
        return
    table, player_id = job.table, job.surface.place.player_id
    there = Destination(table.row.guild_id, channel_id, table.row.locale, message_id)
    messages.add(db, there, MessageKind.HAND, played.row.id, player_id, is_painted=True)
    if table.is_covered and not loaded(db, table.id, hand=played.row.number).is_covered:
        messages.touch(db, MessageKind.HAND, table.row.guild_id, played.row.id, player_id)


def _give_up(surface: Surface, db: Connection) -> None:
    """Count a surface as painted although it has no message."""
    surfaces.painted_at(db, surface, NOWHERE)


def nonce_of(surface: Surface) -> str:
    """A message's nonce, 24 hexadecimal digits, the same at every attempt to post it.

    So Discord does not post it twice when the bot is killed between posting and noting it.
    """
    about = (surface.table_id, *surface.place, surface.wanted.key, surface.posts)
    return nonce_from(repr(about))
