"""A page of the ledger: its parts, the menu of its views, and the ways to other pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from bot.screens.ledger.queries import (
    MOST_PEOPLE,
    ChoosePlayers,
    ChooseView,
    LedgerView,
    Query,
    SharePage,
    ShowFilters,
    ShowPage,
)
from bot.texts import Texts, marked
from bot.values.ledger_records import ALL_SEASONS, EVERYTHING, Scope, SeasonNote
from bot.values.phrases import named_game, plain

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
"""The views whose hands are not chosen by anything."""
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
    turns: tuple[tuple[str, Query], ...] = ()
    pictures: tuple[Picture | AttachedPicture, ...] = ()
    extras: tuple[Component, ...] = ()
    own_extras: tuple[Component, ...] = ()
    menus: tuple[Component, ...] = ()
    is_refusal: bool = False

    def own(self, people: Sequence[int], _: Texts, *, is_shared: bool = False) -> Screen:
        """For the asker alone, with the menus of views and of people: ids of those it is about."""
        query, whole = self.query, self.query.view.whole
        turns = [button(ShowPage(turned), label) for label, turned in self.turns]
        buttons = [*turns, *self.extras, *self.own_extras, *_filter(query, _)]
        if not self.is_refusal:
            buttons.append(share_button(SharePage(query), _, is_shared=is_shared))
        whom = _people_menu(query, people, _) if whole in MOST_PEOPLE else []
        offered = [(view.value, _(words)) for view, words in VIEWS.items()]
        views = select(ChooseView(query), offered, whole.value, placeholder=_("Ledger"))
        ways = (*self.menus, *whom, *rows(buttons), views)
        return Screen((*self.components, *ways), self.pictures)

    def public(self) -> Screen:
        """For everybody in the channel."""
        return Screen((*self.components, *rows(self.extras)), self.pictures)


def _people_menu(query: Query, people: Sequence[int], _: Texts) -> list[Component]:
    whole = query.view.whole
    most, words = MOST_PEOPLE[whole], _(_WHOM[whole])
    return [user_select(ChoosePlayers(query), people, most=most, placeholder=words)]


def _filter(query: Query, _: Texts) -> list[Component]:
    """The way to the filters, for views that have them; coloured while some are set."""
    if query.view.whole in _OF_ALL_HANDS:
        return []
    is_set = query.scope != EVERYTHING
    return [button(ShowFilters(query), _("Filter"), Style.BLURPLE if is_set else Style.GREY)]


def refusal_page(query: Query, sentence: str, _: Texts) -> Page:
    """A page of which there is nothing to see, with the sentence that says why."""
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
