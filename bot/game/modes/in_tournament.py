"""Tables of tournaments: those of several tables, and those where people play for stacks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.game import presence
from bot.game.modes.mode import Mode
from bot.game.outcomes import HandOutcome
from bot.game.played import PlayedHand
from bot.game.table import ModeRows, Table, TableError
from bot.store import seats, tables
from bot.store.engine import Connection
from bot.store.hands import LineupRow
from bot.store.tables import State, TableRow
from bot.store.tournaments import at_tables, origins, tournaments
from bot.store.tournaments.at_tables import Bank, BestRow
from bot.store.tournaments.tournaments import TournamentRow
from bot.texts import marked
from bot.values.open_tables import NextHand
from bot.values.scenes import Presence
from bot.values.standings import Floor
from ofc_engine.board import BOARD_SIZE
from ofc_engine.deal import NO_SEED
from ofc_engine.match import after_transfers
from ofc_engine.stacks import Elimination


def whole_boards(table: Table, played: PlayedHand, outcome: HandOutcome) -> list[BestRow]:
    """The complete boards of a hand that are not foul."""
    points = after_transfers([0] * len(played.acting), outcome.transfers)
    number = played.row.number
    return [
        BestRow(table.id, number, part.player_id, str(result.board), *result.royalties, won)
        for part, result, won in zip(played.acting, outcome.score.results, points, strict=True)
        if len(result.board.cards) == BOARD_SIZE and result.is_valid
    ]


def held_banks(db: Connection, row: TableRow) -> Mapping[int, Bank]:
    """Time banks by player, of those whose latest decision was at a table; empty without banks."""
    return {} if row.options.bank is None else at_tables.banks_at(db, row.id)


class InTournament(Mode):
    """A table that its tournament opens, deals and closes."""

    is_alone = False
    deals_everybody = True

    def verify_alone(self) -> None:
        """It is run with its tournament."""
        raise TableError(
            "This table belongs to a tournament. Its host runs it with /tournament show, Manage."
        )

    def vacate(self, db: Connection, table: Table, player_id: int, now: int) -> None:
        """Take the player out of the tournament, with their stack."""
        tournaments.set_out(db, table.row.tournament, player_id, presence.out_now(table, player_id))
        self.look_at(db, table, now)
        seats.stand_up(db, table.id, player_id)

    def look_at(self, db: Connection, table: Table, now: int) -> None:
        """Have the tournament looked at."""
        tournaments.look_at(db, table.row.tournament, now)

    def tournament(self, db: Connection, table: Table) -> TournamentRow | None:
        """The tournament that runs the table."""
        return tournaments.get(db, table.row.tournament)

    def verify_there(self, table: Table) -> None:
        """Absent players miss the hand (R11.3), or have it played for them (R14.4)."""

    def can_be_dealt(self, table: Table) -> bool:
        """The tournament deals all tables together."""
        return False

    def boards(self, table: Table, played: PlayedHand, outcome: HandOutcome) -> list[BestRow]:
        """Its complete boards, which are compared with those of the other tables."""
        return whole_boards(table, played, outcome)


# --- with stacks -----------------------------------------------------------------------------


def fallen(played: PlayedHand, outcome: HandOutcome) -> dict[int, Elimination]:
    """Player id -> their elimination, for those who have lost their stack in a hand."""
    before = [part.can_lose or 0 for part in played.acting]
    after = after_transfers(before, outcome.transfers)
    return {
        part.player_id: Elimination(played.row.number, stack)
        for part, stack, left in zip(played.acting, before, after, strict=True)
        if not left
    }


class WithStacks(Mode):
    """A table of a tournament in which everybody plays for their stack."""

    has_stacks = True
    seats_are_fixed = marked("This tournament has begun. Watch it here, and join the next one.")
    computers_stay = marked("Computer players stay in a tournament until they're out.")
    changeable = ()
    host_starts = True
    deals_everybody = True

    def is_of(self, row: TableRow) -> bool:
        """Also a table with imported hands of a tournament, of which nothing else is known."""
        return row.options.is_tournament

    def bars_newcomers(self, table: Table) -> bool:
        """Nobody sits down once the first hand is dealt."""
        return table.played is not None

    def begin(self, db: Connection, table: Table, now: int) -> None:
        """Clear the waiting list: nobody gets a seat any more."""
        for player_id in table.waiting:
            seats.wait_no_more(db, table.id, player_id)

    def absent(self, table: Table, lineup: Sequence[LineupRow]) -> list[int]:
        """R11.3: absent players miss the hand."""
        return [
            part.seat
            for part in lineup
            if part.seat is not None and table.presence_of(part.player_id) is not Presence.HERE
        ]

    def can_lose(self, table: Table) -> dict[int, int]:
        """R10.2: everybody's stack."""
        return dict(table.stacks)

    def verify_stake(self) -> None:
        """Stakes rise for all together."""
        raise TableError("In a tournament the stakes are the same for everybody.")

    def verify_limit(self) -> None:
        """The stack is the limit."""
        raise TableError("In a tournament you lose at most your stack.")

    def ended_by(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome, now: int
    ) -> str:
        """Empty: it ends when one stack is left (R10.3)."""
        return ""

    def end_hand(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome, now: int
    ) -> None:
        """Take out players with nothing left; it ends when one is left (R10.3)."""
        for row in self.boards(table, played, outcome):
            at_tables.offer_board(db, row)
        fell = fallen(played, outcome)
        for player_id, out in fell.items():
            tournaments.set_out(db, table.row.tournament, player_id, out)
        self.take_out(db, table, fell, now)

    def take_out(self, db: Connection, table: Table, fell: Collection[int], now: int) -> None:
        """Free the seats of those who fell in a hand."""

    def boards(self, table: Table, played: PlayedHand, outcome: HandOutcome) -> list[BestRow]:
        """Its complete boards: the best is shown at the end."""
        return whole_boards(table, played, outcome)


