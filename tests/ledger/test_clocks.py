"""A clock that is put right in between leaves a ledger that fits, and that another bot takes."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from bot.ledger.audit import every_server
from bot.ledger.export import document
from bot.ledger.import_ import import_document
from bot.store import players
from bot.store.connection import connect
from bot.store.ledger import bookings, journal, seasons
from bot.store.players import Person
from bot.values.ledger_records import DAY, SeasonNote
from tests import machines
from tests.ledger.played import GUILD, OTHER, book_played, typed

DAYS = st.integers(2, 8)


class ClockJumps(RuleBasedStateMachine):
    """Hands, corrections and seasons, each at a time of its own; then another bot takes them."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.here, self.there = connect(folder / "here.sqlite3"), connect(folder / "there.sqlite3")
        for db in (self.here, self.there):
            db.execute("BEGIN")
        people = [Person(100 + n, f"P{n}", f"p{n}", "de") for n in range(3)]
        self.ids = [players.remember(self.here, person).id for person in people]

    @rule(day=DAYS)
    def begin_or_end_a_season(self, day: int) -> None:
        running = seasons.running(self.here, GUILD)
        if running is None:
            seasons.start(self.here, GUILD, "Winter", now=day * DAY)
        else:
            seasons.end(self.here, running, now=day * DAY)

    @precondition(lambda self: bookings.last_number(self.here, GUILD))
    @rule(number=st.integers(0, 99), day=DAYS)
    def correct(self, number: int, day: int) -> None:
        last = bookings.last_number(self.here, GUILD)
        hand = bookings.numbered(self.here, GUILD, 1 + number % last)
        assert hand is not None
        is_void = not hand.is_void
        journal.correct(self.here, hand.hand_id, is_void=is_void, reason="misdeal", now=day * DAY)

    @rule(order=st.permutations(range(3)), seed=st.integers(0, 2**32), day=DAYS)
    def play(self, order: list[int], seed: int, day: int) -> None:
        pair = [self.ids[number] for number in order[:2]]
        book_played(self.here, "us2012", pair, Random(seed), day)

    def teardown(self) -> None:
        """What is exported then fits, here and where it is imported."""
        with closing(self.here) as db, closing(self.there) as other:
            verify_taken(db, other)
            db.rollback()
            other.rollback()


def verify_taken(db: sqlite3.Connection, other: sqlite3.Connection) -> None:
    assert [server.fault for server in every_server(db) if server.fault] == []
    made = document(db, GUILD)
    import_document(other, typed(made), OTHER)
    assert [server.fault for server in every_server(other) if server.fault] == []
    assert notes(other, OTHER) == notes(db, GUILD)
    again = document(other, OTHER)
    for name in ("seasons", "hands"):
        assert len(again[name]) == len(made[name])
    assert [each["final"] != [] for each in again["seasons"]] == [
        each["final"] != [] for each in made["seasons"]
    ]


def notes(db: sqlite3.Connection, guild: int) -> list[SeasonNote]:
    return [seasons.note_of(db, season) for season in seasons.every(db, guild)]


@machines.shrinks
@pytest.mark.parametrize("count", [10, pytest.param(2000, marks=pytest.mark.exhaustive)])
def test_whatever_the_clock_says(tmp_path: Path, count: int):
    machines.run(lambda: ClockJumps(tmp_path), count, 14)
