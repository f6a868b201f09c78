"""Records when the bot was running, so that nobody loses time while it is away."""

import logging
import time
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final

from bot.store import due, messages, surfaces
from bot.store.database import Database
from bot.store.engine import Connection
from bot.store.facts import fact, keep_fact

log: Final = logging.getLogger(__name__)


# --- absence ---------------------------------------------------------------------------------

_SEEN: Final = "seen"
_BACK: Final = "back"
_BEAT_EVERY: Final = 10.0
"""Seconds between two signs of life."""
_JUMP: Final = 30
"""Seconds of the machine's time without a look at what is due that count as an absence.

After one, messages show their new times. Three beats may be missed before that.
"""


class UptimeRecorder:
    """Records signs of life, and credits everybody with the time that the bot was away.

    `clock` returns Unix seconds. Looks at what is due are timed by the machine's own clock
    instead, since the sandbox puts its clock forward on purpose.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock
        self._beat_at = 0.0
        self._caught_up_at = 0.0

    async def begin(self) -> None:
        """Credit everybody with the time since the last sign of life."""
        self.caught_up()
        credits_absence = self._database.others.is_first
        await self._database.write(
            partial(_begin, now=self._now(), credits_absence=credits_absence)
        )

    async def beat(self) -> bool:
        """Before a look at what is due: credit a longer absence, or record a sign of life if due.

        A clock that was set back is recorded at once. True if an absence was credited.
        """
        away = int(time.time() - self._caught_up_at)
        if away > _JUMP:
            log.warning("away for %d s: cut off, asleep, or the machine's time has jumped", away)
            await self._database.write(partial(_come_back, now=self._now(), away=away, had=away))
            # If anything fails from here on, the same absence must not be credited again.
            self.caught_up()
            return True
        if self.seconds_to_beat <= 0:
            await self._database.write(partial(_keep_beat, now=self._now()))
        return False

    def caught_up(self) -> None:
        """Note that everything due has been looked at: the bot was there up to now."""
        self._caught_up_at = time.time()

    async def end(self) -> None:
        """Record the last sign of life."""
        await self._database.write(partial(_keep_beat, now=self._now()))

    @property
    def seconds_to_beat(self) -> float:
        """Seconds until the next sign of life, 0 or less if it is due."""
        return _BEAT_EVERY - abs(self._clock() - self._beat_at)

    def _now(self) -> int:
        self._beat_at = self._clock()
        return int(self._beat_at)


def there_since(db: Connection) -> int:
    """The Unix second since which the bot has been there without a break."""
    return int(fact(db, _BACK) or 0)


def _keep_beat(db: Connection, now: int) -> None:
    keep_fact(db, _SEEN, str(now))


def _begin(db: Connection, now: int, *, credits_absence: bool) -> None:
    if not credits_absence:
        return  # other processes have been there all the time
    # The last sign can be older than the absence: better some seconds too many than one too few.
    seen = fact(db, _SEEN)
    _come_back(db, now, 0 if seen is None else now - int(seen), inf)


def _come_back(db: Connection, now: int, away: int, had: float) -> None:
    """Credit an absence at tables that this process had looked after for `had` seconds.

    See `bot.store.engine`.
    """
    if away > 0:
        due.postpone(db, away, had)
    if away > _JUMP:
        # A shift of a few seconds is not worth an edit of each message.
        surfaces.edit_times(db, had)
        messages.edit_times(db, had)
    keep_fact(db, _BACK, str(now))
    _keep_beat(db, now)
