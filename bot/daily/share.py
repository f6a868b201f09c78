"""The blocks that people share: how a day or a week went, without a card."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.daily.days import number_of, week_number
from bot.texts import Texts, marked
from bot.values.phrases import signed

_LIMITS: Final = (0.3, 1.5, 4.0)
"""Points from which on a decision is a slip, a mistake, a blunder; the judge errs by less."""
_BELOW_PAR: Final = (0, 6, 15)
"""Points below par that are still green, yellow, orange: a hand's points scatter by about 11.5."""
_SQUARES: Final = ("🟩", "🟨", "🟧", "🟥")
_WORDS: Final = (marked("good"), marked("slip"), marked("mistake"), marked("blunder"))


@dataclass(frozen=True)
class SharedResult:
    """The part of a day's result that everybody may be told.

    `costs` are what the decisions gave away, street by street; `against_par` is how many points
    more than the master's; `streak` counts days in a row.
    """

    day: int
    costs: Sequence[float]
    against_par: int
    streak: int
    is_fantasyland: bool = False
    is_foul: bool = False


def share_lines(shared: SharedResult, _: Texts, *, squares: bool = True) -> list[str]:
    """The block in lines; people who listen, and have no use for `squares`, get words alone."""
    title = _("Daily deal {number}", number=number_of(shared.day))
    par = _("{points} against par", points=signed(shared.against_par))
    kinds = [bisect_right(_LIMITS, cost) for cost in shared.costs]
    drawn = ["".join(_SQUARES[kind] for kind in kinds)] if squares else []
    marks = [mark for holds, mark in _marks(shared, _) if holds]
    words = _("Street by street: {words}", words=", ".join(_(_WORDS[kind]) for kind in kinds))
    return [
        f"**{title}** · {par}",
        *([" ".join([*drawn, *marks])] if drawn or marks else []),
        f"-# {words}",
        f"-# {streak_words(shared.streak, _)}",
    ]


def streak_words(days: int, _: Texts) -> str:
    """How many days in a row."""
    return _.count("Streak: {number} day", "Streak: {number} days", days)


def _marks(shared: SharedResult, _: Texts) -> list[tuple[bool, str]]:
    return [
        (shared.is_fantasyland, "⭐ " + _("Fantasyland")),
        (shared.is_foul, "✗ " + _("foul")),
    ]


# --- a week ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedWeek:
    """The part of a week's result that everybody may be told: points against par, weeks in a row.

    `given_away` is what a hand gave away on average.
    """

    week: int
    against_par: Sequence[int]
    given_away: float
    streak: int


def week_share_lines(shared: SharedWeek, _: Texts, *, squares: bool = True) -> list[str]:
    """The block in lines; people who listen, and have no use for `squares`, get words alone."""
    title = week_title(shared.week, _)
    par = _("{points} against par", points=signed(sum(shared.against_par)))
    drawn = "".join(_SQUARES[bisect_left(_BELOW_PAR, -each)] for each in shared.against_par)
    deals = ", ".join(map(signed, shared.against_par))
    return [
        f"**{title}** · {par}",
        *([drawn] if squares else []),
        "-# " + _("Deal by deal, against par: {points}", points=deals),
        "-# " + _("gave away {points} a hand", points=_.decimal(shared.given_away)),
        "-# " + _.count("Streak: {number} week", "Streak: {number} weeks", shared.streak),
    ]


def week_title(week: int, _: Texts) -> str:
    """Which week's deals are played."""
    return _("Deals of week {number}", number=week_number(week))
