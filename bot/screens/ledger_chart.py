"""The page with the chart of running points."""

from typing import Final

from bot.screens.components import View, text
from bot.screens.pages import Page, heading
from bot.screens.queries import Query
from bot.texts import Texts

LENGTHS: Final = (50, 200, 1000)
"""Of how many of the latest hands a chart can be; any other number means day by day."""
BY_DAY: Final = 0


def chart_page(query: Query, picture: View, _: Texts, *, season: str) -> Page:
    """The chart, with buttons to charts of other lengths."""
    others = [length for length in (*LENGTHS, BY_DAY) if length != query.page]
    turns = tuple((length_name(length, _), query.at(length)) for length in others)
    head = heading(_("Running points"), query.scope, _, season=season)
    shown = f"{head}\n-# {length_name(query.page, _)}"
    return Page(query, (text(shown), picture.component), turns, picture.pictures)


def length_name(length: int, _: Texts) -> str:
    """How long a chart is."""
    return _("Latest {number} hands", number=length) if length else _("Day by day")
