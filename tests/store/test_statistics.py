"""Every sum the ledger answers with equals a fold over all hands, one by one."""

import sqlite3
from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.ledger import bookings, feats, journal, recount, seasons, tallies
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.values.ledger_records import DAY, FeatKind, HeldRecord, Scope
from bot.values.scenes import Standing
from tests.store.folds import (
    CHANNELS,
    PEOPLE,
    TODAY,
    Played,
    book_all,
    fits,
    folded,
    folded_rivals,
    hands,
    parts_of,
    scopes,
)
from tests.store.naive import naive_streak
from tests.store.rows import GUILD, add_hand, add_players, add_table, part, undone, with_db


@with_db
@given(st.lists(hands(), max_size=12), scopes)
def test_standing_and_records_and_rivals_equal_a_fold(
    db: sqlite3.Connection, played: list[Played], scope: Scope
):
    with undone(db):
        book_all(db, played)
        now = TODAY * DAY + DAY - 1
        standing = tallies.standing(db, GUILD, scope, now=now)
        records = {p: tallies.record(db, GUILD, p, scope, now=now) for p in range(1, PEOPLE + 1)}
        rivals = {p: tallies.rivals(db, GUILD, p, scope, now=now) for p in records}
    counted = [hand for hand in played if fits(hand, scope) and not hand.is_void]
    for player, record in records.items():
        assert record == folded(counted, player)
        assert set(rivals[player]) == folded_rivals(counted, player)
    ranked = sorted(
        (record for record in records.values() if record is not None),
        key=lambda record: (-record.points, -record.hands, record.player_id),
    )
    places = [1 + sum(other.points > each.points for other in ranked) for each in ranked]
    lines = [
        Standing(place, record.name, record.hands, record.points, record.best, record.worst)
        for place, record in zip(places, ranked, strict=True)
    ]
    assert list(standing) == lines
    assert sum(line.points for line in standing) == 0


RECORDS = (FeatKind.POINTS, FeatKind.ROYALTIES, FeatKind.STREAK, FeatKind.HANDS)


@with_db
@given(st.lists(hands(most=2), max_size=15))
def test_streaks_and_server_records_equal_a_fold(db: sqlite3.Connection, played: list[Played]):
    with undone(db):
        book_all(db, played)
        kept = {player: feats.get(db, GUILD, player) for player in range(1, PEOPLE + 1)}
        records = feats.records(db, GUILD)
    for player, streak in kept.items():
        counted = [hand for hand in played if not hand.is_void]
        assert streak == naive_streak([hand.of(player) for hand, _ in parts_of(counted, player)])
    assert list(records) == naive_records(played)


def naive_records(played: list[Played]) -> list[HeldRecord]:
    """Hand by hand, what everybody has reached by then: who is first to reach the most holds it."""
    reached: dict[FeatKind, list[tuple[int, int, int]]] = defaultdict(list)
    hands, runs = Counter[int](), Counter[int]()
    for number, hand in enumerate(played, start=1):
        for each in hand.parts if not hand.is_void else ():
            player, points = each.player_id, hand.of(each.player_id)
            hands[player] += 1
            runs[player] = runs[player] + 1 if points > 0 else 0
            values = (points, sum(each.royalties), runs[player], hands[player])
            for kind, value in zip(RECORDS, values, strict=True):
                reached[kind].append((value, -number, player))
    return [_held(kind, found) for kind, found in reached.items() if max(found)[0] > 0]


def _held(kind: FeatKind, found: list[tuple[int, int, int]]) -> HeldRecord:
    value, number, _ = max(found)
    holders = sorted(player for *each, player in found if each == [value, number])
    return HeldRecord(kind, value, tuple(f"P{player - 1}" for player in holders), -number)


