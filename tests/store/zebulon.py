"""Somebody who stands in every table that can name them, to be looked for everywhere."""

import sqlite3

from bot.store import players, seats, solo_deals, surfaces
from bot.store.ledger.journal import Entry
from bot.store.players import Person
from bot.store.solo_deals import Attempt, SoloMode
from bot.store.surfaces import Look, Place, ShownAt, Slot
from bot.store.tournaments import at_tables, duplicates, origins, schedules, tournaments
from bot.store.tournaments.at_tables import Arrival, Bank
from bot.values.preferences import Preferences
from bot.values.tournament_views import StartNews
from ofc_engine.stacks import Elimination
from tests.store.rows import GUILD, add_players, add_table, add_tournament, book

ZONE = "Pacific/Chatham"
USER, DM, MESSAGE = 987_654_321_012_345_678, 876_543_210_123_456_789, 765_432_101_234_567_890
ZEB = Person(USER, "Zebulon", "zebulon7", "sv-SE")


def fill(db: sqlite3.Connection) -> int:
    """A player in every table that can name them; returns their id."""
    ann, bob = add_players(db, 2)
    zeb = players.remember(db, ZEB).id
    players.keep_dm_channel(db, zeb, DM)
    own = Preferences("day", "four", quiet_from=22, quiet_to=8, time_zone=ZONE)
    players.set_preferences(db, zeb, own)
    table = add_table(db, zeb)
    seats.sit(db, table, 1, zeb)
    seats.sit(db, table, 2, ann)
    seats.set_loss_limit(db, table, zeb, 90)
    seats.wait(db, add_table(db, ann, channel=71), zeb, now=1)
    book(db, table, [zeb, ann, bob], Entry(zeb, ann, 6), Entry(zeb, bob, -2), Entry(ann, bob, 1))
    place = Place(Slot.PRIVATE, zeb)
    surfaces.set_looks(db, table, {place: Look("1", "a")})
    surface = surfaces.get(db, table, place)
    assert surface is not None
    surfaces.painted_at(db, surface, ShownAt(DM, MESSAGE, 1))
    deal = solo_deals.commit_to(db, SoloMode.DAILY, bytes(32), now=1)
    at_tables.add_arrival(db, Arrival(table, zeb, 1, None, 100))
    tournament = add_tournament(db, zeb)
    tournaments.set_out(db, tournament, zeb, Elimination(1, 100))
    origins.add_seed(db, tournament, zeb, "1442", 1)
    duplicates.miss(db, tournament, zeb, 1)
    at_tables.put_bank(db, tournament, Bank(zeb, table, "1.1", 300, None))
    schedules.plan(db, tournament, GUILD, now=1, is_reminded=False)
    schedules.add_notices(db, tournament, StartNews.SOON, 1, [zeb], now=1)
    solo_deals.begin(db, Attempt(zeb, deal.id, practice=False, guild_id=GUILD), now=1)
    return zeb
