"""The private screens of people at a table who have no cards."""

from bot.scenes import Presence
from bot.screens.components import Component, Screen, text
from bot.screens.presses import Spot
from bot.screens.private import absence_line, back_row
from bot.texts import Texts


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
