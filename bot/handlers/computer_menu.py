"""The menu from which the host of a table adds and removes computer players."""

from bot.game import computer_turns
from bot.game.table import Table
from bot.handlers.request import Answer, Request
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.components import Screen
from bot.screens.lobby_screen import ADD, ALONE, REMOVE, computers_screen
from bot.screens.presses import ChooseComputer, ShowComputers, Spot
from bot.screens.replies import Acknowledged, Private, Redraw
from bot.texts import Texts
from bot.values.choices import ChoiceError
from ofc_engine.players.levels import level


@also_on(ShowComputers)
@personal
def show(at: Request) -> Answer:
    """The menu, for the host only."""
    at.verify_host()
    return Answer(Private(_screen(at.table, "", at.texts)))


@on(ChooseComputer)
@changes
def choose(at: Request, press: ChooseComputer) -> Answer:
    """Carry out what was chosen from the menu."""
    at.verify_host()
    _ = at.texts
    what, _dot, which = at.visitor.entry.partition(".")
    if what == ADD:
        said = _("{name} sits down.", name=computer_turns.seat(at.db, at.table, level(which)).name)
    elif what == REMOVE and which.isdecimal():
        gone = computer_turns.unseat(at.db, at.table, int(which))
        said = _("{name} has left.", name=gone.name)
    else:
        raise ChoiceError
    # The lobby is painted anew by itself; a menu of its own would stay as it is.
    if press.menu != ALONE:
        return Answer(Acknowledged())
    return Answer(Redraw(_screen(at.after().table, said, _)))


def _screen(table: Table, said: str, _: Texts) -> Screen:
    return computers_screen(
        {number: player.name for number, player in computer_turns.seated(table).items()},
        Spot(table.id),
        _,
        full=table.free_seat is None,
        said=said,
    )
