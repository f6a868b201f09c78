"""Everything that can happen to tables, in any order: what is known of them is what is kept."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.game import lobby, play, presence
from bot.game.changes import changed
from bot.game.loading import load, loaded, read
from bot.game.table import Table
from bot.store import due, messages, players, privacy, seats, surfaces, tables
from bot.store.database import Database
from bot.store.due import Due, DueKind, Reminder
from bot.store.engine import Connection, Error
from bot.store.ledger import bookings, journal
from bot.store.messages import MessageKind
from bot.store.players import Person, Player
from bot.store.surfaces import Look, Place, Slot
from bot.values.options import Destination, TableOptions
from bot.values.preferences import Preferences
from bot.values.scenes import Presence, Reminded
from engine.tests.hands import random_placement
from ofc_engine.errors import OfcError

PEOPLE: Final = 5
TABLES: Final = 3


def open_tables(db: Connection) -> None:
    people = [players.remember(db, person(n, "")) for n in range(PEOPLE)]
    for number in range(TABLES):
        table_id = lobby.open_table(
            db,
            people[number],
            TableOptions(seats=3 if number else 2, clock=60 if number else None),
            Destination(9, 70 + number, "en-US"),
            secret=bytes(32),
            now=1,
        )
        lobby.join(db, loaded(db, table_id), people[number + 1], 1)


def person(number: int, suffix: str) -> Person:
    return Person(100 + number, f"P{number}{suffix}", f"p{number}", "en-US")


# --- what can happen -------------------------------------------------------------------------

Happening = Callable[["Deed", Connection, Table, Player], object]
HAPPENINGS: Final[dict[str, Happening]] = {}


@dataclass(frozen=True)
class Deed:
    """One thing that happens to a table or somebody at it; it may well be refused."""

    what: str
    table: int
    player: int
    number: int = 0
    """What it is about: which way, how many, how late."""

    def do(self, db: Connection) -> None:
        HAPPENINGS[self.what](self, db, loaded(db, self.table), players.get(db, self.player))

    @property
    def now(self) -> int:
        return 1000 + self.number

    @property
    def few(self) -> int:
        return self.number % 4

    def of(self, choices: Sequence[Any]) -> Any:
        return choices[self.number % len(choices)]


def happening(does: Happening) -> Happening:
    HAPPENINGS[does.__name__] = does
    return does


@happening
def deal(it: Deed, db: Connection, table: Table, _player: Player) -> None:
    play.deal(db, table, it.number.to_bytes(32, "big"), it.now)


@happening
def place(it: Deed, db: Connection, table: Table, _player: Player) -> None:
    played = table.running
    if played is not None and played.hand.actors:
        seat = it.of(played.hand.actors)
        placement = random_placement(played.hand, seat, Random(it.number))
        play.place(db, table, table.people[played.player_at(seat)], placement, it.now)


@happening
def decide_for(it: Deed, db: Connection, table: Table, player: Player) -> None:
    play.decide_for(db, table, player, None, it.now)


@happening
def surrender(it: Deed, db: Connection, table: Table, player: Player) -> None:
    play.surrender(db, table, player, it.now)


@happening
def follow_up(it: Deed, db: Connection, table: Table, _player: Player) -> None:
    changed(db, table.id, it.now)


@happening
def correct(it: Deed, db: Connection, table: Table, _player: Player) -> None:
    booking = table.played and bookings.of_hand(db, table.played.row.id)
    if booking is not None:
        is_void = not booking.is_void
        journal.correct(db, booking.hand_id, is_void=is_void, reason="misdeal", now=it.now)


@happening
def limit_losses(it: Deed, db: Connection, table: Table, player: Player) -> None:
    seats.set_loss_limit(db, table.id, player.id, it.few or None)


@happening
def join(it: Deed, db: Connection, table: Table, player: Player) -> None:
    lobby.join(db, table, player, it.now)


@happening
def stop_waiting(_it: Deed, db: Connection, table: Table, player: Player) -> None:
    seats.wait_no_more(db, table.id, player.id)


@happening
def leave(it: Deed, db: Connection, table: Table, player: Player) -> None:
    lobby.leave(db, table, player, it.now)


@happening
def close(it: Deed, db: Connection, table: Table, _player: Player) -> None:
    if not it.few:  # else little would be played
        lobby.close(db, table, it.now)


@happening
def come_and_go(it: Deed, db: Connection, table: Table, player: Player) -> None:
    back = partial(presence.come_back, now=it.now)
    it.of([presence.sit_out, back, presence.count_timeout])(db, table, player)


@happening
def be_away(it: Deed, db: Connection, table: Table, player: Player) -> None:
    seats.set_presence(db, table.id, player.id, it.of(list(Presence)), run_outs=it.few)


@happening
def change_seat(it: Deed, db: Connection, table: Table, player: Player) -> None:
    seats.set_fantasyland(db, table.id, player.id, 13 + it.few)
    seats.agree_to_stop(db, table.id, player.id)


@happening
def change_table(it: Deed, db: Connection, table: Table, player: Player) -> None:
    it.of(
        [
            partial(tables.set_options, options=replace(table.options, hints=True)),
            partial(tables.set_options, options=replace(table.options, clock=90)),
            partial(tables.set_options, options=replace(table.options, skin="day")),
            partial(tables.set_host, player_id=player.id),
            partial(tables.set_button, seat=1 + it.few),
            tables.set_stops,
            partial(due.set_closing, at=it.now),
            partial(due.set_end, ends_at=it.now * 1000),
        ]
    )(db, table.id)


@happening
def postpone(_it: Deed, db: Connection, _table: Table, _player: Player) -> None:
    due.postpone(db, 10)


@happening
def agree(it: Deed, db: Connection, table: Table, player: Player) -> None:
    pair = frozenset({player.id, table.row.host_id})
    if len(pair) == 2:
        seats.agree_on_stake(db, table.id, pair, 2 + it.few, table.next_number)


@happening
def seed(it: Deed, db: Connection, table: Table, player: Player) -> None:
    play.add_default(db, table, player, str(it.now), it.now)


@happening
def seed_by_hand(it: Deed, db: Connection, table: Table, player: Player) -> None:
    play.add_seed(db, table, player, f"seed{it.now}", it.now)


@happening
def remind(it: Deed, db: Connection, table: Table, player: Player) -> None:
    kind, decision = it.of(list(Reminded)), table.decisions.get(player.id, "1.0")
    if player.id in table.people:  # nobody else is ever reminded of anything there
        due.put_reminder(db, Reminder(table.id, player.id, decision, 1, kind, it.now))


@happening
def put_off(it: Deed, db: Connection, table: Table, player: Player) -> None:
    due.drop_reminders(db, table.id, [player.id])
    due.put_off(db, Due(it.of(list(DueKind)), it.now, table.id), it.now + 60)


@happening
def limit(it: Deed, db: Connection, table: Table, player: Player) -> None:
    due.set_deadlines(db, table.id, {player.id: ("1.0", it.now)})


@happening
def write_to(it: Deed, db: Connection, table: Table, player: Player) -> None:
    place = Place(Slot.PRIVATE, player.id)
    surfaces.set_looks(db, table.id, {place: Look("seat", str(it.few))})


@happening
def rename(it: Deed, db: Connection, _table: Table, player: Player) -> None:
    if player.user_id is not None:
        players.remember(db, person(player.user_id - 100, str(it.few)))


@happening
def set_up(it: Deed, db: Connection, _table: Table, player: Player) -> None:
    it.of(
        [
            partial(players.keep_dm_channel, channel_id=5),
            partial(players.close_dms, again_at=it.now + 60),
            players.open_dms,
            partial(players.set_preferences, preferences=Preferences(calls="channel")),
            partial(players.set_preferences, preferences=Preferences(aid="none")),
        ]
    )(db, player.id)


@happening
def forget(it: Deed, db: Connection, _table: Table, player: Player) -> None:
    if not it.few:
        privacy.forget(db, player.id)


@happening
def post(_it: Deed, db: Connection, table: Table, _player: Player) -> None:
    if table.played is not None:
        there = Destination(table.row.guild_id, 1, "en-US", 2)
        messages.add(db, there, MessageKind.HAND, table.played.row.id, is_painted=True)


# --- in any order ----------------------------------------------------------------------------


class Mishap(Exception):
    """Work that fails although it has changed something."""


@dataclass(frozen=True)
class Work:
    """A transaction in which some things happen, and which may fail after them."""

    deeds: tuple[Deed, ...]
    by: int = 0
    """Which of the processes does it."""
    fails: bool = False
    looks: bool = False
    """True if tables are read after each deed, too."""

    def do(self, db: Connection) -> None:
        for deed in self.deeds:
            try:
                deed.do(db)
            finally:
                if self.looks:
                    verify_known(db)
        if self.fails:
            raise Mishap


_LIKELY: Final = ("deal", "place", "place", "place", "join")
DEEDS: Final = st.builds(
    Deed,
    # Half of what happens is that somebody plays: there is always a hand to be known.
    st.sampled_from(_LIKELY) | st.sampled_from(sorted(HAPPENINGS)),
    st.integers(1, TABLES),
    st.integers(1, PEOPLE),
    st.integers(0, 999),
)
WORKS: Final = st.builds(
    Work,
    st.lists(DEEDS, min_size=1, max_size=3).map(tuple),
    st.integers(0, 1),
    st.sampled_from([False, False, False, True]),
    st.booleans(),
)


class Turmoil(RuleBasedStateMachine):
    """What happens at three tables, kept by one process or several at once.

    `opened` opens the database as each of them has it.
    """

    def __init__(self, *opened: Callable[[], Any]) -> None:
        super().__init__()
        self._opened = opened
        self._runner = asyncio.Runner()
        self._databases: list[Database] = []

    @initialize()
    def begin(self) -> None:
        for each in self._opened:
            self._databases.append(self._runner.run(each()))
        for work in (open_tables, *(Deed("deal", 1 + n, 1).do for n in range(TABLES))):
            self._runner.run(self._databases[0].write(work))

    def _of(self, work: Work) -> Database:
        return self._databases[work.by % len(self._databases)]

    @rule(works=st.lists(WORKS, min_size=1, max_size=4))
    def write(self, works: list[Work]) -> None:
        """At once: each of these is kept or undone alone, though one commit may keep several."""
        self._runner.run(self._together([self._of(work).write(work.do) for work in works]))

    @rule(work=WORKS)
    def read(self, work: Work) -> None:
        """What is done while it is only read is undone."""
        self._runner.run(self._together([self._of(work).read(work.do)]))

    async def _together(self, running: Sequence[Any]) -> None:
        for outcome in await asyncio.gather(*running, return_exceptions=True):
            if outcome is not None and not isinstance(outcome, OfcError | Mishap | Error):
                raise outcome

    @invariant()
    def what_is_known_is_what_is_kept(self) -> None:
        for database in self._databases:
            self._runner.run(database.read(verify_known))

    def teardown(self) -> None:
        for database in self._databases:
            self._runner.run(database.close())
        self._runner.close()


def verify_known(db: Connection) -> None:
    for table_id in range(1, TABLES + 1):
        fresh = read(db, table_id)
        known = load(db, table_id)
        assert known == fresh
        assert load(db, table_id) == fresh
        assert fresh is not None
        if fresh.played is not None:
            first = load(db, table_id, hand=1)
            anew = read(db, table_id, hand=1)
            assert first is not None
            assert anew is not None
            assert first == replace(anew, is_past=fresh.played.row.number > 1)
