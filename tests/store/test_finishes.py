"""What somebody reached in the tournaments of a server."""

import sqlite3

from bot.store.tournaments.at_tables import Finish, finishes_with, keep_finishes
from bot.values.standings import Finishes
from tests.store.rows import GUILD, add_players, add_tournament


def test_places_are_kept_once_and_the_best_come_first(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    one, two, three, four = (add_tournament(db, ann, channel) for channel in range(4))
    both = [Finish(ann, GUILD, 2, 3, -30_000), Finish(bob, GUILD, 1, 3, 60_000)]
    keep_finishes(db, four, both)
    keep_finishes(db, one, [Finish(ann, GUILD, 1, 9, 12_500)])
    keep_finishes(db, one, [Finish(ann, GUILD, 5, 9, 0)])
    both = [Finish(ann, GUILD, 1, 23, 0), Finish(bob, GUILD, 7, 23, -100_000)]
    keep_finishes(db, two, both)
    keep_finishes(db, three, [Finish(ann, GUILD, 4, 5, 0)])
    assert finishes_with(db, GUILD, ann) == Finishes(4, ((1, 23), (1, 9), (2, 3)), -17_500)
    assert finishes_with(db, GUILD, bob) == Finishes(2, ((1, 3), (7, 23)), -40_000)
    assert finishes_with(db, GUILD + 1, bob) is None
