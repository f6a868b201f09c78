"""All handlers of presses: they register when their modules are imported."""

from typing import Final

from bot.handlers import (
    absence,
    advice,
    cards,
    computers,
    corrections,
    learning,
    ledger,
    privacy,
    rematch,
    removals,
    replays,
    seasons,
    seating,
    server_settings,
    settings,
    showing,
    stopping,
    time_calls,
)
from bot.handlers.registry import HANDLERS

__all__ = ["HANDLERS", "MODULES"]

MODULES: Final = (
    absence,
    advice,
    cards,
    computers,
    corrections,
    learning,
    ledger,
    privacy,
    rematch,
    removals,
    replays,
    seasons,
    seating,
    server_settings,
    settings,
    showing,
    stopping,
    time_calls,
)
