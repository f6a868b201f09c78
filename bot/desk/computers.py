"""Requests about computer players: add one, remove one."""

from sqlite3 import Connection

from bot.desk.desk import Change, Desk, Finder, by_id
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.players.levels import level
from bot.screens.components import Screen
from bot.screens.computers import ADD, ALONE, REMOVE, computers_screen
from bot.screens.presses import ChooseComputer, Spot
from bot.screens.replies import Noted, Private, Redraw
from bot.store.players import Player
from bot.tables import computers
from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.texts import Texts, texts_for


async def show(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """The menu, for the host only."""
    found = await desk.see(visitor, find)
    _verify_host(found.table, found.player, visitor)
    return Answer(Private(_screen(found.table, "", texts_for(visitor.person.locale))))


@on(ChooseComputer)
async def choose(desk: Desk, visitor: Visitor, press: ChooseComputer) -> Answer:
    """Carry out what was chosen from the menu."""
    action = _change(visitor, visitor.entry)
    found, (name, added) = await desk.change(visitor, by_id(press.spot.table), action)
    if press.menu != ALONE:
        return Answer(Noted(), found.table.id)
    _ = texts_for(visitor.person.locale)
    said = _("{name} sits down.", name=name) if added else _("{name} has left.", name=name)
    return Answer(Redraw(_screen(found.table, said, _)), found.table.id)


def _change(visitor: Visitor, value: str) -> Change[tuple[str, bool]]:
    what, _, which = value.partition(".")

    def action(db: Connection, table: Table, player: Player) -> tuple[str, bool]:
        _verify_host(table, player, visitor)
        if what == ADD:
            return computers.seat(db, table, level(which)).name, True
        if what == REMOVE and which.isdecimal():
            return computers.unseat(db, table, int(which)).name, False
        raise TableError("Choose one of the menu.")

    return action


def _verify_host(table: Table, player: Player, visitor: Visitor) -> None:
    if not (visitor.may_manage or table.row.host_id == player.id):
        raise TableError(
            "Only the host, {name}, or somebody with Manage Server can do this.",
            name=table.host.name,
        )


def _screen(table: Table, said: str, _: Texts) -> Screen:
    return computers_screen(
        {number: player.name for number, player in computers.seated(table).items()},
        Spot(table.id),
        _,
        full=table.free_seat is None,
        said=said,
    )
