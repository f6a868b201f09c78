"""A duplicate match at a table, played by whoever tests it."""

import sqlite3
from collections.abc import Callable
from itertools import count

from bot.game import lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table
from bot.ledger.audit import every_server
from bot.store import players
from bot.store.ledger import journal
from bot.values.options import Destination, Guild, TableOptions
from ofc_engine.board import Placement
from ofc_engine.hand import Hand
from ofc_engine.legal import legal_placements
from tests.e2e.house import secret_of
from tests.store.rows import GUILD, add_players


class Match:
    """A duplicate match of closed Chinese; everybody places the first legal way, or `choose`s."""

    def __init__(
        self,
        db: sqlite3.Connection,
        *,
        deals: int = 3,
        seats: int = 2,
        rules: str = "standard variant=chinese",
    ) -> None:
        self.db, self.now = db, 1_000_000
        self.choose: Callable[[Hand, int], Placement] = first_legal
        self._secrets = map(secret_of, count(1))
        self.people = add_players(db, seats)
        opening = lobby.NewTable(TableOptions(duplicate=deals), seats=seats)
        options = opening.in_guild(Guild(GUILD, rules=rules))
        self.id = lobby.open_table(
            db,
            players.get(db, self.people[0]),
            options,
            Destination(GUILD, 77, "en-US"),
            secret=next(self._secrets),
            now=self.now,
        )
        for player in self.people[1:]:
            lobby.join(db, self.table, players.get(db, player), self.now)

    @property
    def table(self) -> Table:
        return loaded(self.db, self.id)

    def hand(self, number: int) -> Table:
        return loaded(self.db, self.id, hand=number)

    def deal(self) -> None:
        self.now += 1
        play.deal(self.db, self.table, next(self._secrets), self.now)
        changed(self.db, self.id, self.now)

    def act(self) -> bool:
        running = self.table.running
        if running is None:
            return False
        seat = running.hand.waiting_on[0]
        placement = self.choose(running.hand, seat)
        who = players.get(self.db, running.player_at(seat))
        play.place(self.db, self.table, who, placement, self.now)
        changed(self.db, self.id, self.now)
        return True

    def play(self, hands_to_play: int = 1) -> None:
        for _hand in range(hands_to_play):
            self.deal()
            while self.act():
                pass

    @property
    def booked(self) -> list[int]:
        """The numbers at the table of the hands that are in the ledger."""
        rows = self.db.execute(
            "SELECT h.number FROM bookings b JOIN hands h ON h.id = hand_id ORDER BY b.number"
        )
        return [row["number"] for row in rows]

    def deal_of(self, number: int) -> int:
        row = self.hand(number).played
        assert row is not None
        return row.row.dealt_as or number


def first_legal(hand: Hand, seat: int) -> Placement:
    return next(iter(legal_placements(hand, seat)))


def points_of(db: sqlite3.Connection, hand_id: int) -> dict[int, int]:
    """What each player won in a hand by the ledger, which leaves Fantasyland out."""
    (entry,) = journal.of_hand(db, hand_id)
    return {entry.a: entry.points, entry.b: -entry.points}


def hand_id(match: Match, number: int) -> int:
    played = match.hand(number).played
    assert played is not None
    return played.row.id


def faults(db: sqlite3.Connection) -> list[str]:
    return [server.fault for server in every_server(db) if server.fault]
