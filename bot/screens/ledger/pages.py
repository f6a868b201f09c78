"""Pages of the ledger: the query that a button asks for, their parts, the ways to other pages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.screens.components import (
    AttachedPicture,
    Component,
    Picture,
    Screen,
    Style,
    button,
    rows,
    select,
    share_button,
    text,
    user_select,
)
from bot.screens.press import MOST_ID, Press, write_as
from bot.texts import Texts, marked
from bot.values.ledger_records import ALL_SEASONS, EVERYTHING, Scope, SeasonNote
from bot.values.phrases import named_game, plain
from ofc_engine.variants import GAMES

_WORD: Final = re.compile(r"c(?P<channel>[0-9a-z]{1,13})|s(?P<season>\d{1,6})|d(?P<days>\d{1,5})")
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


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

    @property
    def whole(self) -> "LedgerView":
        """The view of the menu that this one is a variant or a part of."""
        return _WHOLE.get(self, self)


_WHOLE: Final = {
    LedgerView.CHART_TEXT: LedgerView.CHART,
    LedgerView.PLAYER_TEXT: LedgerView.PLAYER,
    LedgerView.RATING_TEXT: LedgerView.RATING,
    LedgerView.TEXT: LedgerView.HAND,
    LedgerView.SEASON: LedgerView.SEASONS,
}
MOST_PEOPLE: Final = {LedgerView.CHART: 5, LedgerView.PLAYER: 1, LedgerView.RIVALS: 2}
"""The views whose people can be chosen, and how many at most."""
USUAL_LENGTH: Final = 200
"""Hands of a chart."""


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

    def neighbours(self, *, has_more: bool) -> list[tuple[str, "Query"]]:
        """The buttons to the page before, and to the next if there are more: label and query."""
        before = [("◀", self.at(self.page - 1))] if self.page else []
        return [*before, ("▶", self.at(self.page + 1))] if has_more else before

    def other_look(self, picture: LedgerView, words: LedgerView, _: Texts) -> tuple[str, "Query"]:
        """The button to the same as text, or from that to its picture: label and query."""
        if self.view is picture:
            return _("Text"), replace(self, view=words)
        return _("Picture"), replace(self, view=picture)

    def turned_to(self, view: LedgerView, own: int) -> "Query":
        """Another view of the same hands, and of the people who were chosen.

        `own` is the player who looks, whose record is theirs unless they chose somebody else's.
        """
        people = self.about if self.view.whole in MOST_PEOPLE else ()
        if people == (own,):
            people = ()
        scope, page = self.scope, 0
        if self.view is LedgerView.SEASON and self.about:
            scope = replace(scope, season=self.about[0])
        match view:
            case LedgerView.CHART:
                page = USUAL_LENGTH
            case LedgerView.PLAYER:
                people = people[:1] or (own,)
            case LedgerView.LEAKS:
                people = (own,)
            case LedgerView.RIVALS:
                people = (*people, own)[:2] if 0 < len(people) < 3 else ()
            case _:
                people = ()
        return Query(view, scope, people, page)

    def narrowed(self, scope: Scope) -> "Query":
        """The first page of the same view of other hands; a chart keeps its length."""
        page = self.page if self.view.whole is LedgerView.CHART else 0
        return replace(self, scope=scope, page=page)


@dataclass(frozen=True)
class PagePress(Press):
    """A press on a page of the ledger, or on a way to one."""

    query: Query


class ShowPage(PagePress, code="page"):
    """See a page of the ledger."""


class SharePage(PagePress, code="share"):
    """Show a page of the ledger to everybody in the channel."""


class ChooseView(PagePress, code="view"):
    """See the page of the view that is chosen from a menu, coming from this one."""


class ChoosePlayers(PagePress, code="whom"):
    """See the same view of the people who are chosen from a menu."""


class TypeNumber(PagePress, code="typenumber"):
    """Open the form for the number of a hand."""


class ChooseHand(PagePress, code="numbered"):
    """See the hand of the number that is chosen from a menu or typed into the form."""


class ShowFilters(PagePress, code="filters"):
    """See the filters of a page's hands."""


@dataclass(frozen=True)
class ChooseFilter(PagePress, code="filter"):
    """Choose a filter of a page's hands: `what` is a field of its scope."""

    what: str


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
        if word[:1] == "v" and word[1:] in GAMES:
            scope = replace(scope, variant=word[1:])
        elif match is None:
            raise ValueError(text)
        elif match["channel"]:
            channel_id = int(match["channel"], 36)
            if not 0 < channel_id <= MOST_ID:
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


