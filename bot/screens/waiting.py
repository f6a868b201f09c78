"""What people at a table see who have no cards, and the reminders of those on turn."""

from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.presses import CallTimeNow, Spot
from bot.screens.private import absence_line, back_row
from bot.texts import Texts
from bot.values.phrases import plain
from bot.values.scenes import Presence, Reminded


def reminder_line(told: Reminded, caller: str, _: Texts, *, kills: bool) -> str:
    """The sentence of a reminder, empty where the cards say enough.

    `caller` is who has called time; `kills`: when time runs out, the hand is dead (R11.1).
    """
    match told:
        case Reminded.NOTHING | Reminded.TURN:
            return ""
        case Reminded.WAIT:
            return _("The others have been waiting for you for a day.")
        case Reminded.HALF:
            return _("Half of your time is gone.")
        case Reminded.LAST:
            last = _("This is the last reminder.")
            return f"{last} {_then(_, kills=kills)}"
        case Reminded.TIME:
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


def seated_screen(
    channel_id: int, _: Texts, presence: Presence, spot: Spot, *, in_channel: bool
) -> Screen:
    """The screen of a player who has sat down; `in_channel`: they get no direct messages."""
    seat = _("You have a seat in <#{channel}>.", channel=channel_id)
    cards = _("Your cards will come here, and only you see them.")
    if in_channel:
        cards = _("Your cards will be behind the button My cards, and only you see them.")
    points = _("This is a game for points, which have no value.")
    return _screen(f"{seat} {cards} {points}", presence, spot, _)


def watching_screen(channel_id: int, presence: Presence, spot: Spot, _: Texts) -> Screen:
    """The screen of a player who sits a hand out because they want to."""
    line = _("You watch the table in <#{channel}>.", channel=channel_id)
    if presence is Presence.HERE:
        line += " " + _("You are dealt in with the next hand.")
    return _screen(line, presence, spot, _)


def _screen(line: str, presence: Presence, spot: Spot, _: Texts) -> Screen:
    if presence is Presence.HERE:
        return Screen((text(line),))
    parts: list[Component] = [text(f"{line}\n{absence_line(presence, _)}"), back_row(spot, _)]
    return Screen(tuple(parts))
