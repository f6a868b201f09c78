"""Requests about settings: see them, change one."""

from collections.abc import Callable
from dataclasses import replace
from sqlite3 import Connection
from typing import Final

from bot.desk.desk import Desk
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.pictures.look import Look
from bot.quiet import QuietError, parse_hours, parse_zone
from bot.screens.components import Screen
from bot.screens.presses import ChangeOwn, ChangeTable, ShowOwn, Spot
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
from bot.store import players, surfaces, tables
from bot.store.players import Player
from bot.store.surfaces import Place, Slot
from bot.store.tables import TableRow
from bot.tables.changed import changed
from bot.tables.errors import TableError
from bot.tables.table import Table, load
from bot.texts import texts_for

_LOOKS: Final = ("skin", "deck")
_CONFIRMS: Final = ("ask", "auto")
_CALLS: Final = ("dm", "channel", "none")
_OPTIONS: Final = {"hints": "hints", "counts": "counts_computers"}
"""The options of a table, as its row calls them."""


async def show(
    desk: Desk, visitor: Visitor, quiet_hours: str | None = None, time_zone: str | None = None
) -> Answer:
    """The settings screen; keeps new quiet hours (such as `22-8`) or another time zone first."""

    def work(db: Connection) -> tuple[Player, Table | None]:
        player = players.remember(db, visitor.person)
        if quiet_hours is not None or time_zone is not None:
            _set_quiet(db, player, quiet_hours, time_zone)
            for table_id in tables.of_player(db, player.id):
                changed(db, table_id, desk.now)
            player = players.get(db, player.id)
        return player, _own_table(db, visitor, player)

    player, table = await desk.database.write(work)
    desk.timer.wake()
    return Answer(Private(_screen(visitor, player, table)))


def _set_quiet(
    db: Connection, player: Player, quiet_hours: str | None, time_zone: str | None
) -> None:
    zone = player.time_zone if time_zone is None else parse_zone(time_zone)
    own = player.quiet_hours
    hours = None if own is None else (own.begins, own.ends)
    if quiet_hours is not None:
        hours = parse_hours(quiet_hours)
    if hours is not None and zone is None:
        raise QuietError("Tell me your time zone, too: choose it behind time_zone.")
    players.set_quiet(db, player.id, hours, zone)


@on(ShowOwn)
async def show_again(desk: Desk, visitor: Visitor, _press: ShowOwn) -> Answer:
    """The settings screen, in place of the server's."""
    answer = await show(desk, visitor)
    return Answer(Redraw(answer.reply.screen)) if isinstance(answer.reply, Private) else answer


@on(ChangeOwn)
async def change_own(desk: Desk, visitor: Visitor, press: ChangeOwn) -> Answer:
    """Change one of the visitor's own settings; their messages at all tables follow."""

    def alter(db: Connection, player: Player) -> tuple[int, ...]:
        _set_own(db, player, press.what, visitor.entry)
        return tuple(tables.of_player(db, player.id))

    return await _change(desk, visitor, alter)


@on(ChangeTable)
async def change_table(desk: Desk, visitor: Visitor, press: ChangeTable) -> Answer:
    """Change a setting of the table; its messages follow."""

    def alter(db: Connection, player: Player) -> tuple[int, ...]:
        return (_set_table(db, visitor, player, press),)

    return await _change(desk, visitor, alter)


async def _change(
    desk: Desk, visitor: Visitor, alter: Callable[[Connection, Player], tuple[int, ...]]
) -> Answer:
    """Change something; `alter` returns the ids of the tables that it concerns."""

    def work(db: Connection) -> tuple[Player, Table | None, tuple[int, ...]]:
        player = players.remember(db, visitor.person)
        concerned = alter(db, player)
        for table_id in concerned:
            changed(db, table_id, desk.now)
        player = players.get(db, player.id)
        return player, _own_table(db, visitor, player), concerned

    player, table, concerned = await desk.database.write(work)
    desk.timer.wake()
    for table_id in concerned:
        await desk.painter.wake(table_id)
    return Answer(Redraw(_screen(visitor, player, table)))


def _set_own(db: Connection, player: Player, what: str, value: str) -> None:
    if what == "confirm":
        if value not in _CONFIRMS:
            raise TableError("Choose one of the menu.")
        players.set_confirm(db, player.id, value)
        return
    if what == "calls":
        _set_calls(db, player, value)
        return
    if what == "aid":
        if value not in players.AIDS:
            raise TableError("Choose one of the menu.")
        players.set_aid(db, player.id, value)
        return
    chosen = None if value == AS_TABLE and what in _LOOKS else _verified(what, value)
    own = replace(player, **{what: chosen})
    players.set_look(db, player.id, skin=own.skin, deck=own.deck)


def _set_calls(db: Connection, player: Player, value: str) -> None:
    if value not in _CALLS:
        raise TableError("Choose one of the menu.")
    players.set_calls(db, player.id, value)
    if value == "dm" and player.dm_closed:
        players.set_dm(db, player.id, channel_id=None, closed=False)
        for table_id in tables.of_player(db, player.id):
            surfaces.forget(db, table_id, Place(Slot.PRIVATE, player.id))


def _set_table(db: Connection, visitor: Visitor, player: Player, press: ChangeTable) -> int:
    what, value = press.what, visitor.entry
    table = _own_table(db, visitor, player)
    if table is None or table.id != press.spot.table:
        raise TableError("Only the host, or somebody with Manage Server, can change this.")
    if what == "time":
        tables.set_time_calls(db, table.id, allowed=_is_yes(value))
        return table.id
    if what in _OPTIONS:
        _set_option(db, table, _OPTIONS[what], value)
        return table.id
    row = replace(table.row, **{what: _verified(what, value)})
    tables.set_look(db, table.id, skin=row.skin, deck=row.deck)
    return table.id


def _set_option(db: Connection, table: Table, option: str, value: str) -> None:
    row = replace(table.row, **{option: _is_yes(value)})
    tables.set_options(db, table.id, hints=row.hints, counts_computers=row.counts_computers)


def _is_yes(value: str) -> bool:
    if value not in (YES, NO):
        raise TableError("Choose one of the menu.")
    return value == YES


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


def _of_table(row: TableRow) -> TableSettings:
    time_calls = row.time_calls if row.clock is None else None
    return TableSettings(Style(row.skin, row.deck), row.hints, row.counts_computers, time_calls)


def _screen(visitor: Visitor, player: Player, table: Table | None) -> Screen:
    own = OwnSettings(
        style=Style(player.skin or AS_TABLE, player.deck or AS_TABLE),
        confirm=player.confirm,
        aid=player.aid,
        calls=player.calls,
        quiet=player.quiet_hours,
        dm_closed=player.dm_closed,
    )
    public = None if table is None else _of_table(table.row)
    spot = Spot(0 if table is None else table.id)
    _ = texts_for(visitor.person.locale)
    return settings_screen(own, public, spot, _, manages=visitor.may_manage)
