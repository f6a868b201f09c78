"""Pages of the ledger that are lists: standing, history, records."""

from collections.abc import Sequence
from typing import Final

from bot.ledger import Feat, HistoryLine, Kind
from bot.phrases import VARIANTS, plain, signed
from bot.scenes import Standing
from bot.screens.pages import Page, heading, paragraph
from bot.screens.queries import Query
from bot.texts import Texts, marked

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
            _("Nobody has a place here yet.")
            if query.page or query.scope.season or query.scope.channel_id or query.scope.variant
            else _("No hand has been finished here yet. Open a table with /ofc new.")
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
    return f"{place}. {plain(line.name)} **{signed(line.points)}**\n-# {hands}, {span}"


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
    Kind.POINTS: marked("Most points in a hand"),
    Kind.ROYALTIES: marked("Most royalty points on a board"),
    Kind.STREAK: marked("Most hands won in a row"),
    Kind.HANDS: marked("Most hands played"),
}
_REACHED: Final = {
    Kind.POINTS: marked("🏆 {name}: {value} points, a new record for one hand"),
    Kind.ROYALTIES: marked("🏆 {name}: {value} royalty points, a new record for one board"),
    Kind.STREAK: marked("🏆 {name}: {value} hands won in a row, a new record"),
    Kind.HANDS: marked("🎉 {name} has played {value} hands here"),
}


def records_page(query: Query, records: Sequence[Feat], latest: Sequence[Feat], _: Texts) -> Page:
    """Who holds each record of the server, and what was reached lately."""
    lines = [f"## {_('Records')}"]
    if not records:
        lines.append(_("No hand has been finished here yet. Open a table with /ofc new."))
    for feat in records:
        hand = f" · #{feat.number}" if feat.number else ""
        lines.append(f"{_(RECORDS[feat.kind])}: **{feat.value}** {plain(feat.name)}{hand}")
    if latest:
        lines.append(f"### {_('Lately')}")
        lines += [f"-# #{feat.number} {reached(feat, _)}" for feat in latest]
    return Page(query, (paragraph(lines),))


def reached(feat: Feat, _: Texts) -> str:
    """A record or milestone as it is announced."""
    return _(_REACHED[feat.kind], name=plain(feat.name), value=feat.value)
