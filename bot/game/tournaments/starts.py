"""Tournaments that start at a set time: when, what happens then, and who is told."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo

from bot.game.changes import changed
from bot.game.table import TableError
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.several_tables import end_now, find, start, tell_unplayed
from bot.store import tables
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tournaments import schedules, tournaments
from bot.store.tournaments.schedules import Schedule, StartNotice
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.standings import Phase
from bot.values.times import moments
from bot.values.tournament_views import StartNews

log: Final = logging.getLogger(__name__)

PUT_OFF: Final = 15 * 60
"""Seconds for which a tournament waits for more people."""
_REMIND_BEFORE: Final = 15 * 60
"""Seconds before the start at which people are reminded."""
_LOOK_AGAIN_AFTER: Final = 10
"""Seconds until the next look at an event that is out of date, as before the announcement."""


def look_of(row: TournamentRow) -> str:
    """The version of a tournament's scheduled event, which is edited when this changes."""
    return f"{row.phase} {row.starts_at}"


# --- planning --------------------------------------------------------------------------------


def plan(
    db: Connection, row: TournamentRow, at: int | None, now: int, by: Player
) -> tuple[int, ...]:
    """Set when a tournament starts automatically (Unix seconds), None for not at all.

    If it was to start at another time, everybody in it except `by` is told. Returns the tables
    whose messages change. Raises TableError.
    """
    verify_waits(row)
    if at == row.starts_at:
        return ()
    _set_start(db, row, at, now, is_put_off=False)
    # So shortly before the start nobody needs a reminder.
    is_soon = at is None or at - now <= _REMIND_BEFORE
    schedules.plan(db, row.id, row.guild_id, now, is_reminded=is_soon)
    if row.starts_at is not None:
        others = [each.id for each in tournament_of(db, row).persons if each.id != by.id]
        kind = StartNews.OPEN if at is None else StartNews.MOVED
        schedules.add_notices(db, row.id, kind, at, others, now)
    return tables.of_tournament(db, row.id)


def verify_waits(row: TournamentRow) -> None:
    """Raise TableError once a tournament has been started."""
    if row.phase is not Phase.WAITING:
        raise TableError("This tournament has already started.")


def _set_start(
    db: Connection, row: TournamentRow, at: int | None, now: int, *, is_put_off: bool
) -> None:
    """Store when it starts, and have its announcement show that."""
    tournaments.set_start(db, row.id, at, is_put_off=is_put_off)
    tournaments.wait_from(db, row.id, now)


# --- what follows ----------------------------------------------------------------------------


def follow(db: Connection, tournament_id: int, now: int, secret: Callable[[], bytes]) -> set[int]:
    """Do what is due around a tournament's start; returns the ids of the tables that change.

    With enough people it starts; else it is put off once, then called off. Everybody in it is told.
    """
    schedule = schedules.get(db, tournament_id)
    if schedule is None:
        return set()
    found = tournament_of(db, find(db, tournament_id))
    touched: set[int] = set()
    if found.row.phase is Phase.WAITING and found.row.starts_at is not None:
        touched = _on_time(db, schedule, found, now, secret)
        found = tournament_of(db, find(db, tournament_id))
    if found.row.phase is not schedule.stage:
        schedules.drop_notices(db, tournament_id)
        if found.row.phase is Phase.OVER and not found.row.round:
            knows = None if found.row.lacked_people or found.row.is_lost else found.row.host_id
            tell_unplayed(db, found.row, now, knows)
        schedules.set_stage(db, tournament_id, found.row.phase)
    return touched


def _on_time(
    db: Connection,
    schedule: Schedule,
    found: Tournament,
    now: int,
    secret: Callable[[], bytes],
) -> set[int]:
    """Do what is due at a tournament that waits for its start."""
    starts_at = found.row.starts_at
    assert starts_at is not None
    if starts_at <= now:
        return _begin(db, found, now, secret)
    if starts_at - now <= _REMIND_BEFORE and not schedule.is_reminded:
        schedules.set_reminded(db, found.row.id)
        _tell(db, found, StartNews.SOON, now)
    return set()


def _begin(db: Connection, found: Tournament, now: int, secret: Callable[[], bytes]) -> set[int]:
    """Start with those who are in; if they are too few, put it off, or call it off."""
    row = found.row
    try:
        touched = start(db, row, now, secret)
    except TableError as error:
        log.info("tournament %d: too few people at its start: %s", row.id, error)
        touched = _wait(db, found, now)
    else:
        log.info("tournament %d: started at its time", row.id)
    for table_id in touched:
        changed(db, table_id, now)
    return touched


def _wait(db: Connection, found: Tournament, now: int) -> set[int]:
    """Wait for more people, or call it off; returns the tables whose messages change."""
    if found.row.is_put_off:
        return end_now(db, found.row, now)
    _set_start(db, found.row, full_minute(now + PUT_OFF), now, is_put_off=True)
    # People are told the new time now, which replaces the reminder.
    schedules.set_reminded(db, found.row.id)
    _tell(db, tournament_of(db, find(db, found.row.id)), StartNews.PUT_OFF, now)
    return set(tables.of_tournament(db, found.row.id))


def _tell(db: Connection, found: Tournament, kind: StartNews, now: int) -> None:
    ids = (each.id for each in found.persons)
    schedules.add_notices(db, found.row.id, kind, found.row.starts_at, ids, now)


