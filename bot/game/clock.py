"""The clock of a table (R11.1), time calls (R11.2), time banks (R14.5), and reminders."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from bot.game import play
from bot.game.loading import loaded
from bot.game.table import StaleError, Table, TableError
from bot.store import due, messages
from bot.store.due import Reminder
from bot.store.engine import Connection
from bot.store.messages import MessageKind
from bot.store.players import Player
from bot.store.tables import State
from bot.store.tournaments import at_tables
from bot.store.tournaments.at_tables import Bank
from bot.values import times
from bot.values.options import FREE, TIME_CALL
from bot.values.pace import SHORTEST_WITH_HALF, SHORTEST_WITH_LAST
from bot.values.phrases import plain
from bot.values.preferences import QuietHours
from bot.values.scenes import Reminded

# The last reminder comes when a tenth of the clock is left, but at least ten seconds before the
# end, so that people can still act on it, and at most an hour.
_LAST_SHARE: Final = 10
_LAST_AT_LEAST: Final = 10
_LAST_AT_MOST: Final = 3600
# Without a clock no decision is ever due, though others may be waiting: a nudge after a day, and
# a warning on the last day but one before the table closes.
_NUDGE_AFTER: Final = 24 * 3600
_WARNED_BEFORE: Final = 2 * 24 * 3600
# A last warning that would fall into quiet hours is given this long before they begin.
_BEFORE_QUIET: Final = 15 * 60
_LEAST_GAP: Final = 15 * 60
"""The least seconds between two notifications, or a tenth of the clock if that is less."""
_ORDER: Final = tuple(Reminded)


@dataclass(frozen=True)
class TimedDecision:
    """A player's decision: its clock (seconds), when it is due, and the last reminder of it.

    `clock` and `due_at` are None without a limit, `quiet` without quiet hours; `closes_at` is when
    the table closes automatically, None where it does not. Times are Unix seconds.
    """

    reminder: Reminder
    clock: int | None
    due_at: int | None
    quiet: QuietHours | None
    closes_at: int | None = None

    def upcoming(self) -> list[tuple[int, Reminded]]:
        """The reminders still to come, in order: when each is due, and its kind.

        A reminder is left out after a more urgent one, or if it would come too soon after the
        previous one.
        """
        planned = (each for each in self._outside_quiet_hours() if self._is_before_end(each[0]))
        in_order = sorted(planned, key=lambda each: (each[0], _ORDER.index(each[1])))
        last, last_at = self.reminder.kind, self.reminder.given_at or self.reminder.since
        if last is Reminded.LAST and self._closes_later:
            last = Reminded.WAIT
        kept: list[tuple[int, Reminded]] = []
        for at, what in in_order:
            is_far = what is Reminded.TURN or at - last_at >= self._apart
            if is_far and _ORDER.index(what) > _ORDER.index(last):
                kept.append((at, what))
                last, last_at = what, at
        return kept

    def due_by(self, now: int) -> Reminded:
        """The reminder to give now: the last of those due. NOTHING in quiet hours."""
        if self.quiet is not None and self.quiet.covers(now):
            return Reminded.NOTHING
        return next((what for at, what in reversed(self.upcoming()) if at <= now), Reminded.NOTHING)

    def next_at(self, now: int) -> int | None:
        """When to give the next reminder, `now` if it is late; None if none is left."""
        for at, _what in self.upcoming():
            moment = max(at, now)
            if self.quiet is not None and self.quiet.covers(moment):
                moment = self.quiet.end_after(moment)
            return moment if self._is_before_end(moment) else None
        return None

    @property
    def _apart(self) -> int:
        return _LEAST_GAP if self.clock is None else min(_LEAST_GAP, self.clock // _LAST_SHARE)

    @property
    def _closes_later(self) -> bool:
        """True if the table closes later than the last reminder said."""
        return self.closes_at is not None and (
            self.reminder.given_at < self.closes_at - _WARNED_BEFORE
        )

    def _is_before_end(self, at: int) -> bool:
        return self.due_at is None or at < self.due_at

    def _scheduled(self) -> Iterator[tuple[int, Reminded]]:
        if self.clock is None or self.due_at is None:
            yield self.reminder.since + _NUDGE_AFTER, Reminded.WAIT
            if self.closes_at is not None:
                yield self.closes_at - _WARNED_BEFORE, Reminded.LAST
            return
        if self.clock >= SHORTEST_WITH_HALF:
            yield self.due_at - self.clock // 2, Reminded.HALF
        if self.clock >= SHORTEST_WITH_LAST:
            left = min(max(self.clock // _LAST_SHARE, _LAST_AT_LEAST), _LAST_AT_MOST)
            yield self.due_at - left, Reminded.LAST

    def _outside_quiet_hours(self) -> Iterator[tuple[int, Reminded]]:
        """The reminders, with those that fall into quiet hours moved to their end.

        If the time runs out before that, the last reminder comes shortly before quiet hours begin,
        and the others not at all.
        """
        quiet = self.quiet
        if quiet is None:
            yield from self._scheduled()
            return
        if quiet.covers(self.reminder.since):
            yield quiet.end_after(self.reminder.since), Reminded.TURN
        for at, what in self._scheduled():
            if not quiet.covers(at):
                yield at, what
            elif self._is_before_end(quiet.end_after(at)):
                yield quiet.end_after(at), what
            elif what is Reminded.LAST:
                yield quiet.begin_before(at) - _BEFORE_QUIET, what


def _keep_reminders(db: Connection, table: Table, closes_at: int | None, now: int) -> None:
    """Plan the next reminder of every player on turn, and drop the rows of decided streets."""
    if not table.decisions and not table.reminders:
        return
    # Read again: the table was loaded before this transaction moved the deadlines.
    options = table.options
    has_limit = (options.clock or options.bank) is not None or table.mode.has_time_of_round
    ends = due.deadlines(db, table.id) if has_limit else {}
    planned: dict[int, Reminder] = {}
    for player_id, decision in table.decisions.items():
        asked = table.reminder_of(player_id) or Reminder(table.id, player_id, decision, since=now)
        timed = _timed(table, asked, ends.get(player_id), closes_at)
        planned[player_id] = replace(asked, next_at=timed.next_at(now))
    # Where several place a street at once, the row of a player who is done stays until all are:
    # without it the call in the channel would be posted again (see `looks`).
    current = set(table.decisions.values())
    for player_id, kept in table.reminders.items():
        if player_id not in planned and kept.decision in current:
            planned[player_id] = replace(kept, next_at=None)
    wanted = {p: each for p, each in planned.items() if each.kind or each.next_at is not None}
    due.drop_reminders(db, table.id, table.reminders.keys() - wanted.keys())
    for player_id, reminder in wanted.items():
        if reminder != table.reminders.get(player_id):
            due.put_reminder(db, reminder)


def remind(db: Connection, table_id: int, now: int) -> None:
    """Mark a table's reminders that are due now as given; the painter then shows them."""
    table = loaded(db, table_id)
    for player_id in table.decisions:
        reminder = table.reminder_of(player_id)
        if reminder is not None:
            due_at, closes_at = table.deadlines.get(player_id), table.row.closes_at
            what = _timed(table, reminder, due_at, closes_at).due_by(now)
            if what:
                due.put_reminder(db, replace(reminder, kind=what, given_at=now, next_at=None))


