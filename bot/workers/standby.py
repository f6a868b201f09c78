"""Stands by while the database's server is away, and has all go on once it is back.

What fails meanwhile has failed for whoever asked for it, and is tried again by whoever does it by
themselves, later and later. So that nothing waits longer than it has to, and nothing is left that
nobody tries again, all is looked through after every return, as after a start.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store.database import Database
from bot.store.engine import Error

log: Final = logging.getLogger(__name__)

_LOOK: Final = 5.0
"""Seconds between two looks at the connection."""
_FIRST_TRY: Final = 0.5
"""Seconds until it is tried again to connect; then twice as long, up to `_LOOK`."""


async def stand_by(database: Database, catch_up: Callable[[], Awaitable[None]]) -> None:
    """Call `catch_up` after every loss of the connection; returns only if it cannot be lost."""
    known: object = None
    is_away = False
    wait = _LOOK
    while True:
        try:
            session = await database.session()
            if session is None:
                return
            if is_away or known not in (None, session):
                log.warning("the database's server is back, going on with what was left")
                await catch_up()
            known, is_away, wait = session, False, _LOOK
        except Error as error:
            if not is_away:
                log.warning("the database's server is away, trying again: %s", error)
            wait = min(2 * wait, _LOOK) if is_away else _FIRST_TRY
            is_away = True
        await asyncio.sleep(wait)
