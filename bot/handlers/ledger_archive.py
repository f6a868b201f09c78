"""Pages about seasons: all of them, and the table of a finished one."""

from sqlite3 import Connection
from typing import Final

from bot.ledger import LedgerError, Scope, Season
from bot.phrases import plain
from bot.screens.ledger import LINES, standing_page
from bot.screens.ledger_seasons import archive_page
from bot.screens.pages import Page
from bot.screens.queries import Query
from bot.store import seasons, tallies
from bot.texts import Texts

_MOST: Final = 8
"""Seasons a page."""


def archive(db: Connection, guild_id: int, query: Query, _now: int, _: Texts) -> Page:
    """All seasons of a server, the newest first."""
    every = seasons.every(db, guild_id)[query.page * _MOST :]
    shown = every[:_MOST]
    leaders = [_leader(db, guild_id, season) for season in shown]
    return archive_page(query, shown, leaders, _, has_more=len(every) > _MOST)


def _leader(db: Connection, guild_id: int, season: Season) -> str:
    """Who is first, or finished first; empty before the first hand."""
    if season.ended_at is not None:
        lines = seasons.final(db, season.id)[:1]
    else:
        lines = tallies.standing(db, guild_id, Scope(season=season.number), count=1)
    return lines[0].name if lines else ""


def final(db: Connection, guild_id: int, query: Query, _now: int, _: Texts) -> Page:
    """The table of a finished season as it was posted; of a running one as it is now."""
    number = query.about[0] if query.about else 0
    season = seasons.numbered(db, guild_id, number)
    if season is None:
        raise LedgerError("There is no season {number} here.", number=number)
    first = query.page * LINES
    if season.ended_at is None:
        scope = Scope(season=season.number)
        lines = tallies.standing(db, guild_id, scope, first=first, count=LINES + 1)
        title = _("Season {name}, so far", name=plain(season.name))
    else:
        lines = seasons.final(db, season.id)[first : first + LINES + 1]
        title = _("Season {name}, final table", name=plain(season.name))
    return standing_page(query, lines, _, title=title)
