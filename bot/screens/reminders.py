"""Reminders for players on turn, and the question whether to call time."""

from bot.phrases import plain
from bot.scenes import Told
from bot.screens.components import Screen, Style, button, row, text
from bot.screens.presses import CallTimeNow, Spot
from bot.texts import Texts


def reminder_line(told: Told, caller: str, _: Texts, *, kills: bool) -> str:
    """The sentence of a reminder, empty where the cards say enough.

    `caller` is who has called time; `kills`: when time runs out, the hand is dead (R11.1).
    """
    match told:
        case Told.NOTHING | Told.TURN:
            return ""
        case Told.WAIT:
            return _("The others have been waiting for you for a day.")
        case Told.HALF:
            return _("Half of your time is gone.")
        case Told.LAST:
            last = _("This is the last reminder.")
            return f"{last} {_then(_, kills=kills)}"
        case Told.TIME:
            called = _("{name} has called time: you have 30 seconds.", name=plain(caller))
            return f"{called} {_then(_, kills=kills)}"


def _then(_: Texts, *, kills: bool) -> str:
    if kills:
        return _("When your time is up, your hand is dead.")
    return _("When your time is up, I place for you.")


def time_question(names: str, spot: Spot, moves: int, _: Texts, *, kills: bool) -> Screen:
    """Asks whether to call time; `moves` is how far the hand has come, so that it is still true."""
    called = _("{names} will have 30 seconds.", names=names)
    then = _("After that the hand is dead.") if kills else _("After that I place for them.")
    call = button(CallTimeNow(spot, moves), _("Call time"), Style.RED)
    return Screen((text(f"{called} {then}"), row(call)))
