"""The questions to which each format of tournaments has its own answer."""

from collections.abc import Callable

from bot.game.table import TableError
from bot.store.engine import Connection
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.options import TableOptions
from bot.values.tournament_views import FormatWords, OptionKey

Secrets = Callable[[], bytes]
"""Makes 32 fresh random bytes, others each time."""


class Format:
    """How the rounds of tournaments are made, in the transaction of whoever calls.

    Who takes part, the announcement, the threads and the looks at what is due are the same for all
    (`announcing`, `several_tables`). What returns ids names the tables whose messages change.
    """

    name: str
    words: FormatWords
    least: int
    """How many people it needs."""
    most: int
    options: tuple[OptionKey, ...]
    """The options beside its house rules that its host may change before it starts, by a form."""
    more: int = 0
    """The seconds by which whoever runs it extends a round."""
    finishes_rounds: bool = False
    """True if the round of whoever leaves is finished for them."""
    fills_up: bool = False
    """True if short tables are filled with computer players."""
    at_table: bool = False
    """True if it is played at the table of the channel: people sit down there, and that goes on."""

    def verify(self, options: TableOptions) -> None:
        """Raise TableError unless tables may have these options."""

    def rooms(self, people: int, options: TableOptions) -> int:
        """How many threads that many people need."""
        return 0

    def begin(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Seat everybody once a thread is there, and begin the first round."""
        raise NotImplementedError

    def advance(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Do what follows from how the tables stand now, and keep when to look again."""
        return set()

    def verify_late(self, db: Connection, row: TournamentRow) -> None:
        """Raise TableError unless somebody can still join."""
        raise TableError("This tournament has begun. Watch it here, and join the next one.")

    def leave(self, db: Connection, row: TournamentRow, player_id: int, now: int) -> int | None:
        """Have somebody leave whose round is finished for them; returns the table where that is.

        Raises TableError.
        """
        raise NotImplementedError

    def come_back(self, db: Connection, row: TournamentRow, player_id: int, now: int) -> None:
        """Have somebody who is out take part again; raises TableError where they stay out."""
        raise TableError("You're out of this tournament. Watch it, and join the next one.")
