"""A hand that is played without anybody's press, for tests of what comes after it."""

from itertools import islice
from random import Random

from bot.game import play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.store.engine import Connection
from bot.store.players import Player
from ofc_engine.legal import legal_placements

_MANY = 250
"""Ways to choose from, which are all of five cards."""


def place_all(table_id: int, random: Random, now: int, db: Connection) -> None:
    """Have people at a table place by chance until it is for none of them to place."""
    people = [each for each in loaded(db, table_id).people.values() if not each.is_computer]
    while any(_place(db, table_id, player, random, now) for player in people):
        pass


def _place(db: Connection, table_id: int, player: Player, random: Random, now: int) -> bool:
    table = loaded(db, table_id)
    seat = table.running.seat_of(player.id) if table.running is not None else None
    if table.running is None or seat is None:
        return False
    hand = table.running.hand
    if seat not in hand.actors or not hand.seats[seat].pending:
        return False
    placement = random.choice(list(islice(legal_placements(hand, seat), _MANY)))
    play.place(db, table, player, placement, now)
    changed(db, table_id, now)
    return True
