"""R14.5: the time bank that everybody has for a whole tournament, beside the clock.

It begins to run once the clock of a decision is over, and stops when it is made. So it is spent
only while somebody is waited for, and what is left goes along from table to table.
"""

from dataclasses import replace
from typing import Final

from bot.game.modes.in_tournament import tournament_id_of
from bot.game.table import Table, TableError
from bot.store.engine import Connection
from bot.store.tournaments import at_tables
from bot.store.tournaments.at_tables import Bank
from bot.values import times
from bot.values.options import FREE

SHORTEST: Final = 60
LONGEST: Final = 7 * 24 * 3600


def parse_bank(text: str) -> int | None:
    """Seconds for the whole tournament from `5m`, `24h` or `2d`; None for `none` or nothing.

    Raises TableError outside of a minute to 7 days.
    """
    if text.strip().lower() in {"", "none"}:
        return None
    seconds = times.seconds(text) or 0
    if not SHORTEST <= seconds <= LONGEST:
        raise TableError(
            "Write the time bank as 5m, 24h or 2d: it can be anything from 1 minute to 7 days."
        )
    return seconds


def keep(db: Connection, table: Table, now: int) -> dict[int, int]:
    """Stop the time banks of whoever has decided, and start those of whoever is waited for.

    Returns player id -> when their clock and their bank are over (Unix seconds); nobody where
    there are none.
    """
    whole = table.options.bank
    if whole is None:
        return {}
    tournament_id = tournament_id_of(table.row)
    wanted = table.decisions
    over: dict[int, int] = {}
    for player_id, bank in table.banks.items():
        if bank.empties_at is None:
            continue
        if wanted.get(player_id) == bank.decision:
            over[player_id] = bank.empties_at
        else:
            stopped = replace(bank, seconds=bank.left_at(now), empties_at=None)
            at_tables.put_bank(db, tournament_id, stopped)
    for player_id in wanted.keys() - over.keys():
        # It is for the whole tournament, so they may have used some of it at another table.
        known = at_tables.bank_of(db, tournament_id, player_id)
        left = whole if known is None else known.left_at(now)
        over[player_id] = now + free(table) + left
        asked = Bank(player_id, table.id, wanted[player_id], left, over[player_id])
        at_tables.put_bank(db, tournament_id, asked)
    return over


def extend(db: Connection, table: Table, seconds: int, now: int) -> None:
    """Let the time banks of whoever is waited for rest for so long; what is spent stays spent."""
    for bank in table.banks.values():
        if bank.empties_at is not None:
            later = replace(bank, seconds=bank.left_at(now), empties_at=bank.empties_at + seconds)
            at_tables.put_bank(db, tournament_id_of(table.row), later)


def free(table: Table) -> int:
    """The seconds of each decision that cost nothing."""
    return FREE if table.options.clock is None else table.options.clock


def runs_from(table: Table, player_id: int) -> tuple[int, int] | None:
    """When a player's bank begins to run for their decision (Unix seconds), and how much is left.

    None if there is none, or if nothing is asked of them.
    """
    bank = table.banks.get(player_id)
    if bank is None or bank.empties_at is None:
        return None
    return bank.empties_at - bank.seconds, bank.seconds
