"""Settings of a person, a table and a server: see them, change one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.game import dm_delivery, lobby
from bot.game.loading import load
from bot.game.table import Table, TableError
from bot.handlers.request import Answer, Request, Visitor
from bot.handlers.serving import changes, for_managers, on, personal
from bot.screens.components import Screen
from bot.screens.decision_screens import waits_no_more_screen
from bot.screens.press import Press
from bot.screens.replies import Private, Redraw, Shared
from bot.screens.settings.menus import (
    OWN,
    TABLE,
    ChangeOwn,
    ChangeRules,
    ChangeServer,
    ChangeTable,
    Setting,
    Setup,
    ShowHouseRules,
    ShowOwn,
    ShowServer,
    ShowServerDaily,
    ShowServerLeaderboard,
    ShowServerRules,
    ShowTableSettings,
    TypeOptions,
    TypeZone,
    changed,
    settings_screen,
)
from bot.screens.settings.rule_menus import (
    RULES,
    SERVER_RULES,
    TABLE_RULES,
    WHO,
    server_rules_screen,
    table_rules_screen,
)
from bot.screens.settings.server_pages import (
    DAILY,
    DAILY_DEAL,
    LAST,
    LEADERBOARD,
    LEADERBOARD_PAGE,
    daily_settings_screen,
    leaderboard_settings_screen,
    setup_screen,
    zone_form,
)
from bot.screens.settings.server_settings import SERVER, options_form, server_screen
from bot.store import due, guilds, players, tables
from bot.store.tables import State
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.options import Guild, TableOptions
from bot.values.preferences import Preferences, QuietError, parse_hours
from bot.values.zones import parse_zone
from ofc_engine.rulesets import Ruleset


@changes
def show(at: Request, quiet_hours: str | None, time_zone: str | None) -> Answer:
    """The settings screen, after storing new quiet hours (such as `22-8`) or a new time zone."""
    if quiet_hours is not None or time_zone is not None:
        _keep(at, _with_quiet(at.player.preferences, quiet_hours, time_zone))
    return Answer(Private(_screen(at)))


@on(ShowTableSettings)
@personal
def show_at_table(at: Request, _press: ShowTableSettings) -> Answer:
    """The settings screen, with those of the table."""
    return Answer(Private(_screen(at)))


@on(ShowOwn)
@personal
def show_again(at: Request, _press: ShowOwn) -> Answer:
    """The settings screen, in place of the server's."""
    return Answer(Redraw(_screen(at)))


@on(ChangeOwn)
@changes
def change_own(at: Request, press: ChangeOwn) -> Answer:
    """Change one of the visitor's own settings; their messages at all tables are updated."""
    own = changed(OWN, press.what, at.player.preferences, at.visitor.entry)
    _keep(at, own)
    if press.what == "calls" and own.calls == "dm" and at.player.dm_closed:
        # They may have allowed direct messages since the refusal: their cards are sent again.
        at.touched |= dm_delivery.write_again(at.db, at.player.id, at.now)
    return Answer(Redraw(_screen(at)))


@on(ChangeTable)
@changes
def change_table(at: Request, press: ChangeTable) -> Answer:
    """Change a setting of the table; its messages are updated."""
    table = at.table
    table.verify_open()
    at.verify_host()
    table.mode.verify_alone()
    options = changed(TABLE, press.what, table.options, at.visitor.entry)
    tables.set_options(at.db, table.id, options)
    if options.next_hand != table.options.next_hand:
        due.set_next_hand(at.db, table.id, None)
    return Answer(Redraw(_screen(at)))


@on(ShowHouseRules)
@personal
def show_rules(at: Request, press: ShowHouseRules) -> Answer:
    """The house rules of a table by menus, for its host."""
    table = verify_open_rules(at)
    return Answer(Private(_table_rules(table, table.options, press.spot, at.texts)))


