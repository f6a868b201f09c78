"""The daily deal's rows: what was committed to stays, who beats whom, days in a row."""

import sqlite3
from dataclasses import replace

import pytest

from bot.store import daily, guilds
from bot.store.daily import Attempt, Field
from bot.values.options import Guild
from tests.store.rows import add_players

GUILD, SECRET = 7, bytes(32)


def play(db: sqlite3.Connection, player: int, day: int, points: int, guild: int = GUILD) -> Attempt:
    daily.commit_to(db, day, SECRET, now=1)
    begun = Attempt(player, day, practice=False, guild_id=guild, is_told=guild == GUILD)
    daily.begin(db, begun, now=2)
    ended = replace(begun, log=("place 1 - / - / As",), points=points, ended_at=3)
    daily.keep_log(db, begun, ended)
    return ended


def test_a_deal_is_never_changed_but_par_is_found_out_once(db: sqlite3.Connection):
    first = daily.commit_to(db, 1, SECRET, now=1)
    assert daily.commit_to(db, 1, bytes(reversed(range(32))), now=2) == first
    daily.set_par(db, 1, 4)
    daily.set_par(db, 1, 5)
    assert daily.deal_of(db, 1) == replace(first, par=4)
    for change in ("UPDATE daily_deals SET secret = x'00'", "DELETE FROM daily_deals"):
        with pytest.raises(sqlite3.IntegrityError, match="committed to"):
            db.execute(change)


def test_others_are_those_here_or_everywhere_and_practice_counts_nowhere(db: sqlite3.Connection):
    ann, bob, mia = add_players(db, 3)
    own = play(db, ann, 1, 5)
    play(db, bob, 1, 5)
    play(db, mia, 1, -3, guild=8)
    practice = Attempt(mia, 1, practice=True, guild_id=GUILD)
    daily.begin(db, practice, now=4)
    daily.keep_log(db, practice, replace(practice, log=("x",), points=-9, ended_at=5))
    assert daily.field(db, own, GUILD) == Field(others=1, beaten=0)
    assert daily.field(db, own) == Field(others=2, beaten=1)
    assert [each.player_id for each in daily.results(db, 1, GUILD)] == [ann, bob]


def test_what_was_placed_meanwhile_stays(db: sqlite3.Connection):
    (ann,) = add_players(db, 1)
    ended = play(db, ann, 1, 5)
    late = replace(ended, log=(), points=None)
    daily.keep_log(db, late, replace(ended, points=99))
    assert daily.find(db, ann, 1, practice=False) == ended


def test_a_streak_is_broken_by_a_day_without(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    for day in (1, 3, 4):
        play(db, ann, day, 0)
    play(db, bob, 2, 0)
    assert [daily.streak(db, ann, day) for day in (1, 2, 3, 4, 5)] == [1, 0, 1, 2, 0]
    assert daily.guild_streak(db, GUILD, 4) == 4


def test_a_server_is_told_once_of_a_day_that_those_who_played_knew_of(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    for guild in (GUILD, 8, 9):
        guilds.put(db, Guild(guild, daily_channel_id=None if guild == 9 else 70))
    play(db, ann, 1, 0)
    play(db, bob, 1, 0, guild=8)
    assert daily.to_sum_up(db, 1) == (GUILD,)
    assert daily.to_sum_up(db, 2) == ()
    daily.summed_up(db, GUILD, 1)
    assert daily.to_sum_up(db, 1) == ()
    play(db, ann, 2, 0)
    assert daily.to_sum_up(db, 2) == (GUILD,)