VIEWS: Final = {
    LedgerView.STANDING: marked("Standing"),
    LedgerView.CHART: marked("Running points"),
    LedgerView.PLAYER: marked("A player's record"),
    LedgerView.RIVALS: marked("Head-to-head"),
    LedgerView.LEAKS: marked("Where you give points away"),
    LedgerView.RATING: marked("Rating"),
    LedgerView.RECORDS: marked("Records"),
    LedgerView.HISTORY: marked("History"),
    LedgerView.HAND: marked("A hand"),
    LedgerView.SEASONS: marked("Seasons"),
}
"""The views of the menu, in its order."""
_OF_ALL_HANDS: Final = (LedgerView.RECORDS, LedgerView.HAND, LedgerView.SEASONS)
"""The views without filters."""
_WHOM: Final = {
    LedgerView.CHART: marked("Choose up to five players"),
    LedgerView.PLAYER: marked("Choose a player"),
    LedgerView.RIVALS: marked("Choose two players, or one against you"),
}
_NUMBERS: Final = 12
"""Numbers of hands in a line."""


@dataclass(frozen=True)
class Page:
    """The answer to a query: components, pictures, and buttons (label and query) to other pages.

    `extras` are buttons of other kinds; they are shown to everybody as well. `own_extras` and
    `menus` are only for whoever asks. If it `is_refusal`, there is nothing to show to everybody.
    """

    query: Query
    components: tuple[Component, ...]
    turns: Sequence[tuple[str, Query]] = ()
    pictures: tuple[Picture | AttachedPicture, ...] = ()
    extras: tuple[Component, ...] = ()
    own_extras: tuple[Component, ...] = ()
    menus: tuple[Component, ...] = ()
    is_refusal: bool = False

    def own(self, people: Sequence[int], _: Texts, *, is_shared: bool = False) -> Screen:
        """For the asker alone, with the menus of views and of people: ids of those it is about."""
        query, whole = self.query, self.query.view.whole
        turns = [button(ShowPage(turned), label) for label, turned in self.turns]
        buttons = [*turns, *self.extras, *self.own_extras]
        if whole not in _OF_ALL_HANDS:
            style = Style.GREY if query.scope == EVERYTHING else Style.BLURPLE
            buttons.append(button(ShowFilters(query), _("Filter"), style))
        if not self.is_refusal:
            buttons.append(share_button(SharePage(query), _, is_shared=is_shared))
        whom: list[Component] = []
        if whole in MOST_PEOPLE:
            most, words = MOST_PEOPLE[whole], _(_WHOM[whole])
            whom = [user_select(ChoosePlayers(query), people, most=most, placeholder=words)]
        offered = [(view.value, _(words)) for view, words in VIEWS.items()]
        views = select(ChooseView(query), offered, whole.value, placeholder=_("Ledger"))
        ways = (*self.menus, *whom, *rows(buttons), views)
        return Screen((*self.components, *ways), self.pictures)

    def public(self) -> Screen:
        """For everybody in the channel."""
        return Screen((*self.components, *rows(self.extras)), self.pictures)


def refusal_page(query: Query, sentence: str, _: Texts) -> Page:
    """A page with nothing to show, and the sentence that says why."""
    head = heading(_(VIEWS[query.view.whole]), query.scope, _)
    return Page(query, (paragraph([head, sentence]),), is_refusal=True)


def heading(title: str, scope: Scope, _: Texts, *, season: SeasonNote = ALL_SEASONS) -> str:
    """A title and, below it, which hands count; `season` is told of the scope's season."""
    words: list[str] = []
    if scope.season:
        words.append(plain(season.name) or _("season {number}", number=scope.season))
    if scope.channel_id:
        words.append(f"<#{scope.channel_id}>")
    if scope.variant:
        words.append(named_game(scope.variant, _))
    if scope.days:
        words.append(_.count("last {number} day", "last {number} days", scope.days))
    told = ["-# " + " · ".join(words)] if words else []
    return "\n".join([f"## {title}", *told, *(f"-# {line}" for line in corrected(season, _))])


def corrected(season: SeasonNote, _: Texts) -> Iterator[str]:
    """Which hands of a season were corrected since its table was posted."""
    if season.taken_back:
        yield _("Taken back since it ended: {hands}.", hands=_numbers(season.taken_back))
    if season.counted_again:
        yield _("Counted again since it ended: {hands}.", hands=_numbers(season.counted_again))


def _numbers(hands: Sequence[int]) -> str:
    return ", ".join(f"#{number}" for number in hands[:_NUMBERS]) + " …" * (len(hands) > _NUMBERS)


def paragraph(lines: list[str]) -> Component:
    """Lines as one text."""
    return text("\n".join(lines))
