"""Whoever cannot be written to: they are called in the channel, and written to again now and then.

Each change here is followed by that of the messages of their tables.
"""

import logging
from typing import Final

from bot.game.looks import keep_looks
from bot.store import players, surfaces, tables
from bot.store.engine import Connection

log: Final = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 60
"""Seconds after the first refusal until they are written to again; each time twice as long."""
# Bounds the shift below, which would grow with every refusal, long after the pause has reached its
# end of six hours.
_MOST_DOUBLED: Final = 9
_LAST_PAUSE: Final = 6 * 3600
_SINCE_REFUSED: Final = 600
"""Seconds after a refusal from which on anything that they press brings the next try."""


def refused(db: Connection, player_id: int, now: int) -> set[int]:
    """Keep that a direct message to somebody was refused at a moment (Unix seconds).

    Returns the tables where they may have to be called.
    """
    player = players.get(db, player_id)
    # Several messages that are refused together count once.
    if not player.dm_closed or player.dm_again_at is None:
        players.close_dms(db, player_id, now + _pause(player.dm_refusals + 1))
        log.info("player %d: cannot be written to", player_id)
    return _look_anew(db, player_id)


def reached(db: Connection, player_id: int) -> set[int]:
    """Keep that a direct message has arrived; returns the tables where there is more to be told."""
    if not players.get(db, player_id).dm_closed:
        return set()
    players.open_dms(db, player_id)
    return surfaces.forget_unsent(db, player_id) | _look_anew(db, player_id)


def write_again(db: Connection, player_id: int) -> set[int]:
    """Have somebody written to again what could not be sent; returns the tables where that is."""
    players.try_dms(db, player_id, None)
    return surfaces.forget_unsent(db, player_id)


def pressed(db: Connection, player_id: int, now: int) -> int | None:
    """Bring the next try forward for somebody who is there; returns when it is due, if it is."""
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


def _look_anew(db: Connection, player_id: int) -> set[int]:
    """Have them called where they are waited for, or not any more; returns their tables."""
    found = set(tables.of_player(db, player_id))
    for table_id in found:
        keep_looks(db, table_id)
    return found
