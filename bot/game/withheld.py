"""R14.4: what other groups still play is withheld, whoever asks and however.

The tables of a duplicate tournament have no message in a channel, and none of their hands is in the
server's ledger, its pages and its export; whatever shows a hand that is over asks here.
"""

from bot.game.table import Table, TableError
from bot.store import duplicates
from bot.store.engine import Connection


def is_withheld(db: Connection, table: Table) -> bool:
    """Whether another group still plays the hand that a table is loaded with, or is to play it."""
    if table.row.round is None or table.played is None:
        return False
    return duplicates.is_withheld(db, table.id, table.played.row.number)


def verify_open(db: Connection, table: Table) -> None:
    """Raise TableError while other groups still play the table's hand."""
    if is_withheld(db, table):
        raise TableError(
            "Other groups still play this deal. You can see its replay, review and proof as soon "
            "as the last of them is done with it."
        )


def verify_own(db: Connection, table: Table, player_id: int) -> None:
    """Raise TableError for somebody of another group while the table's hand is withheld."""
    if table.played is not None and table.played.seat_of(player_id) is None:
        verify_open(db, table)