def row_of_sit_and_go(table: Table) -> TournamentRow:
    """The tournament of a sit-and-go's table."""
    assert table.sit_and_go is not None, "a sit-and-go is a tournament"
    return table.sit_and_go


class SitAndGo(WithStacks):
    """A tournament of one table, in a channel."""

    def is_of(self, row: TableRow) -> bool:
        """A table whose tournament has no other."""
        return bool(row.tournament_id)

    def kept(self, db: Connection, row: TableRow) -> ModeRows:
        """The tournament, and the players who are out of it."""
        number = row.tournament
        return ModeRows(outs=tournaments.outs(db, number), sit_and_go=tournaments.get(db, number))

    def tournament(self, db: Connection, table: Table) -> TournamentRow | None:
        """The tournament that is played at this table."""
        return table.sit_and_go

    def begin(self, db: Connection, table: Table, now: int) -> None:
        """Enter everybody who has a seat when the first hand is dealt."""
        super().begin(db, table, now)
        for seat in table.seats if table.played is None else ():
            tournaments.enter(db, table.row.tournament, seat.player_id, now)

    def vacate(self, db: Connection, table: Table, player_id: int, now: int) -> None:
        """Once it has begun, also take the player out of the tournament, with their stack."""
        if self.bars_newcomers(table):
            out = presence.out_now(table, player_id)
            tournaments.set_out(db, table.row.tournament, player_id, out)
        super().vacate(db, table, player_id, now)

    def take_out(self, db: Connection, table: Table, fell: Collection[int], now: int) -> None:
        """It also ends when no person is left: computer players do not play on alone."""
        # Read again: an earlier consequence of the hand may have closed the table.
        row = tables.get(db, table.id)
        if row is None or row.state is State.CLOSED:
            return
        seated = [seat.player_id for seat in seats.of_table(db, table.id)]
        staying = [player_id for player_id in seated if player_id not in fell]
        persons = [each for each in staying if not table.people[each].is_computer]
        if len(staying) < 2 or not persons:
            self.end_won(db, table, now)
            return
        for player_id in set(fell) & set(seated):
            super().vacate(db, table, player_id, now)

    def is_won(self, table: Table, seated: int) -> bool:
        """The last player left has won."""
        return self.bars_newcomers(table) and seated < 2

    def end_won(self, db: Connection, table: Table, now: int) -> None:
        """The tournament is over, too."""
        super().end_won(db, table, now)
        tournaments.end(db, table.row.tournament, now, is_won=True)

    def deals_itself(self, table: Table) -> bool:
        """Also the first hand, once all seats are taken, unless the tournament has a set start."""
        is_full = table.free_seat is None and row_of_sit_and_go(table).starts_at is None
        return super().deals_itself(table) or (table.state is State.LOBBY and is_full)


class KnockOut(InTournament, WithStacks):
    """One of the tables of a knock-out (R14.3)."""

    moves_people = True

    def is_of(self, row: TableRow) -> bool:
        """A table in a thread of its tournament."""
        return bool(row.tournament_id and row.room)

    def kept(self, db: Connection, row: TableRow) -> ModeRows:
        """Who came from where, and the time banks of those whose latest decision was here."""
        return ModeRows(arrivals=at_tables.arrivals_at(db, row.id), banks=held_banks(db, row))

    def bars_newcomers(self, table: Table) -> bool:
        """The tournament decides who sits down."""
        return True

    def misses_hand(self, db: Connection, table: Table) -> bool:
        """True if other tables may have been dealt its next hand already."""
        if table.state in (State.PLAYING, State.CLOSED):
            return False
        row = tournaments.get(db, table.row.tournament)
        return row is not None and table.next_number <= row.round

    def next_hand(self, table: Table, asked: NextHand) -> NextHand:
        """All tables begin the next hand together."""
        floor = table.extras.floor or Floor()
        playing = tuple((each.room, each.channel_id, each.waiting) for each in floor.playing)
        return replace(asked, at=floor.comes_at, by_itself=True, elsewhere=playing, hold=floor.hold)

    def joined(self, db: Connection, table: Table) -> str:
        """The text that joining added until the tournament started."""
        origin = origins.get(db, table.row.tournament)
        return NO_SEED if origin is None else origin.joined or NO_SEED

    def take_out(self, db: Connection, table: Table, fell: Collection[int], now: int) -> None:
        """Free the seats of those who fell, and have the tournament looked at."""
        for player_id in fell:
            seats.stand_up(db, table.id, player_id)
        self.look_at(db, table, now)