def _table_rules(table: Table, options: TableOptions, spot: Spot, _: Texts) -> Screen:
    tournament = None if table.sit_and_go is None else table.sit_and_go.id
    return table_rules_screen(options, spot, _, tournament=tournament)


@on(ChangeRules)
@changes
def change_rules(at: Request, press: ChangeRules) -> Answer:
    """Change a house rule before the first hand; the lobby shows it."""
    table = verify_open_rules(at)
    options = changed((*TABLE_RULES, WHO), press.what, table.options, at.visitor.entry)
    gone = lobby.change_rules(at.db, table, options)
    screen = _table_rules(table, options, press.spot, at.texts)
    if not gone:
        return Answer(Redraw(screen))
    names = [player.name for player in gone]
    return Answer(Shared(screen, waits_no_more_screen(names, at.public_texts)))


def verify_open_rules(at: Request) -> Table:
    """The table, if the visitor may change its rules now; raises TableError."""
    table = at.table
    table.verify_open()
    at.verify_host()
    if table.state is not State.LOBBY:
        raise TableError("The rules stay as they are once a hand has been dealt.")
    return table


def _keep(at: Request, own: Preferences) -> None:
    players.set_preferences(at.db, at.player.id, own)
    at.touched.update(tables.of_player(at.db, at.player.id))


def _with_quiet(own: Preferences, quiet_hours: str | None, time_zone: str | None) -> Preferences:
    """The preferences with the quiet hours and time zone that were typed; raises QuietError."""
    zone = own.time_zone if time_zone is None else parse_zone(time_zone)
    known = own.quiet_hours
    hours = None if known is None else (known.begins, known.ends)
    if quiet_hours is not None:
        hours = parse_hours(quiet_hours)
    if hours is not None and zone is None:
        raise QuietError("Add your time zone in time_zone, too.")
    begins, ends = hours or (None, None)
    return replace(own, quiet_from=begins, quiet_to=ends, time_zone=zone)


def _own_table(at: Request) -> Table | None:
    """The table of this channel, if the visitor may change it."""
    table_id = tables.open_in_channel(at.db, at.visitor.channel_id)
    table = None if table_id is None else load(at.db, table_id)
    if table is None or not at.may_run(table.row.host_id):
        return None
    return table


def _screen(at: Request) -> Screen:
    """The settings as they are now."""
    player = players.get(at.db, at.player.id)
    table = _own_table(at)
    return settings_screen(
        player.preferences,
        None if table is None else table.options,
        Spot(0 if table is None else table.id),
        at.texts,
        dm_closed=player.dm_closed,
        manages=at.visitor.may_manage,
    )


# --- servers ---------------------------------------------------------------------------------


@on(ShowServer)
@personal
@for_managers
def show_server(at: Request, _press: ShowServer) -> Answer:
    """The settings of the server."""
    return Answer(Redraw(_server(at, at.guild)))


@on(TypeOptions)
@personal
@for_managers
def form(at: Request, _press: TypeOptions) -> Answer:
    """The form for changes to the rules of new tables."""
    return Answer(options_form(Ruleset.parse(at.guild.rules), at.texts))


@on(ChangeServer)
@changes
@for_managers
def change(at: Request, press: ChangeServer) -> Answer:
    """Change one setting; raises OfcError, and then nothing has changed."""
    before = at.guild
    own = _SETTINGS.get(press.page, SERVER)
    guild = changed(own, press.what, before, at.visitor.entry)
    guilds.put(at.db, guild)
    if press.page == LEADERBOARD_PAGE or _of_leaderboard(before) != _of_leaderboard(guild):
        guilds.plan_leaderboard(at.db, guild.id, at.now)
        at.due_at = at.now
    return Answer(Redraw(_page(at, guild, press.page)))


_SETTINGS: Final[Mapping[str, Sequence[Setting[Guild]]]] = {
    RULES: SERVER_RULES,
    DAILY: DAILY_DEAL,
    LEADERBOARD_PAGE: LEADERBOARD,
}


