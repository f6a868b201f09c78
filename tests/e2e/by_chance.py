"""A hand that is played without anybody's press, for tests of what comes after it."""

from itertools import islice
from random import Random

from bot.game.loading import loaded
from bot.store.engine import Connection
from ofc_engine.board import Placement
from ofc_engine.hand import Hand
from ofc_engine.legal import legal_placements
from tests.game.acting import act

_MANY = 250
"""Ways to choose from, which are all of five cards."""


def place_all(table_id: int, random: Random, now: int, db: Connection) -> None:
    """Have people at a table place by chance until it is for none of them to place."""

    def chosen(hand: Hand, seat: int) -> Placement:
        return random.choice(list(islice(legal_placements(hand, seat), _MANY)))

    people = [each for each in loaded(db, table_id).people.values() if not each.is_computer]
    while any(act(db, table_id, person.id, now, chosen) for person in people):
        pass
