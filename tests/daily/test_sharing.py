"""The blocks that people share: squares by what a decision cost, or by points against par."""

from bot.daily.days import set_of
from bot.daily.set_results import SetResult, week_share_lines
from bot.solo.solo_game import SoloGame
from bot.store.deal_sets import WEEK, FieldStanding
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode
from bot.texts import texts_for

_ = texts_for("en-US")


def game(number: int, points: int) -> SoloGame:
    deal = FixedDeal(number, SoloMode.WEEKLY, b"", b"", par=5)
    return SoloGame(deal, Attempt(1, number, False, None, points=5 + points, costs=(1.0, 0.25)))


def test_a_week_is_told_deal_by_deal_against_par():
    games = list(map(game, range(8), [0, 3, -1, -6, -7, -15, -16, 12]))
    which = set_of(WEEK, 20780)
    shared = SetResult(which, games, here=None, everywhere=FieldStanding(0, 0), streak=2)
    title, squares, deals, given, streak = week_share_lines(shared, _)
    assert title == "**Deals of week 48** · −30 against par"
    assert squares == "🟩🟩🟨🟨🟧🟧🟥🟩"
    assert deals == "-# Deal by deal, against par: 0, +3, −1, −6, −7, −15, −16, +12"
    assert given.startswith("-# gave away 1.")
    assert streak == "-# Streak: 2 weeks"
    assert len(week_share_lines(shared, _, squares=False)) == 4
