"""Calling time (R11.2): ask before it is done, do it."""

from bot.handlers.registry import changes, looks, on
from bot.handlers.request import Answer, Request
from bot.phrases import plain
from bot.screens.components import note
from bot.screens.presses import CallTime, CallTimeNow, Spot
from bot.screens.reminders import time_question
from bot.screens.replies import Private, Redraw, says
from bot.store.players import Player
from bot.tables.reminding import TIME_CALL
from bot.tables.time_call import call_time, verify_time_call, verify_unchanged


@on(CallTime)
@looks
def ask(at: Request, _press: CallTime) -> Answer:
    """Ask once more, since a tap costs somebody else their time."""
    table = at.table
    called = verify_time_call(table, at.player, at.now)
    played = table.running
    assert played is not None
    spot = Spot(table.id, played.row.number)
    kills = table.rules.time_out_kills
    question = time_question(_names(called), spot, len(played.log), at.texts, kills=kills)
    return Answer(Private(question))


@on(CallTimeNow)
@changes
def call_now(at: Request, press: CallTimeNow) -> Answer:
    """Call time on those who were asked about."""
    verify_unchanged(at.table, press.moves)
    return Answer(Redraw(note(_call(at))))


@changes
def call(at: Request) -> Answer:
    """Call time at a table."""
    return Answer(says(_call(at)))


def _call(at: Request) -> str:
    called = call_time(at.db, at.table, at.player, at.now)
    table, _ = at.after().table, at.texts
    told = (table.reminder_of(each.id) for each in called)
    until = max(reminder.told_at for reminder in told if reminder is not None) + TIME_CALL
    return _("Time is called. {names}: until <t:{at}:T>.", names=_names(called), at=until)


def _names(players: list[Player]) -> str:
    return ", ".join(plain(player.name) for player in players)
