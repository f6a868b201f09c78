"""Streaks equal a look at all hands, whatever becomes void."""

import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from bot.store.ledger import feats, journal
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.values.ledger_records import DAY
from tests.store.naive import naive_streak
from tests.store.rows import GUILD, add_hand, add_players, add_table, part, undone, with_db


def play(db: sqlite3.Connection, points: list[int]) -> list[int]:
    """Book a hand for each of the points that the first of two players wins; returns their ids."""
    people = add_players(db, 2)
    table = add_table(db, people[0])
    ids = []
    for won in points:
        ids.append(add_hand(db, table, people))
        parts = [part(player, seat) for seat, player in enumerate(people)]
        journal.book(db, ids[-1], [Entry(*people, won)], parts, Stamp("classic", DAY))
    return ids


@with_db
@given(
    st.lists(st.integers(-1, 1), max_size=14).flatmap(
        lambda points: (
            st.tuples(st.just(points), st.lists(st.integers(0, len(points) - 1), max_size=30))
            if points
            else st.just((points, []))
        )
    )
)
def test_streaks_equal_a_look_at_all_hands_after_each_is_made_void_or_counts_again(
    db: sqlite3.Connection, case: tuple[list[int], list[int]]
):
    points, order = case
    with undone(db):
        ids = play(db, points)
        voids = set[int]()
        for place in [None, *order]:
            if place is not None:
                is_void = place not in voids
                journal.correct(db, ids[place], is_void=is_void, reason="misdeal", now=DAY)
                voids ^= {place}
            won = [each for n, each in enumerate(points) if n not in voids]
            assert feats.get(db, GUILD, 1) == naive_streak(won)
            assert feats.get(db, GUILD, 2) == naive_streak([-each for each in won])
