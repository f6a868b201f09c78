"""A table with its people and its latest hand, as read from the database."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from sqlite3 import Connection
from typing import Any, Final, TypeVar

from bot.game.played import PlayedHand, carried_on, load_hand
from bot.ofc.errors import OfcError
from bot.ofc.rulesets import Ruleset
from bot.store import due, hands, players, seats, tables
from bot.store.cache import memory_of
from bot.store.due import Reminder
from bot.store.hands import DealRow, HandRow
from bot.store.ledger import bookings, journal
from bot.store.players import Player
from bot.store.seats import SeatRow
from bot.store.tables import StakeRow, State, TableRow
from bot.values.ledger import Feat
from bot.values.options import TableOptions
from bot.values.scenes import Presence, Reminded, ScenePlayer, TableScene

T = TypeVar("T")


class TableError(OfcError):
    """Something that this table, or this person, cannot do now."""


class StaleError(TableError):
    """A press on something that has changed since; the answer is a fresh screen."""


# --- tables ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """A table as it stands; `played` is its latest hand.

    `totals` are points by player up to that hand. `feats` are what it reached, if the server wants
    it told, and `orbit` counts from 1 where that matters; only `results.with_news` reads the two,
    since few need them. `deadlines` are until when (Unix seconds) players have to decide,
    `reminders` what they have been told about it. `voids` are the reasons why the hand, or the one
    before, does not count, by their numbers. `stakes` are the agreements
    of two players (R9.2). `next_deal` is that of the hand to come after `played`, unless that is
    running. `waiting` are the players on the waiting list for a seat, the first first.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    people: Mapping[int, Player]
    played: PlayedHand | None
    totals: Mapping[int, int] = field(default_factory=dict[int, int])
    feats: tuple[Feat, ...] = ()
    deadlines: Mapping[int, int] = field(default_factory=dict[int, int])
    voids: Mapping[int, str] = field(default_factory=dict[int, str])
    stakes: tuple[StakeRow, ...] = ()
    orbit: int = 0
    reminders: Mapping[int, Reminder] = field(default_factory=dict[int, Reminder])
    next_deal: DealRow | None = None
    waiting: tuple[int, ...] = ()
    _made: dict[Any, Any] = field(
        default_factory=dict[Any, Any], init=False, repr=False, compare=False
    )

    @property
    def id(self) -> int:
        """The table's id."""
        return self.row.id

    @property
    def options(self) -> TableOptions:
        """What was decided when it was opened, or since."""
        return self.row.options

    @property
    def rules(self) -> Ruleset:
        """The rules by which it plays."""
        return self.row.options.rules

    @property
    def state(self) -> State:
        """Whether the table is in its lobby, playing, between two hands or closed."""
        return self.row.state

    @property
    def running(self) -> PlayedHand | None:
        """The hand being played."""
        return self.played if self.played is not None and self.played.is_running else None

    @property
    def host(self) -> Player:
        """Who runs the table."""
        return self.people[self.row.host_id]

    @property
    def persons(self) -> tuple[SeatRow, ...]:
        """The seats that people have taken; the other ones are computer players'."""
        return tuple(seat for seat in self.seats if not self.people[seat.player_id].is_computer)

    @cached_property
    def waited_for(self) -> Mapping[int, str]:
        """Player id -> decision (`hand.street`), for every person the hand waits for."""
        played = self.running
        if played is None:
            return {}
        return {
            player_id: f"{played.row.number}.{street}"
            for player_id, street in map(played.next_of, played.hand.waiting_on)
            if not self.people[player_id].is_computer
        }

    @cached_property
    def decisions(self) -> Mapping[int, str]:
        """Player id -> decision (`hand.street`), for everyone waited for who is not away."""
        return {
            player_id: decision
            for player_id, decision in self.waited_for.items()
            if not self.presence_of(player_id).is_absent
        }

    def reminder_of(self, player_id: int) -> Reminder | None:
        """The last reminder of a player's current decision; None if there is none."""
        reminder = self.reminders.get(player_id)
        current = reminder is not None and reminder.decision == self.decisions.get(player_id)
        return reminder if current else None

    def reminded(self, player_id: int) -> Reminded:
        """What the last reminder of a player's current decision said; NOTHING without one."""
        reminder = self.reminder_of(player_id)
        return Reminded.NOTHING if reminder is None else reminder.told

    def seat_of(self, player_id: int) -> SeatRow | None:
        """A player's seat at the table."""
        return next((seat for seat in self.seats if seat.player_id == player_id), None)

    @property
    def next_number(self) -> int:
        """The number of the hand that is dealt next."""
        return 1 + (0 if self.played is None else self.played.row.number)

    def stakes_in(self, number: int) -> Mapping[frozenset[int], int]:
        """Pair of player ids -> their stake in a hand, where two have agreed on one (R9.2)."""
        agreed = tables.stakes_in_hand(self.stakes, number)
        return {pair: stake for pair, stake in agreed.items() if stake != self.options.stake}

    @property
    def free_seat(self) -> int | None:
        """The lowest seat nobody has taken."""
        taken = {seat.seat for seat in self.seats}
        return next((n for n in range(1, self.options.seats + 1) if n not in taken), None)

    def presence_of(self, player_id: int) -> Presence:
        """A player's presence; HERE for somebody without a seat."""
        seat = self.seat_of(player_id)
        return Presence.HERE if seat is None else seat.presence

    @property
    def away(self) -> tuple[int, ...]:
        """The players whose hands are played for them, in order of their seats."""
        return tuple(seat.player_id for seat in self.seats if seat.presence.is_absent)

    def verify_open(self) -> None:
        """Raise TableError if the table is closed."""
        if self.state is State.CLOSED:
            raise TableError("This table is closed. Open a new one with /ofc new.")

    def verify_seated(self, player_id: int) -> None:
        """Raise TableError if the player has no seat."""
        if self.seat_of(player_id) is None:
            raise TableError("You have no seat at this table. Sit down with /ofc join.")

    def scene(self, viewer: int | None = None) -> TableScene:
        """The latest hand as a player, or the public for None, may see it.

        The table must have played a hand.
        """
        return self.once(Table._scene, viewer)

    def _scene(self, viewer: int | None) -> TableScene:
        assert self.played is not None
        return self.played.scene(viewer, self._scene_player, self.away)

    def _scene_player(self, player_id: int) -> ScenePlayer:
        person = self.people[player_id]
        total = self.totals.get(player_id, 0)
        return ScenePlayer(person.name, person.handle, total, person.is_computer)

    def once(self, make: Callable[..., T], *arguments: Hashable) -> T:
        """What `make` makes of the table and some arguments, made once for the table as it stands.

        It must follow from them alone: every tap on a street asks for the same again.
        """
        key = (make, *arguments)
        if key not in self._made:
            self._made[key] = make(self, *arguments)
        return self._made[key]


