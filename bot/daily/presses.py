"""The presses of the daily deal."""

from dataclasses import dataclass

from bot.rounds.presses import RoundPress
from bot.screens.press import Press


class DailyShare(RoundPress, code="dshare"):
    """Post the result in the channel, without a card."""


@dataclass(frozen=True)
class DailyBoards(Press, code="dboards"):
    """See the boards of a day that has ended everywhere, and the proof of its deal."""

    day: int


class PlayDaily(Press, code="daily"):
    """Play today's deal, or see how it went."""


class Practise(Press, code="dpast"):
    """Choose a past day from the menu and play its deal for practice."""
