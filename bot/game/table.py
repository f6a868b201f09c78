"""A table with its people and its latest hand, as read from the database, and its errors."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from bot.game.played import PlayedHand
from bot.store import seats
from bot.store.due import Reminder
from bot.store.hands import DealRow
from bot.store.players import Player
from bot.store.seats import SeatRow, StakeRow
from bot.store.tables import State, TableRow, ThreadRow
from bot.store.tournaments.at_tables import Arrival, Bank
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.hand_skill import HandSkill
from bot.values.ledger_records import Feat
from bot.values.options import TableOptions
from bot.values.phrases import plain
from bot.values.scenes import Presence, Reminded, ScenePlayer, TableScene
from bot.values.standings import Finale, Floor, OwnFinish
from ofc_engine.duplicate_match import Match
from ofc_engine.errors import OfcError
from ofc_engine.rulesets import Ruleset
from ofc_engine.stacks import Elimination

if TYPE_CHECKING:
    from bot.game.modes.mode import Mode


class TableError(OfcError):
    """Something that this table, or this person, cannot do now."""


class StaleError(TableError):
    """A press on something that has changed since; the answer is a fresh screen."""


def only_host(host: Player) -> TableError:
    """The error for somebody who is neither the host nor manages the server."""
    if host.user_id is None:
        return TableError("Only somebody with Manage Server can do this.")
    return TableError(
        "Only the host, {name}, or somebody with Manage Server can do this.", name=plain(host.name)
    )


@dataclass(frozen=True)
class MessageExtras:
    """The extra contents of some messages of a table, empty for all others.

    `feats` are what a hand reached and `skills` what its players gave away, once judged, if the
    server shows them; `orbit` is the one that it was played in, from 1, where that matters. `floor`
    is the state of a tournament's other tables, `finale` that of a sit-and-go, and `finish` how the
    player whose message it is ended in a tournament.
    """

    feats: tuple[Feat, ...] = ()
    skills: tuple[HandSkill, ...] = ()
    orbit: int = 0
    floor: Floor | None = None
    finale: Finale | None = None
    finish: OwnFinish | None = None


@dataclass(frozen=True, kw_only=True)
class ModeRows:
    """The rows that only some modes of a table have.

    `outs` are the players who are out of a sit-and-go. `arrivals` are those who sat down here in a
    tournament of several tables, the earliest first. `banks` are the time banks of players whose
    latest decision was here (R14.5). `match` is the duplicate match that is played here (R14.6),
    `sit_and_go` the tournament of this table alone.
    """

    outs: Mapping[int, Elimination] = field(default_factory=dict[int, Elimination])
    arrivals: tuple[Arrival, ...] = ()
    banks: Mapping[int, Bank] = field(default_factory=dict[int, Bank])
    match: Match | None = None
    sit_and_go: TournamentRow | None = None


@dataclass(frozen=True)
class Table(ModeRows):
    """A table; `played` is its latest hand, `mode` how it differs from others.

    `totals` are points by player up to that hand. `deadlines` are those of players on turn (Unix
    seconds), `reminders` the latest that they got. `voids` are the reasons why that hand, or the
    one before, does not count, by hand number. `stakes` are agreements of two players (R9.2),
    `limits` the most that players want to lose here (R9.3), also those who have left. `next_deal`
    is that of the hand after `played`, unless that is running. `waiting` is the waiting list, in
    order; for the players `invited` a free seat is kept until then (Unix seconds). `thread` is
    where spectators follow the table, if any ever did. `is_past`: another hand has been dealt after
    `played`. `extras` are added by the functions named `with_...`.
    """

    row: TableRow
    mode: "Mode"
    seats: tuple[SeatRow, ...]
    people: Mapping[int, Player]
    played: PlayedHand | None
    totals: Mapping[int, int] = field(default_factory=dict[int, int])
    deadlines: Mapping[int, int] = field(default_factory=dict[int, int])
    voids: Mapping[int, str] = field(default_factory=dict[int, str])
    stakes: tuple[StakeRow, ...] = ()
    limits: Mapping[int, int] = field(default_factory=dict[int, int])
    reminders: Mapping[int, Reminder] = field(default_factory=dict[int, Reminder])
    next_deal: DealRow | None = None
    waiting: tuple[int, ...] = ()
    invited: Mapping[int, int] = field(default_factory=dict[int, int])
    thread: ThreadRow | None = None
    is_past: bool = False
    extras: MessageExtras = field(default_factory=MessageExtras)

    @property
    def id(self) -> int:
        """The table's id."""
        return self.row.id

    @property
    def options(self) -> TableOptions:
        """The current options."""
        return self.row.options

    @property
    def rules(self) -> Ruleset:
        """The rules by which it plays."""
        return self.row.options.rules

    @property
    def state(self) -> State:
        """The state: in its lobby, playing, between two hands or closed."""
        return self.row.state

    @property
    def channel_id(self) -> int | None:
        """The channel that people are told of; None once it is gone."""
        return None if self.row.is_lost else self.row.channel_id

    @property
    def running(self) -> PlayedHand | None:
        """The hand being played."""
        return self.played if self.played is not None and self.played.is_running else None

    @property
    def host(self) -> Player:
        """The player who runs the table."""
        return self.people[self.row.host_id]

    @property
    def persons(self) -> tuple[SeatRow, ...]:
        """The seats that people have taken, without computer players'."""
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
        """The same without players who are away: those who are on turn."""
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
        """The last reminder of a player's current decision; NOTHING without one."""
        reminder = self.reminder_of(player_id)
        return Reminded.NOTHING if reminder is None else reminder.kind

    def seat_of(self, player_id: int) -> SeatRow | None:
        """A player's seat at the table."""
        return self._seats_taken.get(player_id)

    @cached_property
    def _seats_taken(self) -> Mapping[int, SeatRow]:
        return {seat.player_id: seat for seat in self.seats}

    @property
    def next_number(self) -> int:
        """The number of the hand that is dealt next."""
        return self.row.first_hand if self.played is None else self.played.row.number + 1

    def stakes_in(self, number: int) -> Mapping[frozenset[int], int]:
        """Pair of player ids -> their stake in a hand, where two have agreed on one (R9.2)."""
        agreed = seats.stakes_in_hand(self.stakes, number)
        return {pair: stake for pair, stake in agreed.items() if stake != self.options.stake}

    def ends_hand(self, at: int) -> bool:
        """True if the bot makes the decisions left in a running hand at a moment (Unix seconds)."""
        return self.row.play_until is not None and self.row.play_until <= at

    @property
    def is_covered(self) -> bool:
        """R14.6: whether the hand it is loaded with is over but its deal is to be played again."""
        return self.played is not None and self.mode.is_covered(self, self.played.row.number)

    @cached_property
    def brought(self) -> Mapping[int, int]:
        """Player id -> stack less total here, for all who sat down in the tournament."""
        until = self.played.row.number if self.is_past and self.played is not None else None
        return {
            each.player_id: each.brought
            for each in self.arrivals
            if until is None or each.round <= until
        }

    @property
    def stacks(self) -> Mapping[int, int]:
        """Player id -> their stack, for everybody in a tournament who is not out (R10.1)."""
        ids = [seat.player_id for seat in self.seats if seat.player_id not in self.outs]
        return {player_id: self.points_of(player_id) for player_id in ids}

    def points_of(self, player_id: int) -> int:
        """A player's total, in a tournament their stack: never below 0."""
        total = self.totals.get(player_id, 0)
        if self.options.stack is None:
            return total
        return max(0, self.brought.get(player_id, self.options.stack) + total)

    @property
    def free_seat(self) -> int | None:
        """The lowest seat that somebody can take."""
        if self.mode.bars_newcomers(self):
            return None
        taken = {seat.seat for seat in self.seats}
        return next((n for n in range(1, self.options.seats + 1) if n not in taken), None)

    @property
    def has_open_seat(self) -> bool:
        """True if there is a free seat that is kept for nobody."""
        return self.options.seats - len(self.seats) > len(self.invited)

    def is_kept_from(self, player_id: int | None) -> bool:
        """True if all free seats are kept for others than this player (None: anybody new)."""
        if player_id in self.invited:
            return False
        return self.options.invited_only or (bool(self.invited) and not self.has_open_seat)

    def presence_of(self, player_id: int) -> Presence:
        """A player's presence; HERE for somebody without a seat."""
        seat = self.seat_of(player_id)
        return Presence.HERE if seat is None else seat.presence

    @property
    def away(self) -> tuple[int, ...]:
        """The players whose hands are played for them, in order of their seats."""
        return tuple(seat.player_id for seat in self.seats if seat.presence.is_absent)

    def may_be_ready(self, player_id: int) -> bool:
        """True if a player can say that they are ready for the next hand."""
        seat = self.seat_of(player_id)
        is_here = seat is not None and seat.presence is Presence.HERE
        return self.state is State.BETWEEN and not self.is_past and is_here

    def has_hints(self, player_id: int) -> bool:
        """True if a player of the running hand may ask for hints.

        The host allows them to everybody; against computer players alone they are always allowed.
        """
        played = self.running
        if played is None or played.seat_of(player_id) is None:
            return False
        others = (part.player_id for part in played.acting if part.player_id != player_id)
        return self.options.hints or all(self.people[each].is_computer for each in others)

    def verify_open(self) -> None:
        """Raise TableError if the table is closed."""
        if self.state is State.CLOSED:
            raise TableError("This table is closed. Open a new one with /play.")

    def verify_seated(self, player_id: int) -> None:
        """Raise TableError if the player has no seat."""
        if self.seat_of(player_id) is None:
            self.mode.verify_joins(self)
            raise TableError("You don't have a seat at this table. Sit down with /ofc join.")

    def scene(self, viewer: int | None = None) -> TableScene:
        """The hand it is loaded with as a player, or the public for None, may see it.

        The table must have played a hand.
        """
        assert self.played is not None
        return self.played.scene(viewer, self._scene_player, self.away)

    def _scene_player(self, player_id: int) -> ScenePlayer:
        shown = self.people[player_id].shown(self.points_of(player_id))
        return replace(shown, has_stack=self.mode.has_stacks)
