"""The base class of formats: everything that differs between tournaments."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.game.lobby import NewTable
from bot.game.table import TableError
from bot.store.engine import Connection
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.options import Guild, TableOptions
from bot.values.tournament_views import FormatWords, OptionKey

Secrets = Callable[[], bytes]
"""Returns 32 fresh random bytes at each call."""


class Format:
    """How the rounds of tournaments are made, in the caller's transaction.

    Entering, the announcement, the threads and the looks at what is due are the same for all
    (`announcing`, `several_tables`). Methods return the ids of the tables whose messages change.
    """

    name: str
    words: FormatWords
    least: int
    """How many people it needs."""
    most: int
    options: tuple[OptionKey, ...]
    """The options that a form lets its host change before the start, besides its house rules."""
    more: int = 0
    """The seconds by which a round is extended."""
    finishes_rounds: bool = False
    """True if the round of a player who leaves is finished for them."""
    fills_up: bool = False
    """True if short tables are filled with computer players."""
    at_table: bool = False
    """True if it is played at the table of its channel, where people join by sitting down."""
    in_threads: bool = False
    """True if each of its tables has a thread."""
    fixed: Mapping[str, str] = MappingProxyType({})
    """The options of the rules that are the same in all of them."""

    def options_of(self, opening: NewTable, guild: Guild) -> TableOptions:
        """The options of a new one in a server; raises TableError for what its host can't ask."""
        return opening.in_guild(guild)

    def opened(self, db: Connection, row: TournamentRow, secret: Secrets) -> None:
        """Commit to its deals, before anybody but the host has joined."""

    def verify(self, options: TableOptions) -> None:
        """Raise TableError unless its tables may have these options."""

    def rooms(self, people: int, options: TableOptions) -> int:
        """How many threads `people` people need."""
        return 0

    def begin(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Seat everybody once there is a thread, and begin the first round."""
        raise NotImplementedError

    def advance(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Do what is next at its tables, and plan the next look."""
        return set()

    def verify_late(self, db: Connection, row: TournamentRow) -> None:
        """Raise TableError unless somebody can still join."""
        raise TableError("This tournament has begun. Watch it here, and join the next one.")

    def leave(self, db: Connection, row: TournamentRow, player_id: int, now: int) -> int | None:
        """Take out a player whose round is finished for them; returns their table, if any.

        Raises TableError.
        """
        raise NotImplementedError

    def come_back(self, db: Connection, row: TournamentRow, player_id: int, now: int) -> None:
        """Let a player who is out take part again; raises TableError if they stay out."""
        raise TableError("You're out of this tournament. Watch it, and join the next one.")
