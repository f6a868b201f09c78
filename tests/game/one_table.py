"""A table of whose hands nothing is known but when they end, and who wins."""

import sqlite3
from typing import Any, Final

from bot.game import lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.readiness import deal_by_itself, get_ready
from bot.game.table import Table
from bot.store import hands, players
from bot.store.players import Player
from bot.store.tables import State
from bot.store.tournaments import tournaments
from bot.values.options import Destination, TableOptions
from ofc_engine.board import Placement
from ofc_engine.operations import DeclaredDead, Operation, Placed
from tests.e2e.house import secret_of
from tests.store.rows import GUILD, add_players

NOW: Final = 1_000_000


class At:
    """A table with so many people, of whose hands nothing is known but when they end."""

    def __init__(self, db: sqlite3.Connection, people: int, seats: int = 3, **options: Any) -> None:
        self.db = db
        self.people: list[Player] = [players.get(db, each) for each in add_players(db, people)]
        self.id = lobby.open_table(
            db,
            self.people[0],
            TableOptions(seats=seats, **options),
            Destination(GUILD, 77, "en-US"),
            secret=secret_of(0),
            now=NOW,
        )
        for other in self.people[1:]:
            lobby.join(db, self.table, other, NOW)
        self.change(NOW)

    @property
    def table(self) -> Table:
        return loaded(self.db, self.id)

    @property
    def deals_at(self) -> int | None:
        return self.table.row.deals_at

    def starts(self, at: int | None) -> None:
        """The table, which is a sit-and-go, has a time."""
        assert self.table.row.tournament_id is not None
        tournaments.set_start(self.db, self.table.row.tournament_id, at, is_put_off=False)

    def change(self, now: int) -> None:
        changed(self.db, self.id, now)

    def deal(self, now: int = NOW) -> None:
        """Deal the next hand."""
        play.deal(self.db, self.table, secret_of(self.table.next_number), now)
        self.change(now)

    def plays_hand(self, now: int, *, shown: bool = True) -> None:
        """A hand that begins and ends then; a message has shown the commitment to the next."""
        play.deal(self.db, self.table, secret_of(self.table.next_number), now)
        self.ends_hand(now, shown=shown)

    def ends_hand(self, now: int, *, shown: bool = True) -> None:
        while (running := self.table.running) is not None:
            seat = next(iter(running.hand.waiting_on))
            play.carry_out(self.db, self.table, DeclaredDead(seat), now)
        if shown:
            hands.keep_message(self.db, self.id, self.table.next_number, "7")
        self.change(now)

    def ready(self, *numbers: int, now: int = NOW) -> bool:
        """True if the hand is dealt with the last of these presses."""
        was_dealt = False
        for number in numbers:
            player = self.people[number]
            was_dealt = get_ready(self.db, self.table, player, lambda: secret_of(99), now)
            self.change(now)
        return was_dealt

    def looks(self, now: int) -> bool:
        """True if a hand is in play once the timer has looked at the table then."""
        deal_by_itself(self.db, self.id, now, fresh=secret_of(99))
        self.change(now)
        return self.table.state is State.PLAYING


def win(db: sqlite3.Connection, table_id: int, winner: int) -> None:
    """Have the hands of all but one declared dead, who places the highest cards in the Back."""
    while (running := loaded(db, table_id).running) is not None:
        waiting = running.hand.waiting_on
        seat = next((each for each in waiting if running.player_at(each) != winner), waiting[0])
        operation: Operation = DeclaredDead(seat)
        if running.player_at(seat) == winner:
            cards = sorted(running.hand.seats[seat].pending, key=lambda card: card.rank)
            rows = ("".join(map(str, row)) for row in (cards[:3], cards[3:8], cards[8:]))
            operation = Placed(seat, Placement.parse(" / ".join(rows)))
        play.carry_out(db, loaded(db, table_id), operation, NOW)
    changed(db, table_id, NOW)
