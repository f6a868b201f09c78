"""A database from before the ledger kept sums is brought up to date."""

import sqlite3
from pathlib import Path

from bot.store import tallies
from bot.store.connection import connect
from bot.tables.bookkeeping import count_in
from bot.tables.exchange import document
from tests.tables.test_exchange import GUILD, played_ledger

SUMS = ("results", "tallies", "rivalries", "streaks", "feats", "bookings", "consents", "proposals")


def sums(db: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """What is kept besides the entries; hands that are void have sums, too."""
    kept = ("results", "tallies", "rivalries", "streaks")
    return {t: sorted(map(tuple, db.execute(f"SELECT * FROM {t}"))) for t in kept}


def test_hands_that_were_booked_without_sums_are_counted_in_once(tmp_path: Path):
    db = connect(tmp_path / "ofc.sqlite3")
    db.execute("BEGIN")
    played_ledger(db, seed=4, count=5, around=False)
    before, made, standing = sums(db), document(db, GUILD), tallies.standing(db, GUILD)
    for table in SUMS:
        db.execute(f"DELETE FROM {table}")
    assert tallies.standing(db, GUILD) == ()
    assert count_in(db) == 5
    assert sums(db) == before
    assert tallies.standing(db, GUILD) == standing
    assert document(db, GUILD) == made
    assert count_in(db) == 0
    db.close()
