"""Achievements follow from the hands that count, whatever is made void."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.loading import loaded
from bot.game.results import with_news
from bot.screens.ledger.lists import reached
from bot.store.ledger import achievements, journal, recount
from bot.store.ledger.achievements import CLEAN_HANDS
from bot.store.ledger.bookings import Part, Stamp
from bot.store.ledger.journal import Entry
from bot.texts import ENGLISH
from bot.values.ledger_records import DAY, Feat, FeatKind
from tests.store.rows import GUILD, add_hand, add_players, add_table, correct, part, undone, with_db

ROYAL = "2c3d4h / 5c6c7c8d9d / TsJsQsKsAs"
PLAIN = "2c3d4h / 5c6c7c8d9d / ThJsQsKsAs"
HIGH = "2c3d4h / TsJsQsKsAs / 5c6c7c8d9d"

results = st.builds(
    part,
    st.just(1),
    st.just(0),
    earned=st.sampled_from([0, 0, 14]),
    fantasyland=st.sampled_from([0, 0, 14]),
    is_foul=st.sampled_from([True, *[False] * 12]),
    scoops=st.sampled_from([0, 0, 1, 2]),
    board=st.sampled_from([PLAIN, PLAIN, ROYAL, HIGH]),
    fate=st.sampled_from(["playing", "playing", "dead"]),
)


def begin(db: sqlite3.Connection) -> int:
    add_players(db, 2)
    return add_table(db, 1)


def play(db: sqlite3.Connection, table: int, own: Part) -> int:
    hand = add_hand(db, table, [1, 2])
    journal.book(db, hand, [Entry(1, 2, 3)], [own, part(2, 1)], Stamp("pineapple", DAY))
    return hand


def folded(hands: list[tuple[int, Part]]) -> dict[FeatKind, int]:
    """What was first reached with which hand, one by one."""
    found: dict[FeatKind, int] = {}
    run = 0
    for number, own in hands:
        run = 0 if own.is_foul else run + 1
        is_royal = own.board != PLAIN and own.fate == "playing" and not own.is_foul
        reached = {
            FeatKind.FANTASYLAND: own.earned > 0,
            FeatKind.STAY: own.earned > 0 and own.fantasyland > 0,
            FeatKind.SWEEP: own.scoops > 1,
            FeatKind.ROYAL: is_royal,
            FeatKind.CLEAN: run >= CLEAN_HANDS,
        }
        for kind, is_now in reached.items():
            if is_now:
                found.setdefault(kind, number)
    return found


@with_db
@given(st.lists(st.tuples(results, st.sampled_from([0, 0, 0, 1, 2, 3])), max_size=24))
def test_achievements_equal_a_fold(db: sqlite3.Connection, played: list[tuple[Part, int]]):
    with undone(db):
        table = begin(db)
        hands = [play(db, table, own) for own, _ in played]
        correct(db, {hand: times for hand, (_, times) in zip(hands, played, strict=True)})
        kept = achievements.of_player(db, GUILD, 1)
        wrong = recount.first_wrong(db, GUILD)
    counted = [(n, own) for n, (own, times) in enumerate(played, start=1) if times % 2 == 0]
    assert kept == folded(counted)
    assert wrong is None


def test_each_is_told_once_and_again_only_where_the_first_was_void(db: sqlite3.Connection):
    table = begin(db)
    ends = part(1, 0, earned=14)
    first, second, third = (play(db, table, ends) for _ in range(3))
    assert [feat.kind for feat in achievements.of_hand(db, first)] == [FeatKind.FANTASYLAND]
    assert achievements.of_hand(db, second) == ()
    journal.correct(db, first, is_void=True, reason="misdeal", now=1)
    assert achievements.of_hand(db, first) == ()
    assert [feat.number for feat in achievements.of_hand(db, second)] == [2]
    assert achievements.of_hand(db, third) == ()


@pytest.mark.parametrize(
    ("board", "is_royal"),
    [
        (ROYAL, True),
        (HIGH, True),
        (PLAIN, False),
        ("2c3d4h / 5c6c7c8d9d / TsJsQsX1As", True),
        ("2c3d4h / TsJsQsX1As / 5c6c7c8d9d", False),
    ],
)
def test_a_royal_flush_is_of_one_suit(db: sqlite3.Connection, board: str, is_royal: bool):
    play(db, begin(db), part(1, 0, board=board))
    assert (FeatKind.ROYAL in achievements.of_player(db, GUILD, 1)) == is_royal


@pytest.mark.parametrize("kind", FeatKind)
def test_whatever_is_reached_is_told_by_name(kind: FeatKind):
    assert "Ann" in reached(Feat(kind, "Ann", 12, 3), ENGLISH)


def test_the_result_of_a_hand_tells_what_was_reached_with_it(db: sqlite3.Connection):
    table = begin(db)
    play(db, table, part(1, 0, earned=14))
    found = with_news(db, loaded(db, table))
    assert [reached(feat, ENGLISH) for feat in found.extras.feats] == [
        "🌟 P0 has reached Fantasyland for the first time"
    ]
    play(db, table, part(1, 0, earned=14))
    assert with_news(db, loaded(db, table)).extras.feats == ()
