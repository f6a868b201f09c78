"""Tournaments that were played and are over."""

from typing import Final

from bot.store.engine import Connection
from bot.store.tournaments.tournaments import TournamentRow, row_of

_OVER: Final = """
    SELECT * FROM tournaments WHERE state = 'over' AND round > 0 AND {which}
    ORDER BY ended_at DESC, id DESC
"""
_IN_GUILD: Final = _OVER.format(which="guild_id = ?") + " LIMIT ?"
_WITH: Final = _OVER.format(which="id IN (SELECT tournament_id FROM entrants WHERE player_id = ?)")


def in_guild(db: Connection, guild_id: int, most: int = 2**31) -> tuple[TournamentRow, ...]:
    """The tournaments of a server, the latest first."""
    return tuple(row_of(row) for row in db.execute(_IN_GUILD, (guild_id, most)))


def of_player(db: Connection, player_id: int) -> tuple[TournamentRow, ...]:
    """The tournaments in which somebody took part, in whichever server, the latest first."""
    return tuple(row_of(row) for row in db.execute(_WITH, (player_id,)))
