"""The formats of tournaments of several tables: what each adds to what all have in common.

Who takes part, the announcement, the threads and the looks at what is due are the same for all
(`announcing`, `several_tables`). A format says how many threads it needs, and how its rounds
are made: add it to `FORMATS`, to the choices of `/tournament new`, and its words to
`bot/screens/tournaments/tournament_words.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.game.tournaments import duplicate, knockout, sit_and_go
from bot.game.tournaments.floors import DUPLICATE
from bot.store.engine import Connection
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.options import TableOptions
from bot.values.tournament_views import SIT_AND_GO

Secrets = Callable[[], bytes]
"""Makes 32 fresh random bytes, others each time."""


@dataclass(frozen=True)
class Format:
    """How the rounds of tournaments are made, in the transaction of whoever calls.

    `verify` raises an OfcError unless tables may have these options; `rooms` is how many threads
    that many people need. `begin` seats everybody once all threads are there and begins the first
    round, `advance` does what follows from how the tables stand now, and keeps when to look again;
    both return the ids of the tables whose messages change. `late` raises an OfcError unless
    somebody can still join, `back` one who is out. `more` are the seconds by which whoever runs it
    extends a round. If it `finishes_rounds`, the round of whoever leaves is finished for them. It
    `fills_up` short tables with computer players by itself. If it is played `at_table`, that of the
    channel, people sit down there, and it is that table that goes on.
    """

    least: int
    most: int
    verify: Callable[[TableOptions], None]
    rooms: Callable[[int, TableOptions], int]
    begin: Callable[[Connection, TournamentRow, Secrets, int], set[int]]
    advance: Callable[[Connection, TournamentRow, Secrets, int], set[int]]
    late: Callable[[Connection, TournamentRow], None]
    back: Callable[[Connection, TournamentRow, int, int], object]
    more: int
    finishes_rounds: bool = False
    fills_up: bool = False
    at_table: bool = False


KNOCK_OUT: Final = "knock-out"
FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        SIT_AND_GO: Format(
            least=sit_and_go.LEAST,
            most=sit_and_go.MOST,
            verify=sit_and_go.verify,
            rooms=duplicate.rooms,
            begin=sit_and_go.begin,
            advance=sit_and_go.advance,
            late=sit_and_go.refuse_late,
            back=knockout.refuse_back,
            more=0,
            at_table=True,
        ),
        KNOCK_OUT: Format(
            least=2,
            most=knockout.MOST,
            verify=knockout.verify,
            rooms=knockout.rooms,
            begin=knockout.begin,
            advance=knockout.advance,
            late=knockout.verify_late,
            back=knockout.refuse_back,
            more=10 * 60,
        ),
        DUPLICATE: Format(
            least=duplicate.LEAST,
            most=duplicate.MOST,
            verify=duplicate.verify,
            rooms=duplicate.rooms,
            begin=duplicate.begin,
            advance=duplicate.advance,
            late=duplicate.verify_late,
            back=duplicate.come_back,
            more=24 * 3600,
            finishes_rounds=True,
            fills_up=True,
        ),
    }
)


def form_of(row: TournamentRow) -> Format:
    """The format of a tournament."""
    return FORMATS[row.format]
