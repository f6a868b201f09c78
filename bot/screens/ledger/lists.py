"""Pages of the ledger that are lists: standing, history, records, seasons and who begins them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import MOST_TEXT, Component, Style, button, select
from bot.screens.ledger.pages import (
    ChooseHand,
    LedgerView,
    Page,
    Query,
    corrected,
    heading,
    paragraph,
)
from bot.screens.press import Press
from bot.screens.replies import Field, Form
from bot.screens.skill_lines import standing_words
from bot.texts import Texts, marked
from bot.values.ledger_records import (
    ALL_SEASONS,
    NOTHING_COUNTS,
    NOTHING_IN_PART,
    Feat,
    FeatKind,
    HeldRecord,
    HistoryLine,
    Season,
    SeasonNote,
    nothing_counts,
)
from bot.values.phrases import named_game, plain, signed
from bot.values.scenes import Standing

LINES: Final = 20
"""Lines a page of a standing."""
HANDS: Final = 12
"""Hands a page of a history, or fewer if reasons to take them back are long."""
_BESIDE: Final = 600
"""Characters for what is told beside the hands."""
_LONGEST_LABEL: Final = 100
"""Characters that Discord allows in a menu's option."""


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
        # What is sealed is over: nothing more comes to count for it.
        nothing = _(NOTHING_IN_PART if seal else nothing_counts(query.scope))
        return Page(query, (paragraph([head, nothing, *seal_lines(seal, _)]),))
    ranked = [_standing_line(line, _) for line in lines[:LINES]]
    turns = query.neighbours(has_more=len(lines) > LINES)
    return Page(query, (paragraph([head, *ranked, *seal_lines(seal, _)]),), turns)


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
    """The latest hands; `lines` has one more than a page if there are older ones.

    `newer` is the `page` of the query for newer hands, None at the newest.
    """
    head = heading(_("History"), query.scope, _, season=season)
    if not lines:
        return Page(query, (paragraph([head, _(nothing_counts(query.scope))]),))
    listed: list[str] = []
    for line in lines[:HANDS]:
        entry = _history_line(line, _)
        if sum(map(len, listed)) + len(entry) > MOST_TEXT - _BESIDE:
            break
        listed.append(entry)
    shown = lines[: len(listed)]
    turns = [] if newer is None else [(_("Newer"), query.at(newer))]
    turns += [(_("Older"), query.at(shown[-1].number))] if len(lines) > len(shown) else []
    offered = [(str(line.number), _points(line, _)[:_LONGEST_LABEL]) for line in shown]
    again = select(ChooseHand(query), offered, "", placeholder=_("See a hand again"))
    return Page(query, (paragraph([head, *listed]),), turns, menus=(again,))


def _points(line: HistoryLine, _: Texts) -> str:
    """A hand in the menu."""
    points = ", ".join(f"{name} {signed(points)}" for name, points in line.points)
    return f"#{line.number} {points}"


def _history_line(line: HistoryLine, _: Texts) -> str:
    points = ", ".join(f"{plain(name)} {signed(points)}" for name, points in line.points)
    when = f"<t:{line.booked_at}:d> · {named_game(line.variant, _)}"
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

_LEADERS: Final = 5
"""How many people level at the head of a season are named."""


class StartSeason(Press, code="startseason"):
    """Open the form for the name of a new season."""


class NameSeason(Press, code="nameseason"):
    """Start a season of the name that was typed."""


class AskToEndSeason(Press, code="askseason"):
    """Ask whether the season that runs is to end."""


@dataclass(frozen=True)
class EndSeason(Press, code="endseason"):
    """End the season with that number in its server."""

    season: int


@dataclass(frozen=True)
class ArchiveLine:
    """A season with those who lead or won it, and what was corrected since it ended.

    There are no `leaders` before its first hand.
    """

    season: Season
    leaders: Sequence[Standing]
    note: SeasonNote


def archive_page(
    query: Query,
    archived: Sequence[ArchiveLine],
    _: Texts,
    *,
    has_more: bool,
    running: Season | None = None,
    manages: bool = False,
) -> Page:
    """All seasons with the people who lead or won them, and a button to the table of each.

    Whoever `manages` the server can end the one that is `running`, or start one.
    """
    lines = [f"## {_('Seasons')}"]
    if not archived:
        lines.append(_("There's no season yet. Somebody with Manage Server can start one."))
    for each in archived:
        lines.append(f"**{each.season.number}. {plain(each.season.name)}**")
        lines += [f"-# {line}" for line in (_span(each, _), *corrected(each.note, _))]
    seasons = [each.season for each in archived]
    turns = [
        (f"{season.number}. {season.name}", Query(LedgerView.SEASON, query.scope, (season.number,)))
        for season in seasons
    ]
    turns += query.neighbours(has_more=has_more)
    step = [_start_or_end(running, _)] if manages else []
    return Page(query, (paragraph(lines),), turns, own_extras=tuple(step))


def _start_or_end(running: Season | None, _: Texts) -> Component:
    if running is None:
        return button(StartSeason(), _("Start a season"), Style.GREEN)
    return button(AskToEndSeason(), _("End season {name}", name=running.name), Style.RED)


def season_form(_: Texts) -> Form:
    """The form for the name of a new season."""
    return Form(
        press=NameSeason(),
        title=_("Start a season"),
        fields=(
            Field(
                label=_("What it is called"),
                help=_("From now on all hands count for it."),
                hint=_("Winter"),
                most=40,
            ),
        ),
    )


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
