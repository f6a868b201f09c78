"""Queries: the page of the ledger that a button asks for.

A scope is written as words with dots between them: `c` and a channel's id in base 36, `s` and a
season, `v` and a variant, `d` and a number of days. The server is never in a custom_id: it is
the one where the button is pressed.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.screens.press import Press, write_as
from bot.values.ledger_records import EVERYTHING, Scope
from ofc_engine.variants import VARIANTS

_WORD: Final = re.compile(r"c(?P<channel>[0-9a-z]{1,13})|s(?P<season>\d{1,6})|d(?P<days>\d{1,5})")
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST: Final = 2**63 - 1
"""Discord's ids have 64 bits, of which the first is not used."""


class LedgerView(StrEnum):
    """A page of the ledger."""

    STANDING = "standing"
    CHART = "chart"
    CHART_TEXT = "charttext"
    """A chart as text."""
    PLAYER = "player"
    PLAYER_TEXT = "playertext"
    """A player's page without its picture."""
    LEAKS = "leaks"
    """Where a player gives points away."""
    RATING = "rating"
    RATING_TEXT = "ratingtext"
    """The ratings as text."""
    RIVALS = "rivals"
    """Two players against each other."""
    HAND = "hand"
    TEXT = "text"
    """A hand as text."""
    HISTORY = "history"
    RECORDS = "records"
    SEASONS = "seasons"
    SEASON = "season"
    """The table of a finished season."""


@dataclass(frozen=True)
class Query:
    """A page of the ledger: `about` are players by our own ids, or a number of the view's own.

    `page` is where in the view: a page from 0, the hand before which a history begins,
    how many hands a chart has.
    """

    view: LedgerView
    scope: Scope = EVERYTHING
    about: tuple[int, ...] = ()
    page: int = 0

    def at(self, page: int) -> "Query":
        """Another place in the same view."""
        return replace(self, page=page)


@dataclass(frozen=True)
class ShowPage(Press, code="page"):
    """See a page of the ledger."""

    query: Query


@dataclass(frozen=True)
class SharePage(Press, code="share"):
    """Show a page of the ledger to everybody in the channel."""

    query: Query


def _written(scope: Scope) -> str:
    words = [f"c{_base36(scope.channel_id)}"] if scope.channel_id else []
    words += [f"s{scope.season}"] if scope.season else []
    words += [f"v{scope.variant}"] if scope.variant else []
    words += [f"d{scope.days}"] if scope.days else []
    return ".".join(words)


def _read(text: str) -> Scope:
    scope = EVERYTHING
    for word in text.split(".") if text else []:
        match = _WORD.fullmatch(word)
        if word[:1] == "v" and word[1:] in VARIANTS:
            scope = replace(scope, variant=word[1:])
        elif match is None:
            raise ValueError(text)
        elif match["channel"]:
            channel_id = int(match["channel"], 36)
            if not 0 < channel_id <= _MOST:
                raise ValueError(text)
            scope = replace(scope, channel_id=channel_id)
        elif match["season"]:
            scope = replace(scope, season=int(match["season"]))
        else:
            scope = replace(scope, days=int(match["days"]))
    return scope


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, last = divmod(number, 36)
        digits = _DIGITS[last] + digits
    return digits


write_as(Scope, _written, _read)
