"""What tables and tournaments do by themselves, without Discord and its timer: time that passes."""

import sqlite3
from collections.abc import Callable
from itertools import count

from bot.game import computer_turns
from bot.game.changes import changed, close_expired, decide_late, end_match, late_decision
from bot.game.loading import loaded
from bot.game.readiness import deal_by_itself
from bot.game.tournaments import several_tables, starts
from bot.store import due, messages, tables
from bot.store.due import Due, DueKind
from bot.store.tournaments import schedules
from ofc_engine.board import Placement
from ofc_engine.hand import Hand
from ofc_engine.legal import legal_placements
from tests.e2e.house import secret_of
from tests.game.acting import act


class Clockwork:
    """All that is due at the tables of a database, done as the timer does it.

    `steps` counts what was done. Computer players place at once, and everybody's cards come to lie
    as it comes.
    """

    def __init__(self, db: sqlite3.Connection, now: int = 1_000_000) -> None:
        self.db = db
        self.now = now
        self.steps = 0
        self._secrets = map(secret_of, count())

    def secret(self) -> bytes:
        return next(self._secrets)

    def let_pass(self, seconds: int, after_each: Callable[[], None] = lambda: None) -> None:
        """Do all that is due by then, at the moment it is, and `after_each` a call."""
        end = self.now + seconds
        while (late := due.first(self.db, self.now)) is not None and late.at <= end:
            self.do(late)
            after_each()
        self.now = end

    def do_next(self) -> bool:
        """Do what is due first, whenever that is; False if nothing ever is."""
        late = due.first(self.db, self.now)
        if late is not None:
            self.do(late)
        return late is not None

    def do(self, late: Due) -> None:
        """Do what is due, at its moment or now if that is past."""
        self.now = max(self.now, late.at)
        self.steps += 1
        if late.kind is DueKind.TOURNAMENT:
            several_tables.step(self.db, late.about, self.now, self.secret)
        elif late.kind is DueKind.REMINDER:
            # Nobody reads it here.
            due.put_off(self.db, late, self.now + 10**8)
        elif late.kind is DueKind.MESSAGE:
            messages.fall_due(self.db, late.about)
        elif late.kind is DueKind.START:
            starts.follow(self.db, late.about, self.now, self.secret)
            # Nobody reads the news here.
            schedules.drop(self.db, late.about)
        else:
            self._at_table(late)(self.db, late.about, self.now)
            changed(self.db, late.about, self.now, is_touched=late.kind is DueKind.DEADLINE)
        self.play_computers()

    def _at_table(self, late: Due) -> Callable[[sqlite3.Connection, int, int], None]:
        match late.kind:
            case DueKind.DEADLINE:
                return self._decide_late
            case DueKind.NEXT_HAND:
                return lambda db, about, now: deal_by_itself(db, about, now, fresh=self.secret())
            case DueKind.CLOSING:
                return close_expired
            case DueKind.MATCH_END:
                return end_match
            case _:
                raise AssertionError(f"{late.kind.name} is due here")

    def _decide_late(self, db: sqlite3.Connection, table_id: int, now: int) -> None:
        deadline, known = late_decision(db, table_id)
        running, placement = loaded(db, table_id).running, None
        if known is not None:
            assert running is not None
            assert deadline is not None
            seat = running.seat_of(deadline.player_id)
            assert seat is not None
            placement = self.chosen(running.hand, seat)
        decide_late(db, table_id, now, deadline=deadline, placement=placement)

    def play_computers(self) -> None:
        """Let computer players place until none is asked for more."""
        for table_id in tables.with_computers_playing(self.db):
            while (task := computer_turns.task_of(loaded(self.db, table_id))) is not None:
                self.act(task.player.id, table_id)

    def chosen(self, hand: Hand, seat: int) -> Placement:
        """How somebody places."""
        return first_legal(hand, seat)

    def act(self, player: int, table_id: int) -> bool:
        """Place a street if somebody has one to place at a table."""
        return act(self.db, table_id, player, self.now, self.chosen)


def first_legal(hand: Hand, seat: int) -> Placement:
    return next(iter(legal_placements(hand, seat)))
