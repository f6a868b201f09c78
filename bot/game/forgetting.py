"""Forgetting a player: they leave their tournaments, and are forgotten once no hand needs them.

Others may be in a hand with them, or a round is being finished for them.
"""

from bot.game import lobby
from bot.game.loading import loaded
from bot.game.tournaments.formats import form_of
from bot.game.tournaments.several_tables import find, finishes_round, leave, table_with
from bot.store import players, privacy, seats, tables
from bot.store.engine import Connection
from bot.store.tournaments import tournaments
from bot.values.ledger_records import LedgerError
from bot.values.scenes import Presence


def ask(db: Connection, player_id: int, now: int) -> tuple[bool, set[int]]:
    """Forget a player who wants that, at once or as soon as no hand needs them.

    Returns whether it is done, and the tables whose messages change. Raises LedgerError while they
    have a seat that they have to leave themselves.
    """
    _verify_no_seat(db, player_id)
    touched = withdraw(db, player_id, now)
    if privacy.is_needed(db, player_id):
        privacy.ask(db, player_id, now)
        return False, touched
    privacy.forget(db, player_id)
    return True, touched


def forget_whoever_asked(db: Connection) -> None:
    """Forget the players who have asked for it and are no longer needed in a hand."""
    for player_id in privacy.who_asked(db):
        if not privacy.is_needed(db, player_id):
            privacy.forget(db, player_id)


def withdraw(db: Connection, player_id: int, now: int) -> set[int]:
    """Take a player out of all tournaments of several tables, and off all waiting lists.

    Returns the tables that change.
    """
    touched = set(seats.waits_at(db, player_id))
    for table_id in touched:
        seats.wait_no_more(db, table_id, player_id)
    for tournament_id in tournaments.of_player(db, player_id):
        row = find(db, tournament_id)
        table_id = table_with(db, row, player_id)
        if finishes_round(row):
            form_of(row).leave(db, row, player_id, now)
        elif table_id is None:
            leave(db, row, player_id, now)
        elif loaded(db, table_id).presence_of(player_id) is not Presence.LEAVING:
            lobby.leave(db, loaded(db, table_id), players.get(db, player_id), now)
        touched |= set() if table_id is None else {table_id}
    return touched


def _verify_no_seat(db: Connection, player_id: int) -> None:
    """Raise LedgerError if a player has a seat at a table that is not part of a tournament."""
    for table_id in tables.of_player(db, player_id):
        table = loaded(db, table_id)
        if table.mode.is_alone and table.presence_of(player_id) is not Presence.LEAVING:
            raise LedgerError(
                "You're at the table in <#{channel}>. Leave it there first with /ofc leave, "
                "then try again.",
                channel=table.row.channel_id,
            )
