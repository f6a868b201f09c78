"""Every sum the ledger answers with equals a fold over all hands, one by one."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.ledger import bookings, feats, journal, seasons, tallies
from bot.store.ledger.bookings import Part, Stamp
from bot.store.ledger.journal import Entry
from bot.values.ledger import DAY, FeatKind, Record, Rival, Scope
from bot.values.scenes import LedgerEntry, Standing
from tests.store.naive import naive_streak
from tests.store.rows import GUILD, add_hand, add_players, add_table, part, with_db

VARIANTS = ("classic", "pineapple")
CHANNELS = (71, 72)
PEOPLE = 4
TODAY = 40


@dataclass(frozen=True)
class Played:
    """A hand as it is booked: everybody's part (player ids from 1) and what pairs settle."""

    channel: int
    variant: str
    season: int
    day: int
    parts: tuple[Part, ...]
    points: dict[tuple[int, int], int]
    is_void: bool

    def of(self, player: int) -> int:
        won = sum(points for (a, _), points in self.points.items() if a == player)
        return won - sum(points for (_, b), points in self.points.items() if b == player)

    def entries(self, players: list[int]) -> tuple[LedgerEntry | None, ...]:
        parts = {part.player_id: part for part in self.parts}
        return tuple(
            LedgerEntry(self.of(p), parts[p].fantasyland > 0, parts[p].is_foul)
            if p in parts
            else None
            for p in players
        )


@st.composite
def hands(draw: st.DrawFn) -> Played:
    people = draw(st.lists(st.integers(1, PEOPLE), min_size=2, max_size=3, unique=True))
    parts = tuple(
        Part(
            player_id=player,
            seat=seat,
            board="- / - / -",
            fate="playing",
            fantasyland=draw(st.sampled_from([0, 0, 13])),
            earned=draw(st.sampled_from([0, 0, 14])),
            is_foul=draw(st.booleans()),
            scoops=draw(st.integers(0, 2)),
            royalties=draw(st.tuples(*[st.integers(0, 9)] * 3)),
        )
        for seat, player in enumerate(people)
    )
    return Played(
        channel=draw(st.sampled_from(CHANNELS)),
        variant=draw(st.sampled_from(VARIANTS)),
        season=draw(st.integers(0, 2)),
        day=draw(st.integers(1, TODAY)),
        parts=parts,
        points={pair: draw(st.integers(-9, 9)) for pair in combinations(people, 2)},
        is_void=draw(st.integers(0, 3)) == 0,
    )


scopes = st.builds(
    Scope,
    channel_id=st.sampled_from([0, *CHANNELS]),
    season=st.integers(0, 2),
    variant=st.sampled_from(["", *VARIANTS]),
    days=st.sampled_from([0, 7, 30, 365]),
)


def fits(hand: Played, scope: Scope) -> bool:
    return (
        scope.channel_id in {0, hand.channel}
        and scope.season in {0, hand.season}
        and scope.variant in {"", hand.variant}
        and (not scope.days or hand.day > TODAY - scope.days)
    )


def book_all(db: sqlite3.Connection, played: list[Played]) -> None:
    """Book the hands in order, then make void what is to be void."""
    assert add_players(db, PEOPLE) == list(range(1, PEOPLE + 1))
    at = {channel: add_table(db, 1, channel) for channel in CHANNELS}
    ids = []
    for hand in played:
        ids.append(add_hand(db, at[hand.channel], [part.player_id for part in hand.parts]))
        entries = [Entry(a, b, points) for (a, b), points in hand.points.items()]
        stamp = Stamp(hand.variant, hand.day * DAY + 5, season=hand.season)
        journal.book(db, ids[-1], entries, hand.parts, stamp)
    for hand, hand_id in zip(played, ids, strict=True):
        if hand.is_void:
            journal.reverse(db, hand_id, reason="misdeal", now=TODAY * DAY)


def folded(played: list[Played], player: int) -> Record | None:
    """A player's record, hand by hand."""
    points = [hand.of(player) for hand, _ in parts_of(played, player)]
    if not points:
        return None
    empty = Record(player, f"P{player - 1}", 0, 0, 0, max(points), min(points), *[0] * 7)

    def add(record: Record, each: tuple[Played, Part]) -> Record:
        hand, part = each
        front, middle, back = part.royalties
        return replace(
            record,
            hands=record.hands + 1,
            points=record.points + hand.of(player),
            squares=record.squares + hand.of(player) ** 2,
            fouls=record.fouls + part.is_foul,
            visits=record.visits + (part.fantasyland > 0),
            stays=record.stays + (part.fantasyland > 0 and part.earned > 0),
            scoops=record.scoops + part.scoops,
            front=record.front + front,
            middle=record.middle + middle,
            back=record.back + back,
        )

    return reduce(add, parts_of(played, player), empty)


def parts_of(played: list[Played], player: int) -> Iterator[tuple[Played, Part]]:
    for hand in played:
        for each in hand.parts:
            if each.player_id == player:
                yield hand, each


def folded_rivals(played: list[Played], player: int) -> set[Rival]:
    together: dict[int, list[int]] = defaultdict(list)
    for hand in played:
        for (a, b), points in hand.points.items():
            if a == player:
                together[b].append(points)
            elif b == player:
                together[a].append(-points)
    return {
        Rival(
            other,
            f"P{other - 1}",
            len(points),
            sum(points),
            sum(p > 0 for p in points),
            sum(p < 0 for p in points),
        )
        for other, points in together.items()
    }


