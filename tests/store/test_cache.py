"""What is known of a table without reading it is what the database says, whatever happens."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.game import lobby, play, presence
from bot.game.changes import changed
from bot.game.placing import spot_of
from bot.game.table import Table, load, loaded, read
from bot.ofc.errors import OfcError
from bot.store import due, hands, players, privacy, seats, surfaces, tables
from bot.store.cache import Memory, memory_of
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.due import Due, DueKind, Reminder
from bot.store.ledger import bookings, journal
from bot.store.players import Person, Player
from bot.store.surfaces import Look, Place, Slot
from bot.values.options import TableOptions
from bot.values.people import Preferences
from bot.values.scenes import Presence, Reminded
from tests.ofc.hands import random_placement

PEOPLE = 5
TABLES = 3
SEEDS = 24
STEPS = 60
WATCHED = {"INSERT", "UPDATE", "DELETE"}


class Mishap(Exception):
    """Work that fails although it has changed something."""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "ofc.sqlite3")
    await opened.write(open_tables)
    yield opened
    await opened.close()


def open_tables(db: sqlite3.Connection) -> None:
    people = [players.remember(db, person(n, "")) for n in range(PEOPLE)]
    for number in range(TABLES):
        table_id = lobby.open_table(
            db,
            people[number],
            TableOptions(seats=3, clock=60 if number else None),
            guild_id=9,
            channel_id=70 + number,
            locale="en-US",
            secret=bytes(32),
            now=1,
        )
        lobby.join(db, loaded(db, table_id), people[number + 1], 1)


def person(number: int, suffix: str) -> Person:
    return Person(100 + number, f"P{number}{suffix}", f"p{number}", "en-US")


@dataclass
class Turmoil:
    """Everything that can happen to a table, at random."""

    db: sqlite3.Connection
    random: Random

    def happen(self) -> None:
        """One thing, which may well be refused."""
        table = loaded(self.db, self.random.randint(1, TABLES))
        player = players.get(self.db, self.random.randint(1, PEOPLE))
        self.random.choice(HAPPENINGS)(self, table, player)

    @property
    def now(self) -> int:
        return self.random.randint(1000, 2000)

    def number(self) -> int:
        return self.random.randint(0, 3)

    def deal(self, table: Table, _player: Player) -> None:
        play.deal(self.db, table, self.random.randbytes(32), self.now)

    def place(self, table: Table, _player: Player) -> None:
        played = table.running
        if played is not None and played.hand.actors:
            seat = self.random.choice(played.hand.actors)
            placement = random_placement(played.hand, seat, self.random)
            play.place(self.db, table, table.people[played.player_at(seat)], placement, self.now)

    def decide_for(self, table: Table, player: Player) -> None:
        play.decide_for(self.db, table, player, None, self.now)

    def surrender(self, table: Table, player: Player) -> None:
        play.surrender(self.db, table, player, self.now)

    def follow_up(self, table: Table, _player: Player) -> None:
        changed(self.db, table.id, self.now)

    def void(self, table: Table, _player: Player) -> None:
        if table.played is not None and bookings.of_hand(self.db, table.played.row.id):
            journal.reverse(self.db, table.played.row.id, reason="misdeal", now=self.now)

    def join(self, table: Table, player: Player) -> None:
        lobby.join(self.db, table, player, self.now)

    def stop_waiting(self, table: Table, player: Player) -> None:
        seats.wait_no_more(self.db, table.id, player.id)

    def leave(self, table: Table, player: Player) -> None:
        lobby.leave(self.db, table, player, self.now)

    def close(self, table: Table, _player: Player) -> None:
        if self.random.random() < 0.1:
            lobby.close(self.db, table, self.now)

    def come_and_go(self, table: Table, player: Player) -> None:
        way = self.random.choice([presence.sit_out, presence.come_back, presence.ran_out])
        way(self.db, table, player)

    def be_away(self, table: Table, player: Player) -> None:
        how = self.random.choice(list(Presence))
        seats.set_presence(self.db, table.id, player.id, how, run_outs=self.number())

    def change_seat(self, table: Table, player: Player) -> None:
        seats.set_fantasyland(self.db, table.id, player.id, 13 + self.number())
        seats.agree_to_stop(self.db, table.id, player.id)

    def change_table(self, table: Table, player: Player) -> None:
        self.random.choice(
            [
                partial(tables.set_options, options=replace(table.options, hints=True)),
                partial(tables.set_options, options=replace(table.options, clock=90)),
                partial(tables.set_options, options=replace(table.options, skin="day")),
                partial(tables.set_host, player_id=player.id),
                partial(tables.set_button, seat=1 + self.number()),
                tables.set_stops,
                partial(due.set_closing, at=self.now),
                partial(due.set_end, ends_at=self.now * 1000),
            ]
        )(self.db, table.id)

    def postpone(self, _table: Table, _player: Player) -> None:
        due.postpone(self.db, 10)

    def agree(self, table: Table, player: Player) -> None:
        pair = frozenset({player.id, table.row.host_id})
        if len(pair) == 2:
            tables.agree_stake(self.db, table.id, pair, 2 + self.number(), table.next_number)

    def seed(self, table: Table, player: Player) -> None:
        play.add_default(self.db, table, player, str(self.now), self.now)

    def seed_by_hand(self, table: Table, player: Player) -> None:
        play.add_seed(self.db, table, player, f"seed{self.now}", self.now)

    def remind(self, table: Table, player: Player) -> None:
        told, decision = self.random.choice(list(Reminded)), table.decisions.get(player.id, "1.0")
        if player.id in table.people:  # nobody else is ever reminded of anything there
            due.put_reminder(self.db, Reminder(table.id, player.id, decision, 1, told, self.now))

    def put_off(self, table: Table, player: Player) -> None:
        due.drop_reminders(self.db, table.id, [player.id])
        late = Due(self.random.choice(list(DueKind)), self.now, table.id)
        due.put_off(self.db, late, self.now + 60)

    def limit(self, table: Table, player: Player) -> None:
        due.set_deadlines(self.db, table.id, {player.id: ("1.0", self.now)})

    def write_to(self, table: Table, player: Player) -> None:
        place = Place(Slot.PRIVATE, player.id)
        surfaces.want(self.db, table.id, {place: Look("seat", str(self.number()))})

    def rename(self, _table: Table, player: Player) -> None:
        if player.user_id is not None:
            players.remember(self.db, person(player.user_id - 100, str(self.number())))

    def set_up(self, _table: Table, player: Player) -> None:
        self.random.choice(
            [
                partial(players.set_dm, channel_id=5, closed=False),
                partial(players.set_dm, channel_id=None, closed=True),
                partial(players.set_preferences, preferences=Preferences(calls="channel")),
                partial(players.set_preferences, preferences=Preferences(aid="none")),
            ]
        )(self.db, player.id)

    def forget(self, _table: Table, player: Player) -> None:
        if self.random.random() < 0.2:
            privacy.forget(self.db, player.id)

    def post(self, table: Table, _player: Player) -> None:
        if table.played is not None:
            surfaces.put_posting(self.db, table.played.row.id, channel_id=1, message_id=2)


HAPPENINGS: list[Callable[[Turmoil, Table, Player], None]] = [
    each
    for name, each in vars(Turmoil).items()
    if callable(each) and not name.startswith("_") and name not in {"happen", "number"}
] + [Turmoil.deal, Turmoil.place] * 8


def as_seen_by(table: Table, player_id: int) -> tuple[object, ...]:
    """What somebody's screen tells of a table."""
    return (
        table.people[player_id],
        table.presence_of(player_id),
        table.deadlines.get(player_id),
        table.reminder_of(player_id),
        spot_of(table, player_id),
        None if table.played is None else table.scene(player_id),
    )


