"""The menu with which the host adds and removes computer players."""

from collections.abc import Mapping
from typing import Final

from bot.phrases import plain
from bot.players.levels import LEVELS, Level
from bot.screens.components import Component, Screen, select, text
from bot.screens.presses import ChooseComputer, Spot
from bot.texts import Texts

ADD: Final = "add"
REMOVE: Final = "remove"
ALONE: Final = "alone"
"""The menu's argument where it is a screen of its own, which is shown again with what was done."""


def computers_menu(
    computers: Mapping[int, str], spot: Spot, _: Texts, *, full: bool, menu: str = ""
) -> list[Component]:
    """The menu as one row, or nothing if there is nothing to choose.

    `computers` are the names of those seated by their seats. The values are `add.LEVEL` and
    `remove.SEAT`.
    """
    options = [] if full else [(f"{ADD}.{kind.name}", _kind(kind, _)) for kind in LEVELS.values()]
    options += [
        (f"{REMOVE}.{seat}", _("Remove {name}", name=name)) for seat, name in computers.items()
    ]
    if not options:
        return []
    hint = _("Remove a computer player") if full else _("Add a computer player")
    return [select(ChooseComputer(spot, menu), options, "", placeholder=hint)]


def _kind(kind: Level, _: Texts) -> str:
    return _("Add {name}: {manner}", name=kind.human, manner=_(kind.manner))


def computers_screen(
    computers: Mapping[int, str], spot: Spot, _: Texts, *, full: bool, said: str = ""
) -> Screen:
    """The menu as a screen of its own, with what the last choice has done."""
    names = ", ".join(map(plain, computers.values())) or _("none")
    lines = ["## " + _("Computer players"), _("At this table: {names}", names=names)]
    if said:
        lines.append(said)
    if full:
        lines.append("-# " + _("All seats are taken."))
    menu = computers_menu(computers, spot, _, full=full, menu=ALONE)
    return Screen((text("\n".join(lines)), *menu))
