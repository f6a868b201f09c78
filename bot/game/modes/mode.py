"""The questions to which each mode of a table has its own answer, and those of a plain table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.game import presence
from bot.game.outcomes import HandOutcome, limits_of
from bot.game.played import PlayedHand
from bot.game.table import ModeRows, Table, TableError
from bot.store import hands, seats, tables
from bot.store.engine import Connection
from bot.store.hands import LineupRow
from bot.store.tables import State, TableRow
from bot.store.tournaments.at_tables import BestRow
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.open_tables import NextHand
from bot.values.options import Unit, UnplayedFantasyland
from bot.values.scenes import Presence
from ofc_engine.deal import NO_SEED
from ofc_engine.match import (
    Lineup,
    after_transfers,
    limit_reached,
    next_button,
    next_lineup,
    orbits,
)

LIMIT: Final = "limit"
"""The reason why a match ends in which somebody has lost all that they may (R9.3)."""
_PATIENCE: Final = 5 * 60
"""Seconds after a hand for which those who are ready wait if the host has chosen no time."""


@dataclass(frozen=True)
class DealPlan:
    """Who plays a hand and where; `dealt_as` is the number of the deal that comes again, if any."""

    lineup: Lineup
    dealt_as: int | None = None


class Mode:
    """Everything that differs between tables; this class has the answers for a plain one.

    It has no state: each method is about a table as it was loaded.
    """

    is_alone: bool = True
    """True for the table of a channel, run by its host: it has a lobby and closes automatically."""
    has_board: bool = True
    """True if the channel is shown its hands."""
    has_stacks: bool = False
    """R10: whether everybody has a stack, and is out when it is lost."""
    has_time_of_round: bool = False
    """True if a decision may take until its round ends, beyond the clock of the table."""
    host_starts: bool = False
    """True if only the host can start the first hand."""
    deals_everybody: bool = False
    """True if those who are away are dealt in, too."""
    deals_by_seat: bool = False
    """True if a seat's cards do not depend on what others do, so that a deal can be repeated."""
    fixes_all_deals: bool = False
    """True if all deals are committed to before the first, rather than each with the one before."""
    moves_people: bool = False
    """R14.3: whether several tables go on together, and people move between them."""
    books_at_once: bool = True
    """True if a hand enters the ledger as soon as it ends."""
    counts_lateness: bool = True
    """True if players who are late too often count as away."""
    seats_are_fixed: str = ""
    """The refusal to sit down when nobody can any more."""
    computers_stay: str = ""
    """The refusal to remove a computer player then."""
    changeable: tuple[str, ...] = ("seats", "stake", "clock", "length", "limit")
    """The options that a form lets its host change before the first hand, besides the menus."""
    unplayed: UnplayedFantasyland = UnplayedFantasyland.LAST
    """When a Fantasyland that was earned is not played."""

    def is_of(self, row: TableRow) -> bool:
        """True if a table has this mode, or a mode that refines it."""
        return True

    def kept(self, db: Connection, row: TableRow) -> ModeRows:
        """The further rows to read of a table."""
        return ModeRows()

    # --- seats -----------------------------------------------------------------------------

    def verify_alone(self) -> None:
        """Raise TableError for a table that no host runs."""

    def bars_newcomers(self, table: Table) -> bool:
        """True if nobody can sit down any more."""
        return False

    def verify_joins(self, table: Table) -> None:
        """Raise TableError once nobody can sit down any more."""
        if self.bars_newcomers(table):
            raise TableError(self.seats_are_fixed)

    def verify_computers_leave(self, table: Table) -> None:
        """Raise TableError while computer players have to stay."""
        if self.bars_newcomers(table):
            raise TableError(self.computers_stay)

    def verify_followed(self) -> None:
        """Raise TableError unless spectators may follow it in a thread."""

    def misses_hand(self, db: Connection, table: Table) -> bool:
        """True if a player who leaves now is still dealt the hand that is about to begin."""
        return False

    def vacate(self, db: Connection, table: Table, player_id: int, now: int) -> None:
        """Free a seat, which the next on the waiting list gets; if its host left, make another.

        When the last person leaves, the table is closed, after its running hand: computer players
        do not play on alone.
        """
        seats.stand_up(db, table.id, player_id)
        newcomers = presence.fill_seats(db, table.id)
        # Read again: `table` is from before somebody stood up and others took free seats.
        seated = {seat.player_id for seat in seats.of_table(db, table.id)}
        left = [seat.player_id for seat in table.persons if seat.player_id in seated]
        left += newcomers
        current = tables.get(db, table.id)
        if current is not None and player_id == current.host_id and left:
            tables.set_host(db, table.id, left[0])
        is_between = current is not None and current.state is not State.PLAYING
        if is_between and self.is_won(table, len(seated)):
            self.end_won(db, table, now)
        elif is_between and not left:
            tables.close(db, table.id, now)

    def is_won(self, table: Table, seated: int) -> bool:
        """True if somebody has won, with `seated` players left."""
        return False

    def end_won(self, db: Connection, table: Table, now: int) -> None:
        """Close a table where somebody has won everything."""
        tables.close(db, table.id, now)

    def look_at(self, db: Connection, table: Table, now: int) -> None:
        """Have the tournament looked at that the table is part of, if it is part of one."""

    def tournament(self, db: Connection, table: Table) -> TournamentRow | None:
        """The tournament that the table belongs to, if any."""
        return None

    def group(self, table: Table) -> tuple[int, int] | None:
        """R14.4: the numbers of the table's round and of its group in it, or None."""
        return None

    # --- the next hand ---------------------------------------------------------------------

    def verify_enough(self, table: Table) -> None:
        """Raise TableError if there are too few for a hand, or only computer players."""
        if len(table.seats) < 2:
            raise TableError(
                "A hand needs two players. Ask somebody to join, or add a computer player."
            )
        self.verify_there(table)

    def verify_there(self, table: Table) -> None:
        """Raise TableError if too few of the seated players are present."""
        present = presence.dealt_in(table)
        is_anybody_there = any(seat.presence is Presence.HERE for seat in table.persons)
        if len(present.seats) < self.least(table) or not is_anybody_there:
            raise TableError(
                "The table is paused: a hand needs two players. Sitting out: {names}. They "
                "return with More, then I'm back.",
                names=", ".join(present.out),
            )

    def least(self, table: Table) -> int:
        """How many players a hand needs."""
        return 2

    def deals_itself(self, table: Table) -> bool:
        """True if the next hand is dealt as soon as there are enough, and all are ready."""
        return table.state is State.BETWEEN

    def waits_until(self, table: Table) -> int | None:
        """From when on (Unix seconds) it waits for nobody; None while no hand can come."""
        if table.played is None or not self.can_be_dealt(table):
            return None
        if table.row.deals_at is not None:
            return table.row.deals_at
        return (table.played.row.ended_at or 0) + (table.options.next_hand or _PATIENCE)

    def can_be_dealt(self, table: Table) -> bool:
        """True if the next hand can be dealt automatically now."""
        try:
            self.verify_enough(table)
        except TableError:
            return False
        return self.deals_itself(table)

    def next_hand(self, table: Table, asked: NextHand) -> NextHand:
        """The state of the next hand; `asked` says who is ready for it and who is not."""
        at = self.waits_until(table)
        if at is None:
            return NextHand()
        return replace(asked, at=at, by_itself=table.options.next_hand is not None)

    # --- dealing ---------------------------------------------------------------------------

    def refuses_seeds(self, table: Table) -> TableError | None:
        """The refusal to add a seed to the next deal; None if everybody at the table can."""
        return None

    def waits_for_message(self, table: Table) -> bool:
        """True if a message still has to show the next deal before it is dealt automatically."""
        return table.next_deal is not None and table.next_deal.message is None

    def begin(self, db: Connection, table: Table, now: int) -> None:
        """Do what has to happen before a hand is dealt."""

    def plan(self, db: Connection, table: Table, here: Sequence[int], now: int) -> DealPlan:
        """Who plays the next hand, of the seats that are `here`; raises TableError."""
        visits = {seat.seat: seat.fantasyland for seat in table.seats if seat.seat in here}
        sat_out = None if table.played is None else table.played.watcher
        return DealPlan(next_lineup(table.rules, here, table.row.button, visits, sat_out))

    def seeds(
        self, db: Connection, table: Table, lineup: Sequence[LineupRow], button: int
    ) -> list[str]:
        """The seeds of the next hand's players in acting order, `-` for none.

        The last is that of the button's seat if it sits the hand out (R1.4).
        """
        added = hands.seeds(db, table.id, table.next_number)
        watcher = [row for row in lineup if row.seat is None and row.table_seat == button]
        acting = [row for row in lineup if row.seat is not None]
        return hands.seeds_in_order(added, [*acting, *watcher])

    def joined(self, db: Connection, table: Table) -> str:
        """The text that joining a tournament has added to its deals, `-` for none."""
        return NO_SEED

    def absent(self, table: Table, lineup: Sequence[LineupRow]) -> list[int]:
        """R11.3: the seats in the next hand of players who are absent and miss it."""
        return []

    def can_lose(self, table: Table) -> dict[int, int]:
        """Player id -> points that they can lose in the next hand, if there is a limit (R9.3)."""
        limits = {
            seat.player_id: table.limits.get(seat.player_id, table.options.loss_limit)
            for seat in table.seats
        }
        return {
            player: max(0, limit + table.totals.get(player, 0))
            for player, limit in limits.items()
            if limit is not None
        }

    def verify_stake(self) -> None:
        """Raise TableError unless two may agree on a stake of their own (R9.2)."""

    def verify_limit(self) -> None:
        """Raise TableError unless somebody may limit what they lose (R9.3)."""

    # --- the end of a hand -----------------------------------------------------------------

    def counts_visits(self, table: Table) -> bool:
        """True if a Fantasyland that its hand earned is not played but counts at once."""
        return False

    def keep_result(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome
    ) -> None:
        """Store what a finished hand counts besides its points."""

    def free_seats(self, db: Connection, table: Table, now: int) -> None:
        """After a hand, players who were away sit out, and those who were leaving are gone."""
        presence.end_hand(db, table, now)

    def end_hand(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome, now: int
    ) -> None:
        """Settle a finished hand for those who are still in."""

    def ended_by(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome, now: int
    ) -> str:
        """The reason why a match ends with a hand (`TableRow.ended_by`); empty if it goes on."""
        if _is_limit_reached(played, outcome):
            return LIMIT
        length = table.options.length
        if length is None:
            return ""
        match length.unit:
            case Unit.HANDS:
                is_over = played.row.number >= length.number
            case Unit.ORBITS:
                is_over = _orbits_after(db, table, played) >= length.number
            case Unit.TIME:
                is_over = table.row.ends_at is not None and table.row.ends_at <= now
        return length.unit if is_over else ""

    def boards(self, table: Table, played: PlayedHand, outcome: HandOutcome) -> list[BestRow]:
        """The boards of a finished hand that may be the best of a tournament."""
        return []

    def commitment_to_all(self, table: Table) -> bytes | None:
        """The one commitment to all deals where nobody may know which comes next; else None."""
        return None

    # --- what is withheld ------------------------------------------------------------------

    withholds: bool = False
    """True if the judgement of a hand may have to wait longer than for its end."""

    def is_covered(self, table: Table, number: int) -> bool:
        """R14.6: whether a hand is over but its deal is to be played again at this table."""
        return False

    def withheld(
        self, db: Connection, table: Table, viewer: int | None = None
    ) -> TableError | None:
        """The refusal to show a player, None for anybody, the hand a table is loaded with; or None.

        A hand is withheld while others still play its deal, or are to play it again.
        """
        return None

    def verify_shown(self, db: Connection, table: Table, viewer: int | None = None) -> None:
        """Raise TableError while the hand a table is loaded with is withheld."""
        why = self.withheld(db, table, viewer)
        if why is not None:
            raise why


def _orbits_after(db: Connection, table: Table, played: PlayedHand) -> int:
    """How often the button has gone round once it moves on; it rests for Fantasyland (R7.6)."""
    taken = seats.of_table(db, table.id)
    if not taken:
        return 0
    here = [seat for seat in taken if seat.presence is Presence.HERE] or taken
    visits = {seat.seat: seat.fantasyland for seat in here}
    following = next_button(table.rules, list(visits), table.row.button, visits, played.watcher)
    return orbits((*hands.buttons(db, table.id), following))


def _is_limit_reached(played: PlayedHand, outcome: HandOutcome) -> bool:
    before = [part.can_lose or 0 for part in played.acting]
    left = after_transfers(before, outcome.transfers)
    return limit_reached(left, limits_of(played.acting))
