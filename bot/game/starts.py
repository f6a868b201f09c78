"""Tournaments that start by themselves: when, what follows at that time, who is told what."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.game import events, play
from bot.game.changes import changed
from bot.game.floors import event
from bot.game.loading import loaded
from bot.game.start_times import full_minute
from bot.game.table import Table, TableError
from bot.screens.starts import Starting
from bot.store import schedules, tables, tournaments
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.schedules import Schedule
from bot.store.tables import FEW
from bot.store.tournaments import TournamentRow
from bot.values.starts import Phase, StartNews

log: Final = logging.getLogger(__name__)

PUT_OFF: Final = 15 * 60
"""Seconds for which a tournament waits for more people."""
_REMINDED: Final = 15 * 60
"""Seconds before the start at which people are reminded."""
_UNPOSTED: Final = 10
"""Seconds after which it is looked again whether a tournament has been announced."""

# --- what starts -----------------------------------------------------------------------------


class Venue(NamedTuple):
    """A channel of a server, the player who is the host there, and the language spoken there."""

    guild_id: int
    channel_id: int
    host_id: int
    locale: str


@dataclass(frozen=True)
class Occasion:
    """A tournament as far as its start goes: a sit-and-go (its table), or one of several tables.

    `people` are the persons who are in; it `lacked_people` if it was called off for that. It starts
    by itself at `starts_at` (Unix seconds), None for not.
    """

    of: Table | TournamentRow
    starts_at: int | None
    is_put_off: bool
    phase: Phase
    was_played: bool
    lacked_people: bool
    people: tuple[Player, ...]

    @property
    def key(self) -> str:
        """What it is called in `schedules`."""
        return f"{'table' if isinstance(self.of, Table) else 'several'}.{self.of.id}"

    @property
    def look(self) -> str:
        """What a scheduled event of its server shows of it, in short: it is changed with this."""
        return f"{self.phase} {self.starts_at}"

    @property
    def place(self) -> Venue:
        """Its server, and the channel where it is announced."""
        row = self.of.row if isinstance(self.of, Table) else self.of
        return Venue(row.guild_id, row.channel_id, row.host_id, row.locale)


def occasion(db: Connection, of: Table | TournamentRow) -> Occasion:
    """A tournament as far as its start goes."""
    if isinstance(of, Table):
        return Occasion(
            of,
            of.row.starts_at,
            of.row.is_put_off,
            of.row.phase,
            of.played is not None,
            of.row.ended_by == FEW,
            tuple(of.people[seat.player_id] for seat in of.persons),
        )
    found = event(db, of)
    there = [found.people[each.player_id] for each in found.entrants if each.out is None]
    return Occasion(
        of,
        of.starts_at,
        of.is_put_off,
        of.phase,
        of.round > 0,
        of.lacked_people,
        tuple(each for each in there if not each.is_computer),
    )


def of_schedule(db: Connection, schedule: Schedule) -> Occasion:
    """The tournament of a schedule."""
    kind, _dot, number = schedule.event.partition(".")
    of = loaded(db, int(number)) if kind == "table" else events.find(db, int(number))
    return occasion(db, of)


def starting_of(table: Table) -> Starting | None:
    """When a sit-and-go starts by itself; None if it does not, or has been started."""
    row = table.row
    if row.starts_at is None or row.phase is not Phase.WAITING:
        return None
    return Starting(row.starts_at, row.is_put_off, 2, table.host.name)


# --- planned, and planned anew ---------------------------------------------------------------


def plan(db: Connection, of: Table | TournamentRow, at: int | None, now: int, by: Player) -> None:
    """Have a tournament start by itself at a moment (Unix seconds), or with None not any more.

    All who are in but `by` are told if it was to start at another time. Raises TableError.
    """
    before = occasion(db, of)
    if before.phase is not Phase.WAITING:
        raise TableError("This tournament has been started already.")
    if at == before.starts_at:
        return
    _set(db, before, at, now, is_put_off=False)
    is_soon = at is None or at - now <= _REMINDED
    guild_id = before.place.guild_id
    schedule_id = schedules.plan(db, before.key, guild_id, now, is_reminded=is_soon)
    if before.starts_at is not None:
        others = [each.id for each in before.people if each.id != by.id]
        kind = StartNews.OPEN if at is None else StartNews.MOVED
        schedules.add_notices(db, schedule_id, kind, at, others, now)


def _set(db: Connection, before: Occasion, at: int | None, now: int, *, is_put_off: bool) -> None:
    if isinstance(before.of, Table):
        tables.set_start(db, before.of.id, at, is_put_off=is_put_off)
        return
    tournaments.set_start(db, before.of.id, at, is_put_off=is_put_off)
    tournaments.look_at(db, before.of.id, now)


# --- what follows ----------------------------------------------------------------------------


def follow(db: Connection, schedule_id: int, now: int, secret: Callable[[], bytes]) -> set[int]:
    """Do what is due at a tournament's start; returns the ids of the tables that change.

    It is begun with enough people, else put off, and called off after that. Who is in is told.
    """
    schedule = schedules.get(db, schedule_id)
    if schedule is None:
        return set()
    found = of_schedule(db, schedule)
    touched: set[int] = set()
    if found.phase is Phase.WAITING and found.starts_at is not None:
        touched = _on_time(db, schedule, found, now, secret)
        found = of_schedule(db, schedule)
    if found.phase is not schedule.stage:
        schedules.drop_notices(db, schedule.id)
        if found.phase is Phase.OVER and not found.was_played:
            _tell_of_end(db, schedule, found, now)
        schedules.set_stage(db, schedule.id, found.phase)
    return touched


def _on_time(
    db: Connection, schedule: Schedule, found: Occasion, now: int, secret: Callable[[], bytes]
) -> set[int]:
    """What is due at a tournament that waits for its time."""
    assert found.starts_at is not None
    if found.starts_at <= now:
        return _begin(db, schedule, found, now, secret)
    if found.starts_at - now <= _REMINDED and not schedule.is_reminded:
        schedules.set_reminded(db, schedule.id)
        _tell(db, schedule, found, StartNews.SOON, now)
    return set()


def _begin(
    db: Connection, schedule: Schedule, found: Occasion, now: int, secret: Callable[[], bytes]
) -> set[int]:
    """Start with those who are in; if they are too few, wait for more, and then no longer."""
    of = found.of
    try:
        if isinstance(of, Table):
            play.verify_enough(of)
            play.deal(db, of, secret(), now)
        else:
            events.start(db, of, now)
    except TableError as error:
        log.info("%s: too few people at its start: %s", found.key, error)
        _wait(db, schedule, found, now)
    else:
        log.info("%s: started at its time", found.key)
    if not isinstance(of, Table):
        return set()
    changed(db, of.id, now)
    return {of.id}


def _wait(db: Connection, schedule: Schedule, found: Occasion, now: int) -> None:
    if found.is_put_off:
        _call_off(db, found, now)
        return
    later = full_minute(now + PUT_OFF)
    _set(db, found, later, now, is_put_off=True)
    schedules.set_reminded(db, schedule.id)
    _tell(db, schedule, of_schedule(db, schedule), StartNews.PUT_OFF, now)


def _call_off(db: Connection, found: Occasion, now: int) -> None:
    if isinstance(found.of, Table):
        tables.close(db, found.of.id, now, FEW)
    else:
        events.end_now(db, found.of, now)


def _tell(db: Connection, schedule: Schedule, found: Occasion, kind: StartNews, now: int) -> None:
    ids = (each.id for each in found.people)
    schedules.add_notices(db, schedule.id, kind, found.starts_at, ids, now)


def _tell_of_end(db: Connection, schedule: Schedule, found: Occasion, now: int) -> None:
    """Tell people that nothing will be played; a host who has ended it knows."""
    if found.lacked_people:
        _tell(db, schedule, found, StartNews.CALLED_OFF, now)
        return
    others = [each for each in found.people if each.id != found.place.host_id]
    _tell(db, schedule, replace(found, people=tuple(others)), StartNews.ENDED, now)


def settle(db: Connection, schedule_id: int, now: int) -> int | None:
    """Keep when there is something to do next about a start, and return it (Unix seconds).

    A schedule of which nothing is left is forgotten.
    """
    schedule = schedules.get(db, schedule_id)
    if schedule is None:
        return None
    found = of_schedule(db, schedule)
    if found.phase is not schedule.stage or schedules.notices(db, schedule.id):
        at = now
    elif found.look != schedule.shown and not schedule.is_gone:
        at = now + _UNPOSTED
    elif found.phase is Phase.OVER or found.starts_at is None:
        schedules.drop(db, schedule.id)
        return None
    elif found.phase is Phase.ON:
        at = None
    else:
        at = found.starts_at - (0 if schedule.is_reminded else _REMINDED)
    schedules.set_due(db, schedule.id, at)
    return at
