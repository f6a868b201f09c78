"""The archive of seasons."""

from collections.abc import Sequence

from bot.ledger import Season
from bot.phrases import plain
from bot.screens.pages import Page, paragraph
from bot.screens.queries import Query, View
from bot.texts import Texts


def archive_page(
    query: Query, seasons: Sequence[Season], leaders: Sequence[str], _: Texts, *, has_more: bool
) -> Page:
    """All seasons with who leads or won them, and a button to the table of each."""
    lines = [f"## {_('Seasons')}"]
    if not seasons:
        lines.append(_("There is no season yet. Someone with Manage Server can start one."))
    for season, leader in zip(seasons, leaders, strict=True):
        lines.append(f"**{season.number}. {plain(season.name)}**\n-# {_span(season, leader, _)}")
    turns = [
        (f"{season.number}. {season.name}", Query(View.SEASON, about=(season.number,)))
        for season in seasons
    ]
    turns += [("◀", query.at(query.page - 1))] if query.page else []
    turns += [("▶", query.at(query.page + 1))] if has_more else []
    return Page(query, (paragraph(lines),), tuple(turns))


def _span(season: Season, leader: str, _: Texts) -> str:
    begun = f"<t:{season.started_at}:d>"
    if season.ended_at is None:
        told = _("since {date}", date=begun)
        return f"{told} · {_('first: {name}', name=plain(leader))}" if leader else told
    told = f"{begun} – <t:{season.ended_at}:d>"
    return f"{told} · {_('won by {name}', name=plain(leader))}" if leader else told
