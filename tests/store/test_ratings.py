"""What ratings are made of follows from the hands, whatever order they are judged and voided in."""

import sqlite3
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import hands as hand_rows
from bot.store import judgements
from bot.store.hands import LineupRow
from bot.store.ledger import journal, recount, tallies
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.values.hand_skill import THOUSAND, HandSkill
from bot.values.ledger_records import DAY, Scope
from tests.store.folds import CHANNELS, PEOPLE, Played, hands
from tests.store.rows import GUILD, add_hand, add_players, add_table, correct, part, undone, with_db

Lucks = list[int | None]


@st.composite
def judged_hands(draw: st.DrawFn) -> tuple[Played, Lucks | None, bool]:
    """A hand, what a judge says of its luck (None: it is not judged), and if that is said last."""
    hand = draw(hands())
    luck = st.none() | st.integers(-20_000, 20_000)
    lucks = draw(st.none() | st.lists(luck, min_size=3, max_size=3))
    if lucks is not None and None in lucks:
        lucks = [None] * 3
    return hand, lucks, draw(st.booleans())


def given_in(hand: Played) -> list[int]:
    return [700 * part.player_id for part in hand.parts]


def judge(db: sqlite3.Connection, hand_id: int, hand: Played, lucks: Lucks) -> None:
    seats = [
        (HandSkill(each.player_id, given, luck, None), [])
        for each, given, luck in zip(hand.parts, given_in(hand), lucks, strict=False)
    ]
    assert judgements.keep(db, hand_id, 1, seats)


Judged = tuple[Played, Lucks | None, bool]


def book_and_judge(db: sqlite3.Connection, played: list[Judged]) -> None:
    """Book the hands, judging some before and some after, then make void what is to be void."""
    assert add_players(db, PEOPLE) == list(range(1, PEOPLE + 1))
    at = {channel: add_table(db, 1, channel) for channel in CHANNELS}
    ids: list[int] = []
    for hand, lucks, is_late in played:
        ids.append(add_hand(db, at[hand.channel], [each.player_id for each in hand.parts]))
        if lucks is not None and not is_late:
            judge(db, ids[-1], hand, lucks)
        entries = [Entry(a, b, points) for (a, b), points in hand.points.items()]
        stamp = Stamp("pineapple", hand.day * DAY, season=hand.season)
        journal.book(db, ids[-1], entries, hand.parts, stamp)
    for hand_id, (hand, lucks, is_late) in zip(ids, played, strict=True):
        if lucks is not None and is_late:
            judge(db, hand_id, hand, lucks)
    correct(db, {each: hand.corrections for each, (hand, *_) in zip(ids, played, strict=True)})


def seats_of(counted: list[Judged]) -> dict[int, list[float]]:
    """Hands, points, judged hands, given away, squares and luck of each player, hand by hand."""
    sums: dict[int, list[float]] = defaultdict(lambda: [0.0] * 6)
    for hand, lucks, _ in counted:
        count = len(hand.parts)
        for seat, each in enumerate(hand.parts):
            own = sums[each.player_id]
            own[0] += 1
            if lucks is None:
                own[1] += hand.of(each.player_id) / count
            else:
                given = given_in(hand)[seat] / (count - 1) / THOUSAND
                more = (1, given, given**2, (lucks[seat] or 0) / count / THOUSAND)
                own[2:] = [old + new for old, new in zip(own[2:], more, strict=True)]
    return sums


@with_db
@given(st.lists(judged_hands(), max_size=10))
def test_what_ratings_are_made_of_equals_a_fold(db: sqlite3.Connection, played: list[Judged]):
    with undone(db):
        book_and_judge(db, played)
        wrong = recount.first_wrong(db, GUILD)
        known = tallies.evidence(db, GUILD, Scope(variant="pineapple"), now=1)
    assert wrong is None
    counted = [each for each in played if not each[0].is_void]
    sums = seats_of(counted)
    assert {each.player_id for each in known.played} == set(sums)
    for each in known.played:
        found = each.hands, each.net, each.judged, each.given, each.squares, each.luck
        assert found == pytest.approx(sums[each.player_id], abs=0.02)
    weights: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for hand, lucks, _ in counted:
        for pair in hand.points:
            own = weights[min(pair), max(pair)]
            own[0] += (lucks is None) / len(hand.parts)
            own[1] += (lucks is not None and lucks[0] is not None) / len(hand.parts)
    for pair in known.together:
        assert [pair.bare, pair.lucky] == pytest.approx(weights[pair.a, pair.b])


@settings(with_db, max_examples=15)
@given(st.lists(judged_hands(), max_size=6))
def test_a_judge_of_another_version_begins_anew(db: sqlite3.Connection, played: list[Judged]):
    """Until then every hand counts by its points."""
    with undone(db):
        book_and_judge(db, played)
        judgements.judge_anew(db, judge=2)
        wrong = recount.first_wrong(db, GUILD)
        known = tallies.evidence(db, GUILD, Scope(), now=1)
    assert wrong is None
    assert not any(each.judged or each.given or each.luck for each in known.played)
    assert not any(pair.lucky for pair in known.together)
    bare = seats_of([(hand, None, False) for hand, *_ in played if not hand.is_void])
    for each in known.played:
        assert each.net == pytest.approx(bare[each.player_id][1], abs=0.02)


def test_points_count_at_a_stake_of_one(db: sqlite3.Connection):
    players = add_players(db, 2)
    table = add_table(db, players[0])
    db.execute("UPDATE tables SET stake = 5")
    hand = add_hand(db, table, players)
    parts = [part(player, seat) for seat, player in enumerate(players)]
    journal.book(db, hand, [Entry(*players, 30)], parts, Stamp("pineapple", DAY))
    one, other = tallies.evidence(db, GUILD, Scope(), now=1).played
    assert (one.net, other.net) == (3.0, -3.0)


@pytest.mark.parametrize(
    ("levels", "number", "times"),
    [
        ("usual", 3, 1),
        ("usual", 4, 2),
        ("usual", 13, 6),
        ("usual", 28, 30),
        ("usual", 99, 30),
        ("slow", 6, 1),
        ("slow", 7, 2),
        ("none", 50, 1),
    ],
)
def test_r14_1_rising_stakes_are_divided_out(
    db: sqlite3.Connection, levels: str, number: int, times: int
):
    players = add_players(db, 2)
    table = add_table(db, players[0])
    db.execute("UPDATE tables SET stack = 900, levels = ?, stake = 2", (levels,))
    lineup = [LineupRow(n + 1, player, n, 0, 900) for n, player in enumerate(players)]
    hand = hand_rows.add(db, table, number=number, button=1, lineup=lineup, now=1)
    hand_rows.end(db, hand, state="finished", now=2)
    parts = [part(player, seat) for seat, player in enumerate(players)]
    points = 8 * 2 * times
    journal.book(db, hand, [Entry(*players, points)], parts, Stamp("pineapple", DAY))
    one, other = tallies.evidence(db, GUILD, Scope(), now=1).played
    assert (one.net, other.net) == (4.0, -4.0)
    assert recount.first_wrong(db, GUILD) is None
