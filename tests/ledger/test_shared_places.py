"""Whoever is level shares a place, in every list that ranks people by points."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily.set_results import standing_screen
from bot.daily.summary import Summary, summary_screen
from bot.handlers.ledger.page_makers import PageRequest
from bot.leaderboard import Leaderboard, leaderboard_screen
from bot.screens.components import InWords, Screen
from bot.screens.ledger.lists import LINES, standing_page
from bot.screens.ledger.pages import LedgerView, Page, Query
from bot.store.connection import connect
from bot.store.deal_sets import SetScore
from bot.store.ledger import journal, seasons, tallies
from bot.store.solo_deals import Attempt
from bot.texts import ENGLISH
from bot.values.ledger_records import DAY, Season
from ofc_engine.places import shared_places
from tests.store.folds import CHANNELS, PEOPLE, Played, book_all, hands
from tests.store.rows import GUILD, part, undone, with_db

NOW = 50 * DAY
PICTURE = InWords("picture")
LINE = re.compile(r"^(\d+)\. .*?([+−]?\d+)\*\*", re.MULTILINE)


@pytest.fixture
def db(tmp_path) -> Iterator[sqlite3.Connection]:
    with closing(connect(tmp_path / "ofc.sqlite3")) as connection:
        yield connection


def words(screen: Screen) -> str:
    return "\n".join(each.get("content", "") for each in screen.components)


def ranked(screen: Screen) -> list[tuple[int, int]]:
    """Places and points of the lines of a list, as they are read."""
    found = LINE.findall(words(screen))
    return [(int(place), int(points.replace("−", "-"))) for place, points in found]


def due(points: list[int]) -> list[tuple[int, int]]:
    """Places and points as they have to be: everybody comes after those who have more."""
    best = sorted(points, reverse=True)
    return [(1 + sum(other > each for other in best), each) for each in best]


@given(st.lists(st.integers(-3, 3)))
def test_as_many_are_before_somebody_as_have_more(points: list[int]):
    best = sorted(points, reverse=True)
    assert list(zip(shared_places(best), best, strict=True)) == due(points)


@with_db
@given(st.lists(hands(most=1), min_size=1, max_size=8))
def test_the_pages_of_a_ledger(db: sqlite3.Connection, played: list[Played]):
    """The standing, the leaderboard, and a season's table, before its end and afterwards."""
    with undone(db):
        season = seasons.start(db, GUILD, "Winter", now=1)
        book_all(db, [replace(hand, season=1) for hand in played])
        lines = tallies.standing(db, GUILD, now=NOW)
        totals = due([line.points for line in lines])
        query, table = Query(LedgerView.STANDING), Query(LedgerView.SEASON, about=(1,))
        screens = [
            standing_page(query, lines, ENGLISH).public(),
            page(db, table).public(),
            leaderboard_screen(Leaderboard(lines, (), 1, 2), ENGLISH),
        ]
        parts = [tallies.standing(db, GUILD, now=NOW, first=n, count=1) for n in range(PEOPLE)]
        so_far = archived(db)
        seasons.end(db, season, now=NOW)
        screens.append(page(db, table).public())
        told = archived(db)
    for screen in screens:
        assert ranked(screen) == totals
    assert [line for part in parts for line in part] == list(lines), "on any page"
    names = ", ".join(line.name for line in lines if line.place == 1)
    if not totals:
        assert "won by" not in told
    elif totals[0][1] == 0:
        assert so_far.endswith("· level")
        assert told.endswith("level: nobody won")
    else:
        assert so_far.endswith(f"leader{'s' * (',' in names)}: {names}")
        assert told.endswith(f"won by {names}")


def page(db: sqlite3.Connection, query: Query) -> Page:
    """The page of the ledger that a query asks for."""

    class Reading:
        async def read(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
            return work(db)

    services = cast("Any", SimpleNamespace(now=NOW, database=Reading()))
    return asyncio.run(PageRequest(services, GUILD, query, ENGLISH).made())


def archived(db: sqlite3.Connection) -> str:
    """What the list of seasons says of the only one."""
    query = Query(LedgerView.SEASONS)
    return words(page(db, query).public())


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(1, 8)), min_size=1, max_size=9))
def test_the_deals_of_a_day_and_of_a_week(results: list[tuple[int, int]]):
    results.sort(reverse=True)
    attempts = [
        (f"P{n}", Attempt(n, 1, practice=False, guild_id=GUILD, points=points, ended_at=n))
        for n, (points, _deals) in enumerate(results)
    ]
    summary = summary_screen(Summary(20_000, 0, attempts, 1), PICTURE, ENGLISH)
    assert ranked(summary) == due([points for points, _deals in results])
    shares = [points for points, _deals in results].count(results[0][0]) > 1
    assert ("The first of the best boards, by P0:" in words(summary)) is shares
    results.sort(key=lambda each: (-each[1], -each[0]))
    week = standing_screen(
        20_000,
        [(f"P{n}", SetScore(n, deals, points)) for n, (points, deals) in enumerate(results)],
        ENGLISH,
    )
    before = [sum((d, p) > (deals, points) for p, d in results) for points, deals in results]
    assert [place for place, _ in ranked(week)] == [1 + each for each in before]


def test_a_season_tells_everywhere_what_was_taken_back_since_it_ended(db: sqlite3.Connection):
    db.execute("BEGIN")
    season = seasons.start(db, GUILD, "Winter", now=1)
    book_all(db, [hand_of_two(4), hand_of_two(-4), hand_of_two(6)])
    journal.correct(db, 2, is_void=True, reason="before the end", now=NOW)
    seasons.end(db, season, now=NOW)
    assert "since it ended" not in archived(db)
    journal.correct(db, 3, is_void=True, reason="misdeal", now=NOW)
    for told in (archived(db), final(db, season), standing(db, season)):
        assert told.count("Taken back since it ended: #3.") == 1
        assert "#2" not in told


def hand_of_two(points: int) -> Played:
    parts = (part(1, 0), part(2, 1))
    return Played(CHANNELS[0], "classic", 1, 1, parts, {(1, 2): points})


def final(db: sqlite3.Connection, season: Season) -> str:
    query = Query(LedgerView.SEASON, about=(season.number,))
    return words(page(db, query).public())


def standing(db: sqlite3.Connection, season: Season) -> str:
    note = seasons.noted(db, GUILD, season.number)
    lines = tallies.standing(db, GUILD, now=NOW, count=LINES)
    return words(standing_page(Query(LedgerView.STANDING), lines, ENGLISH, season=note).public())