def verify_known(db: sqlite3.Connection) -> None:
    for table_id in range(1, TABLES + 1):
        fresh = read(db, table_id)
        known = load(db, table_id)
        assert known == fresh
        assert load(db, table_id) == fresh
        assert fresh is not None
        assert known is not None
        for player_id in fresh.people:
            assert known.once(as_seen_by, player_id) == as_seen_by(fresh, player_id)
        if fresh.played is not None:
            first = load(db, table_id, hand=1)
            assert first == read(db, table_id, hand=1)


def work(seed: int, db: sqlite3.Connection) -> None:
    """A transaction in which some things happen, and which may fail after them."""
    random = Random(seed)
    turmoil = Turmoil(db, random)
    for _ in range(random.randint(1, 3)):
        try:
            turmoil.happen()
        finally:
            if random.random() < 0.5:
                verify_known(db)
    if random.random() < 0.25:
        raise Mishap


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_what_is_known_is_what_is_kept(database: Database, seed: int):
    """After every transaction, whether it was kept, undone, or was one of several in a commit."""
    random = Random(seed)
    for _ in range(STEPS):
        works = [partial(work, random.getrandbits(32)) for _ in range(random.choice([1, 1, 4]))]
        for outcome in await asyncio.gather(*map(database.write, works), return_exceptions=True):
            assert outcome is None or isinstance(outcome, OfcError | Mishap | sqlite3.Error)
        if random.random() < 0.1:
            await asyncio.gather(database.read(works[0]), return_exceptions=True)
        await database.read(verify_known)
    hand = await database.read(lambda db: db.execute("SELECT count(*) FROM hands").fetchone()[0])
    assert hand > 0


