"""Answers every press and every submitted form."""

from typing import Final

from bot.desk import (
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
from bot.desk.desk import Desk
from bot.desk.registry import HANDLERS
from bot.desk.visitors import Answer, Visitor
from bot.screens.press import parse
from bot.screens.replies import says
from bot.texts import texts_for

ROOMS: Final = (
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
"""The modules whose handlers register when they are imported."""


async def press(desk: Desk, visitor: Visitor, custom_id: str) -> Answer:
    """Answer a press, or say that its button is of no use any more."""
    pressed = parse(custom_id)
    if pressed is None:
        _ = texts_for(visitor.person.locale)
        return Answer(says(_("This button is from another version of the bot. Use /ofc board.")))
    return await desk.answered(visitor, HANDLERS[type(pressed)](desk, visitor, pressed))
