"""Requests about settings: see them, change one."""

from dataclasses import replace
from sqlite3 import Connection
from typing import Final

from bot.desk.desk import Desk
from bot.desk.visitors import Answer, Visitor
from bot.pictures.look import Look
from bot.screens.components import Screen
from bot.screens.ids import Press, Spot
from bot.screens.replies import Private, Redraw
from bot.screens.settings import (
    AS_TABLE,
    NO,
    YES,
    OwnSettings,
    Style,
    TableSettings,
    settings_screen,
)
from bot.store import players, tables
from bot.store.players import Player
from bot.store.tables import TableRow
from bot.tables.errors import TableError
from bot.tables.looks import want_looks
from bot.tables.table import Table, load
from bot.texts import texts_for

_LOOKS: Final = ("skin", "deck")
_CONFIRMS: Final = ("ask", "auto")
_OPTIONS: Final = {"hints": "hints", "counts": "counts_computers"}
"""The options of a table, as its row calls them."""


async def show(desk: Desk, visitor: Visitor) -> Answer:
    """The settings screen."""

    def work(db: Connection) -> tuple[Player, Table | None]:
        player = players.remember(db, visitor.person)
        return player, _own_table(db, visitor, player)

    player, table = await desk.database.write(work)
    return Answer(Private(_screen(visitor, player, table)))


async def show_again(desk: Desk, visitor: Visitor) -> Answer:
    """The settings screen, in place of the server's."""
    answer = await show(desk, visitor)
    return Answer(Redraw(answer.reply.screen)) if isinstance(answer.reply, Private) else answer


async def change(desk: Desk, visitor: Visitor, press: Press, value: str) -> Answer:
    """Change one setting; the messages of all tables it concerns follow."""

    def work(db: Connection) -> tuple[Player, Table | None, tuple[int, ...]]:
        player = players.remember(db, visitor.person)
        whose, _, what = press.argument.partition(".")
        if whose == "my":
            _set_own(db, player, what, value)
            concerned = tables.of_player(db, player.id)
        else:
            concerned = (_set_table(db, visitor, player, press, what, value),)
        for table_id in concerned:
            _look_again(db, table_id)
        player = players.get(db, player.id)
        return player, _own_table(db, visitor, player), concerned

    player, table, concerned = await desk.database.write(work)
    for table_id in concerned:
        await desk.painter.wake(table_id)
    return Answer(Redraw(_screen(visitor, player, table)))


def _set_own(db: Connection, player: Player, what: str, value: str) -> None:
    if what == "confirm":
        if value not in _CONFIRMS:
            raise TableError("Choose one of the menu.")
        players.set_confirm(db, player.id, value)
        return
    if what == "aid":
        if value not in players.AIDS:
            raise TableError("Choose one of the menu.")
        players.set_aid(db, player.id, value)
        return
    chosen = None if value == AS_TABLE and what in _LOOKS else _verified(what, value)
    own = replace(player, **{what: chosen})
    players.set_look(db, player.id, skin=own.skin, deck=own.deck)


def _set_table(
    db: Connection, visitor: Visitor, player: Player, press: Press, what: str, value: str
) -> int:
    table = _own_table(db, visitor, player)
    if table is None or table.id != press.table:
        raise TableError("Only the host, or somebody with Manage Server, can change this.")
    if what in _OPTIONS:
        _set_option(db, table, _OPTIONS[what], value)
        return table.id
    row = replace(table.row, **{what: _verified(what, value)})
    tables.set_look(db, table.id, skin=row.skin, deck=row.deck)
    return table.id


def _set_option(db: Connection, table: Table, option: str, value: str) -> None:
    if value not in (YES, NO):
        raise TableError("Choose one of the menu.")
    row = replace(table.row, **{option: value == YES})
    tables.set_options(db, table.id, hints=row.hints, counts_computers=row.counts_computers)


def _verified(what: str, value: str) -> str:
    """The value itself; raises TableError or LookError if there is no such choice."""
    if what not in _LOOKS:
        raise TableError("Choose one of the menu.")
    Look(skin=value) if what == "skin" else Look(deck=value)
    return value


def _own_table(db: Connection, visitor: Visitor, player: Player) -> Table | None:
    """The table of this channel, if the visitor may change it."""
    table_id = tables.open_in_channel(db, visitor.channel_id)
    table = None if table_id is None else load(db, table_id)
    if table is None or not (visitor.may_manage or table.row.host_id == player.id):
        return None
    return table


def _look_again(db: Connection, table_id: int) -> None:
    table = load(db, table_id)
    if table is not None:
        want_looks(db, table)


def _of_table(row: TableRow) -> TableSettings:
    return TableSettings(Style(row.skin, row.deck), row.hints, row.counts_computers)


def _screen(visitor: Visitor, player: Player, table: Table | None) -> Screen:
    style = Style(player.skin or AS_TABLE, player.deck or AS_TABLE)
    own = OwnSettings(style, player.confirm, player.aid)
    public = None if table is None else _of_table(table.row)
    spot = Spot(0 if table is None else table.id)
    _ = texts_for(visitor.person.locale)
    return settings_screen(own, public, spot, _, manages=visitor.may_manage)
