"""The screen to choose which hands a page of the ledger is about."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.screens.components import (
    TABLES,
    Component,
    Screen,
    Style,
    button,
    channel_select,
    row,
    select,
    text,
)
from bot.screens.ledger.pages import ChooseFilter, Query, ShowFilters, ShowPage
from bot.screens.press import is_id
from bot.texts import Texts, marked
from bot.values.ledger_records import EVERYTHING, Scope, Season
from bot.values.options import ChoiceError
from bot.values.phrases import named_game
from ofc_engine.variants import GAMES

CHANNEL: Final = "channel"
SEASON: Final = "season"
VARIANT: Final = "variant"
PERIOD: Final = "days"
_NUMBERS: Final = {CHANNEL: "channel_id", SEASON: "season", PERIOD: "days"}
"""The fields of a scope that are numbers, 0 for no choice."""
_ALL: Final = "all"
"""The entry for no choice."""
_MOST: Final = 24
"""Seasons in the menu, the newest first: Discord's limit, less *All seasons*."""
_PERIODS: Final = {
    1: marked("Today"),
    7: marked("Last 7 days"),
    30: marked("Last 30 days"),
    365: marked("Last 365 days"),
}


def filter_screen(query: Query, seasons: Sequence[Season], _: Texts) -> Screen:
    """The menus of channels, seasons (the newest first), variants and periods."""
    scope = query.scope
    parts: list[Component] = [
        text(f"## {_('Filter')}\n{_('Only hands that fit all of these are shown.')}"),
        channel_select(
            ChooseFilter(query, CHANNEL),
            [scope.channel_id] if scope.channel_id else [],
            most=1,
            placeholder=_("All channels"),
            kinds=TABLES,
        ),
    ]
    if seasons:
        named = {str(each.number): f"{each.number}. {each.name}" for each in seasons[:_MOST]}
        number = str(scope.season)
        if scope.season and number not in named:
            named = {number: _("season {number}", number=number), **dict(list(named.items())[:-1])}
        parts.append(_menu(query, SEASON, _("All seasons"), named, number, _))
    variants = {name: named_game(name, _) for name in GAMES}
    parts.append(_menu(query, VARIANT, _("All variants"), variants, scope.variant, _))
    periods = {str(days): _(words) for days, words in _PERIODS.items()}
    parts.append(_menu(query, PERIOD, _("All time"), periods, str(scope.days), _))
    buttons = [button(ShowPage(query), _("Show"), Style.GREEN)]
    if scope != EVERYTHING:
        buttons.append(button(ShowFilters(query.narrowed(EVERYTHING)), _("No filter")))
    return Screen((*parts, row(*buttons)))


def narrowed(scope: Scope, what: str, entry: str) -> Scope:
    """The scope with another choice from one of the menus; raises ChoiceError."""
    value = "" if entry == _ALL else entry
    if what == VARIANT and value in ("", *GAMES):
        return replace(scope, variant=value)
    if what not in _NUMBERS or not (is_id(value) or not value):
        raise ChoiceError
    return replace(scope, **{_NUMBERS[what]: int(value or 0)})


def _menu(
    query: Query, what: str, every: str, values: dict[str, str], chosen: str, _: Texts
) -> Component:
    offered = [(_ALL, every), *((value, words[:100]) for value, words in values.items())]
    chosen = chosen if chosen in values else _ALL
    return select(ChooseFilter(query, what), offered, chosen, placeholder=every)
