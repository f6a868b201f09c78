"""Calling time (R11.2): where nobody has a limit, an opponent gives one of 30 seconds."""

from dataclasses import replace
from sqlite3 import Connection

from bot.scenes import Told
from bot.store import reminders
from bot.store.players import Player
from bot.store.reminders import Reminder
from bot.tables import play
from bot.tables.errors import StaleError, TableError
from bot.tables.table import Table


def may_call_time(table: Table, player_id: int) -> bool:
    """Whether a player at a table without limits is an opponent of those it waits for."""
    played = table.running
    if played is None or table.options.clock is not None or not table.options.time_calls:
        return False
    opponents = [part.player_id for part in played.acting if part.player_id != player_id]
    has_part = len(opponents) < len(played.acting) and player_id not in table.decisions
    return has_part and any(not table.people[each].is_computer for each in opponents)


def verify_time_call(table: Table, player: Player, now: int) -> list[Player]:
    """The players on whom `player` may call time; raises TableError if there is nobody."""
    play.verify_part(table, player)
    if table.options.clock is not None:
        raise TableError("This table has a clock already.")
    if not table.options.time_calls:
        raise TableError("The host has switched time calls off at this table.")
    if player.id in table.decisions:
        raise TableError("Place your own cards first.")
    waiting = [table.people[player_id] for player_id in table.decisions]
    free = [each for each in waiting if table.told(each.id) is not Told.TIME]
    if not waiting:
        raise TableError("Nobody has to be waited for now.")
    if not free:
        raise TableError("Time has been called already.")
    awake = [each for each in free if not each.is_quiet(now)]
    if not awake:
        raise TableError("{name} has quiet hours now. Call time later.", name=free[0].name)
    return awake


def verify_unchanged(table: Table, moves: int) -> None:
    """Raise StaleError if the hand has moved on since somebody was asked about calling time."""
    if table.running is None or len(table.running.log) != moves:
        raise StaleError("The hand has moved on. There is no need to call time.")


def call_time(db: Connection, table: Table, player: Player, now: int) -> list[Player]:
    """Give all who keep the others waiting 30 seconds, and return them; raises TableError."""
    called = verify_time_call(table, player, now)
    for each in called:
        asked = table.reminder_of(each.id)
        since = now if asked is None else asked.since
        reminder = Reminder(table.id, each.id, table.decisions[each.id], since, Told.TIME)
        reminders.put(db, replace(reminder, told_at=now, caller_id=player.id))
    return called
