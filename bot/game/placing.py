"""Laying out a street and confirming it, as transactions."""

from dataclasses import replace
from typing import Final

from bot.game import play
from bot.game.errors import StaleError
from bot.game.loading import loaded
from bot.game.table import Table
from bot.ofc.draft import Draft
from bot.ofc.errors import TurnError
from bot.ofc.operations import Placed
from bot.ofc.views import HandView
from bot.screens.presses import Confirm, Spot, TablePress
from bot.store import seats
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.seats import DraftRow

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
    """What a player is laying out now, or None if they have nothing to place."""
    played = table.running
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None or seat not in played.hand.actors:
        return None
    if not played.hand.seats[seat].pending:
        return None
    view = played.view(player_id)
    row = seats.draft_of(db, played.row.id, seat, spot_of(table, player_id).street)
    return Draft.fresh(view) if row is None else _kept(view, row)


def verified_draft(db: Connection, table: Table, player: Player, press: TablePress) -> Draft:
    """What a player is laying out who pressed a button about it; raises StaleError or TurnError."""
    verify_press(table, player, press)
    return own_draft(db, table, player)


def row_of(draft: Draft) -> DraftRow:
    """A draft as it is kept."""
    return DraftRow((*draft.past, draft.layout), draft.brush, draft.armed, draft.places_at)


def timed(draft: Draft, player: Player, now: int) -> Draft:
    """A draft that was just changed.

    For those who want it so it is placed by itself once it has stood for a moment.
    """
    places = player.preferences.confirm == "auto" and draft.is_ready
    places_at = now + AUTO_SECONDS if places else None
    return draft if draft.places_at == places_at else replace(draft, places_at=places_at)


def place_laid_out(db: Connection, table_id: int, now: int) -> None:
    """Place the layouts of a table whose moment has come; raises OfcError.

    What has changed or was placed meanwhile stays as it is.
    """
    for hand_id, seat in seats.due(db, table_id, now):
        table = loaded(db, table_id)
        played = table.running
        if played is None or played.row.id != hand_id:
            continue
        player = table.people[played.player_at(seat)]
        draft = current_draft(db, table, player.id)
        if draft is not None and draft.places_at is not None and draft.places_at <= now:
            play.place(db, table, player, draft.placement, now)
    seats.keep_draft(db, table_id, now)


def confirmed(db: Connection, table: Table, player: Player, press: Confirm) -> Placed:
    """The placing of what is laid out; raises StaleError unless it is what the button named."""
    draft = verified_draft(db, table, player, press)
    if not draft.is_ready or draft.digest != press.digest:
        raise StaleError("Your layout has changed. Look again, then confirm.")
    return play.placed(db, table, player, draft.placement)


def is_laid_out(db: Connection, table: Table, player_id: int, draft: Draft) -> bool:
    """Whether what a player has laid out is still that, in the hand the table was loaded with."""
    played = table.running
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None:
        return True
    row = seats.draft_of(db, played.row.id, seat, spot_of(table, player_id).street)
    return draft == (Draft.fresh(draft.view) if row is None else _kept(draft.view, row))


def own_draft(db: Connection, table: Table, player: Player) -> Draft:
    """What a player is laying out; TableError or TurnError if they have nothing to place."""
    draft = current_draft(db, table, player.id)
    if draft is None:
        play.verify_part(table, player)
        raise play.not_on_turn(table, player)
    return draft


def verify_press(table: Table, player: Player, press: TablePress) -> None:
    """Raise StaleError if the press was on an earlier hand or street."""
    table.verify_open()
    here = spot_of(table, player.id)
    if (here.hand, here.street) != (press.spot.hand, press.spot.street):
        raise StaleError("That was an earlier street. Here is where you are now.")


def keep(db: Connection, table: Table, player: Player, draft: Draft) -> None:
    """Keep what a player is laying out; raises TurnError if they are not in a hand."""
    seats.put_draft(db, *kept_at(table, player), row_of(draft))


def kept_at(table: Table, player: Player) -> tuple[int, int, int]:
    """Where a player's draft is kept: hand id, seat in it, street; raises TurnError without one."""
    played = table.running
    seat = None if played is None else played.seat_of(player.id)
    if played is None or seat is None:
        raise TurnError("It is not your turn.")
    return played.row.id, seat, spot_of(table, player.id).street


def _kept(view: HandView, row: DraftRow) -> Draft:
    *past, layout = row.layouts
    return Draft(view, layout, tuple(past), row.brush, row.armed, row.places_at)
