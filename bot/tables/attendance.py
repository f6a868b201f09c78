"""When the bot was there: the time in which it was away is nobody's loss.

Times are Unix seconds.
"""

from sqlite3 import Connection
from typing import Final

from bot.store import closings, deadlines, facts

_SEEN: Final = "seen"
_BACK: Final = "back"


def sign_of_life(db: Connection, now: int) -> None:
    """Note that the bot is at work now (Unix seconds)."""
    facts.put(db, _SEEN, str(now))


def begin(db: Connection, now: int) -> None:
    """Credit everybody with the time since the last sign of life.

    The sign can be older than the absence: rather some seconds too many than one too few.
    """
    seen = facts.get(db, _SEEN)
    come_back(db, now, 0 if seen is None else now - int(seen))


def come_back(db: Connection, now: int, away: int) -> None:
    """Credit everybody with an absence of so many seconds that ends now."""
    if away > 0:
        deadlines.postpone(db, away)
        closings.postpone(db, away)
    facts.put(db, _BACK, str(now))
    sign_of_life(db, now)


def there_since(db: Connection) -> int:
    """Since when the bot has been there without a break."""
    return int(facts.get(db, _BACK) or 0)
