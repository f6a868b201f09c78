"""Tables of a tournament of several: what happens there is looked at by their tournament."""

from collections.abc import Mapping

from bot.game.modes.mode import Mode
from bot.game.outcomes import HandOutcome
from bot.game.played import PlayedHand
from bot.game.presence import out_now
from bot.game.table import Table, TableError
from bot.store import seats
from bot.store.engine import Connection
from bot.store.tables import TableRow
from bot.store.tournaments import at_tables, tournaments
from bot.store.tournaments.at_tables import Bank, BestRow
from bot.store.tournaments.tournaments import TournamentRow
from ofc_engine.board import BOARD_SIZE
from ofc_engine.match import after_transfers


def whole_boards(table: Table, played: PlayedHand, outcome: HandOutcome) -> list[BestRow]:
    """The whole boards of a hand that are no foul."""
    points = after_transfers([0] * len(played.acting), outcome.transfers)
    number = played.row.number
    return [
        BestRow(table.id, number, part.player_id, str(result.board), *result.royalties, won)
        for part, result, won in zip(played.acting, outcome.score.results, points, strict=True)
        if len(result.board.cards) == BOARD_SIZE and result.is_valid
    ]


def tournament_id_of(row: TableRow) -> int:
    """The id of the tournament to which a table belongs."""
    assert row.tournament_id is not None, "it is a table of a tournament"
    return row.tournament_id


def held_banks(db: Connection, row: TableRow) -> Mapping[int, Bank]:
    """The time banks of those who were asked at a table last; nobody has one elsewhere."""
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
        """Whoever gets up is out, and their stack is out of play."""
        tournaments.set_out(db, tournament_id_of(table.row), player_id, out_now(table, player_id))
        self.look_at(db, table, now)
        seats.stand_up(db, table.id, player_id)

    def look_at(self, db: Connection, table: Table, now: int) -> None:
        """Have the tournament looked at."""
        tournaments.look_at(db, tournament_id_of(table.row), now)

    def tournament(self, db: Connection, table: Table) -> TournamentRow | None:
        """That which runs it."""
        return tournaments.get(db, tournament_id_of(table.row))

    def verify_there(self, table: Table) -> None:
        """Whoever is not there misses the hand (R11.3), or has it played for them (R14.4)."""

    def can_be_dealt(self, table: Table) -> bool:
        """All tables are dealt with the tournament."""
        return False

    def boards(self, table: Table, played: PlayedHand, outcome: HandOutcome) -> list[BestRow]:
        """Those of its tables together are compared."""
        return whole_boards(table, played, outcome)
