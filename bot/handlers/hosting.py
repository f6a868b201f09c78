"""The host's part: options, computer players, kept seats, taking seats away."""

from dataclasses import replace

from bot.game import computer_turns, leaving, lobby
from bot.game.table import Table, TableError
from bot.handlers import agreements
from bot.handlers.proposing import proposed
from bot.handlers.request import Answer, Request
from bot.handlers.serving import also_on, changes, on, personal
from bot.handlers.settings_handlers import verify_open_rules
from bot.screens.components import Screen
from bot.screens.decision_screens import removed_screen, waits_no_more_screen
from bot.screens.lobby_screen import ADD, REMOVE, computers_screen, uninvited_screen
from bot.screens.more_screen import kick_screen
from bot.screens.presses import (
    ChooseComputer,
    ChooseKick,
    ChoosePace,
    Kick,
    OpenSeat,
    ShowComputers,
)
from bot.screens.replies import Acknowledged, Private, Public, Redraw, Shared
from bot.screens.settings.menus import ChangeOptions, ShowOptions
from bot.screens.settings.rule_menus import options_form
from bot.store import tables
from bot.store.players import Player
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.options import ChoiceError
from bot.values.pace import with_pace
from ofc_engine.players.levels import level

# --- before the first hand -------------------------------------------------------------------


@on(ShowOptions)
@personal
def show_options(at: Request, press: ShowOptions) -> Answer:
    """The form for options that no menu offers, for the host only."""
    table = verify_open_rules(at)
    return Answer(options_form(table.options, table.mode.changeable, press.spot, at.texts))


@on(ChoosePace)
@changes
def choose_pace(at: Request, press: ChoosePace) -> Answer:
    """Set the table's pace; the lobby shows it."""
    table = verify_open_rules(at)
    tables.set_options(at.db, table.id, with_pace(table.options, press.pace))
    return Answer(Acknowledged())


@on(ChangeOptions)
@changes
def change_options(at: Request, _press: ChangeOptions) -> Answer:
    """Set the table's options from the form; the lobby shows them."""
    lobby.change_options(at.db, verify_open_rules(at), at.visitor.entries)
    return with_uninvited(at, Acknowledged())


# --- computer players ------------------------------------------------------------------------


@also_on(ShowComputers)
@personal
def show_computers(at: Request) -> Answer:
    """The menu of computer players, for the host only."""
    at.verify_host()
    return Answer(Private(_computers(at.table, "", at.texts)))


@on(ChooseComputer)
@changes
def choose_computer(at: Request, _press: ChooseComputer) -> Answer:
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
    return with_uninvited(at, Redraw(_computers(at.after().table, said, _)))


def _computers(table: Table, said: str, _: Texts) -> Screen:
    return computers_screen(
        {number: player.name for number, player in computer_turns.seated(table).items()},
        Spot(table.id),
        _,
        full=table.free_seat is None,
        said=said,
    )


# --- kept seats ------------------------------------------------------------------------------


@on(OpenSeat)
@changes
def open_seat(at: Request, _press: OpenSeat) -> Answer:
    """Open the kept seats to everybody, as the host."""
    at.table.verify_open()
    at.verify_host()
    lobby.open_seat(at.db, at.table, *at.table.invited)
    return with_uninvited(at, Acknowledged())


def with_uninvited(at: Request, reply: Redraw | Acknowledged) -> Answer:
    """The reply, with a message to those who have just lost the seat that was kept for them."""
    before, after = at.table, at.after().table
    lost = [
        before.people[each]
        for each in before.invited
        if each not in after.invited and after.seat_of(each) is None
    ]
    pinged = {each.user_id: each.is_pinged(at.now) for each in lost if each.user_id is not None}
    if not pinged:
        return Answer(reply)
    may_join = not after.options.invited_only
    screen = uninvited_screen([*pinged], at.public_texts, may_join=may_join)
    screen = replace(screen, pings=tuple(user_id for user_id in pinged if pinged[user_id]))
    return Answer(Shared(reply.screen, screen) if isinstance(reply, Redraw) else Public(screen))


# --- taking a seat away ----------------------------------------------------------------------


@on(ChooseKick)
@personal
def choose_kick(at: Request, press: ChooseKick) -> Answer:
    """The menu of those who can be removed."""
    at.table.verify_open()
    at.table.mode.verify_alone()
    names = removable(at, at.table)
    if not names:
        raise TableError("Nobody else is at this table.")
    return Answer(Private(kick_screen(names, press.spot, at.texts)))


@on(Kick)
@changes
def kick(at: Request, _press: Kick) -> Answer:
    """Remove the chosen person, from the waiting list too, or put it to the vote, voting for it."""
    chosen = next(iter(at.visitor.chosen), None)
    if chosen is None:
        raise ChoiceError
    runs_it = at.may_run(at.table.row.host_id)
    asked = leaving.ask_to_remove(at.db, at.table, at.player, chosen, at.now, runs_it=runs_it)
    if not isinstance(asked, Player):
        return proposed(at, agreements.respond(at.db, asked, at.player, at.now, agrees=True))
    if asked.id in at.table.waiting:
        return Answer(Public(waits_no_more_screen([asked.name], at.public_texts)))
    plays_on = at.after().table.seat_of(asked.id) is not None
    return Answer(Public(removed_screen(asked.name, at.public_texts, plays_on=plays_on)))


def removable(at: Request, table: Table) -> dict[int, str]:
    """The other people at a table and on its waiting list: names by their Discord ids."""
    ids = [*(seat.player_id for seat in table.persons), *table.waiting]
    people = [table.people[each] for each in ids if each != at.player.id]
    return {each.user_id: each.name for each in people if each.user_id is not None}