def _timed(
    table: Table, reminder: Reminder, due_at: int | None, closes_at: int | None
) -> TimedDecision:
    quiet = table.people[reminder.player_id].preferences.quiet_hours
    clock = table.options.clock
    has_more = table.mode.has_time_of_round or table.options.bank is not None
    if has_more and due_at is not None:
        clock = due_at - reminder.since
    return TimedDecision(reminder, clock, due_at, quiet, closes_at)


# --- clock -----------------------------------------------------------------------------------

SHORTEST: Final = 15
LONGEST: Final = 7 * 24 * 3600
_MONTH: Final = 30 * 24 * 3600
LASTS: Final = {State.LOBBY: 24 * 3600, State.PLAYING: _MONTH, State.BETWEEN: _MONTH}
"""State -> seconds after which a table where nobody does anything closes, unless a clock runs."""
SLEEPS: Final = 14 * 24 * 3600
"""Seconds between two hands after which the people of such a table are asked if they play on."""
_AUTOPLAYED: Final = "!"
"""Marks a decision of somebody who is away: as another decision, it is due at once."""
_CALLED: Final = "?"
"""Marks a decision on which time has been called: as another decision, it is due sooner."""


def parse_clock(text: str) -> int | None:
    """Seconds for each decision from `45s`, `10 min` or `1d 12h`; None for `none` or nothing.

    Raises TableError outside of 15 seconds to 7 days.
    """
    if text.strip().lower() in {"", "none"}:
        return None
    seconds = times.seconds(text)
    if seconds is None:
        raise TableError("Write the clock as 45s, 10m, 12h or 2d, or none for no limit.")
    if not SHORTEST <= seconds <= LONGEST:
        raise TableError("The clock can be anything from 15 seconds (15s) to 7 days (7d).")
    return seconds


