"""What others still play, or play again, is withheld, whoever asks and however (R14.4, R14.6).

The tables of a duplicate tournament have no board in a channel, and none of their hands is in the
server's ledger, its pages and its export. In a duplicate match a hand comes into the ledger once
its deal has been played from every seat. Whatever shows a hand that is over asks here.
"""

from bot.game.errors import TableError
from bot.game.table import Table
from bot.store.engine import Connection
from bot.store.tournaments import duplicates


def is_withheld(db: Connection, table: Table) -> bool:
    """Whether the hand that a table is loaded with is still played by others, or again."""
    return table.is_covered or _is_with_others(db, table)


def _is_with_others(db: Connection, table: Table) -> bool:
    """Whether another group still plays the hand, or is to play it."""
    if table.row.round is None or table.played is None:
        return False
    return duplicates.is_withheld(db, table.id, table.played.row.number)


def verify_open(db: Connection, table: Table) -> None:
    """Raise TableError while the table's hand is withheld."""
    if table.is_covered:
        raise TableError(
            "This deal comes again in your match. You can see its boards, replay, review and proof "
            "as soon as it has been played from every seat."
        )
    if _is_with_others(db, table):
        raise TableError(
            "Other groups still play this deal. You can see its replay, review and proof as soon "
            "as the last of them is done with it."
        )


def verify_own(db: Connection, table: Table, player_id: int) -> None:
    """Raise TableError while the table's hand is withheld from this player.

    Those who have played it in a tournament may see it: they do not play it again.
    """
    if table.is_covered or (table.played is not None and table.played.seat_of(player_id) is None):
        verify_open(db, table)
