"""The time zones that are offered while one is typed."""

from typing import Final

from discord.app_commands import Choice

from bot.values.people import local_time, zones_like

_MOST_CHOICES: Final = 25


def offered_zones(typed: str, now: int) -> list[Choice[str]]:
    """Those that fit, with the time it is there at `now` (Unix seconds)."""
    names = zones_like(typed)[:_MOST_CHOICES]
    return [Choice(name=f"{name}, {local_time(name, now)}", value=name) for name in names]
