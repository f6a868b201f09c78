"""The formats of tournaments: a sit-and-go here, each of the others in a module of its own."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.game import play
from bot.game.loading import loaded
from bot.game.table import Table
from bot.game.tournaments.duplicate import DuplicateFormat
from bot.game.tournaments.endings import tell_at_table
from bot.game.tournaments.format import Format, Secrets
from bot.game.tournaments.knockout import KnockOutFormat
from bot.game.tournaments.past_tournaments import keep_finish_of
from bot.store import tables
from bot.store.engine import Connection
from bot.store.tables import State
from bot.store.tournaments import schedules, tournaments
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.texts import marked
from bot.values.tournament_views import SIT_AND_GO, FormatWords, OptionKey


class SitAndGoFormat(Format):
    """A tournament at the table of its channel, which goes on without it (R10, R14)."""

    name = SIT_AND_GO
    words = FormatWords(
        choice=marked("sit-and-go: one table"), heading=marked("Sit-and-go: {variant}")
    )
    least = 2
    most = 5
    options = (
        OptionKey.SEATS,
        OptionKey.STACK,
        OptionKey.LEVELS,
        OptionKey.CLOCK,
        OptionKey.BOOKS,
    )
    at_table = True

    def begin(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Deal the first hand."""
        (table_id,) = tables.of_tournament(db, row.id)
        play.deal(db, loaded(db, table_id), secret(), now)
        return {table_id}


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {each.name: each for each in (SitAndGoFormat(), KnockOutFormat(), DuplicateFormat())}
)


def form_of(row: TournamentRow) -> Format:
    """The format of a tournament."""
    return FORMATS[row.format]


def keep_up(db: Connection, table: Table, now: int) -> None:
    """Update a sit-and-go's row from its table; do nothing for any other table."""
    row = table.sit_and_go
    if row is None:
        return
    if table.state is State.CLOSED:
        tournaments.end(db, row.id, now, is_won=False)
    elif table.played is not None and row.state is Stage.OPEN:
        tournaments.set_stage(db, row.id, Stage.PLAYING)
    number = 0 if table.played is None else table.played.row.number
    if number != row.round:
        tournaments.begin_round(db, row.id, number, None)
    if table.row.host_id != row.host_id:
        tournaments.set_host(db, row.id, table.row.host_id)
    if table.options != row.options:
        tournaments.set_options(db, row.id, table.options)
    kept = loaded(db, table.id)
    assert kept.sit_and_go is not None
    keep_finish_of(db, kept.sit_and_go)
    tell_at_table(db, kept)
    if row.starts_at is not None:
        schedules.note_phase(db, row.id, kept.sit_and_go.phase, now)
