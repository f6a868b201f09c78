"""Laying out cards at a table."""

from dataclasses import replace
from typing import Final

from bot.game import play
from bot.game.table import StaleError, Table
from bot.store import drafts
from bot.store.drafts import DraftKey, DraftKind
from bot.store.engine import Connection
from bot.store.players import Player
from bot.values.draft import Draft, Spot
from ofc_engine.errors import TurnError

AUTO_SECONDS: Final = 5
"""How long a layout stands before it is placed by itself, for those who want it so."""


def spot_of(table: Table, player_id: int) -> Spot:
    """The table, hand and street that a player's buttons are about now."""
    return table.once(_spot_of, player_id)


def _spot_of(table: Table, player_id: int) -> Spot:
    played = table.played
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None:
        return Spot(table.id, 0 if played is None else played.row.number)
    street = played.hand.streets_played[seat]
    return Spot(table.id, played.row.number, street)


def current_draft(db: Connection, table: Table, player_id: int) -> Draft | None:
    """The draft of a player now, or None if they have nothing to place."""
    played = table.running
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None or seat not in played.hand.actors:
        return None
    if not played.hand.seats[seat].pending:
        return None
    return drafts.find(db, key_of(table, player_id), played.view(player_id))


def own_draft(db: Connection, table: Table, player: Player) -> Draft:
    """The draft of a player; TableError or TurnError if they have nothing to place."""
    draft = current_draft(db, table, player.id)
    if draft is None:
        play.verify_part(table, player)
        raise play.not_on_turn(table, player)
    return draft


def key_of(table: Table, player_id: int) -> DraftKey:
    """Whose draft is a player's in the running hand; raises TurnError without one."""
    if table.running is None or table.running.seat_of(player_id) is None:
        raise TurnError("It isn't your turn.")
    street = spot_of(table, player_id).street
    return DraftKey(DraftKind.HAND, table.running.row.id, player_id, street)


def is_laid_out(db: Connection, table: Table, player_id: int, draft: Draft) -> bool:
    """True if a player's layout is still that, in the hand the table was loaded with."""
    if table.running is None or table.running.seat_of(player_id) is None:
        return True
    return draft == drafts.find(db, key_of(table, player_id), draft.view)


def verify_spot(table: Table, player: Player, spot: Spot) -> None:
    """Raise StaleError if what was pressed is about an earlier hand or street."""
    table.verify_open()
    here = spot_of(table, player.id)
    if (here.hand, here.street) != (spot.hand, spot.street):
        raise StaleError("That was an earlier street. Here's where you are now.")


def timed(draft: Draft, player: Player, now: int) -> Draft:
    """A draft that was just changed.

    For those who want it so it is placed by itself once it has stood for a moment.
    """
    places = player.preferences.confirm == "auto" and draft.is_ready
    places_at = now + AUTO_SECONDS if places else None
    return draft if draft.places_at == places_at else replace(draft, places_at=places_at)
