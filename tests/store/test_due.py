"""What is due first: one query over closings, ends of matches, next hands and all the others."""

import sqlite3
from dataclasses import replace

import pytest

from bot.store import drafts, due, seats, tables
from bot.store.drafts import DraftKey, DraftKind
from bot.store.due import ERRANDS, Due, DueKind, Reminder
from bot.store.tables import State
from bot.store.tournaments import tournaments
from bot.values.scenes import Reminded
from tests.screens.positions import PINEAPPLE, draft
from tests.store.rows import add_hand, add_players, add_table, add_tournament

NOW = 1000


@pytest.fixture
def table(db: sqlite3.Connection) -> int:
    """A table at which something of every kind is due, a closing last and a reminder first."""
    people = add_players(db, 2)
    table = add_table(db, people[0])
    hand = add_hand(db, table, people, is_over=False)
    tables.set_state(db, table, State.BETWEEN)
    due.set_closing(db, table, NOW + 5)
    due.set_end(db, table, NOW + 4)
    due.set_next_hand(db, table, NOW + 3)
    for player, at in zip(people, (NOW + 2, NOW + 9), strict=True):
        key = DraftKey(DraftKind.HAND, hand, player, 1)
        drafts.keep(db, key, replace(draft(PINEAPPLE), places_at=at))
    due.set_deadlines(db, table, {people[0]: ("1.1", NOW + 1), people[1]: ("1.1", NOW + 9)})
    due.put_reminder(db, Reminder(table, people[0], "1.1", 1, Reminded.TURN, 1, next_at=NOW))
    tournament = add_tournament(db, people[0])
    assert tournament == table, "so that one number is about both"
    tournaments.look_at(db, tournament, NOW + 6)
    seats.invite(db, table, people[1], NOW + 7)
    return table


def in_order(db: sqlite3.Connection, now: int) -> list[Due]:
    """What is due up to the closing, each put off for long once it was first."""
    found: list[Due] = []
    while (first := due.first(db, now)) is not None and first.at < NOW + 9:
        found.append(first)
        due.put_off(db, first, NOW + 3600)
    return found


def test_without_tables_nothing_is_due(db: sqlite3.Connection):
    assert due.first(db, NOW) is None
    assert due.earliest(db) is None


def test_what_comes_first_is_due_first(db: sqlite3.Connection, table: int):
    assert due.earliest(db) == NOW
    assert in_order(db, NOW - 60) == [
        Due(DueKind.REMINDER, NOW, table),
        Due(DueKind.DEADLINE, NOW + 1, table),
        Due(DueKind.LAYOUT, NOW + 2, table),
        Due(DueKind.NEXT_HAND, NOW + 3, table),
        Due(DueKind.MATCH_END, NOW + 4, table),
        Due(DueKind.CLOSING, NOW + 5, table),
        Due(DueKind.TOURNAMENT, NOW + 6, table),
        Due(DueKind.KEPT_SEAT, NOW + 7, table),
    ]


def test_of_what_is_late_a_decision_comes_before_its_reminder(db: sqlite3.Connection, table: int):
    late = [(each.kind, each.about) for each in in_order(db, NOW + 7)]
    errands = ERRANDS - {DueKind.LAYOUT}
    assert late == [(kind, table) for kind in DueKind if kind not in errands]


def test_an_absence_moves_what_runs_out_and_leaves_what_has_its_own_time(
    db: sqlite3.Connection, table: int
):
    tables.set_play_until(db, table, NOW)
    tournaments.begin_round(db, table, 1, NOW)
    tournaments.set_empty_until(db, table, NOW)
    before = tournaments.get(db, table)
    due.postpone(db, 1)
    assert {each.kind: each.at - NOW for each in in_order(db, NOW - 60)} == {
        DueKind.REMINDER: 0,
        DueKind.DEADLINE: 2,
        DueKind.LAYOUT: 2,
        DueKind.NEXT_HAND: 4,
        DueKind.MATCH_END: 4,
        DueKind.CLOSING: 6,
        DueKind.TOURNAMENT: 7,
        DueKind.KEPT_SEAT: 7,
    }
    row, after = tables.get(db, table), tournaments.get(db, table)
    assert row is not None
    assert before is not None
    assert after is not None
    assert before.waits_since is not None
    assert after.waits_since == before.waits_since + 1
    assert [row.play_until, after.round_ends_at, after.empty_until] == [NOW + 1] * 3


def test_what_is_put_off_leaves_the_others_where_they_are(db: sqlite3.Connection, table: int):
    in_order(db, NOW)
    assert sorted(due.deadlines(db, table).values()) == [NOW + 9, NOW + 3600]
    assert [
        row["places_at"] for row in db.execute("SELECT places_at FROM drafts WHERE places_at > 0")
    ] == [NOW + 9, NOW + 3600]


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_it_is_found_without_going_through_all_tables(db: sqlite3.Connection):
    plan = [
        row["detail"]
        for row in db.execute(f"EXPLAIN QUERY PLAN {due.first_of('', '', '')}", (NOW,))
    ]
    read = [step for step in plan if step.startswith(("SCAN", "SEARCH"))]
    assert all("USING" in step or step.startswith("SCAN first_") for step in read), read