def load(db: Connection, table_id: int, *, hand: int | None = None) -> Table | None:
    """A table by its id, with its latest hand, or with `hand` by its number; None if unknown."""
    table = _latest(db, table_id)
    if table is None or hand is None or (table.played and table.played.row.number == hand):
        return table
    return read(db, table_id, hand=hand)


def loaded(db: Connection, table_id: int, *, hand: int | None = None) -> Table:
    """The table as `load` gives it; it must exist (tables are never deleted)."""
    table = load(db, table_id, hand=hand)
    assert table is not None, "no table is ever deleted"
    return table


def _latest(db: Connection, table_id: int) -> Table | None:
    """A table with its latest hand: as it is known, if the connection has a memory."""
    memory = memory_of(db)
    if memory is None:
        return read(db, table_id)
    known: Table | None
    known, changes = memory.recall(table_id)
    if known is not None and not changes:
        return known
    if known is not None and _IN_PART.issuperset(changes):
        table = _read_in_part(db, known, changes)
    else:
        table = read(db, table_id)
    if table is not None:
        memory.keep(table_id, table, table.people.keys())
    return table


def read(db: Connection, table_id: int, *, hand: int | None = None) -> Table | None:
    """A table as `load` gives it, with every row read anew."""
    row = tables.get(db, table_id)
    if row is None:
        return None
    hand_row = hands.latest(db, table_id) if hand is None else hands.numbered(db, table_id, hand)
    played = None if hand_row is None else load_hand(db, row.options.rules, hand_row)
    totals = {} if hand_row is None else journal.totals(db, table_id, up_to=hand_row.number)
    people = {player.id: player for player in players.at_table(db, table_id)}
    lineup = () if played is None else (part.player_id for part in played.lineup)
    people |= _missing(db, people, {*lineup, *totals})
    told = due.reminders(db, table_id)
    return Table(
        row,
        seats.of_table(db, table_id),
        people,
        played,
        totals,
        deadlines=_limits(db, row, told),
        voids={} if hand_row is None else bookings.voids(db, table_id, since=hand_row.number - 1),
        stakes=tables.stakes_of(db, table_id),
        reminders=told,
        next_deal=_next_deal(db, table_id, hand_row),
        waiting=tuple(player_id for player_id, _since in seats.waiters(db, table_id)),
    )


_IN_PART: Final = frozenset({"tables", "operations", "deadlines", "reminders"})
"""The kinds of rows that change with every street."""


def _read_in_part(db: Connection, known: Table, changes: Collection[str]) -> Table | None:
    """A table of which only such rows have changed since it was read."""
    row = tables.get(db, known.id) if "tables" in changes else known.row
    if row is None or (row.options.rules, row.host_id) != (known.rules, known.row.host_id):
        return read(db, known.id)
    played = known.played
    if played is not None and "operations" in changes:
        played = carried_on(db, played)
    told = due.reminders(db, known.id) if "reminders" in changes else known.reminders
    limits = known.deadlines if changes == {"operations"} else _limits(db, row, told)
    return replace(known, row=row, played=played, reminders=told, deadlines=limits)


def _limits(db: Connection, row: TableRow, told: Mapping[int, Reminder]) -> Mapping[int, int]:
    """Until when players have to decide, of whom nobody has a limit to be shown without a clock.

    Only a time call (R11.2) sets one there.
    """
    has_limit = row.options.clock is not None or any(
        each.told is Reminded.TIME for each in told.values()
    )
    return due.deadlines(db, row.id) if has_limit else {}


def _next_deal(db: Connection, table_id: int, latest: HandRow | None) -> DealRow | None:
    if latest is not None and latest.state == "playing":
        return None
    return hands.deal(db, table_id, 1 if latest is None else latest.number + 1)


def _missing(db: Connection, people: Mapping[int, Player], ids: Iterable[int]) -> dict[int, Player]:
    """Players who left no trace at the table but their hands.

    They played elsewhere, were forgotten, or are computer players that gave up their seats.
    """
    return {each: players.get(db, each) for each in ids if each not in people}
