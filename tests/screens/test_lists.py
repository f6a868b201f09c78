"""Pages of the ledger: each line has its place on one, and each page says whether there is more."""

from dataclasses import replace

import pytest

from bot.screens.components import MOST_TEXT
from bot.screens.ledger.lists import (
    HANDS,
    LINES,
    ArchiveLine,
    archive_page,
    history_page,
    standing_page,
)
from bot.screens.ledger.pages import LedgerView, Query
from bot.texts import ENGLISH
from bot.values.ledger_records import ALL_SEASONS, HistoryLine, Scope, Season
from bot.values.scenes import Standing
from tests.desk.words import in_words


def standing(count: int) -> list[Standing]:
    return [Standing(n + 1, f"P{n:02}", 3, count - n, 9, -9) for n in range(count)]


def history(count: int) -> list[HistoryLine]:
    points = (("Ann", 2), ("Bob", -2))
    return [HistoryLine(100 - n, 1, "classic", 70, points, None) for n in range(count)]


@pytest.mark.parametrize("count", [1, LINES, LINES + 1])
@pytest.mark.parametrize("number", [0, 2])
def test_a_standing_has_another_page_if_there_are_more_people(count: int, number: int):
    page = standing_page(Query(LedgerView.STANDING, page=number), standing(count), ENGLISH)
    shown = [f"P{n:02}" in "\n".join(in_words(page.own((), ENGLISH))) for n in range(count)]
    assert shown == [True] * min(count, LINES) + [False] * (count - LINES)
    pages = {label: query.page for label, query in page.turns}
    before = {"◀": number - 1} if number else {}
    assert pages == before | ({"▶": number + 1} if count > LINES else {})


def test_nobody_is_sent_to_play_for_what_is_over_or_left_out():
    running, ended, filtered = (
        standing_page(query, [], ENGLISH, seal=seal)
        for query, seal in (
            (Query(LedgerView.STANDING), ""),
            (Query(LedgerView.SEASON, about=(1,)), "5:47da"),
            (Query(LedgerView.STANDING, Scope(days=7)), ""),
        )
    )
    assert [
        "/play" in "".join(in_words(page.own((), ENGLISH)))
        for page in (
            running,
            ended,
            filtered,
        )
    ] == [True, False, False]


@pytest.mark.parametrize("count", [1, HANDS, HANDS + 1])
@pytest.mark.parametrize("newer", [None, 0, 120])
def test_a_history_goes_on_before_its_last_hand_if_there_are_older(count: int, newer: int | None):
    page = history_page(Query(LedgerView.HISTORY), history(count), ENGLISH, newer=newer)
    told = "\n".join(in_words(page.own((), ENGLISH)))
    assert [f"#{100 - n}**" in told for n in range(count)] == [n < HANDS for n in range(count)]
    pages = {label: query.page for label, query in page.turns}
    before = {} if newer is None else {"Newer": newer}
    assert pages == before | ({"Older": 100 - HANDS + 1} if count > HANDS else {})


@pytest.mark.parametrize("count", [HANDS, HANDS + 1])
def test_a_history_of_hands_that_were_taken_back_fits_and_goes_on(count: int):
    points = (("Alexandra the First", 2),) * 5
    hands = [replace(line, points=points, void="reason " * 28) for line in history(count)]
    page = history_page(Query(LedgerView.HISTORY), hands, ENGLISH, newer=None)
    told = "\n".join(each.get("content", "") for each in page.own((), ENGLISH).components)
    assert len(told) < MOST_TEXT
    shown = sum(f"#{hand.number}**" in told for hand in hands)
    assert [query.page for _, query in page.turns] == [100 - shown + 1]


@pytest.mark.parametrize("has_more", [False, True])
@pytest.mark.parametrize("number", [0, 1])
def test_seasons_have_another_page_if_there_are_more(number: int, has_more: bool):
    page = archive_page(Query(LedgerView.SEASONS, page=number), [], ENGLISH, has_more=has_more)
    pages = {label: query.page for label, query in page.turns}
    assert pages == ({"◀": number - 1} if number else {}) | ({"▶": number + 1} if has_more else {})


@pytest.mark.parametrize(
    ("level", "told"),
    [
        (1, "leader: P0"),
        (2, "leaders: P0, P1"),
        (5, "leaders: P0, P1, P2, P3, P4"),
        (6, "leaders: P0, P1, P2, P3, P4 and 1 more"),
        (8, "leaders: P0, P1, P2, P3, P4 and 3 more"),
    ],
)
def test_of_many_who_are_level_five_are_named_and_the_others_counted(level: int, told: str):
    leaders = [Standing(1, f"P{n}", 3, 7, 9, -9) for n in range(level)]
    line = ArchiveLine(Season(1, 9, 1, "Spring", 1, None), leaders, ALL_SEASONS)
    page = archive_page(Query(LedgerView.SEASONS), [line], ENGLISH, has_more=False)
    assert in_words(page.public())[-1].endswith(told)
