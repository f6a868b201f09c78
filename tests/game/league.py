"""A duplicate tournament without Discord: people who place as it comes, and time that passes."""

import sqlite3

from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table
from bot.game.tournaments import duplicate, several_tables
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.formats import FORMATS
from bot.store import players
from bot.store.tables import State
from bot.store.tournaments import duplicates, origins, tournaments
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.values.options import Destination, TableOptions
from bot.values.tournament_views import DUPLICATE
from ofc_engine.rulesets import STANDARD
from tests.game.clockwork import Clockwork
from tests.store.rows import GUILD, add_players

CHANNEL = 77


class League(Clockwork):
    """So many people in a duplicate tournament; computers and the bot place like everybody."""

    def __init__(
        self,
        db: sqlite3.Connection,
        people: int,
        *,
        rounds: int = 3,
        hands: int = 1,
        variant: str = "chinese",
        bank: int | None = None,
    ) -> None:
        super().__init__(db)
        self.people = add_players(db, people)
        plan = DuplicatePlan(rounds, hands, 48 * 3600)
        options = TableOptions(STANDARD.changed({"variant": variant}), bank=bank)
        host = players.get(db, self.people[0])
        self.id = several_tables.open_tournament(
            db,
            host,
            duplicate.options_of(options, plan),
            Destination(GUILD, CHANNEL, "en-US"),
            form=DUPLICATE,
            now=self.now,
        )
        duplicates.add(db, self.id, plan, self.secret)
        for player in self.people:
            if player != host.id:
                self.join(player)
            origins.add_seed(db, self.id, player, str(1000 + player), self.now)

    @property
    def found(self) -> Tournament:
        return tournament_of(self.db, several_tables.find(self.db, self.id))

    @property
    def tables(self) -> list[Table]:
        """The tables of the latest round."""
        number = self.found.row.round
        return [loaded(self.db, t) for t in duplicates.tables_of_round(self.db, self.id, number)]

    def join(self, player: int) -> None:
        row = several_tables.find(self.db, self.id)
        several_tables.join(self.db, row, players.get(self.db, player), self.now)

    def leave(self, player: int) -> None:
        table_id = FORMATS[DUPLICATE].leave(self.db, self.found.row, player, self.now)
        if table_id is not None:
            changed(self.db, table_id, self.now)

    def start(self) -> None:
        row = several_tables.find(self.db, self.id)
        several_tables.start(self.db, row, self.now, self.secret)
        self.let_pass(0)

    def play(self, *but: int) -> None:
        """Let everybody who is not named play on until the round is over, or waits for others."""
        number = self.found.row.round
        while True:
            self.let_pass(0)
            if self.found.row.is_over or self.found.row.round != number:
                return
            moved = [
                self.act(seat.player_id, table.id)
                for table in self.tables
                for seat in table.seats
                if seat.player_id not in but and not seat.presence.is_absent
            ]
            if not any(moved):
                if all(table.state is not State.BETWEEN for table in self.tables):
                    return
                self.let_pass(60)

    def cards_dealt(self, table: Table, number: int) -> dict[int, str]:
        """Table seat -> all that it was dealt in a hand of a table."""
        played = loaded(self.db, table.id, hand=number).played
        assert played is not None
        return {
            part.table_seat: " ".join(sorted(map(str, played.hand.seats[part.seat].cards)))
            for part in played.acting
            if part.seat is not None
        }

    def withdrawn(self) -> set[int]:
        entrants = tournaments.entrants(self.db, self.id)
        return {each.player_id for each in entrants if each.out is not None}