def keep_deadlines(db: Connection, table: Table, now: int, *, is_touched: bool) -> None:
    """Start the clock of the players on turn, stop everybody else's, and plan the reminders.

    A player who is away has no time left; computer players need no clock. A time bank follows the
    clock (R14.5). A time call leaves 30 seconds, or the rest of the clock if that is less (R11.2).
    Unless a clock runs, the time until a table closes automatically starts again if somebody has
    `is_touched` it; tables of tournaments never close that way. `now` is Unix seconds.
    """
    wanted: dict[int, tuple[str, int]] = {}
    over = keep_banks(db, table, now)
    for player_id, decision in table.waited_for.items():
        is_called = table.reminded(player_id) is Reminded.TIME
        limit = TIME_CALL if is_called else table.options.clock
        before = table.deadlines.get(player_id) if is_called else None
        own = over.get(player_id, None if limit is None else now + limit)
        ends = [own, before, table.row.play_until]
        if player_id not in table.decisions:
            wanted[player_id] = (f"{decision}{_AUTOPLAYED}", now)
        elif any(ends):
            wanted[player_id] = (decision + _CALLED * is_called, min(filter(None, ends)))
    due.set_deadlines(db, table.id, wanted)
    closes_at = table.row.closes_at
    is_timed = not table.decisions.keys().isdisjoint(wanted)
    if is_touched or is_timed or closes_at is None or table.state is State.CLOSED:
        closes_at = _closing(table, now, is_timed=is_timed)
        if closes_at != table.row.closes_at:
            due.set_closing(db, table.id, closes_at)
        if closes_at is not None and table.state is State.BETWEEN:
            row = table.row
            messages.plan(db, MessageKind.ASLEEP, row.guild_id, table.id, now + SLEEPS, row.locale)
    _keep_reminders(db, table, closes_at, now)


def _closing(table: Table, now: int, *, is_timed: bool) -> int | None:
    """When a table closes automatically if nobody does anything from `now` on; None for never."""
    lasts = LASTS.get(table.state) if table.mode.is_alone and not is_timed else None
    starts_at = None if table.sit_and_go is None else table.sit_and_go.starts_at
    # A table with a set start does not close before it.
    return None if lasts is None else max(now, starts_at or 0) + lasts


# --- time calls ------------------------------------------------------------------------------


def may_call_time(table: Table, player_id: int) -> bool:
    """True if a player of a hand with time calls is not on turn and not only against computers."""
    played = table.running
    if played is None or not table.options.has_time_calls:
        return False
    opponents = [part.player_id for part in played.acting if part.player_id != player_id]
    has_part = len(opponents) < len(played.acting) and player_id not in table.decisions
    return has_part and any(not table.people[each].is_computer for each in opponents)


