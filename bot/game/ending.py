"""When a match is over: after its last hand or orbit, at its time, or at the loss limit (R9.3)."""

from collections import Counter
from sqlite3 import Connection
from typing import Final

from bot.game.played import PlayedHand
from bot.game.results import Outcome
from bot.game.table import Table, TableError
from bot.ofc.match import Unit, limit_reached, next_button, orbits
from bot.store import due, hands, seats, tables
from bot.values.scenes import Presence

LIMIT: Final = "limit"


def end_if_over(
    db: Connection, table: Table, played: PlayedHand, outcome: Outcome, now: int
) -> None:
    """Close a table whose match is over with the hand that has just been booked, or is to stop."""
    ended_by = _ended_by(db, table, played, outcome, now)
    if ended_by or table.row.stops:
        tables.close(db, table.id, now, ended_by)


def begin(db: Connection, table: Table, now: int) -> None:
    """Start the time of a match with its first hand; raises TableError when it is up."""
    length = table.options.length
    if length is not None and length.unit is Unit.TIME:
        due.set_end(db, table.id, now + length.number)
    if table.row.ends_at is not None and table.row.ends_at <= now:
        raise TableError("The time of this match is up.")


def can_lose(table: Table) -> dict[int, int] | None:
    """How much everybody at a table can lose in its next hand; None without a limit (R9.3)."""
    if table.options.loss_limit is None:
        return None
    return {
        seat.player_id: max(0, table.options.loss_limit + table.totals.get(seat.player_id, 0))
        for seat in table.seats
    }


def _ended_by(db: Connection, table: Table, played: PlayedHand, outcome: Outcome, now: int) -> str:
    if _is_limit_reached(played, outcome):
        return LIMIT
    length = table.options.length
    if length is None:
        return ""
    match length.unit:
        case Unit.HANDS:
            is_over = played.row.number >= length.number
        case Unit.ORBITS:
            is_over = _orbits_after(db, table, played) >= length.number
        case Unit.TIME:
            is_over = table.row.ends_at is not None and table.row.ends_at <= now
    return length.unit if is_over else ""


def _orbits_after(db: Connection, table: Table, played: PlayedHand) -> int:
    """How often the button has come round once it moves on; it rests for Fantasyland (R7.6)."""
    taken = seats.of_table(db, table.id)
    if not taken:
        return 0
    here = [seat for seat in taken if seat.presence is Presence.HERE] or taken
    visits = {seat.seat: seat.fantasyland for seat in here}
    following = next_button(table.rules, list(visits), table.row.button, visits, played.watcher)
    return orbits((*hands.buttons(db, table.id), following))


def _is_limit_reached(played: PlayedHand, outcome: Outcome) -> bool:
    left = Counter({n: part.can_lose or 0 for n, part in enumerate(played.acting)})
    for transfer in outcome.transfers:
        left[transfer.a] += transfer.points
        left[transfer.b] -= transfer.points
    is_limited = any(part.can_lose is not None for part in played.acting)
    return limit_reached(list(left.values()), 0 if is_limited else None)
