"""Hands that were booked before the ledger kept sums are counted in, once, at the start."""

from sqlite3 import Connection

from bot.store import bookings, ledger
from bot.store.bookings import Stamp
from bot.tables.results import outcome_of, parts_of
from bot.tables.table import loaded


def count_in(db: Connection) -> int:
    """Count in every finished hand that should have a booking and has none; returns how many."""
    rows = db.execute(
        """
        SELECT hands.id, table_id, number, ended_at FROM hands
        WHERE state = 'finished' AND counts
            AND NOT EXISTS (SELECT 1 FROM bookings WHERE hand_id = hands.id)
        ORDER BY ended_at, hands.id
        """
    ).fetchall()
    for row in rows:
        table = loaded(db, row["table_id"], hand=row["number"])
        assert table.played is not None
        parts = parts_of(table.played, outcome_of(table, table.played, table.played.hand))
        stamp = Stamp(table.rules.variant.name, row["ended_at"], season=0, is_news=False)
        ledger.count_in(db, row["id"], parts, stamp)
        if bookings.reason_of(db, row["id"]) is not None:
            ledger.count_out(db, row["id"])
    return len(rows)
