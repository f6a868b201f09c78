"""When a player on turn is reminded: at most three times a decision, never in quiet hours.

The turn itself is announced at once, or when quiet hours end. With a clock that is long enough
there are reminders at half time and shortly before the end; without a clock a single one, after
a day.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from sqlite3 import Connection
from typing import Final

from bot.quiet import QuietHours
from bot.scenes import Told
from bot.store import due, reminders
from bot.store.reminders import Reminder
from bot.tables.table import Table, loaded

TIME_CALL: Final = 30
"""R11.2: seconds to decide once an opponent has called time."""
_SHORTEST_WITH_HALF: Final = 5 * 60
_SHORTEST_WITH_LAST: Final = 60
_LAST_SHARE: Final = 10
_LAST_AT_LEAST: Final = 10
_LAST_AT_MOST: Final = 3600
_WAIT: Final = 24 * 3600
_BEFORE_QUIET: Final = 15 * 60
_APART: Final = 15 * 60
"""Two notifications are this far apart, or a tenth of a shorter clock."""
_ORDER: Final = tuple(Told)


@dataclass(frozen=True)
class Wait:
    """A player's decision: its clock (seconds), when it is due, and the last reminder of it.

    `clock` and `due_at` are None without a limit, `quiet` without quiet hours. Times are Unix
    seconds.
    """

    reminder: Reminder
    clock: int | None
    due_at: int | None
    quiet: QuietHours | None

    def ladder(self) -> list[tuple[int, Told]]:
        """The reminders still to come, in order: when each is due, and what it says.

        A reminder is left out once a more urgent one has been given, or if it would come too soon
        after the one before.
        """
        audible = (rung for rung in self._audible() if self._is_before_end(rung[0]))
        rungs = sorted(audible, key=lambda rung: (rung[0], _ORDER.index(rung[1])))
        told, told_at = self.reminder.told, self.reminder.told_at or self.reminder.since
        kept: list[tuple[int, Told]] = []
        for at, what in rungs:
            is_far = what is Told.TURN or at - told_at >= self._apart
            if is_far and _ORDER.index(what) > _ORDER.index(told):
                kept.append((at, what))
                told, told_at = what, at
        return kept

    def told_by(self, now: int) -> Told:
        """The reminder to give now; of several that are late, the last. NOTHING in quiet hours."""
        if self.quiet is not None and self.quiet.covers(now):
            return Told.NOTHING
        return next((what for at, what in reversed(self.ladder()) if at <= now), Told.NOTHING)

    def next_at(self, now: int) -> int | None:
        """When the next reminder is to be given, `now` if it is late; None if none is left."""
        for at, _what in self.ladder():
            moment = max(at, now)
            if self.quiet is not None and self.quiet.covers(moment):
                moment = self.quiet.end_after(moment)
            return moment if self._is_before_end(moment) else None
        return None

    @property
    def _apart(self) -> int:
        return _APART if self.clock is None else min(_APART, self.clock // _LAST_SHARE)

    def _is_before_end(self, at: int) -> bool:
        return self.due_at is None or at < self.due_at

    def _rungs(self) -> Iterator[tuple[int, Told]]:
        if self.clock is None or self.due_at is None:
            yield self.reminder.since + _WAIT, Told.WAIT
            return
        if self.clock >= _SHORTEST_WITH_HALF:
            yield self.due_at - self.clock // 2, Told.HALF
        if self.clock >= _SHORTEST_WITH_LAST:
            left = min(max(self.clock // _LAST_SHARE, _LAST_AT_LEAST), _LAST_AT_MOST)
            yield self.due_at - left, Told.LAST

    def _audible(self) -> Iterator[tuple[int, Told]]:
        """The reminders with those that fall into quiet hours moved.

        They come when quiet hours are over. If the time runs out before, the last call comes
        shortly before quiet hours begin, and the others not at all.
        """
        quiet = self.quiet
        if quiet is None:
            yield from self._rungs()
            return
        if quiet.covers(self.reminder.since):
            yield quiet.end_after(self.reminder.since), Told.TURN
        for at, what in self._rungs():
            if not quiet.covers(at):
                yield at, what
            elif self._is_before_end(quiet.end_after(at)):
                yield quiet.end_after(at), what
            elif what is Told.LAST:
                yield quiet.begin_before(at) - _BEFORE_QUIET, what


def keep_reminders(db: Connection, table: Table, now: int) -> None:
    """Plan the next reminder of every player on turn, and drop the rows of decided streets."""
    if not table.decisions and not table.reminders:
        return
    # Read anew: the table was loaded before this transaction moved the deadlines.
    ends = {} if table.options.clock is None else due.deadlines(db, table.id)
    planned = {player: _planned(table, player, ends.get(player), now) for player in table.decisions}
    # Where several place a street at once, the row of a player who is done stays until the others
    # are: without it the call in the channel would be posted anew (see `looks`).
    current = set(table.decisions.values())
    for player_id, kept in table.reminders.items():
        if player_id not in planned and kept.decision in current:
            planned[player_id] = replace(kept, next_at=None)
    wanted = {p: each for p, each in planned.items() if each.told or each.next_at is not None}
    reminders.drop(db, table.id, table.reminders.keys() - wanted.keys())
    for player_id, reminder in wanted.items():
        if reminder != table.reminders.get(player_id):
            reminders.put(db, reminder)


def remind(db: Connection, table_id: int, now: int) -> None:
    """Note a table's reminders that are due now as given; the painter then shows them."""
    table = loaded(db, table_id)
    for player_id in table.decisions:
        reminder = table.reminder_of(player_id)
        if reminder is not None:
            told = _wait(table, reminder, table.deadlines.get(player_id)).told_by(now)
            if told:
                reminders.put(db, replace(reminder, told=told, told_at=now, next_at=None))


def _planned(table: Table, player_id: int, due_at: int | None, now: int) -> Reminder:
    decision = table.decisions[player_id]
    fresh = Reminder(table.id, player_id, decision, since=now)
    reminder = table.reminder_of(player_id) or fresh
    return replace(reminder, next_at=_wait(table, reminder, due_at).next_at(now))


def _wait(table: Table, reminder: Reminder, due_at: int | None) -> Wait:
    quiet = table.people[reminder.player_id].preferences.quiet_hours
    return Wait(reminder, table.options.clock, due_at, quiet)
