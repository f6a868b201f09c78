"""Tournaments as far as their starts go: a sit-and-go, or one of several tables."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.game import play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table
from bot.game.tournaments import several_tables
from bot.game.tournaments.floors import tournament_of
from bot.store import surfaces, tables
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.surfaces import Place, Slot
from bot.store.tables import FEW, TableRow
from bot.store.tournaments import tournaments
from bot.store.tournaments.schedules import Schedule
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.starts import TournamentKind, tournament_key


@dataclass(frozen=True)
class ScheduledTournament(ABC):
    """A tournament as far as its start goes.

    `key` is what it is called in `schedules`, `row` is kept of it; `message_id` is the message that
    announces it, None if it has not been announced yet; `people` are the persons who are in.
    """

    key: str
    row: TableRow | TournamentRow
    message_id: int | None
    people: tuple[Player, ...]

    @property
    def look(self) -> str:
        """What a scheduled event of its server shows of it, in short: it is changed with this."""
        return f"{self.row.phase} {self.row.starts_at}"

    @property
    @abstractmethod
    def was_played(self) -> bool:
        """Whether it has begun."""

    @property
    @abstractmethod
    def lacked_people(self) -> bool:
        """Whether it was called off because too few people had joined at its time."""

    @abstractmethod
    def set_start(self, db: Connection, at: int | None, now: int, /, *, is_put_off: bool) -> None:
        """Keep when it starts by itself (Unix seconds), None for not."""

    @abstractmethod
    def begin(self, db: Connection, now: int, secret: Callable[[], bytes], /) -> None:
        """Start with those who are in; raises TableError if they are too few."""

    @abstractmethod
    def call_off(self, db: Connection, now: int) -> None:
        """End it for want of people."""

    @abstractmethod
    def show(self, db: Connection, now: int, /) -> set[int]:
        """Have its tables show what has changed; returns the ids of those to be drawn."""


@dataclass(frozen=True)
class SitAndGo(ScheduledTournament):
    """A tournament of one table."""

    table: Table

    @property
    def was_played(self) -> bool:
        """Whether a hand has been dealt."""
        return self.table.played is not None

    @property
    def lacked_people(self) -> bool:
        """Whether the table was closed because too few people had joined."""
        return self.table.row.ended_by == FEW

    def set_start(self, db: Connection, at: int | None, _now: int, /, *, is_put_off: bool) -> None:
        """Keep it with the table."""
        tables.set_start(db, self.table.id, at, is_put_off=is_put_off)

    def begin(self, db: Connection, now: int, secret: Callable[[], bytes], /) -> None:
        """Deal the first hand."""
        play.verify_enough(self.table)
        play.deal(db, self.table, secret(), now)

    def call_off(self, db: Connection, now: int) -> None:
        """Close the table."""
        tables.close(db, self.table.id, now, FEW)

    def show(self, db: Connection, now: int, /) -> set[int]:
        """Have its table show what has changed."""
        changed(db, self.table.id, now)
        return {self.table.id}


@dataclass(frozen=True)
class SeveralTables(ScheduledTournament):
    """A knock-out or a duplicate tournament."""

    tournament: TournamentRow

    @property
    def was_played(self) -> bool:
        """Whether a round has begun."""
        return self.tournament.round > 0

    @property
    def lacked_people(self) -> bool:
        """Whether too few had joined even after it was put off."""
        return self.tournament.lacked_people

    def set_start(self, db: Connection, at: int | None, now: int, /, *, is_put_off: bool) -> None:
        """Keep it with the tournament, whose announcement is to show it."""
        tournaments.set_start(db, self.tournament.id, at, is_put_off=is_put_off)
        tournaments.look_at(db, self.tournament.id, now)

    def begin(self, db: Connection, now: int, _secret: Callable[[], bytes], /) -> None:
        """Begin the first round, whose tables are dealt later."""
        several_tables.start(db, self.tournament, now)

    def call_off(self, db: Connection, now: int) -> None:
        """End the tournament."""
        several_tables.end_now(db, self.tournament, now)

    def show(self, _db: Connection, _now: int, /) -> set[int]:
        """No table is drawn: the announcement is looked at with each change."""
        return set()


Scheduled: TypeAlias = SitAndGo | SeveralTables


def scheduled(db: Connection, of: Table | TournamentRow) -> Scheduled:
    """A tournament as far as its start goes."""
    if isinstance(of, Table):
        people = tuple(of.people[seat.player_id] for seat in of.persons)
        lobby = surfaces.get(db, of.id, Place(Slot.LOBBY))
        message_id = None if lobby is None else lobby.message_id
        key = tournament_key(TournamentKind.TABLE, of.id)
        return SitAndGo(key, of.row, message_id, people, of)
    tournament = tournament_of(db, of)
    there = [tournament.people[each.player_id] for each in tournament.entrants if each.out is None]
    persons = tuple(each for each in there if not each.is_computer)
    key = tournament_key(TournamentKind.SEVERAL, of.id)
    return SeveralTables(key, of, tournaments.announced_in(db, of), persons, of)


def scheduled_by(db: Connection, schedule: Schedule) -> Scheduled:
    """The tournament of a schedule."""
    kind, _dot, number = schedule.event.partition(".")
    if kind == TournamentKind.TABLE:
        return scheduled(db, loaded(db, int(number)))
    return scheduled(db, several_tables.find(db, int(number)))
