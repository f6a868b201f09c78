"""Settings of a person and of a table: see them, change one."""

from dataclasses import replace
from sqlite3 import Connection
from typing import Final

from bot.handlers.registry import changes, looks, on
from bot.handlers.request import Answer, Request
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
from bot.table_options import TableOptions
from bot.tables.errors import TableError
from bot.tables.table import Table, load

_LOOKS: Final = ("skin", "deck")
_CONFIRMS: Final = ("ask", "auto")
_CALLS: Final = ("dm", "channel", "none")
_OPTIONS: Final = {"hints": "hints", "counts": "counts_computers", "time": "time_calls"}
"""The options of a table that are on or off, by the names on its menus."""


@changes
def show(at: Request, quiet_hours: str | None, time_zone: str | None) -> Answer:
    """The settings screen; keeps new quiet hours (such as `22-8`) or another time zone first."""
    player = at.player
    if quiet_hours is not None or time_zone is not None:
        _set_quiet(at.db, player, quiet_hours, time_zone)
        at.touched.update(tables.of_player(at.db, player.id))
    return Answer(Private(_screen(at)))


@on(ShowOwn)
@looks
def show_again(at: Request, _press: ShowOwn) -> Answer:
    """The settings screen, in place of the server's."""
    return Answer(Redraw(_screen(at)))


@on(ChangeOwn)
@changes
def change_own(at: Request, press: ChangeOwn) -> Answer:
    """Change one of the visitor's own settings; their messages at all tables follow."""
    _set_own(at.db, at.player, press.what, at.visitor.entry)
    at.touched.update(tables.of_player(at.db, at.player.id))
    return Answer(Redraw(_screen(at)))


@on(ChangeTable)
@changes
def change_table(at: Request, press: ChangeTable) -> Answer:
    """Change a setting of the table; its messages follow."""
    table = _own_table(at, at.player)
    if table is None or table.id != press.spot.table:
        raise TableError("Only the host, or somebody with Manage Server, can change this.")
    _set_table(at.db, table, press.what, at.visitor.entry)
    at.touched.add(table.id)
    return Answer(Redraw(_screen(at)))


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


def _set_table(db: Connection, table: Table, what: str, value: str) -> None:
    if what in _OPTIONS:
        options = replace(table.options, **{_OPTIONS[what]: _is_yes(value)})
    else:
        options = replace(table.options, **{what: _verified(what, value)})
    tables.set_options(db, table.id, options)


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


def _own_table(at: Request, player: Player) -> Table | None:
    """The table of this channel, if the visitor may change it."""
    table_id = tables.open_in_channel(at.db, at.visitor.channel_id)
    table = None if table_id is None else load(at.db, table_id)
    if table is None or not (at.visitor.may_manage or table.row.host_id == player.id):
        return None
    return table


def _of_table(options: TableOptions) -> TableSettings:
    time_calls = options.time_calls if options.clock is None else None
    style = Style(options.skin, options.deck)
    return TableSettings(style, options.hints, options.counts_computers, time_calls)


def _screen(at: Request) -> Screen:
    """The settings as they are now."""
    player = players.get(at.db, at.player.id)
    table = _own_table(at, player)
    own = OwnSettings(
        style=Style(player.skin or AS_TABLE, player.deck or AS_TABLE),
        confirm=player.confirm,
        aid=player.aid,
        calls=player.calls,
        quiet=player.quiet_hours,
        dm_closed=player.dm_closed,
    )
    public = None if table is None else _of_table(table.options)
    spot = Spot(0 if table is None else table.id)
    return settings_screen(own, public, spot, at.texts, manages=at.visitor.may_manage)
