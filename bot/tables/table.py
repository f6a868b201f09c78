"""A table with its people and its latest hand, as read from the database."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from sqlite3 import Connection
from typing import Final

from bot.ledger import Feat
from bot.ofc.board import Board
from bot.ofc.hand import Hand
from bot.ofc.operations import parse_operation
from bot.ofc.rulesets import Ruleset
from bot.ofc.seat import Fate, Seat
from bot.ofc.views import HandView, view_for
from bot.scenes import Player as ScenePlayer
from bot.scenes import Presence, TableScene
from bot.store import bookings, deadlines, feats, guilds, hands, ledger, players, tables
from bot.store.hands import HandRow, LineupRow
from bot.store.players import Player
from bot.store.tables import SeatRow, State, TableRow
from bot.tables.errors import TableError

_FOLDS_KEPT: Final = 4096
_VIEWS_KEPT: Final = 1024


@dataclass(frozen=True)
class PlayedHand:
    """A hand of a table, running or over; `log` are its operations as they are written.

    `on_behalf` are the places in it of what was decided for its player.
    """

    row: HandRow
    lineup: tuple[LineupRow, ...]
    log: tuple[str, ...]
    hand: Hand
    on_behalf: frozenset[int] = frozenset()

    @property
    def is_running(self) -> bool:
        """Whether it is still being played."""
        return self.row.state == "playing"

    @cached_property
    def acting(self) -> tuple[LineupRow, ...]:
        """Those who play it, in acting order."""
        playing = [row for row in self.lineup if row.seat is not None]
        return tuple(sorted(playing, key=lambda row: row.seat or 0))

    def seat_of(self, player_id: int) -> int | None:
        """A player's seat in the hand, None if he does not play it."""
        return next((row.seat for row in self.lineup if row.player_id == player_id), None)

    def sits_out(self, player_id: int) -> bool:
        """Whether a player is at the table but watches this hand."""
        return any(row.player_id == player_id and row.seat is None for row in self.lineup)

    def sits_out_with_button(self, player_id: int) -> bool:
        """R1.4: whether he watches because he has the button."""
        return any(
            row.player_id == player_id and row.seat is None and row.table_seat == self.row.button
            for row in self.lineup
        )

    def player_at(self, seat: int) -> int:
        """Who has a seat of the hand."""
        return self.acting[seat].player_id

    def view(self, player_id: int | None) -> HandView:
        """The hand as a player, or the public, may see it."""
        seat = None if player_id is None else self.seat_of(player_id)
        if not self.log:
            return view_for(self.hand, seat)
        fantasyland = tuple(row.fantasyland for row in self.acting)
        return _view(self.hand.rules, fantasyland, self.log, seat)


@dataclass(frozen=True)
class Table:
    """A table as it stands; `played` is its latest hand.

    `totals` are points by player and `feats` what the hand reached, if the server wants it told;
    only `with_totals` reads them, since few need them. `deadlines` are until when (Unix seconds)
    players have to decide. `voids` are the reasons why the hand, or the one before, does not
    count, by their numbers.
    """

    row: TableRow
    rules: Ruleset
    seats: tuple[SeatRow, ...]
    people: Mapping[int, Player]
    played: PlayedHand | None
    totals: Mapping[int, int] = field(default_factory=dict[int, int])
    feats: tuple[Feat, ...] = ()
    deadlines: Mapping[int, int] = field(default_factory=dict[int, int])
    voids: Mapping[int, str] = field(default_factory=dict[int, str])

    @property
    def id(self) -> int:
        """The table's id."""
        return self.row.id

    @property
    def state(self) -> State:
        """What the table is doing."""
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

    def seat_of(self, player_id: int) -> SeatRow | None:
        """A player's seat at the table."""
        return next((seat for seat in self.seats if seat.player_id == player_id), None)

    @property
    def free_seat(self) -> int | None:
        """The lowest seat nobody has taken."""
        taken = {seat.seat for seat in self.seats}
        return next((n for n in range(1, self.row.seats + 1) if n not in taken), None)

    def presence_of(self, player_id: int) -> Presence:
        """Whether a player is at his seat; who has none is here."""
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
        played = self.played
        assert played is not None
        button = next(r for r in played.lineup if r.table_seat == played.row.button)
        return TableScene(
            number=played.row.number,
            view=played.view(viewer),
            players=tuple(self._scene_player(row.player_id) for row in played.acting),
            order=tuple(row.seat for row in played.lineup if row.seat is not None),
            button=button.seat,
            sits_out=tuple(
                self._scene_player(r.player_id) for r in played.lineup if r.seat is None
            ),
            away=frozenset(
                number
                for number, part in enumerate(played.acting)
                if played.is_running and part.player_id in self.away
            ),
        )

    def _scene_player(self, player_id: int) -> ScenePlayer:
        person = self.people[player_id]
        return ScenePlayer(person.name, person.handle, self.totals.get(player_id, 0))


