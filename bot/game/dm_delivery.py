"""Players whom direct messages do not reach: calling them in the channel, and trying again.

The caller updates the messages of the tables that functions here return.
"""

import logging
from typing import Final

from bot.game.looks import keep_looks
from bot.store import players, surfaces, tables
from bot.store.engine import Connection

log: Final = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 60
"""Seconds from the first refusal to the next try; after each further one, twice as long."""
# Bounds the shift below, which would grow with every refusal although pauses end at six hours.
_MOST_DOUBLED: Final = 9
_LAST_PAUSE: Final = 6 * 3600
_TRIED_FOR: Final = 7 * 24 * 3600
"""Seconds for which how somebody ended at a table is tried after it was closed."""
_SINCE_REFUSED: Final = 600
"""Seconds after a refusal before a press by the player may bring the next try forward."""


def refused(db: Connection, player_id: int, now: int) -> set[int]:
    """Record that a direct message to a player was refused at `now` (Unix seconds).

    Returns the tables where they may have to be called.
    """
    player = players.get(db, player_id)
    # Several messages that are refused together count once.
    if not player.dm_closed or player.dm_again_at is None:
        players.close_dms(db, player_id, now + _pause(player.dm_refusals + 1))
        log.info("player %d: cannot be written to", player_id)
    return _update_looks(db, player_id)


def reached(db: Connection, player_id: int) -> set[int]:
    """Record that a direct message has arrived; returns the tables whose messages change."""
    if not players.get(db, player_id).dm_closed:
        return set()
    players.open_dms(db, player_id)
    return surfaces.forget_unsent(db, player_id) | _update_looks(db, player_id)


def write_again(db: Connection, player_id: int, now: int) -> set[int]:
    """Have the messages sent again that did not reach a player; returns their tables."""
    players.try_dms(db, player_id, None)
    return surfaces.forget_unsent(db, player_id, closed_since=now - _TRIED_FOR)


def pressed(db: Connection, player_id: int, now: int) -> int | None:
    """Bring the next try forward, since the player is there; returns when it is due, if it was."""
    player = players.get(db, player_id)
    if player.dm_again_at is None:
        return None
    refused_at = player.dm_again_at - _pause(player.dm_refusals)
    if not refused_at + _SINCE_REFUSED <= now < player.dm_again_at:
        return None
    players.try_dms(db, player_id, now)
    return now


def _pause(refusals: int) -> int:
    return min(_FIRST_PAUSE << min(refusals - 1, _MOST_DOUBLED), _LAST_PAUSE)


def _update_looks(db: Connection, player_id: int) -> set[int]:
    """Add or remove the calls to a player at their tables; returns these."""
    found = set(tables.of_player(db, player_id))
    for table_id in found:
        keep_looks(db, table_id)
    return found