def _of_leaderboard(guild: Guild) -> tuple[object, ...]:
    """The settings that decide where, when and how a server's leaderboard is shown."""
    return guild.leaderboard_channel_id, guild.time_zone, guild.locale, guild.tells_skill


_PAGES: Final[Mapping[type[Press], str]] = {
    ShowServerRules: RULES,
    ShowServerDaily: DAILY,
    ShowServerLeaderboard: LEADERBOARD_PAGE,
}


@on(*_PAGES)
@personal
@for_managers
def show_server_page(at: Request, press: Press) -> Answer:
    """Another page of the server's settings: house rules of new tables, daily deal, leaderboard."""
    return Answer(Redraw(_page(at, at.guild, _PAGES[type(press)])))


@on(TypeZone)
@personal
@for_managers
def form_of_zone(at: Request, _press: TypeZone) -> Answer:
    """The form for the server's time zone."""
    return Answer(zone_form(at.guild, at.texts))


def _page(at: Request, guild: Guild, page: str) -> Screen:
    """The page on which a setting of the server was chosen."""
    if page == RULES:
        return server_rules_screen(guild, at.texts)
    if page == DAILY:
        return daily_settings_screen(guild, at.texts)
    if page == LEADERBOARD_PAGE:
        return leaderboard_settings_screen(guild, at.texts)
    return setup_screen(guild, int(page), at.texts) if page.isdecimal() else _server(at, guild)


def _server(at: Request, guild: Guild) -> Screen:
    role_id = guild.told_role_id
    may_tell = role_id is None or at.visitor.may_mention(role_id)
    return server_screen(guild, at.texts, may_tell=may_tell)


def verify_may_open(guild: Guild, visitor: Visitor) -> None:
    """Raise TableError unless the visitor may open a table here, and the bot can play here.

    A thread counts as its channel. People with Manage Server may open one in any channel.
    """
    visitor.verify_playable()
    if visitor.may_manage:
        return
    here = {visitor.channel_id, visitor.parent_id}
    if guild.channels and not here & set(guild.channels):
        raise TableError(
            "Tables can't be opened in this channel. Please use {channels}.",
            channels=", ".join(f"<#{channel_id}>" for channel_id in guild.channels),
        )
    if guild.openers == "managers":
        raise TableError("Only people with Manage Server can open tables here. Ask one of them.")
    if guild.openers == "role" and guild.role_id not in visitor.role_ids:
        raise TableError(
            "Only people with the role {role} can open tables here. Ask one of them.",
            role="-" if guild.role_id is None else f"<@&{guild.role_id}>",
        )


def verify_may_open_tournament(at: Request) -> None:
    """Raise TableError where the visitor may open no tournament."""
    if at.visitor.guild_id is None:
        raise TableError("Open a tournament in a channel of a server.")
    verify_may_open(at.guild, at.visitor)


# --- the setup of a server, step by step -------------------------------------------------------


@changes
@for_managers
def setup(at: Request) -> Answer:
    """The step where the setup was left, or the first; raises TableError."""
    left_at = at.guild.setup
    return Answer(Private(_step(at, left_at if 1 <= left_at < LAST else 1)))


@on(Setup)
@changes
@for_managers
def go(at: Request, press: Setup) -> Answer:
    """Another step; raises TableError."""
    return Answer(Redraw(_step(at, press.step)))


def offer(at: Request) -> str:
    """A line that offers the setup, once, to somebody who may do it; empty otherwise."""
    if at.guild.setup or not at.visitor.may_manage:
        return ""
    guilds.put(at.db, replace(at.guild, setup=1))
    _ = at.texts
    return "\n-# " + _("New here? /ofc setup takes you through the settings of this server.")


def _step(at: Request, step: int) -> Screen:
    """A step; its number is stored, so that the setup can go on there later."""
    guild = replace(at.guild, setup=max(1, min(step, LAST)))
    guilds.put(at.db, guild)
    return setup_screen(guild, step, at.texts)
