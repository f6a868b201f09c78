"""Times at which something starts, as people write them and as they are shown while typing."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.game.table_errors import TableError
from bot.values.times import moments

_SOONEST: Final = 60
_LATEST: Final = 60 * 24 * 3600
_MINUTE: Final = 60


def parse_start(text: str, zone: str | None, now: int) -> int | None:
    """When something starts, in Unix seconds; None for `none`. Raises TableError.

    What may be written is what `moments` understands, in an IANA time zone (None for UTC), from a
    minute to 60 days after `now` (Unix seconds).
    """
    typed = text.strip()
    if typed.lower() == "none":
        return None
    meant = moments(typed, ZoneInfo(zone or "UTC"), now)
    if not meant:
        raise TableError(
            "Write the start as 20:30, tomorrow 20:30, 24.11. 20:30 or 2026-11-24 20:30, or from "
            "now as 90m, 2h or 3d."
        )
    fitting = [at for at in meant if now + _SOONEST <= at <= now + _LATEST]
    if not fitting:
        raise TableError("A tournament can start from 1 minute to 60 days from now.")
    if len(fitting) > 1:
        raise TableError("That can be either of two days. Write it as 2026-11-24 20:30.")
    return full_minute(fitting[0])


def full_minute(at: int) -> int:
    """The first full minute that is not before a moment; both in Unix seconds."""
    return -(-at // _MINUTE) * _MINUTE


def written(at: int, zone: str | None) -> str:
    """A moment (Unix seconds) in an IANA time zone, None for UTC: `2026-11-24 20:30`."""
    return datetime.fromtimestamp(at, ZoneInfo(zone or "UTC")).strftime("%Y-%m-%d %H:%M")
