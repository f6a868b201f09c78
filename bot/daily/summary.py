"""The summary of a day in a server: who played how, and the best board, in one message."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.daily.days import number_of
from bot.daily.presses import DailyBoards, PlayDaily
from bot.ofc.places import shared_places
from bot.screens.components import PictureOrWords, Screen, Style, button, row, text
from bot.store.rounds import Attempt
from bot.texts import Texts
from bot.values.phrases import plain, signed

_MOST = 10
"""People who are named."""


@dataclass(frozen=True)
class Summary:
    """A day that is over: everybody's attempt in a server with their name, the best first.

    `par` is what the master made of the deal, `streak` counts the server's days in a row.
    """

    day: int
    par: int
    ranked: Sequence[tuple[str, Attempt]]
    streak: int


def summary_screen(summary: Summary, picture: PictureOrWords, _: Texts) -> Screen:
    """A day's summary as a message for everybody, with the `picture` of its best board.

    It notifies nobody.
    """
    count = len(summary.ranked)
    lines = [
        "## " + _("Daily deal {number}: the results", number=number_of(summary.day)),
        "-# "
        + " · ".join(
            [
                _.count("{number} person played it here", "{number} people played it here", count),
                _("par {points}", points=signed(summary.par)),
                _.count(
                    "streak of this server: {number} day",
                    "streak of this server: {number} days",
                    summary.streak,
                ),
            ]
        ),
    ]
    places = shared_places(attempt.points for _name, attempt in summary.ranked)
    for place, (name, attempt) in zip(places, summary.ranked[:_MOST], strict=False):
        lines.append(f"{place}. {_line(name, attempt, summary.par, _)}")
    if count > _MOST:
        lines.append(_.count("and {number} more", "and {number} more", count - _MOST))
    first = plain(summary.ranked[0][0])
    if places.count(1) == 1:
        best = _("The best board, by {name}:", name=first)
    else:
        best = _("The first of the best boards, by {name}:", name=first)
    ways = row(
        button(PlayDaily(), _("Play today's deal"), Style.BLURPLE),
        button(DailyBoards(summary.day), _("All boards")),
    )
    parts = (text("\n".join(lines)), text(f"-# {best}"), picture.component, ways)
    return Screen(parts, picture.pictures, is_silent=True)


def _line(name: str, attempt: Attempt, par: int, _: Texts) -> str:
    points = attempt.points or 0
    told = [
        f"**{plain(name)} {signed(points)}**",
        _("{points} against par", points=signed(points - par)),
    ]
    if attempt.costs is not None:
        told.append(_("gave away {points}", points=_.decimal(attempt.given_away)))
    return " · ".join(told)
