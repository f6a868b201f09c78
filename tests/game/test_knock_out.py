"""R14.3 without Discord: a hand begins at all tables, at a few with each look at the tournament."""

import sqlite3
from itertools import count

import pytest

from bot.game import lobby, play
from bot.game.errors import TableError
from bot.game.loading import loaded
from bot.game.table import Table
from bot.game.tournaments import several_tables
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.formats import KNOCK_OUT
from bot.ofc.operations import DeclaredDead
from bot.ofc.rulesets import STANDARD
from bot.store import players
from bot.store.tournaments import tournaments
from bot.store.tournaments.tournaments import Room
from bot.values.options import TableOptions
from tests.e2e.house import secret_of
from tests.store.rows import GUILD, add_players

NOW = 1_000_000


class KnockOut:
    """So many people at tables of three, whose hands are played by giving up."""

    def __init__(self, db: sqlite3.Connection, people: int) -> None:
        self.db = db
        self._secrets = map(secret_of, count())
        host, *others = add_players(db, people)
        self.id = several_tables.open_event(
            db,
            players.get(db, host),
            TableOptions(STANDARD, 3, stack=400, books=False),
            form=KNOCK_OUT,
            guild_id=GUILD,
            channel_id=77,
            locale="en-US",
            now=NOW,
        )
        for player in others:
            several_tables.join(db, self.found.row, players.get(db, player), NOW)
        several_tables.start(db, self.found.row, NOW)
        for room in tournaments.rooms(db, self.id):
            there = Room(room.number, 100 + room.number, 200 + room.number)
            tournaments.keep_room(db, self.id, there)

    @property
    def found(self) -> Tournament:
        return tournament_of(self.db, several_tables.find(self.db, self.id))

    @property
    def dealt(self) -> list[int]:
        """The number of the hand that each table in play was dealt last."""
        return [table.next_number - 1 for table in self.found.tables]

    def look(self, now: int = NOW) -> None:
        several_tables.step(self.db, self.id, now, lambda: next(self._secrets))

    def give_up(self, table: Table) -> None:
        while (played := loaded(self.db, table.id).running) is not None:
            seat = next(iter(played.hand.waiting_on))
            play.carry_out(self.db, loaded(self.db, table.id), DeclaredDead(seat), NOW)


def test_a_hand_is_dealt_at_a_few_tables_at_once_and_at_all_before_the_next(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
):
    """Every look may be the first of another process: what is left to deal stands in the rows."""
    monkeypatch.setattr("bot.game.tournaments.knockout._AT_ONCE", 1)
    tournament = KnockOut(db, 9)
    tournament.look()
    assert tournament.dealt == [0, 0, 0]
    tournament.look()
    assert tournament.dealt == [1, 0, 0]
    tournament.give_up(tournament.found.tables[0])
    late = loaded(db, tournament.found.tables[2].id)
    leaving = late.people[late.seats[0].player_id]
    with pytest.raises(TableError, match="The next hand is being dealt"):
        lobby.leave(db, late, leaving, NOW)
    stranger = players.get(db, add_players(db, 10)[-1])
    with pytest.raises(TableError, match="This tournament has begun"):
        lobby.join(db, late, stranger, NOW)
    tournament.look(NOW + 60)
    assert tournament.dealt == [1, 1, 0], "no second hand before all have had the first"
    tournament.look()
    tournament.look()
    assert tournament.dealt == [1, 1, 1]
    until = {table.row.play_until for table in tournament.found.tables}
    assert until == {tournament.found.row.round_ends_at}
    assert tournament.found.row.due_at is None, "now the tables play"
    lobby.leave(db, loaded(db, late.id), leaving, NOW)
    for table in tournament.found.tables:
        tournament.give_up(table)
    for _look in range(5):
        tournament.look(NOW + 60)
    assert tournament.dealt == [2, 2, 2]
    assert leaving.id not in tournament.found.stacks
