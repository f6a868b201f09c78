"""Pages of the ledger that are lists (standing, history, records, seasons) and can be shared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import (
    AttachedPicture,
    Component,
    Picture,
    Screen,
    button,
    rows,
    share_button,
    text,
)
from bot.screens.ledger.queries import LedgerView, Query, SharePage, ShowPage
from bot.screens.skill_lines import standing_words
from bot.texts import Texts, marked
from bot.values.ledger_records import (
    ALL_SEASONS,
    NOTHING_COUNTS,
    Feat,
    FeatKind,
    HeldRecord,
    HistoryLine,
    Scope,
    Season,
    SeasonNote,
)
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
    pictures: tuple[Picture | AttachedPicture, ...] = ()
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


def heading(title: str, scope: Scope, _: Texts, *, season: SeasonNote = ALL_SEASONS) -> str:
    """A title and, below it, which hands count; `season` is told of the scope's season."""
    words: list[str] = []
    if scope.season:
        words.append(plain(season.name) or _("season {number}", number=scope.season))
    if scope.channel_id:
        words.append(f"<#{scope.channel_id}>")
    if scope.variant:
        words.append(_(VARIANTS[scope.variant]))
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


# --- lists -----------------------------------------------------------------------------------

LINES: Final = 20
"""Lines a page of a standing."""
HANDS: Final = 12
"""Hands a page of a history."""
_NUMBERS: Final = 12
"""Numbers of hands in a line."""
_LEADERS: Final = 5
"""Those level at the head of a season who are named."""


def standing_page(
    query: Query,
    lines: Sequence[Standing],
    _: Texts,
    *,
    season: SeasonNote = ALL_SEASONS,
    title: str = "",
    seal: str = "",
) -> Page:
    """Everybody's points, the most first; `lines` are those of the page and one more if any.

    The `seal` of a final table stands below it.
    """
    head = heading(title or _("Ledger"), query.scope, _, season=season)
    if not lines:
        return Page(query, (paragraph([head, _(NOTHING_COUNTS), *seal_lines(seal, _)]),))
    ranked = [_standing_line(line, _) for line in lines[:LINES]]
    turns = [("◀", query.at(query.page - 1))] if query.page else []
    turns += [("▶", query.at(query.page + 1))] if len(lines) > LINES else []
    return Page(query, (paragraph([head, *ranked, *seal_lines(seal, _)]),), tuple(turns))


def seal_lines(seal: str, _: Texts) -> list[str]:
    """The seal over all that was booked so far, as `verify` takes it; none if it is empty."""
    return ["-# " + _("Seal over all hands so far: {seal}", seal=f"`{seal}`")] if seal else []


def _standing_line(line: Standing, _: Texts) -> str:
    hands = _.count("{number} hand", "{number} hands", line.hands)
    span = _("best {best}, worst {worst}", best=signed(line.best), worst=signed(line.worst))
    facts = ", ".join(filter(None, [hands, span, standing_words(line, _)]))
    return f"{line.place}. {plain(line.name)} **{signed(line.points)}**\n-# {facts}"


def history_page(
    query: Query,
    lines: Sequence[HistoryLine],
    _: Texts,
    *,
    newer: int | None,
    season: SeasonNote = ALL_SEASONS,
) -> Page:
    """The latest hands; `lines` has one more than fit if there are older ones.

    `newer` is the `page` of the query for newer hands, None at the newest.
    """
    head = heading(_("History"), query.scope, _, season=season)
    if not lines:
        return Page(query, (paragraph([head, _(NOTHING_COUNTS)]),))
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


def records_page(
    query: Query, records: Sequence[HeldRecord], latest: Sequence[Feat], _: Texts
) -> Page:
    """Who holds each record of the server, and what was reached lately."""
    lines = [f"## {_('Records')}"]
    if not records:
        lines.append(_(NOTHING_COUNTS))
    for held in records:
        names = ", ".join(map(plain, held.names))
        lines.append(f"{_(RECORDS[held.kind])}: **{held.value}** {names} · #{held.number}")
    if latest:
        lines.append(f"### {_('Recent')}")
        lines += [f"-# #{feat.number} {reached(feat, _)}" for feat in latest]
    return Page(query, (paragraph(lines),))


def reached(feat: Feat, _: Texts) -> str:
    """A record or milestone as it is announced."""
    return _(_REACHED[feat.kind], name=plain(feat.name), value=feat.value)


# --- seasons ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ArchiveLine:
    """A season with those who lead or won it, and what was corrected since it ended.

    There are no `leaders` before its first hand.
    """

    season: Season
    leaders: Sequence[Standing]
    note: SeasonNote


def archive_page(
    query: Query, archived: Sequence[ArchiveLine], _: Texts, *, has_more: bool
) -> Page:
    """All seasons with the people who lead or won them, and a button to the table of each."""
    lines = [f"## {_('Seasons')}"]
    if not archived:
        lines.append(_("There is no season yet. Someone with Manage Server can start one."))
    for each in archived:
        lines.append(f"**{each.season.number}. {plain(each.season.name)}**")
        lines += [f"-# {line}" for line in (_span(each, _), *corrected(each.note, _))]
    seasons = [each.season for each in archived]
    turns = [
        (f"{season.number}. {season.name}", Query(LedgerView.SEASON, about=(season.number,)))
        for season in seasons
    ]
    turns += [("◀", query.at(query.page - 1))] if query.page else []
    turns += [("▶", query.at(query.page + 1))] if has_more else []
    return Page(query, (paragraph(lines),), tuple(turns))


def _span(line: ArchiveLine, _: Texts) -> str:
    begun, ended_at = f"<t:{line.season.started_at}:d>", line.season.ended_at
    span = _("since {date}", date=begun) if ended_at is None else f"{begun} – <t:{ended_at}:d>"
    leading = _leading(line, _)
    return f"{span} · {leading}" if leading else span


def _leading(line: ArchiveLine, _: Texts) -> str:
    """Who leads a season, or won it: those who are level share that, at 0 points nobody does."""
    is_over = line.season.ended_at is not None
    if not line.leaders:
        return ""
    if not line.leaders[0].points:  # points add up to nothing: everybody is level
        return _("level: nobody won") if is_over else _("level")
    names = ", ".join(plain(each.name) for each in line.leaders[:_LEADERS])
    more = len(line.leaders) - _LEADERS
    if more > 0:
        names += " " + _.count("and {number} more", "and {number} more", more)
    if is_over:
        return _("won by {name}", name=names)
    return _.count("leader: {name}", "leaders: {name}", len(line.leaders), name=names)
