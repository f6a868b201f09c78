"""A knock-out without Discord: people who play, or do not, and time that passes."""

import sqlite3
from typing import Final

from bot.game import lobby, play
from bot.game.changes import changed, close_now
from bot.game.loading import loaded
from bot.game.table import Table
from bot.game.tournaments import several_tables
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.store import players
from bot.store.players import Player
from bot.store.tables import State
from bot.store.tournaments import at_tables, origins, tournaments
from bot.store.tournaments.at_tables import Room
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.options import Destination, TableOptions
from bot.values.tournament_views import KNOCK_OUT
from ofc_engine.operations import DeclaredDead
from ofc_engine.players.levels import level
from ofc_engine.rulesets import STANDARD
from tests.game.clockwork import Clockwork
from tests.store.rows import GUILD, add_players

OPTIONS: Final = TableOptions(STANDARD, 3, stack=400, books=False)


class KnockOut(Clockwork):
    """So many people at tables of three, or as the options say; their threads are made at once.

    All its deals come from the secret `origin`, if it has one.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        people: int,
        options: TableOptions = OPTIONS,
        *,
        computers: int = 0,
        origin: bytes | None = None,
    ) -> None:
        super().__init__(db)
        self.people = add_players(db, people)
        host, *others = (players.get(db, player) for player in self.people)
        self.id = several_tables.open_tournament(
            db,
            host,
            options,
            Destination(GUILD, 77, "en-US"),
            form=KNOCK_OUT,
            now=self.now,
        )
        if origin is not None:
            origins.add(db, self.id, origin, self.now)
        for player in others:
            several_tables.join(db, self.row, player, self.now)
            if origin is not None:
                origins.add_seed(db, self.id, player.id, str(player.id), self.now)
        for _computer in range(computers):
            several_tables.add_computer(db, self.row, level("beginner"), self.now)
        several_tables.start(db, self.row, self.now, self.secret)

    @property
    def row(self) -> TournamentRow:
        return several_tables.find(self.db, self.id)

    @property
    def found(self) -> Tournament:
        return tournament_of(self.db, self.row)

    @property
    def dealt(self) -> list[int]:
        """The number of the hand that each table in play was dealt last."""
        return [table.next_number - 1 for table in self.found.tables]

    def make_threads(self) -> None:
        """Make the threads that are wanted."""
        for room in at_tables.rooms_of(self.db, self.id):
            if room.thread_id is None:
                there = Room(room.number, 100 + room.number, 200 + room.number)
                at_tables.keep_room(self.db, self.id, there)
                tournaments.look_at(self.db, self.id, self.now)

    def look(self, now: int | None = None) -> None:
        several_tables.step(self.db, self.id, now or self.now, self.secret)

    def table_of(self, player: int) -> Table | None:
        """The open table at which somebody sits."""
        home = self.found.homes.get(player)
        is_there = home is not None and home.state is not State.CLOSED
        return home if is_there else None

    def leave(self, player: int) -> None:
        """Leave as by *Leave*; raises TableError."""
        table, person = self.table_of(player), players.get(self.db, player)
        if table is None:
            several_tables.leave(self.db, self.row, player, self.now)
        else:
            lobby.leave(self.db, table, person, self.now)
            changed(self.db, table.id, self.now)

    def remove(self, player: int) -> None:
        """Take somebody out as under *Manage*; raises TableError."""
        _, touched = several_tables.remove(self.db, self.row, self.user(player), self.now)
        for table_id in touched:
            changed(self.db, table_id, self.now)

    def person(self, player: int) -> Player:
        return players.get(self.db, player)

    def user(self, player: int) -> int:
        user_id = self.person(player).user_id
        assert user_id is not None
        return user_id

    def lose_thread(self, table: Table) -> None:
        """Have a table's thread deleted."""
        close_now(self.db, table.id, self.now)

    def give_up(self, table: Table) -> None:
        """Play a table's hand to its end, with every hand in it dead."""
        while (played := loaded(self.db, table.id).running) is not None:
            seat = next(iter(played.hand.waiting_on))
            play.carry_out(self.db, loaded(self.db, table.id), DeclaredDead(seat), self.now)
        changed(self.db, table.id, self.now)
