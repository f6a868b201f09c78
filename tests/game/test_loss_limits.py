"""R9.3: a loss limit of one's own is the person's at that table, as their total is."""

import sqlite3

import pytest

from bot.game import lobby, play
from bot.game.loading import loaded
from bot.game.table import TableError
from bot.game.terms import limit_losses
from bot.store import players
from bot.store.players import Player
from bot.values.options import Destination, TableOptions
from ofc_engine.rulesets import Ruleset
from tests.e2e.house import secret_of
from tests.store.rows import GUILD, add_players

NOW = 1_000_000


def opened(db: sqlite3.Connection, seats: int) -> tuple[int, list[Player]]:
    """A table of closed Chinese at which the first person sits, and two people more than seats."""
    people = [players.get(db, player) for player in add_players(db, seats + 2)]
    options = TableOptions(Ruleset.of("standard", {"variant": "chinese"}), seats, stake=9)
    table_id = lobby.open_table(
        db,
        people[0],
        options,
        Destination(GUILD, 77, "en-US"),
        secret=secret_of(0),
        now=NOW,
    )
    return table_id, people


def _can_lose(db: sqlite3.Connection, table_id: int) -> dict[int, int]:
    table = loaded(db, table_id)
    return table.mode.can_lose(table)


def test_it_can_be_said_by_whoever_waits_for_a_seat(db: sqlite3.Connection):
    table_id, (host, one, late, stranger) = opened(db, 2)
    for each in (one, late):
        lobby.join(db, loaded(db, table_id), each, NOW)
    limit_losses(db, loaded(db, table_id), late, 30)
    with pytest.raises(TableError, match="You don't have a seat"):
        limit_losses(db, loaded(db, table_id), stranger, 30)
    lobby.leave(db, loaded(db, table_id), host, NOW)
    assert _can_lose(db, table_id) == {late.id: 30}


def test_it_is_taken_back_before_the_first_hand_alone(db: sqlite3.Connection):
    table_id, (host, guest, *_others) = opened(db, 2)
    lobby.join(db, loaded(db, table_id), guest, NOW)
    limit_losses(db, loaded(db, table_id), guest, 30)
    limit_losses(db, loaded(db, table_id), guest, None)
    assert _can_lose(db, table_id) == {}
    limit_losses(db, loaded(db, table_id), host, 30)
    play.deal(db, loaded(db, table_id), secret_of(1), NOW)
    with pytest.raises(TableError, match="You've already played here"):
        limit_losses(db, loaded(db, table_id), host, None)
    assert _can_lose(db, table_id) == {host.id: 30}
