"""Leaderboards: due once a week, made due by forgetting, and the best hand between two moments."""

import sqlite3
from dataclasses import replace

from bot.store import due, guilds, leaderboards, privacy
from bot.store.due import ERRANDS, Due, DueKind
from bot.store.leaderboards import BestHand, LeaderboardRow
from bot.store.ledger import journal
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.values.ledger import DAY
from bot.values.options import Guild
from tests.store.rows import GUILD, add_hand, add_players, add_table, part

CHANNEL = 70


def plan(db: sqlite3.Connection, due_at: int) -> LeaderboardRow:
    guilds.put(db, Guild(GUILD, leaderboard_channel_id=CHANNEL))
    leaderboards.plan(db, GUILD, due_at)
    return kept(db)


def kept(db: sqlite3.Connection) -> LeaderboardRow:
    found = leaderboards.find(db, GUILD)
    assert found is not None
    return found


def win(db: sqlite3.Connection, table: int, people: list[int], points: int, at: int) -> int:
    """A hand in which the first wins so many points from the second; returns its id."""
    hand = add_hand(db, table, people)
    parts = [part(player, seat) for seat, player in enumerate(people)]
    journal.book(db, hand, [Entry(*people, points)], parts, Stamp("pineapple", now=at))
    return hand


def test_it_is_an_errand_that_is_due_and_put_off(db: sqlite3.Connection):
    plan(db, 50)
    late = due.first(db, 55)
    assert late == Due(DueKind.LEADERBOARD, 50, GUILD)
    assert late.kind in ERRANDS
    due.put_off(db, late, 90)
    assert due.earliest(db) == 90
    leaderboards.plan(db, GUILD, 20)
    assert due.earliest(db) == 20, "a server has one alone"


def test_what_was_made_due_while_it_was_posted_stays_due(db: sqlite3.Connection):
    row = plan(db, 50)
    posted = replace(row, channel_id=CHANNEL, message_id=9, posts=1, due_at=700)
    leaderboards.keep(db, row, posted)
    assert kept(db) == posted
    leaderboards.plan(db, GUILD, 60)
    leaderboards.keep(db, posted, replace(posted, message_id=10, posts=2, due_at=1400))
    assert kept(db) == LeaderboardRow(GUILD, CHANNEL, 10, 2, 60)


def test_it_is_dropped_unless_another_channel_was_chosen_meanwhile(db: sqlite3.Connection):
    plan(db, 50)
    leaderboards.drop(db, GUILD, CHANNEL + 1)
    assert kept(db).due_at == 50
    leaderboards.drop(db, GUILD, CHANNEL)
    assert leaderboards.find(db, GUILD) is None
    assert guilds.get(db, GUILD).leaderboard_channel_id is None
    assert due.earliest(db) is None


def test_forgetting_somebody_makes_due_what_may_name_them(db: sqlite3.Connection):
    ann, bob, mia = add_players(db, 3)
    table = add_table(db, ann)
    win(db, table, [ann, bob], 3, DAY)
    db.execute("UPDATE tables SET closed_at = 3, state = 'closed'")
    plan(db, 5000)
    privacy.forget(db, mia)
    assert due.first(db, 10) == Due(DueKind.LEADERBOARD, 5000, GUILD), "they played nowhere"
    privacy.forget(db, bob)
    assert due.first(db, 10) == Due(DueKind.LEADERBOARD, 0, GUILD)


def test_the_best_hands_are_all_of_the_highest_that_count(db: sqlite3.Connection):
    people = add_players(db, 2)
    table = add_table(db, people[0])
    since, until = 3 * DAY + 7200, 10 * DAY + 7200
    win(db, table, people, 40, since - 1)
    assert leaderboards.best_hands(db, GUILD, since, until) == ()
    win(db, table, people, 5, since)
    win(db, table, people, -9, until - 1)
    win(db, table, people, 9, until - 1)
    win(db, table, people, 50, until)
    assert leaderboards.best_hands(db, GUILD, since, until) == (
        BestHand("P1", 9, 3),
        BestHand("P0", 9, 4),
    )
    assert leaderboards.best_hands(db, GUILD + 1, since, until) == ()
    db.execute("UPDATE results SET is_void = 1 WHERE number = 3")
    assert leaderboards.best_hands(db, GUILD, since, until) == (BestHand("P0", 9, 4),)
