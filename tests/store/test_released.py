"""What an earlier version has left behind is opened, fits, and goes on."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.game.loading import loaded
from bot.game.play import place
from bot.game.table import Table
from bot.ledger.audit import every_server
from bot.settings import Address
from bot.store import engines, players
from bot.store.connection import connect_checked
from bot.store.engine import Connection
from bot.store.ledger import bookings, journal, seasons
from bot.store.schema import LATEST
from bot.store.tables import State
from engine.tests.hands import random_placement
from tests.servers import PostgreSQL
from tests.store.released import FIRST_ON_A_SERVER, FOLDER, moved, opened

DUMPS = sorted(FOLDER.glob("schema-*.sql"))


KEPT = [(dump, "sqlite") for dump in DUMPS]
KEPT += [(dump, "postgresql") for dump in DUMPS[FIRST_ON_A_SERVER - 1 :]]


@pytest.fixture(params=KEPT, ids=lambda kept: f"{kept[0].stem}-{kept[1]}")
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Connection]:
    """A database that a released version made, opened by this one."""
    dump, engine = request.param
    address: Address = tmp_path / "ofc.sqlite3"
    opened(dump, address)
    if engine == "postgresql":
        server: PostgreSQL = request.getfixturevalue("postgresql")
        file, address = address, server.new()
        with server.plain(address) as kept:
            moved(file, kept, DUMPS.index(dump) + 1)
    with engines.sole_connection(address, tmp_path / "backups") as db:
        yield db


def table_in(db: Connection, state: State) -> Table:
    (table_id,) = db.execute("SELECT id FROM tables WHERE state = ?", (state,)).fetchone()
    return loaded(db, table_id)


def faults(db: Connection) -> list[str | None]:
    return [server.fault for server in every_server(db)]


def test_there_is_one_of_every_schema():
    assert [file.stem for file in DUMPS] == [f"schema-{n}" for n in range(1, LATEST + 1)]


def test_everything_in_it_fits(db: Connection):
    assert engines.first_fault(db) is None
    assert faults(db) == [None]
    guild = table_in(db, State.PLAYING).row.guild_id
    kept = [bookings.numbered(db, guild, number) for number in range(1, 5)]
    assert [each.is_void for each in kept if each is not None] == [False, True, False, False]
    ended = seasons.every(db, guild)[-1]
    assert len(seasons.final(db, ended.id)) == 3
    open_proposals = db.execute("SELECT count(*) FROM proposals WHERE state = 'open'").fetchone()
    assert open_proposals[0] == 1
    assert [seat.seat for seat in table_in(db, State.LOBBY).seats] == [1, 2]


def test_its_void_hand_counts_again(db: Connection):
    guild = table_in(db, State.PLAYING).row.guild_id
    void = bookings.numbered(db, guild, 2)
    assert void is not None
    now = 1 + db.execute("SELECT max(ended_at) FROM seasons").fetchone()[0]
    journal.correct(db, void.hand_id, is_void=False, reason="it was right", now=now)
    assert faults(db) == [None]
    assert seasons.noted(db, guild, 1).counted_again == (2,)
    journal.correct(db, void.hand_id, is_void=True, reason="it was not", now=now)
    assert faults(db) == [None]


def test_a_limit_on_losing_that_was_kept_with_a_seat_is_its_players(tmp_path: Path):
    path = tmp_path / "ofc.sqlite3"
    opened(next(file for file in reversed(DUMPS) if _has_limits_of_seats(file)), path)
    with closing(sqlite3.connect(path)) as before, before:
        before.execute("UPDATE seats SET loss_limit = 90 WHERE seat = 2")
    with closing(connect_checked(path, tmp_path / "backups")) as db:
        table = table_in(db, State.PLAYING)
        assert table.limits == {table.seats[1].player_id: 90}


def _has_limits_of_seats(file: Path) -> bool:
    (seats,) = re.findall(r"CREATE TABLE seats \(.*?\n\)", file.read_text("utf-8"), re.DOTALL)
    return "loss_limit" in seats


def test_its_running_hand_goes_on_to_its_end(db: Connection):
    table, random = table_in(db, State.PLAYING), Random(1)
    begun = len(table.running.log) if table.running else 0
    assert begun > 2
    now = 60 + db.execute("SELECT max(at) FROM operations").fetchone()[0]
    while (running := table.running) is not None:
        seat = running.hand.waiting_on[0]
        player = players.get(db, running.player_at(seat))
        place(db, table, player, random_placement(running.hand, seat, random), now)
        table = loaded(db, table.id)
    assert table.state is State.BETWEEN
    assert bookings.last_number(db, table.row.guild_id) == 5
    assert faults(db) == [None]