@with_db
@given(st.lists(hands(), max_size=15), st.integers(0, 2), st.sampled_from([0, 7, 30]))
def test_streaks_of_a_season_and_a_period_equal_a_fold(
    db: sqlite3.Connection, played: list[Played], season: int, days: int
):
    played = sorted(played, key=lambda hand: hand.day)
    for turn, hand in enumerate(played):
        # Seasons follow one another.
        played[turn] = replace(hand, season=turn * 3 // len(played))
    with undone(db):
        book_all(db, played)
        scope = Scope(season=season, days=days)
        kept = {p: feats.within(db, GUILD, p, scope, now=TODAY * DAY) for p in range(1, PEOPLE + 1)}
        of_channel = feats.within(db, GUILD, 1, replace(scope, channel_id=1), now=TODAY * DAY)
    counted = [hand for hand in played if fits(hand, scope) and not hand.is_void]
    for player, streak in kept.items():
        assert streak == naive_streak([hand.of(player) for hand, _ in parts_of(counted, player)])
    assert of_channel is None


@with_db
@given(st.lists(hands(), max_size=12), scopes, st.integers(0, 13), st.integers(1, 5))
def test_history_lists_the_latest_hands_with_those_made_void(
    db: sqlite3.Connection, played: list[Played], scope: Scope, before: int, count: int
):
    played = sorted(played, key=lambda hand: hand.day)
    with undone(db):
        book_all(db, played)
        now = TODAY * DAY
        lines = bookings.history(db, GUILD, scope, now=now, before=before, count=count)
    numbered = [(n, hand) for n, hand in enumerate(played, start=1) if fits(hand, scope)]
    wanted = [each for each in reversed(numbered) if not before or each[0] < before][:count]
    assert [line.number for line in lines] == [number for number, _ in wanted]
    for line, (_, hand) in zip(lines, wanted, strict=True):
        assert (line.void is not None) == hand.is_void
        assert dict(line.points) == {
            f"P{p.player_id - 1}": hand.of(p.player_id) for p in hand.parts
        }


@with_db
@given(
    st.lists(hands(), max_size=12),
    scopes,
    st.integers(1, 6),
    st.lists(st.integers(1, PEOPLE), min_size=1, unique=True),
)
def test_charts_equal_a_fold(
    db: sqlite3.Connection, played: list[Played], scope: Scope, count: int, ids: list[int]
):
    played = sorted(played, key=lambda hand: hand.day)
    with undone(db):
        book_all(db, played)
        now = TODAY * DAY
        by_hand = tallies.points_by_hand(db, GUILD, ids, scope, now=now, count=count)
        by_day = tallies.points_by_day(db, GUILD, ids, scope, now=now)
    counted = [hand for hand in played if fits(hand, scope) and not hand.is_void]
    points = [hand.entries(ids) for hand in counted if any(hand.entries(ids))]
    assert by_hand.hands == tuple(points[-count:])
    totals = [sum(hand.of(player) for hand in counted) for player in ids]
    assert [player.total for player in by_hand.players] == totals
    assert [player.total for player in by_day.players] == totals
    assert [by_day.running(n)[0] for n in range(len(ids))] == [0] * len(ids)
    days = {hand.day for hand in counted if any(hand.entries(ids))}
    assert len(by_day.hands) == len(days)


def test_a_season_counts_the_hands_booked_while_it_runs(db: sqlite3.Connection):
    people = add_players(db, 2)
    table = add_table(db, 1, CHANNELS[0])
    parts = [part(player, seat) for seat, player in enumerate(people)]

    def play(points: int) -> None:
        hand = add_hand(db, table, people)
        journal.book(db, hand, [Entry(*people, points)], parts, Stamp("classic", DAY))

    play(1)
    seasons.start(db, GUILD, "Winter", now=1)
    play(2)
    season = seasons.running(db, GUILD)
    assert season is not None
    seasons.end(db, season, now=2)
    play(4)
    points = [line.points for line in tallies.standing(db, GUILD, Scope(season=1))]
    assert points == [2, -2]
    final = seasons.final(db, season.id)
    assert final == tallies.standing(db, GUILD, Scope(season=1))
    journal.correct(db, 2, is_void=True, reason="misdeal", now=DAY)
    assert tallies.standing(db, GUILD, Scope(season=1)) == ()
    assert seasons.final(db, season.id) == final, "the table that was posted is kept"
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE finals SET points = 0")
    assert [line.points for line in tallies.standing(db, GUILD)] == [5, -5]


@pytest.mark.parametrize("is_later", [False, True], ids=["taken back before", "taken back after"])
def test_a_season_fits_by_its_times_where_seals_came_later(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch, is_later: bool
):
    """An earlier version imported all hands, then the seasons, then what had been taken back."""
    people = add_players(db, 2)
    table = add_table(db, 1, CHANNELS[0])
    parts = [part(player, seat) for seat, player in enumerate(people)]
    seasons.start(db, GUILD, "Winter", now=1)
    for points in (2, 3):
        hand = add_hand(db, table, people)
        journal.book(db, hand, [Entry(*people, points)], parts, Stamp("classic", DAY, season=1))
    season = seasons.running(db, GUILD)
    assert season is not None
    steps = [
        lambda: journal.correct(db, 2, is_void=True, reason="misdeal", now=DAY),
        lambda: seasons.end(db, season, now=DAY),
    ]
    for step in reversed(steps) if is_later else steps:
        step()
    assert recount.first_wrong(db, GUILD) is None
    monkeypatch.setattr(seasons, "void_at_end", lambda *_: [1])
    assert recount.first_wrong(db, GUILD) is None


def test_records_are_announced_from_the_21st_hand_on_and_milestones_always(
    db: sqlite3.Connection,
):
    people = add_players(db, 2)
    table = add_table(db, 1, CHANNELS[0])
    parts = [part(player, seat) for seat, player in enumerate(people)]
    found = {}
    for number in range(1, 101):
        hand = add_hand(db, table, people)
        points = {10: 30, 30: 31, 40: 31, 50: -32}.get(number, (-1) ** number)
        journal.book(db, hand, [Entry(*people, points)], parts, Stamp("classic", DAY))
        found[number] = {(f.kind, f.name, f.value) for f in feats.of_hand(db, hand)}
    assert {number: found[number] for number in found if found[number]} == {
        30: {(FeatKind.POINTS, "P0", 31)},
        50: {(FeatKind.POINTS, "P1", 32)},
        51: {(FeatKind.STREAK, "P1", 3)},
        100: {(FeatKind.HANDS, "P0", 100), (FeatKind.HANDS, "P1", 100)},
    }
