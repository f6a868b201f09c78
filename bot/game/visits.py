"""Who at a table is in Fantasyland, or has earned it, with how many cards (R7)."""

from bot.game.presence import dealt_in
from bot.game.table import Table
from bot.screens.rules_of_fantasyland import Visit
from bot.values.scenes import Presence


def visits_of(table: Table) -> tuple[Visit, ...]:
    """Everybody with a seat, in the order of seats; nobody where there is no Fantasyland."""
    cards = table.rules.fantasyland
    if cards is None:
        return ()
    variant = table.rules.variant
    # R1.5: the more are dealt in, the fewer cards are left.
    playing = max(2, min(len(dealt_in(table).seats), variant.most_players))
    most = variant.most_cards(playing)
    base = table.rules.visit_cards
    running = table.running
    acting = () if running is None else running.acting
    there = {part.player_id for part in acting if part.fantasyland}
    return tuple(
        Visit(
            table.people[seat.player_id].name,
            next=(min(base, most), min(base + cards.trips, most)),
            earned=min(seat.fantasyland, most),
            are_there=seat.player_id in there,
            sits_out=seat.presence is not Presence.HERE,
        )
        for seat in table.seats
    )
