"""Pages of the ledger that are lists (standing, history, records, seasons) and can be shared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import (
    Component,
    Kept,
    Picture,
    Screen,
    button,
    rows,
    share_button,
    text,
)
from bot.screens.ledger.queries import LedgerView, Query, SharePage, ShowPage
from bot.screens.skill import standing_words
from bot.texts import Texts, marked
from bot.values.ledger import Feat, FeatKind, HistoryLine, Scope, Season
from bot.values.phrases import VARIANTS, plain, signed
from bot.values.scenes import Standing


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
        sharing = share_button(SharePage(self.query), _, is_shared=is_shared)
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


# --- lists -----------------------------------------------------------------------------------

LINES: Final = 20
"""Lines a page of a standing."""
HANDS: Final = 12
"""Hands a page of a history."""


def standing_page(
    query: Query, lines: Sequence[Standing], _: Texts, *, season: str = "", title: str = ""
) -> Page:
    """Everybody's points, the most first; `lines` are those of the page and one more if any."""
    head = heading(title or _("Ledger"), query.scope, _, season=season)
    if not lines:
        empty = (
            _("Nobody is ranked here yet.")
            if query.page or query.scope.season or query.scope.channel_id or query.scope.variant
            else _(
                "No hand counts here yet; those with computer players usually do not. "
                "Open a table with /ofc new."
            )
        )
        return Page(query, (paragraph([head, empty]),))
    first = query.page * LINES + 1
    ranked = [_standing_line(first + n, line, _) for n, line in enumerate(lines[:LINES])]
    turns = [("◀", query.at(query.page - 1))] if query.page else []
    turns += [("▶", query.at(query.page + 1))] if len(lines) > LINES else []
    return Page(query, (paragraph([head, *ranked]),), tuple(turns))


def _standing_line(place: int, line: Standing, _: Texts) -> str:
    hands = _.count("{number} hand", "{number} hands", line.hands)
    span = _("best {best}, worst {worst}", best=signed(line.best), worst=signed(line.worst))
    facts = ", ".join(filter(None, [hands, span, standing_words(line, _)]))
    return f"{place}. {plain(line.name)} **{signed(line.points)}**\n-# {facts}"


def history_page(
    query: Query, lines: Sequence[HistoryLine], _: Texts, *, newer: int | None, season: str = ""
) -> Page:
    """The latest hands; `lines` has one more than fit if there are older ones.

    `newer` is the `page` of the query for newer hands, None at the newest.
    """
    head = heading(_("History"), query.scope, _, season=season)
    if not lines:
        return Page(query, (paragraph([head, _("There are no hands here.")]),))
    shown = lines[:HANDS]
    turns = [] if newer is None else [(_("Newer"), query.at(newer))]
    turns += [(_("Older"), query.at(shown[-1].number))] if len(lines) > HANDS else []
    hint = "-# " + _("See a hand again with /ledger hand.")
    listed = [_history_line(line, _) for line in shown]
    return Page(query, (paragraph([head, *listed, hint]),), tuple(turns))


def _history_line(line: HistoryLine, _: Texts) -> str:
    points = ", ".join(f"{plain(name)} {signed(points)}" for name, points in line.points)
    when = f"<t:{line.booked_at}:d> · {_(VARIANTS[line.variant])}"
    if line.void is None:
        return f"**#{line.number}** {points}\n-# {when}"
    reason = _("void: {reason}", reason=plain(line.void))
    return f"**#{line.number}** ~~{points}~~\n-# {when} · {reason}"


RECORDS: Final = {
    FeatKind.POINTS: marked("Most points in a hand"),
    FeatKind.ROYALTIES: marked("Most royalty points on a board"),
    FeatKind.STREAK: marked("Most hands won in a row"),
    FeatKind.HANDS: marked("Most hands played"),
}
_REACHED: Final = {
    FeatKind.POINTS: marked("🏆 {name}: {value} points, a new record for one hand"),
    FeatKind.ROYALTIES: marked("🏆 {name}: {value} royalty points, a new record for one board"),
    FeatKind.STREAK: marked("🏆 {name}: {value} hands won in a row, a new record"),
    FeatKind.HANDS: marked("🎉 {name} has played {value} hands here"),
    FeatKind.FANTASYLAND: marked("🌟 {name} has reached Fantasyland for the first time"),
    FeatKind.STAY: marked("🌟 {name} has stayed in Fantasyland for the first time"),
    FeatKind.CLEAN: marked("🌟 {name} has played ten hands in a row without a foul"),
    FeatKind.SWEEP: marked("🌟 {name} has scooped two opponents in one hand"),
    FeatKind.ROYAL: marked("🌟 {name} has made a royal flush"),
}


def records_page(query: Query, records: Sequence[Feat], latest: Sequence[Feat], _: Texts) -> Page:
    """Who holds each record of the server, and what was reached lately."""
    lines = [f"## {_('Records')}"]
    if not records:
        lines.append(
            _(
                "No hand counts here yet; those with computer players usually do not. "
                "Open a table with /ofc new."
            )
        )
    for feat in records:
        hand = f" · #{feat.number}" if feat.number else ""
        lines.append(f"{_(RECORDS[feat.kind])}: **{feat.value}** {plain(feat.name)}{hand}")
    if latest:
        lines.append(f"### {_('Recent')}")
        lines += [f"-# #{feat.number} {reached(feat, _)}" for feat in latest]
    return Page(query, (paragraph(lines),))


def reached(feat: Feat, _: Texts) -> str:
    """A record or milestone as it is announced."""
    return _(_REACHED[feat.kind], name=plain(feat.name), value=feat.value)


# --- seasons ---------------------------------------------------------------------------------


def archive_page(
    query: Query, seasons: Sequence[Season], leaders: Sequence[str], _: Texts, *, has_more: bool
) -> Page:
    """All seasons with the people who lead or won them, and a button to the table of each."""
    lines = [f"## {_('Seasons')}"]
    if not seasons:
        lines.append(_("There is no season yet. Someone with Manage Server can start one."))
    for season, leader in zip(seasons, leaders, strict=True):
        lines.append(f"**{season.number}. {plain(season.name)}**\n-# {_span(season, leader, _)}")
    turns = [
        (f"{season.number}. {season.name}", Query(LedgerView.SEASON, about=(season.number,)))
        for season in seasons
    ]
    turns += [("◀", query.at(query.page - 1))] if query.page else []
    turns += [("▶", query.at(query.page + 1))] if has_more else []
    return Page(query, (paragraph(lines),), tuple(turns))


def _span(season: Season, leader: str, _: Texts) -> str:
    begun = f"<t:{season.started_at}:d>"
    if season.ended_at is None:
        span = _("since {date}", date=begun)
        return f"{span} · {_('leader: {name}', name=plain(leader))}" if leader else span
    span = f"{begun} – <t:{season.ended_at}:d>"
    return f"{span} · {_('won by {name}', name=plain(leader))}" if leader else span
