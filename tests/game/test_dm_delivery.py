"""Whoever cannot be written to is written to again, ever more rarely."""

import sqlite3

from bot.game import dm_delivery
from bot.store import players
from tests.store.rows import add_players

NOW = 1_000_000


def test_each_refusal_puts_the_next_try_off_for_twice_as_long(db: sqlite3.Connection):
    (ann,) = add_players(db, 1)
    pauses: list[int] = []
    for _refusal in range(3):
        dm_delivery.refused(db, ann, NOW)
        again_at = players.get(db, ann).dm_again_at
        assert again_at is not None
        pauses.append(again_at - NOW)
        dm_delivery.write_again(db, ann, NOW)
    assert pauses == [60, 120, 240]


def test_several_messages_that_are_refused_together_count_once(db: sqlite3.Connection):
    (ann,) = add_players(db, 1)
    for _message in range(3):
        dm_delivery.refused(db, ann, NOW)
    assert players.get(db, ann).dm_again_at == NOW + 60


def test_ten_minutes_after_a_refusal_they_are_written_to_once_they_press_something(
    db: sqlite3.Connection,
):
    (ann,) = add_players(db, 1)
    for _refusal in range(6):
        dm_delivery.refused(db, ann, NOW)
        dm_delivery.write_again(db, ann, NOW)
    dm_delivery.refused(db, ann, NOW)
    assert dm_delivery.pressed(db, ann, NOW + 599) is None
    assert dm_delivery.pressed(db, ann, NOW + 600) == NOW + 600
    assert dm_delivery.pressed(db, ann, NOW + 601) is None, "they are written to now"
