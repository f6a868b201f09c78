"""The page of a server's seasons, where those who run it start one and end it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import Component, Style, button
from bot.screens.ledger.pages import LedgerView, Page, Query, corrected, paragraph
from bot.screens.press import Press
from bot.screens.replies import Field, Form
from bot.texts import Texts
from bot.values.ledger_records import Season, SeasonNote
from bot.values.phrases import plain
from bot.values.scenes import Standing

_LEADERS: Final = 5
"""Those level at the head of a season who are named."""


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
    turns += [("◀", query.at(query.page - 1))] if query.page else []
    turns += [("▶", query.at(query.page + 1))] if has_more else []
    step = [_start_or_end(running, _)] if manages else []
    return Page(query, (paragraph(lines),), tuple(turns), own_extras=tuple(step))


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
