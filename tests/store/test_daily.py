"""The rows of a day's deal: what was committed to stays, who beats whom, days in a row."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.store import deal_sets, solo_deals
from bot.store.connection import connect
from bot.store.deal_sets import DAY, DealSet, FieldStanding
from bot.store.schema import is_file
from bot.store.solo_deals import Attempt
from tests.store.rows import add_players

GUILD = 7
FIRST = DealSet(DAY, 1)


def secret() -> bytes:
    return bytes(32)


def play(db: sqlite3.Connection, player: int, day: int, points: int, guild: int = GUILD) -> Attempt:
    (deal,) = deal_sets.commit_to(db, DealSet(DAY, day), secret, now=1)
    begun = Attempt(player, deal.id, practice=False, guild_id=guild, is_told=guild == GUILD)
    solo_deals.begin(db, begun, now=2)
    ended = replace(begun, log=("place 1 - / - / As",), points=points, ended_at=3)
    solo_deals.keep_log(db, begun, ended)
    return ended


def test_a_deal_is_never_changed_but_par_is_found_out_once(db: sqlite3.Connection):
    (first,) = deal_sets.commit_to(db, FIRST, secret, now=1)
    assert deal_sets.commit_to(db, FIRST, lambda: bytes(range(32)), now=2) == (first,)
    solo_deals.set_par(db, first.id, 4)
    solo_deals.set_par(db, first.id, 5)
    assert deal_sets.deals(db, FIRST) == (replace(first, par=4),)
    assert deal_sets.of_deal(db, first) == (FIRST, 1)
    assert deal_sets.digest([first]) == first.commitment
    changes = [
        "UPDATE fixed_deals SET secret = commitment",
        "DELETE FROM fixed_deals",
        "UPDATE daily_deals SET day = 2",
        "DELETE FROM daily_deals",
    ]
    if is_file(db):  # only a file knows these words
        changes.append("INSERT OR REPLACE INTO daily_deals VALUES (1, 0, 1)")
    for change in changes:
        with pytest.raises(sqlite3.IntegrityError, match="committed to"):
            db.execute(change)


def test_others_are_those_here_or_everywhere_and_practice_counts_nowhere(db: sqlite3.Connection):
    ann, bob, mia = add_players(db, 3)
    own = play(db, ann, 1, 5)
    play(db, bob, 1, 5)
    play(db, mia, 1, -3, guild=8)
    practice = replace(own, player_id=mia, practice=True, log=(), points=None)
    solo_deals.begin(db, practice, now=4)
    solo_deals.keep_log(db, practice, replace(practice, log=("x",), points=-9, ended_at=5))
    assert deal_sets.field(db, FIRST, ann, 5, GUILD) == FieldStanding(others=1, beaten=0)
    assert deal_sets.field(db, FIRST, ann, 5) == FieldStanding(others=2, beaten=1)
    assert [each.player_id for each in deal_sets.results(db, own.deal_id, GUILD)] == [ann, bob]


def test_what_was_placed_meanwhile_stays(db: sqlite3.Connection):
    (ann,) = add_players(db, 1)
    ended = play(db, ann, 1, 5)
    late = replace(ended, log=(), points=None)
    solo_deals.keep_log(db, late, replace(ended, points=99))
    assert solo_deals.find(db, ann, ended.deal_id) == ended


def test_a_streak_is_broken_by_a_day_without(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    for day in (1, 3, 4):
        play(db, ann, day, 0)
    play(db, bob, 2, 0)
    assert [deal_sets.streak(db, ann, DealSet(DAY, day)) for day in (1, 2, 3, 4, 5)] == [
        1,
        0,
        1,
        2,
        0,
    ]
    assert deal_sets.guild_streak(db, GUILD, DealSet(DAY, 4)) == 4


def instructions(db: sqlite3.Connection, work: Callable[[], object]) -> int:
    """How many of SQLite's own some work takes."""
    done = list[None]()
    db.set_progress_handler(lambda: done.append(None), 1)
    work()
    db.set_progress_handler(None, 1)
    return len(done)


@pytest.mark.parametrize("find", [deal_sets.streak, deal_sets.guild_streak])
def test_a_streak_is_not_looked_for_beyond_its_gap(tmp_path: Path, find: Callable[..., int]):
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        ann, bob = add_players(db, 2)
        look = partial(find, db, ann if find is deal_sets.streak else GUILD, DealSet(DAY, 43))
        for day in range(38, 42):
            play(db, bob, day, 0, guild=8)
        taken = list[int]()
        for days in (range(42, 44), range(1, 38)):
            for day in days:
                play(db, ann, day, 0)
            assert look() == 2
            taken.append(instructions(db, look))
        assert taken[1] < taken[0] + 10, "less than one for each day before"