def verify_time_call(table: Table, player: Player, now: int) -> list[Player]:
    """The players on whom `player` may call time; raises TableError if there is nobody."""
    play.verify_part(table, player)
    if not table.options.time_calls:
        raise TableError("The host has turned off time calls at this table.")
    if not table.options.has_time_calls:
        raise TableError("This table already has a clock.")
    if player.id in table.decisions:
        raise TableError("Place your own cards first.")
    waiting = [table.people[player_id] for player_id in table.decisions]
    free = [each for each in waiting if table.reminded(each.id) is not Reminded.TIME]
    if not waiting:
        raise TableError("Nobody is keeping the table waiting.")
    if not free:
        raise TableError("Time has already been called.")
    soon = now + TIME_CALL
    free = [each for each in free if table.deadlines.get(each.id, inf) > soon]
    if not free:
        raise TableError("Their time runs out sooner than that anyway.")
    awake = [each for each in free if not each.is_quiet(now)]
    if not awake:
        raise TableError("{name} has quiet hours now. Call time later.", name=plain(free[0].name))
    return awake


def verify_unchanged(table: Table, moves: int) -> None:
    """Raise StaleError if the hand has moved on since somebody was asked about calling time."""
    if table.running is None or len(table.running.log) != moves:
        raise StaleError("The hand has moved on, so you don't need to call time.")


def call_time(db: Connection, table: Table, player: Player, now: int) -> list[Player]:
    """Give the players on turn 30 seconds, and return them; raises TableError if there are none."""
    called = verify_time_call(table, player, now)
    for each in called:
        asked = table.reminder_of(each.id)
        since = now if asked is None else asked.since
        reminder = Reminder(table.id, each.id, table.decisions[each.id], since, Reminded.TIME)
        due.put_reminder(db, replace(reminder, given_at=now, caller_id=player.id))
    return called


# --- time banks (R14.5) ----------------------------------------------------------------------
# A bank starts to run when the clock of a decision is over, and stops when the decision is made.
# What is left of it goes along from table to table.

SHORTEST_BANK: Final = 60


def parse_bank(text: str) -> int | None:
    """Seconds for the whole tournament from `5m`, `24h` or `2d`; None for `none` or nothing.

    Raises TableError outside of a minute to 7 days.
    """
    if text.strip().lower() in {"", "none"}:
        return None
    seconds = times.seconds(text) or 0
    if not SHORTEST_BANK <= seconds <= LONGEST:
        raise TableError(
            "Write the time bank as 5m, 24h or 2d: it can be anything from 1 minute to 7 days."
        )
    return seconds


def keep_banks(db: Connection, table: Table, now: int) -> dict[int, int]:
    """Stop the time banks of players who have decided, and start those of players on turn.

    Returns player id -> when their clock and their bank are over (Unix seconds); empty at a table
    without time banks.
    """
    whole = table.options.bank
    if whole is None:
        return {}
    tournament_id = table.row.tournament
    wanted = table.decisions
    over: dict[int, int] = {}
    for player_id, bank in table.banks.items():
        if bank.empties_at is None:
            continue
        if wanted.get(player_id) == bank.decision:
            over[player_id] = bank.empties_at
        else:
            stopped = replace(bank, seconds=bank.left_at(now), empties_at=None)
            at_tables.put_bank(db, tournament_id, stopped)
    for player_id in wanted.keys() - over.keys():
        # The bank is for the whole tournament: some of it may have been used at another table.
        known = at_tables.bank_of(db, tournament_id, player_id)
        left = whole if known is None else known.left_at(now)
        over[player_id] = now + free_seconds(table) + left
        asked = Bank(player_id, table.id, wanted[player_id], left, over[player_id])
        at_tables.put_bank(db, tournament_id, asked)
    return over


def extend_banks(db: Connection, table: Table, seconds: int, now: int) -> None:
    """Pause the running time banks for `seconds`; what is spent stays spent."""
    for bank in table.banks.values():
        if bank.empties_at is not None:
            later = replace(bank, seconds=bank.left_at(now), empties_at=bank.empties_at + seconds)
            at_tables.put_bank(db, table.row.tournament, later)


def free_seconds(table: Table) -> int:
    """The seconds of each decision before the time bank runs."""
    return FREE if table.options.clock is None else table.options.clock


def runs_from(table: Table, player_id: int) -> tuple[int, int] | None:
    """When a player's bank begins to run for their decision (Unix seconds), and how much is left.

    None if they have no bank or nothing to decide.
    """
    bank = table.banks.get(player_id)
    if bank is None or bank.empties_at is None:
        return None
    return bank.empties_at - bank.seconds, bank.seconds
