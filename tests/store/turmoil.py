"""Everything that can happen to tables, in any order, one thing after the other."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from bot.game import lobby, play, presence
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table
from bot.store import due, players, postings, privacy, seats, stakes, surfaces, tables
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

    def correct(self, table: Table, _player: Player) -> None:
        booking = table.played and bookings.of_hand(self.db, table.played.row.id)
        if booking is not None:
            change = journal.count_again if booking.is_void else journal.reverse
            change(self.db, booking.hand_id, reason="misdeal", now=self.now)

    def limit_losses(self, table: Table, player: Player) -> None:
        seats.set_loss_limit(self.db, table.id, player.id, self.number() or None)

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
        back = partial(presence.come_back, now=self.now)
        way = self.random.choice([presence.sit_out, back, presence.ran_out])
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
            stakes.agree(self.db, table.id, pair, 2 + self.number(), table.next_number)

    def seed(self, table: Table, player: Player) -> None:
        play.add_default(self.db, table, player, str(self.now), self.now)

    def seed_by_hand(self, table: Table, player: Player) -> None:
        play.add_seed(self.db, table, player, f"seed{self.now}", self.now)

    def remind(self, table: Table, player: Player) -> None:
        kind, decision = self.random.choice(list(Reminded)), table.decisions.get(player.id, "1.0")
        if player.id in table.people:  # nobody else is ever reminded of anything there
            due.put_reminder(self.db, Reminder(table.id, player.id, decision, 1, kind, self.now))

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
                partial(players.keep_dm_channel, channel_id=5),
                partial(players.close_dms, again_at=self.now + 60),
                players.open_dms,
                partial(players.set_preferences, preferences=Preferences(calls="channel")),
                partial(players.set_preferences, preferences=Preferences(aid="none")),
            ]
        )(self.db, player.id)

    def forget(self, _table: Table, player: Player) -> None:
        if self.random.random() < 0.2:
            privacy.forget(self.db, player.id)

    def post(self, table: Table, _player: Player) -> None:
        if table.played is not None:
            postings.put(self.db, table.played.row.id, 0, channel_id=1, message_id=2)


HAPPENINGS: list[Callable[[Turmoil, Table, Player], None]] = [
    each
    for name, each in vars(Turmoil).items()
    if callable(each) and not name.startswith("_") and name not in {"happen", "number"}
] + [Turmoil.deal, Turmoil.place] * 8
