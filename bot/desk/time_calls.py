"""Requests about calling time (R11.2): ask before it is done, do it."""

from sqlite3 import Connection

from bot.desk.desk import Desk, Finder, Found, by_id
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.screens.components import note
from bot.screens.presses import CallTime, CallTimeNow, Spot
from bot.screens.reminders import time_question
from bot.screens.replies import Private, Redraw, says
from bot.screens.words import plain
from bot.store.players import Player
from bot.tables.reminding import TIME_CALL
from bot.tables.table import Table
from bot.tables.time_call import call_time, verify_time_call, verify_unchanged
from bot.texts import texts_for


@on(CallTime)
async def ask(desk: Desk, visitor: Visitor, press: CallTime) -> Answer:
    """Ask once more, since a tap costs somebody else his time."""
    found = await desk.see(visitor, by_id(press.spot.table))
    called = verify_time_call(found.table, found.player, desk.now)
    played = found.table.running
    assert played is not None
    return Answer(
        Private(
            time_question(
                _names(called),
                Spot(found.table.id, played.row.number),
                len(played.log),
                texts_for(visitor.person.locale),
                kills=found.table.rules.time_out_kills,
            )
        )
    )


@on(CallTimeNow)
async def call_now(desk: Desk, visitor: Visitor, press: CallTimeNow) -> Answer:
    """Call time on those who were asked about."""

    def action(db: Connection, table: Table, player: Player) -> list[Player]:
        verify_unchanged(table, press.moves)
        return call_time(db, table, player, desk.now)

    found, called = await desk.change(visitor, by_id(press.spot.table), action)
    return Answer(Redraw(note(_called(visitor, found, called))), found.table.id)


async def call(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """Call time at a table."""

    def action(db: Connection, table: Table, player: Player) -> list[Player]:
        return call_time(db, table, player, desk.now)

    found, called = await desk.change(visitor, find, action)
    return Answer(says(_called(visitor, found, called)), found.table.id)


def _called(visitor: Visitor, found: Found, called: list[Player]) -> str:
    _ = texts_for(visitor.person.locale)
    told = (found.table.reminder_of(each.id) for each in called)
    at = max(reminder.told_at for reminder in told if reminder is not None) + TIME_CALL
    return _("Time is called. {names}: until <t:{at}:T>.", names=_names(called), at=at)


def _names(players: list[Player]) -> str:
    return ", ".join(plain(player.name) for player in players)
