"""Who is there: whoever runs out of time twice in a row is away, until they decide themselves."""

import sqlite3

from bot.game import presence
from bot.values.scenes import Presence
from tests.game.one_table import NOW, At


def seen(at: At) -> tuple[Presence, int]:
    """How the first player is seen, and how often in a row their time has run out."""
    seat = at.table.seat_of(at.people[0].id)
    assert seat is not None
    return seat.presence, seat.run_outs


def run_out(at: At) -> None:
    presence.count_timeout(at.db, at.table, at.people[0])


def act(at: At) -> None:
    presence.acted(at.db, at.table, at.people[0])


def test_r11_1_twice_in_a_row_is_away(db: sqlite3.Connection):
    at = At(db, 2, clock=60)
    run_out(at)
    assert seen(at) == (Presence.HERE, 1)
    run_out(at)
    assert seen(at) == (Presence.AWAY, 2)
    run_out(at)
    assert seen(at) == (Presence.AWAY, 2), "nothing runs out for somebody who is away"


def test_whoever_decides_in_between_begins_anew(db: sqlite3.Connection):
    at = At(db, 2, clock=60)
    for _time in range(3):
        run_out(at)
        act(at)
        assert seen(at) == (Presence.HERE, 0)


def test_whoever_was_away_and_decides_is_there(db: sqlite3.Connection):
    at = At(db, 2, clock=60)
    run_out(at)
    run_out(at)
    act(at)
    assert seen(at) == (Presence.HERE, 0)


def test_whoever_sits_out_still_does_after_the_hand_they_play_on(db: sqlite3.Connection):
    at = At(db, 2, clock=60)
    at.deal()
    run_out(at)
    presence.sit_out(at.db, at.table, at.people[0])
    act(at)
    assert seen(at)[0] is Presence.OUT


def test_who_was_not_gone_is_told_so_when_they_come_back(db: sqlite3.Connection):
    at = At(db, 2, clock=60)
    ann = at.people[0]
    assert not presence.come_back(at.db, at.table, ann, NOW)
    presence.sit_out(at.db, at.table, ann)
    assert presence.come_back(at.db, at.table, ann, NOW)
    assert seen(at) == (Presence.HERE, 0)
