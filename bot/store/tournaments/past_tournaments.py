"""Tournaments that were played and are over, at one table or several."""

from dataclasses import dataclass
from typing import Final

from bot.store.connection import as_row
from bot.store.engine import Connection
from bot.values.starts import TournamentKind, tournament_key

# What an import brought was opened at no time: it has the hands of tournaments, no places.
_OVER: Final = """
    SELECT 'table' AS kind, id, guild_id, opened_at, closed_at AS ended_at FROM tables t
    WHERE stack IS NOT NULL AND state = 'closed' AND tournament_id IS NULL AND opened_at > 0
        AND EXISTS (SELECT 1 FROM hands WHERE table_id = t.id AND state = 'finished')
        AND {table}
    UNION ALL
    SELECT 'several', id, guild_id, opened_at, ended_at FROM tournaments t
    WHERE state = 'over' AND round > 0 AND {several}
    ORDER BY ended_at DESC, kind DESC, id DESC
"""
_IN_GUILD: Final = "guild_id = ?1"
_AT_ONE: Final = """
    id IN (SELECT table_id FROM hands JOIN lineups ON hand_id = hands.id WHERE player_id = ?1)
"""
_AT_SEVERAL: Final = "id IN (SELECT tournament_id FROM entrants WHERE player_id = ?1)"


@dataclass(frozen=True)
class PastRow:
    """A tournament that is over; times are Unix seconds.

    Of the kind TABLE the `id` is the table's, of SEVERAL the tournament's.
    """

    kind: TournamentKind
    id: int
    guild_id: int
    opened_at: int
    ended_at: int

    @property
    def is_several(self) -> bool:
        """Whether it had several tables."""
        return self.kind is TournamentKind.SEVERAL

    @property
    def key(self) -> str:
        """What names it among all of both kinds."""
        return tournament_key(self.kind, self.id)


def in_guild(db: Connection, guild_id: int, most: int = 2**31) -> tuple[PastRow, ...]:
    """The tournaments of a server, the latest first."""
    query = _OVER.format(table=_IN_GUILD, several=_IN_GUILD) + " LIMIT ?2"
    return tuple(as_row(PastRow, row) for row in db.execute(query, (guild_id, most)))


def of_player(db: Connection, player_id: int) -> tuple[PastRow, ...]:
    """The tournaments in which somebody took part, in whichever server, the latest first."""
    query = _OVER.format(table=_AT_ONE, several=_AT_SEVERAL)
    return tuple(as_row(PastRow, row) for row in db.execute(query, (player_id,)))