def load(db: Connection, table_id: int, *, hand: int | None = None) -> Table | None:
    """A table by its id, with its latest hand, or with the one of that number."""
    row = tables.get(db, table_id)
    if row is None:
        return None
    rules = _ruleset(row.rules)
    seats = tables.seats(db, table_id)
    hand_row = hands.latest(db, table_id) if hand is None else hands.numbered(db, table_id, hand)
    played = None if hand_row is None else load_hand(db, rules, hand_row)
    people = {player.id: player for player in players.at_table(db, table_id)}
    people |= _missing(db, people, () if played is None else (p.player_id for p in played.lineup))
    due = {} if row.clock is None else deadlines.of_table(db, table_id)
    voids = {} if hand_row is None else bookings.voids(db, table_id, since=hand_row.number - 1)
    return Table(row, rules, seats, people, played, deadlines=due, voids=voids)


def with_totals(db: Connection, table: Table) -> Table:
    """The table with everybody's points up to the hand it has been loaded with."""
    if table.played is None:
        return table
    hand = table.played.row
    totals = ledger.totals(db, table.id, up_to=hand.number)
    people = {**table.people, **_missing(db, table.people, totals)}
    news = feats.of_hand(db, hand.id) if guilds.get(db, table.row.guild_id).announces else ()
    return replace(table, people=people, totals=totals, feats=news)


def _missing(db: Connection, people: Mapping[int, Player], ids: Iterable[int]) -> dict[int, Player]:
    """Players who left no trace at the table but their hands.

    They played elsewhere, were forgotten, or are computer players that gave up their seats.
    """
    return {each: players.get(db, each) for each in ids if each not in people}


def load_hand(db: Connection, rules: Ruleset, row: HandRow) -> PlayedHand:
    """A hand of a table with its operations folded."""
    lineup = hands.lineup(db, row.id)
    acting = sorted((part.seat, part.fantasyland) for part in lineup if part.seat is not None)
    log, on_behalf = hands.log(db, row.id)
    if row.state == "finished" and not log:
        return PlayedHand(row, lineup, log, _on_paper(db, rules, row.id))
    hand = fold(rules, tuple(cards for _, cards in acting), log)
    return PlayedHand(row, lineup, log, hand, on_behalf)


def _on_paper(db: Connection, rules: Ruleset, hand_id: int) -> Hand:
    """A hand that was played with real cards: its boards are all that is known of it."""
    return Hand(
        rules,
        tuple(
            Seat(Board.parse(part.board), fantasyland=part.fantasyland, fate=Fate(part.fate))
            for part in bookings.parts(db, hand_id)
        ),
    )


@lru_cache(maxsize=_FOLDS_KEPT)
def fold(rules: Ruleset, fantasyland: tuple[int, ...], log: tuple[str, ...]) -> Hand:
    """The hand after a log; logs that only grow are folded one operation at a time."""
    if not log:
        return Hand.start(rules, fantasyland)
    return fold(rules, fantasyland, log[:-1]).apply(parse_operation(log[-1]))


@lru_cache(maxsize=_VIEWS_KEPT)
def _view(
    rules: Ruleset, fantasyland: tuple[int, ...], log: tuple[str, ...], seat: int | None
) -> HandView:
    """What a seat may see after a log: laying out a street looks at it again and again."""
    return view_for(fold(rules, fantasyland, log), seat)


@lru_cache(maxsize=256)
def _ruleset(text: str) -> Ruleset:
    return Ruleset.parse(text)
