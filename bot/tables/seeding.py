"""Seeds: players add to the deal of the next hand, so that nobody can have chosen it.

The deal is committed to when the hand before is dealt, or the table is opened; its commitment is
shown as soon as it is the next. Each seat adds one seed: what its player typed, or else the id that
Discord gave to the first of the presses with which they sat down, came back or dealt.
"""

from sqlite3 import Connection

from bot.ofc.deal import NO_SEED, verify_seed
from bot.store import deals
from bot.store.deals import Seed
from bot.store.hands import LineupRow
from bot.store.players import Player
from bot.tables.errors import TableError
from bot.tables.table import Table


def add_seed(db: Connection, table: Table, player: Player, seed: str, now: int) -> None:
    """Add what a player typed to the next deal; raises DealError or TableError."""
    table.verify_open()
    table.verify_seated(player.id)
    verify_seed(seed)
    if table.running is not None:
        raise TableError(
            "The next deal is announced with the result of this hand. Add your seed then."
        )
    given = deals.seeds(db, table.id, table.next_number).get(player.id)
    if given is not None and given.is_typed:
        raise TableError("You have added {seed} to this deal already.", seed=given.text)
    typed = Seed(seed, is_typed=True)
    deals.add_seed(db, table.id, table.next_number, player.id, typed, now=now)


def add_default(db: Connection, table: Table, player: Player, text: str, now: int) -> None:
    """Add a seed for a player who has added none; nothing happens for an empty one."""
    if not text or table.running is not None:
        return
    if player.id not in deals.seeds(db, table.id, table.next_number):
        given = Seed(text, is_typed=False)
        deals.add_seed(db, table.id, table.next_number, player.id, given, now=now)


def seeds_of(db: Connection, table: Table, lineup: list[LineupRow], button: int) -> list[str]:
    """The seeds of the next hand's players in acting order, `-` for none; empty if all are none.

    The last is that of the button's seat if it sits the hand out (R1.4).
    """
    added = deals.seeds(db, table.id, table.next_number)
    watcher = [row for row in lineup if row.seat is None and row.table_seat == button]
    acting = sorted((row for row in lineup if row.seat is not None), key=lambda row: row.seat or 0)
    given = [added.get(row.player_id) for row in (*acting, *watcher)]
    return [NO_SEED if seed is None else seed.text for seed in given] if any(given) else []
