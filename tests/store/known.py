"""What is known of a table beside what the database says, and work that may change either."""

import sqlite3
from dataclasses import replace
from random import Random

from bot.game.loading import load, read
from bot.game.placing import spot_of
from bot.game.table import Table
from tests.store.turmoil import TABLES, Turmoil


class Mishap(Exception):
    """Work that fails although it has changed something."""


def as_seen_by(table: Table, player_id: int) -> tuple[object, ...]:
    """What somebody's screen tells of a table."""
    return (
        table.people[player_id],
        table.presence_of(player_id),
        table.deadlines.get(player_id),
        table.reminder_of(player_id),
        spot_of(table, player_id),
        None if table.played is None else table.scene(player_id),
    )


def verify_known(db: sqlite3.Connection) -> None:
    for table_id in range(1, TABLES + 1):
        fresh = read(db, table_id)
        known = load(db, table_id)
        assert known == fresh
        assert load(db, table_id) == fresh
        assert fresh is not None
        assert known is not None
        for player_id in fresh.people:
            assert known.once(as_seen_by, player_id) == as_seen_by(fresh, player_id)
        if fresh.played is not None:
            first = load(db, table_id, hand=1)
            anew = read(db, table_id, hand=1)
            assert first is not None
            assert anew is not None
            assert first == replace(anew, is_past=fresh.played.row.number > 1)


def work(seed: int, db: sqlite3.Connection) -> None:
    """A transaction in which some things happen, and which may fail after them."""
    random = Random(seed)
    turmoil = Turmoil(db, random)
    for _ in range(random.randint(1, 3)):
        try:
            turmoil.happen()
        finally:
            if random.random() < 0.5:
                verify_known(db)
    if random.random() < 0.25:
        raise Mishap
