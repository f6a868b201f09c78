"""A page of the ledger as its asker sees it, and as everybody does once it is shared."""

from dataclasses import dataclass

from bot.ledger import Scope
from bot.phrases import VARIANTS, plain
from bot.screens.components import Component, Kept, Picture, Screen, Style, button, rows, text
from bot.screens.queries import Query, SharePage, ShowPage
from bot.texts import Texts


@dataclass(frozen=True)
class Page:
    """The answer to a query: components, pictures, and buttons (label and query) to other pages.

    `extras` are buttons of other kinds; they are shown to everybody as well.
    """

    query: Query
    components: tuple[Component, ...]
    turns: tuple[tuple[str, Query], ...] = ()
    pictures: tuple[Picture | Kept, ...] = ()
    extras: tuple[Component, ...] = ()

    def own(self, _: Texts, *, is_shared: bool = False) -> Screen:
        """For the asker alone."""
        turns = [button(ShowPage(query), label) for label, query in self.turns]
        share = SharePage(self.query)
        if is_shared:
            sharing = button(share, _("Everyone sees it now"), disabled=True)
        else:
            sharing = button(share, _("Show everyone"), Style.BLURPLE)
        buttons = rows([*turns, *self.extras, sharing])
        return Screen((*self.components, *buttons), self.pictures)

    def public(self) -> Screen:
        """For everybody in the channel."""
        return Screen((*self.components, *rows(self.extras)), self.pictures)


def heading(title: str, scope: Scope, _: Texts, *, season: str = "") -> str:
    """A title and, below it, which hands count; `season` is the name of the scope's season."""
    words: list[str] = []
    if scope.season:
        words.append(plain(season) or _("season {number}", number=scope.season))
    if scope.channel_id:
        words.append(f"<#{scope.channel_id}>")
    if scope.variant:
        words.append(_(VARIANTS[scope.variant]))
    if scope.days:
        words.append(_.count("last {number} day", "last {number} days", scope.days))
    return "\n".join([f"## {title}", *(["-# " + " · ".join(words)] if words else [])])


def paragraph(lines: list[str]) -> Component:
    """Lines as one text."""
    return text("\n".join(lines))
