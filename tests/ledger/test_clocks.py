"""A clock that is put right in between leaves a ledger that fits, and that another bot takes."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.ledger.audit import every_server
from bot.ledger.export import document
from bot.ledger.import_ import import_document
from bot.store import players
from bot.store.connection import connect
from bot.store.ledger import bookings, journal, seasons
from bot.store.players import Person
from bot.values.ledger import DAY, SeasonNote
from tests.ledger.played import GUILD, OTHER, book_played, typed


def play_amid_jumps(db: sqlite3.Connection, random: Random) -> None:
    """Hands, corrections and seasons, each at a time of its own."""
    ids = [players.remember(db, Person(100 + n, f"P{n}", f"p{n}", "de")).id for n in range(3)]
    for _turn in range(14):
        day = random.randrange(2, 9)
        match random.randrange(6):
            case 0:
                running = seasons.running(db, GUILD)
                if running is None:
                    seasons.start(db, GUILD, "Winter", now=day * DAY)
                else:
                    seasons.end(db, running, now=day * DAY)
            case 1 | 2 if last := bookings.last_number(db, GUILD):
                hand = bookings.numbered(db, GUILD, random.randint(1, last))
                assert hand is not None
                change = journal.count_again if hand.is_void else journal.reverse
                change(db, hand.hand_id, reason="misdeal", now=day * DAY)
            case _:
                book_played(db, "us2012", random.sample(ids, 2), random, day)


def notes(db: sqlite3.Connection, guild: int) -> list[SeasonNote]:
    return [seasons.note_of(db, season) for season in seasons.every(db, guild)]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_clock_says(tmp_path: Path, seed: int):
    here, there = tmp_path / "here.sqlite3", tmp_path / "there.sqlite3"
    with closing(connect(here)) as db, closing(connect(there)) as other:
        db.execute("BEGIN")
        other.execute("BEGIN")
        play_amid_jumps(db, Random(seed))
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
