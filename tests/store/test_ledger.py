"""The ledger: append-only, each hand booked once, corrected by reversing entries."""

import sqlite3
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store.ledger import bookings, journal, tallies
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.values.ledger_records import DAY
from bot.values.scenes import Standing
from tests.store.rows import GUILD, add_hand, add_players, add_table, book, undone


def test_standing_sums_each_hand_by_player(db: sqlite3.Connection):
    ann, bob, mia = add_players(db, 3)
    table = add_table(db, ann)
    book(db, table, [ann, bob, mia], Entry(ann, bob, 6), Entry(ann, mia, -2), Entry(bob, mia, 1))
    book(db, table, [bob, ann], Entry(bob, ann, 10))
    assert tallies.standing(db, GUILD) == (
        Standing(1, "P1", hands=2, points=5, best=10, worst=-5),
        Standing(2, "P2", hands=1, points=1, best=1, worst=1),
        Standing(3, "P0", hands=2, points=-6, best=4, worst=-10),
    )
    assert journal.totals(db, table, up_to=1) == {ann: 4, bob: -5, mia: 1}
    assert journal.totals(db, table, up_to=2) == {ann: -6, bob: 5, mia: 1}


def test_totals_are_the_sum_of_the_entries_up_to_any_hand(db: sqlite3.Connection):
    random = Random(1)
    people = add_players(db, 3)
    table, other = add_table(db, people[0], channel=1), add_table(db, people[0], channel=2)
    for _ in range(40):
        a, b = random.sample(people, 2)
        hand = book(db, random.choice((table, other)), [a, b], Entry(a, b, random.randint(-9, 9)))
        if random.random() < 0.3:
            journal.correct(db, hand, is_void=True, reason="misdeal", now=5)
    for up_to in range(42):
        expected = Counter[int]()
        for a, b, points in db.execute(
            "SELECT a, b, points FROM entries JOIN hands ON hands.id = hand_id"
            " WHERE table_id = ? AND number <= ?",
            (table, up_to),
        ):
            expected[a] += points
            expected[b] -= points
        found = journal.totals(db, table, up_to=up_to)
        assert {player: found.get(player, 0) for player in people} == {
            player: expected[player] for player in people
        }


def test_a_hand_is_booked_once_even_if_the_pair_is_turned_round(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    hand = book(db, add_table(db, ann), [ann, bob], Entry(ann, bob, 6))
    with pytest.raises(sqlite3.IntegrityError):
        journal.book(db, hand, [Entry(bob, ann, -6)], [], Stamp("classic", now=DAY))


@pytest.mark.parametrize("change", ["UPDATE entries SET points = 0", "DELETE FROM entries"])
def test_entries_are_never_changed_or_deleted(db: sqlite3.Connection, change: str):
    ann, bob = add_players(db, 2)
    book(db, add_table(db, ann), [ann, bob], Entry(ann, bob, 6))
    with pytest.raises(sqlite3.IntegrityError, match="ledger"):
        db.execute(change)


@pytest.mark.parametrize("change", ["UPDATE operations SET at = 0", "DELETE FROM operations"])
def test_operations_are_never_changed_or_deleted(db: sqlite3.Connection, change: str):
    ann, bob = add_players(db, 2)
    hand = add_hand(db, add_table(db, ann), [ann, bob], is_over=False)
    db.execute(
        "INSERT INTO operations (hand_id, number, operation, at) VALUES (?, 0, 'dead 0', 1)",
        (hand,),
    )
    with pytest.raises(sqlite3.IntegrityError, match="operations"):
        db.execute(change)


def test_a_correction_is_a_reversing_entry_and_happens_once(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    table = add_table(db, ann)
    wrong = book(db, table, [ann, bob], Entry(ann, bob, 6))
    book(db, table, [ann, bob], Entry(ann, bob, -1))
    journal.correct(db, wrong, is_void=True, reason="misdeal", now=5)
    assert journal.totals(db, table, up_to=9) == {ann: -1, bob: 1}
    assert [(s.name, s.hands, s.points) for s in tallies.standing(db, GUILD)] == [
        ("P1", 1, 1),
        ("P0", 1, -1),
    ]
    with pytest.raises(sqlite3.IntegrityError):
        journal.correct(db, wrong, is_void=True, reason="again", now=6)


def test_the_latest_reason_tells_why_a_hand_is_void_or_counts_again(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    hand = book(db, add_table(db, ann), [ann, bob], Entry(ann, bob, 6))
    assert bookings.reason_of(db, hand, is_void=True) is None
    assert bookings.reason_of(db, hand, is_void=False) is None
    for is_void, reason in ((True, "misdeal"), (False, "it was right")):
        journal.correct(db, hand, is_void=is_void, reason=reason, now=5)
        assert bookings.reason_of(db, hand, is_void=is_void) == reason
        assert bookings.reason_of(db, hand, is_void=not is_void) is None


def test_another_server_has_another_ledger(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    book(db, add_table(db, ann), [ann, bob], Entry(ann, bob, 6))
    assert tallies.standing(db, GUILD + 1) == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(st.lists(st.integers(-50, 50), min_size=3, max_size=3), max_size=8))
def test_the_standing_of_a_server_sums_to_zero(db: sqlite3.Connection, played: list[list[int]]):
    with undone(db):
        people = add_players(db, 3)
        table = add_table(db, people[0])
        ann, bob, mia = people
        for one, two, three in played:
            book(
                db,
                table,
                people,
                Entry(ann, bob, one),
                Entry(mia, ann, two),
                Entry(bob, mia, three),
            )
        naive = {ann: 0, bob: 0, mia: 0}
        for one, two, three in played:
            naive = {
                ann: naive[ann] + one - two,
                bob: naive[bob] - one + three,
                mia: naive[mia] + two - three,
            }
        totals = journal.totals(db, table, up_to=99)
        standing = tallies.standing(db, GUILD)
    assert totals == (naive if played else {})
    assert sum(line.points for line in standing) == 0
    assert sorted(line.points for line in standing) == sorted(totals.values())
