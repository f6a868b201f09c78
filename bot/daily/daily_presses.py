"""The presses of the daily deal."""

from dataclasses import dataclass

from bot.screens.press import Press
from bot.solo.solo_page import DealPress


class DailyShare(DealPress, code="dshare"):
    """Post the result in the channel, without a card."""


@dataclass(frozen=True)
class DailyBoards(Press, code="dboards"):
    """See the boards of a day that has ended everywhere, and the proof of its deal."""

    day: int


class PlayDaily(Press, code="daily"):
    """Play today's deal, or see how it went."""


class PlayWeek(Press, code="week"):
    """Play this week's deals, in a message of one's own."""


class NextOfWeek(Press, code="wnext"):
    """Play the next deal of this week, in the same message."""


@dataclass(frozen=True)
class WeekPress(Press):
    """A press about a week, identified by its first day."""

    week: int


class ShowWeek(WeekPress, code="wshow"):
    """See how one has played a week, in the same message."""


class ShowWeekStanding(WeekPress, code="wrank"):
    """See how everybody in the server stands in a week."""


class ShareWeek(WeekPress, code="wshare"):
    """Post one's result of a week in the channel, without a card."""


class Practise(Press, code="dpast"):
    """Choose a past day from the menu and play its deal for practice."""


class PractiseWeek(Press, code="wpast"):
    """Choose a past week from the menu and play its deals for practice, from the first."""


@dataclass(frozen=True)
class PractiseNext(WeekPress, code="wpnext"):
    """Play another deal of a past week, by its place from 1, for practice."""

    place: int