def settle(db: Connection, tournament_id: int, now: int) -> int | None:
    """Store when there is something to do next about a start, and return it (Unix seconds).

    A schedule with nothing left to do is deleted.
    """
    schedule = schedules.get(db, tournament_id)
    if schedule is None:
        return None
    found = tournament_of(db, find(db, tournament_id))
    phase, starts_at = found.row.phase, found.row.starts_at
    if phase is not schedule.stage or schedules.notices(db, tournament_id):
        at = now
    elif look_of(found.row) != schedule.shown and not schedule.is_gone:
        at = now + _LOOK_AGAIN_AFTER
    elif phase is Phase.OVER or starts_at is None:
        schedules.drop(db, tournament_id)
        return None
    elif phase is Phase.ON:
        at = None
    else:
        at = starts_at - (0 if schedule.is_reminded else _REMIND_BEFORE)
    schedules.set_due(db, tournament_id, at)
    if found.row.is_failing:
        tournaments.look_at(db, tournament_id, now)  # its announcement says so, and it has worked
    return at


# --- as people write it ----------------------------------------------------------------------


_SOONEST: Final = 60
_LATEST: Final = 60 * 24 * 3600
_MINUTE: Final = 60


def parse_start(text: str, zone: str | None, now: int) -> int | None:
    """When something starts, in Unix seconds; None for `none`. Raises TableError.

    `text` is anything that `moments` understands, in an IANA time zone (None for UTC), from a
    minute to 60 days after `now` (Unix seconds).
    """
    typed = text.strip()
    if typed.lower() == "none":
        return None
    meant = moments(typed, ZoneInfo(zone or "UTC"), now)
    if not meant:
        raise TableError(
            "Write the start as 20:30, tomorrow 20:30, 24.11. 20:30 or 2026-11-24 20:30, or from "
            "now as 90m, 2h or 3d."
        )
    fitting = [at for at in meant if now + _SOONEST <= at <= now + _LATEST]
    if not fitting:
        raise TableError("A tournament can start from 1 minute to 60 days from now.")
    if len(fitting) > 1:
        raise TableError("That can be either of two days. Write it as 2026-11-24 20:30.")
    return full_minute(fitting[0])


def full_minute(at: int) -> int:
    """The first full minute that is not before a moment; both in Unix seconds."""
    return -(-at // _MINUTE) * _MINUTE


def written(at: int, zone: str | None) -> str:
    """A moment (Unix seconds) in an IANA time zone, None for UTC: `2026-11-24 20:30`."""
    return datetime.fromtimestamp(at, ZoneInfo(zone or "UTC")).strftime("%Y-%m-%d %H:%M")


_MOST_MENTIONS: Final = 50
"""People mentioned in one message: Discord takes 100 mentions, in 4000 characters."""


@dataclass(frozen=True)
class StartCall:
    """A message in the channel that tells `people` the same, in the channel's `locale`.

    `notices` has one notice for each of them.
    """

    channel_id: int
    locale: str
    people: tuple[Player, ...]
    notices: tuple[StartNotice, ...]

    @property
    def notice(self) -> StartNotice:
        """The notice that all of them get."""
        return self.notices[0]

    def notifiable(self, now: int) -> tuple[int, ...]:
        """The user ids of those whom it may notify at `now` (Unix seconds)."""
        ids = (each.user_id for each in self.people if not each.is_quiet(now))
        return tuple(user_id for user_id in ids if user_id is not None)


def calls(db: Connection, tournament_id: int) -> tuple[StartCall, ...]:
    """The messages to post in the channel about a start.

    Who is mentioned together is stored before anything is posted, so that another attempt posts
    the same message. People who have left, or want no calls, are told nothing.
    """
    schedule = schedules.get(db, tournament_id)
    if schedule is None:
        return ()
    found = tournament_of(db, find(db, tournament_id))
    people = {each.id: each for each in found.persons if each.user_id is not None}
    for notice in schedules.notices(db, tournament_id):
        player = people.get(notice.player_id)
        if player is None or (player.preferences.calls == "none" and notice.called_with is None):
            schedules.mark_told(db, notice)
    _gather(db, tournament_id, people)
    return tuple(
        StartCall(
            found.row.channel_id,
            found.row.locale,
            tuple(people[each.player_id] for each in notices),
            notices,
        )
        for notices in _gathered(db, tournament_id)
    )


def _gather(db: Connection, tournament_id: int, people: dict[int, Player]) -> None:
    """Group those who are to be told the same and take no direct messages, and store the groups."""
    alone = [
        each
        for each in schedules.notices(db, tournament_id)
        if each.called_with is None and not people[each.player_id].takes_dms
    ]
    alone.sort(key=_news)
    for _key, group in groupby(alone, key=_news):
        same = list(group)
        for first in range(0, len(same), _MOST_MENTIONS):
            schedules.call_together(db, same[first : first + _MOST_MENTIONS])


def _news(notice: StartNotice) -> tuple[str, int, int]:
    return notice.kind, notice.starts_at or 0, notice.added_at


def _gathered(db: Connection, tournament_id: int) -> Iterator[tuple[StartNotice, ...]]:
    called = [each for each in schedules.notices(db, tournament_id) if each.called_with is not None]
    called.sort(key=lambda each: each.called_with or 0)
    for _first, together in groupby(called, key=lambda each: each.called_with):
        yield tuple(together)