async def test_every_row_that_a_table_is_read_from_is_watched(database: Database):
    """Also one that is only read from next year on: SQLite says what it reads."""
    found: set[str] = set()

    def note(action: int, name: str | None, *_others: str | None) -> int:
        if action == sqlite3.SQLITE_READ and name is not None:
            found.add(name)
        return sqlite3.SQLITE_OK

    def watched(db: sqlite3.Connection) -> dict[str, set[str]]:
        triggers: dict[str, set[str]] = {}
        for name, of in db.execute("SELECT name, tbl_name FROM sqlite_temp_schema"):
            triggers.setdefault(of, set()).add(name.rpartition("_")[2])
        return triggers

    def note_reads(db: sqlite3.Connection) -> None:
        db.set_authorizer(note)
        read(db, 1)
        db.set_authorizer(None)

    with closing(connect(database.path)) as db:
        play.deal(db, loaded(db, 1), bytes(32), 1)
        note_reads(db)
        hands.end(db, 1, state="finished", now=2)
        note_reads(db)
        with_real_cards = hands.add(db, 1, number=2, button=1, lineup=[], now=1)
        hands.end(db, with_real_cards, state="finished", now=2)
        note_reads(db)
    assert {"tables", "seats", "operations", "players", "results"} <= found
    triggers = await database.read(watched)
    # Whoever is new is at no table yet.
    triggers["players"].add("INSERT")
    assert {name: triggers[name] for name in found} == dict.fromkeys(found, WATCHED)


async def test_what_another_program_writes_is_seen(database: Database):
    def name(db: sqlite3.Connection) -> str:
        return loaded(db, 1).host.name

    assert await database.read(name) == "P0"
    with closing(sqlite3.connect(database.path)) as other, other:
        other.execute("UPDATE players SET name = 'Ann' WHERE id = 1")
    assert await database.read(name) == "Ann"


async def test_a_table_that_is_known_is_not_read_again(database: Database):
    first = await database.read(lambda db: loaded(db, 1))
    assert await database.read(lambda db: loaded(db, 1)) is first


def test_only_so_much_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.store.cache._MOST", 2)
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        assert memory_of(db) is None
        memory = db.memory = Memory(db)
        for table_id in (1, 2):
            memory.keep(table_id, f"table {table_id}", ())
        memory.recall(1)
        memory.keep(3, "table 3", ())
        assert [memory.recall(n)[0] for n in (1, 2, 3)] == ["table 1", None, "table 3"]
