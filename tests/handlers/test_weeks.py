"""Deals of days and weeks: the next of a week, those that are over for practice, who sees them."""

from functools import partial
from typing import Final

import pytest

from bot.daily import daily_handlers as daily
from bot.daily.daily_presses import (
    DailyBoards,
    Practise,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.days import day_at, over_at, published_at, set_of
from bot.handlers import waiting_cards
from bot.handlers.serving import HandlerCall, asked_by
from bot.store import deal_sets
from bot.store.deal_sets import WEEK as WEEKS
from bot.store.deal_sets import DealSet
from tests.desk.desk import BEGINNING
from tests.desk.scene import ANN, BOB, Scene, words

TODAY: Final = day_at(None, BEGINNING)
THIS_WEEK: Final = set_of(WEEKS, TODAY)
WEEK: Final = THIS_WEEK.day
FIRST: Final = ", 1 of 8"


async def fixed(scene: Scene, play: HandlerCall, until: float) -> None:
    """Have what somebody plays fixed, and then wait until a moment."""
    await scene.asks(ANN, play)
    await scene.desk.let_pass(until - scene.desk.time.now)


async def test_a_week_is_fixed_with_the_one_after_it_and_goes_on_with_the_same_deal(scene: Scene):
    first = await scene.asks(ANN, daily.play_week())
    assert FIRST in first.splitlines()[0]
    assert (await scene.asks(ANN, daily.play_week())).splitlines()[0] == first.splitlines()[0]
    assert words(await scene.desk.ask(BOB, daily.play_week())) == first, "the same for everyone"
    for week in (WEEK, WEEK + 7):
        found = await scene.desk.read(partial(deal_sets.deals, which=DealSet(WEEKS, week)))
        assert len(found) == WEEKS.deals
    later = DealSet(WEEKS, WEEK + 14)
    assert await scene.desk.read(partial(deal_sets.deals, which=later)) == ()
    assert "You haven't played this week's deals." in await scene.sends(ANN, ShowWeek(WEEK))
    assert "You haven't played this week's deals." in await scene.sends(ANN, ShareWeek(WEEK))


@pytest.mark.parametrize(("later", "shown"), [(-1, False), (0, True)])
async def test_a_day_is_there_for_practice_once_it_is_over_everywhere(
    scene: Scene, later: int, shown: bool
):
    await fixed(scene, daily.play_day(), over_at(TODAY) + later)
    told = await scene.sends(ANN, Practise(), str(TODAY))
    assert ("street 1 of" in told) is shown
    boards = await scene.sends(ANN, DailyBoards(TODAY))
    assert ("Nobody has played this deal here." in boards) is shown
    assert ("when the day has ended everywhere" in boards) is not shown
    for entry in ("", "x", "-1", str(TODAY - 1), "9" * 30):
        assert "street 1 of" not in await scene.sends(ANN, Practise(), entry)


@pytest.mark.parametrize("has_table", [False, True])
async def test_whoever_has_a_table_is_not_told_of_a_day_that_is_over(scene: Scene, has_table: bool):
    await fixed(scene, daily.play_day(), over_at(TODAY))
    if has_table:
        await scene.opens(ANN, BOB)
    for asked in (waiting_cards.hand(), waiting_cards.place("x", anywhere=True)):
        told = words(await scene.desk.ask(ANN, asked, channel=ANN.dm))
        assert ("This day is over." in told) is not has_table


@pytest.mark.parametrize(("later", "shown"), [(-1, False), (0, True)])
async def test_so_is_a_week_deal_by_deal(scene: Scene, later: int, shown: bool):
    await fixed(scene, daily.play_week(), published_at(THIS_WEEK) + later)
    told = await scene.sends(ANN, PractiseWeek(), str(WEEK))
    assert ("1 of 8, for practice" in told) is shown
    for place in (1, 8):
        told = await scene.sends(ANN, PractiseNext(WEEK, place))
        assert (f"{place} of 8, for practice" in told) is shown
    for place in (0, 9):
        assert "for practice" not in await scene.sends(ANN, PractiseNext(WEEK, place))
    for entry in ("", "x", str(WEEK + 1), str(WEEK - 7), "9" * 30):
        assert "for practice" not in await scene.sends(ANN, PractiseWeek(), entry)


async def test_a_server_has_its_own_standing(scene: Scene):
    await scene.asks(ANN, daily.play_week())
    asked = asked_by(str(ShowWeekStanding(WEEK)))
    told = words(await scene.desk.ask(ANN, asked, channel=ANN.dm))
    assert told == "Each server has its own standing. Look it up there."
    assert "Ann" not in await scene.sends(BOB, ShowWeekStanding(WEEK)), "nothing is over yet"
