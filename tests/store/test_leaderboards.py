"""Leaderboards: given up, made due by forgetting, and the best hand between two moments."""

import sqlite3

from bot.store import due, guilds, privacy
from bot.store.due import Due, DueKind
from bot.store.ledger import journal, tallies
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.store.ledger.tallies import BestHand
from bot.values.ledger_records import DAY
from bot.values.options import Guild
from tests.store.rows import GUILD, add_hand, add_players, add_table, part

CHANNEL = 70


def win(db: sqlite3.Connection, table: int, people: list[int], points: int, at: int) -> int:
    """A hand in which the first wins so many points from the second; returns its id."""
    hand = add_hand(db, table, people)
    parts = [part(player, seat) for seat, player in enumerate(people)]
    journal.book(db, hand, [Entry(*people, points)], parts, Stamp("pineapple", now=at))
    return hand


def test_it_is_given_up_unless_another_channel_was_chosen_meanwhile(db: sqlite3.Connection):
    guilds.put(db, Guild(GUILD, leaderboard_channel_id=CHANNEL))
    guilds.give_up_leaderboard(db, GUILD, CHANNEL + 1)
    assert guilds.get(db, GUILD).leaderboard_channel_id == CHANNEL
    guilds.give_up_leaderboard(db, GUILD, CHANNEL)
    assert guilds.get(db, GUILD).leaderboard_channel_id is None


def test_forgetting_somebody_makes_due_what_may_name_them(db: sqlite3.Connection):
    ann, bob, mia = add_players(db, 3)
    table = add_table(db, ann)
    win(db, table, [ann, bob], 3, DAY)
    db.execute("UPDATE tables SET closed_at = 3, state = 'closed'")
    guilds.plan_leaderboard(db, GUILD, 5000)
    guilds.plan_leaderboard(db, GUILD + 1, 5000)
    privacy.forget(db, mia)
    assert due.first(db, 10) == Due(DueKind.MESSAGE, 5000, 1), "they played nowhere"
    privacy.forget(db, bob)
    assert due.first(db, 10) == Due(DueKind.MESSAGE, 0, 1)


def test_the_best_hands_are_all_of_the_highest_that_count(db: sqlite3.Connection):
    people = add_players(db, 2)
    table = add_table(db, people[0])
    since, until = 3 * DAY + 7200, 10 * DAY + 7200
    win(db, table, people, 40, since - 1)
    assert tallies.best_hands(db, GUILD, since, until) == ()
    win(db, table, people, 5, since)
    win(db, table, people, -9, until - 1)
    win(db, table, people, 9, until - 1)
    win(db, table, people, 50, until)
    assert tallies.best_hands(db, GUILD, since, until) == (
        BestHand("P1", 9, 3),
        BestHand("P0", 9, 4),
    )
    assert tallies.best_hands(db, GUILD + 1, since, until) == ()
    db.execute("UPDATE results SET is_void = 1 WHERE number = 3")
    assert tallies.best_hands(db, GUILD, since, until) == (BestHand("P0", 9, 4),)
