"""The menu of the ledger's views: which hands and whom the next page is about."""

import pytest

from bot.screens.ledger.filters import filter_screen, narrowed
from bot.screens.ledger.pages import VIEWS, LedgerView, Query, SharePage, refusal_page
from bot.texts import ENGLISH
from bot.values.ledger_records import EVERYTHING, Scope, Season
from bot.values.options import ChoiceError
from tests.desk.words import buttons, in_words

OWN, OTHER, THIRD = 1, 2, 3
TURBO = Scope(channel_id=70, season=2, variant="turbo", days=7)


@pytest.mark.parametrize("view", VIEWS)
def test_the_hands_stay_those_that_were_chosen(view: LedgerView):
    for came_from in LedgerView:
        assert Query(came_from, TURBO).turned_to(view, OWN).scope == TURBO, came_from


@pytest.mark.parametrize(
    ("people", "chart", "player", "rivals"),
    [
        ((), (), (OWN,), ()),
        ((OWN,), (), (OWN,), ()),
        ((OTHER,), (OTHER,), (OTHER,), (OTHER, OWN)),
        ((OTHER, THIRD), (OTHER, THIRD), (OTHER,), (OTHER, THIRD)),
        ((OWN, OTHER, THIRD), (OWN, OTHER, THIRD), (OWN,), ()),
    ],
)
def test_people_who_were_chosen_stay_so_and_oneself_is_no_choice(
    people: tuple[int, ...],
    chart: tuple[int, ...],
    player: tuple[int, ...],
    rivals: tuple[int, ...],
):
    query = Query(LedgerView.CHART_TEXT, EVERYTHING, people, 50)
    assert query.turned_to(LedgerView.CHART, OWN).about == chart
    assert query.turned_to(LedgerView.PLAYER, OWN).about == player
    assert query.turned_to(LedgerView.RIVALS, OWN).about == rivals
    assert query.turned_to(LedgerView.LEAKS, OWN).about == (OWN,), "they are nobody else's"
    assert query.turned_to(LedgerView.HISTORY, OWN).about == ()


def test_from_the_table_of_a_season_one_comes_to_its_hands():
    season = Query(LedgerView.SEASON, about=(4,))
    assert season.turned_to(LedgerView.HISTORY, OWN) == Query(LedgerView.HISTORY, Scope(season=4))


def test_another_filter_begins_at_the_first_page_and_keeps_the_length_of_a_chart():
    assert Query(LedgerView.STANDING, page=3).narrowed(TURBO) == Query(LedgerView.STANDING, TURBO)
    chart = Query(LedgerView.CHART, about=(OTHER,), page=50)
    assert chart.narrowed(TURBO) == Query(LedgerView.CHART, TURBO, (OTHER,), 50)


def test_each_filter_is_chosen_and_taken_back():
    for what, entry, scope in (
        ("channel", "70", Scope(channel_id=70)),
        ("season", "2", Scope(season=2)),
        ("variant", "turbo", Scope(variant="turbo")),
        ("days", "7", Scope(days=7)),
    ):
        assert narrowed(EVERYTHING, what, entry) == scope
        assert narrowed(scope, what, "" if what == "channel" else "all") == EVERYTHING
    huge = "9" * 30
    wrong = [("variant", "holdem"), ("season", "x"), ("colour", "1"), ("days", huge)]
    for what, entry in (*wrong, ("season", huge), ("channel", huge)):
        with pytest.raises(ChoiceError):
            narrowed(EVERYTHING, what, entry)


def test_of_many_seasons_the_one_that_was_chosen_is_offered():
    seasons = [Season(n, 9, n, f"Season {n}", 1, 2) for n in range(60, 0, -1)]
    query = Query(LedgerView.STANDING, Scope(season=3))
    menus = [each for each in buttons(filter_screen(query, seasons, ENGLISH)) if "options" in each]
    for menu in menus:
        assert len(menu["options"]) <= 25
    assert "*season 3" in "\n".join(in_words(filter_screen(query, seasons, ENGLISH)))


def test_where_there_is_nothing_to_see_others_can_be_chosen_and_nothing_is_shared():
    page = refusal_page(Query(LedgerView.PLAYER, TURBO, (OTHER,)), "Nothing.", ENGLISH)
    told = in_words(page.own((5,), ENGLISH))
    assert told[:3] == [
        "## A player's record",
        "-# season 2 · <#70> · Turbo · last 7 days",
        "Nothing.",
    ]
    assert [line for line in told if "Choose a player" in line]
    assert [line for line in told if line.startswith("<Ledger: ")]
    assert not any(SharePage.code in each["custom_id"] for each in buttons(page.own((), ENGLISH)))