def in_memory(db: sqlite3.Connection, played: list[Played]) -> None:
    db.execute("BEGIN")
    book_all(db, played)


@with_db
@given(st.lists(hands(), max_size=12), scopes)
def test_standing_and_records_and_rivals_equal_a_fold(
    db: sqlite3.Connection, played: list[Played], scope: Scope
):
    in_memory(db, played)
    now = TODAY * DAY + DAY - 1
    standing = tallies.standing(db, GUILD, scope, now=now)
    records = {p: tallies.record(db, GUILD, p, scope, now=now) for p in range(1, PEOPLE + 1)}
    rivals = {p: tallies.rivals(db, GUILD, p, scope, now=now) for p in records}
    db.execute("ROLLBACK")
    counted = [hand for hand in played if fits(hand, scope) and not hand.is_void]
    for player, record in records.items():
        assert record == folded(counted, player)
        assert set(rivals[player]) == folded_rivals(counted, player)
    lines = [
        Standing(record.name, record.hands, record.points, record.best, record.worst)
        for record in sorted(
            (record for record in records.values() if record is not None),
            key=lambda record: (-record.points, -record.hands, record.player_id),
        )
    ]
    assert list(standing) == lines
    assert sum(line.points for line in standing) == 0


@with_db
@given(st.lists(hands(), max_size=15))
def test_streaks_and_server_records_equal_a_fold(db: sqlite3.Connection, played: list[Played]):
    in_memory(db, played)
    kept = {player: feats.get(db, GUILD, player) for player in range(1, PEOPLE + 1)}
    records = {feat.kind: feat for feat in feats.records(db, GUILD)}
    db.execute("ROLLBACK")
    counted = [hand for hand in played if not hand.is_void]
    for player, streak in kept.items():
        assert streak == naive_streak([hand.of(player) for hand, _ in parts_of(counted, player)])
    best = max((hand.of(p.player_id) for hand in counted for p in hand.parts), default=0)
    assert (records[FeatKind.POINTS].value if FeatKind.POINTS in records else 0) == max(best, 0)
    royalties = max((sum(p.royalties) for hand in counted for p in hand.parts), default=0)
    assert (records[FeatKind.ROYALTIES].value if FeatKind.ROYALTIES in records else 0) == royalties
    longest = max(streak.won for streak in kept.values())
    assert (records[FeatKind.STREAK].value if FeatKind.STREAK in records else 0) == longest


@with_db
@given(st.lists(hands(), max_size=15), st.integers(0, 2), st.sampled_from([0, 7, 30]))
def test_streaks_of_a_season_and_a_period_equal_a_fold(
    db: sqlite3.Connection, played: list[Played], season: int, days: int
):
    played = sorted(played, key=lambda hand: hand.day)
    for turn, hand in enumerate(played):
        # Seasons follow one another.
        played[turn] = replace(hand, season=turn * 3 // len(played))
    in_memory(db, played)
    scope = Scope(season=season, days=days)
    kept = {p: feats.within(db, GUILD, p, scope, now=TODAY * DAY) for p in range(1, PEOPLE + 1)}
    of_channel = feats.within(db, GUILD, 1, replace(scope, channel_id=1), now=TODAY * DAY)
    db.execute("ROLLBACK")
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
    in_memory(db, played)
    now = TODAY * DAY
    lines = bookings.history(db, GUILD, scope, now=now, before=before, count=count)
    db.execute("ROLLBACK")
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
    in_memory(db, played)
    now = TODAY * DAY
    by_hand = tallies.by_hand(db, GUILD, ids, scope, now=now, count=count)
    by_day = tallies.by_day(db, GUILD, ids, scope, now=now)
    db.execute("ROLLBACK")
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
    journal.reverse(db, 2, reason="misdeal", now=DAY)
    assert tallies.standing(db, GUILD, Scope(season=1)) == ()
    assert seasons.final(db, season.id) == final, "the table that was posted is kept"
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE finals SET points = 0")
    assert [line.points for line in tallies.standing(db, GUILD)] == [5, -5]


def test_records_are_announced_from_the_21st_hand_on_and_milestones_always(
    db: sqlite3.Connection,
):
    people = add_players(db, 2)
    table = add_table(db, 1, CHANNELS[0])
    parts = [part(player, seat) for seat, player in enumerate(people)]
    told = {}
    for number in range(1, 101):
        hand = add_hand(db, table, people)
        points = {10: 30, 30: 31, 40: 31, 50: -32}.get(number, (-1) ** number)
        journal.book(db, hand, [Entry(*people, points)], parts, Stamp("classic", DAY))
        told[number] = {(f.kind, f.name, f.value) for f in feats.of_hand(db, hand)}
    assert {number: told[number] for number in told if told[number]} == {
        30: {(FeatKind.POINTS, "P0", 31)},
        50: {(FeatKind.POINTS, "P1", 32)},
        51: {(FeatKind.STREAK, "P1", 3)},
        100: {(FeatKind.HANDS, "P0", 100), (FeatKind.HANDS, "P1", 100)},
    }
