"""The blocks that people share: squares by what a decision cost, or by points against par."""

from bot.daily.share import SharedWeek, week_share_lines
from bot.texts import texts_for

_ = texts_for("en-US")


def test_a_week_is_told_deal_by_deal_against_par():
    shared = SharedWeek(20780, [0, 3, -1, -6, -7, -15, -16, 12], 1.25, streak=2)
    title, squares, deals, given, streak = week_share_lines(shared, _)
    assert title == "**Deals of week 48** · −30 against par"
    assert squares == "🟩🟩🟨🟨🟧🟧🟥🟩"
    assert deals == "-# Deal by deal, against par: 0, +3, −1, −6, −7, −15, −16, +12"
    assert given.startswith("-# gave away 1.")
    assert streak == "-# Streak: 2 weeks"
    assert len(week_share_lines(shared, _, squares=False)) == 4
