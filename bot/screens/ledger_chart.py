"""The page with the chart of running points."""

from dataclasses import replace
from typing import Final

from bot.screens.components import Component, text
from bot.screens.components import View as Drawn
from bot.screens.pages import Page, heading
from bot.screens.queries import Query, View
from bot.texts import Texts

LENGTHS: Final = (50, 200, 1000)
"""Of how many of the latest hands a chart can be; any other number means day by day."""
BY_DAY: Final = 0


def chart_page(query: Query, picture: Drawn, _: Texts, *, season: str) -> Page:
    """The chart, with buttons to charts of other lengths."""
    others = [length for length in (*LENGTHS, BY_DAY) if length != query.page]
    turns = [(length_name(length, _), query.at(length)) for length in others]
    turns.append((_("Text"), replace(query, view=View.CHART_TEXT)))
    head = _heading(query, season, _)
    return Page(query, (head, picture.component), tuple(turns), picture.pictures)


def chart_text_page(query: Query, twin: str, _: Texts, *, season: str) -> Page:
    """The chart as text: everybody's total, best and worst."""
    back = (_("Picture"), replace(query, view=View.CHART))
    return Page(query, (_heading(query, season, _), text(f"```\n{twin}\n```")), (back,))


def _heading(query: Query, season: str, _: Texts) -> Component:
    head = heading(_("Running points"), query.scope, _, season=season)
    return text(f"{head}\n-# {length_name(query.page, _)}")


def length_name(length: int, _: Texts) -> str:
    """How long a chart is."""
    return _("Latest {number} hands", number=length) if length else _("Day by day")
