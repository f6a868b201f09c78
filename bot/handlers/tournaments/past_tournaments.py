"""`/tournament history`: what has been played, each with its places, its chart and best board."""

from typing import Final

from bot.game.errors import TableError
from bot.game.loading import load
from bot.game.tournaments import several_tables, sit_and_go
from bot.game.tournaments.finales import finale_of, finale_of_table
from bot.game.tournaments.floors import tournament_of
from bot.handlers.request import Answer, Request
from bot.handlers.serving import on, personal
from bot.handlers.tournaments.standings import ShownStanding
from bot.screens.replies import Private, Redraw
from bot.screens.tournaments.presses import ChoosePast, ShowHistory, ShowPast
from bot.screens.tournaments.tournament import history_screen, past_buttons, standing_screen
from bot.store.tables import State
from bot.store.tournaments import tournaments
from bot.surfaces.announcements import standing_of
from bot.values.starts import TournamentKind

_MOST: Final = 10
"""How many tournaments the history shows."""


@personal
def history(at: Request) -> Answer:
    """The latest tournaments of the server."""
    past = sit_and_go.history(at.db, at.visitor.guild, _MOST, at.texts)
    return Answer(Private(history_screen(past, at.texts)))


@on(ShowHistory)
@personal
def show_history(at: Request, _press: ShowHistory) -> Answer:
    """The list again."""
    past = sit_and_go.history(at.db, at.visitor.guild, _MOST, at.texts)
    return Answer(Redraw(history_screen(past, at.texts)))


@on(ChoosePast)
@personal
def open_past(at: Request, _press: ChoosePast) -> ShownStanding:
    """The tournament chosen from the list."""
    return _past(at, at.visitor.entry, pictured=True)


@on(ShowPast)
@personal
def show_past(at: Request, press: ShowPast) -> ShownStanding:
    """A tournament that is over, with pictures or in words."""
    return _past(at, press.key, pictured=bool(press.pictured))


def _past(at: Request, key: str, *, pictured: bool) -> ShownStanding:
    kind, _dot, number = key.partition(".")
    if number.isdecimal():
        make = _of_several if kind == TournamentKind.SEVERAL else _of_one
        return make(at, int(number), key, pictured=pictured)
    raise _unknown()


def _of_several(at: Request, number: int, key: str, *, pictured: bool) -> ShownStanding:
    row, _ = tournaments.get(at.db, number), at.texts
    if row is None or row.guild_id != at.visitor.guild or not row.is_over:
        raise _unknown()
    tournament = tournament_of(at.db, several_tables.find(at.db, number))
    return ShownStanding.of(
        at,
        standing_of(tournament, _),
        finale_of(at.db, tournament),
        row.options,
        pictured=pictured,
        buttons=past_buttons(key, _, pictured=pictured),
    )


def _of_one(at: Request, number: int, key: str, *, pictured: bool) -> ShownStanding:
    table, _ = load(at.db, number), at.texts
    if table is None or table.row.guild_id != at.visitor.guild:
        raise _unknown()
    is_alone = table.options.is_tournament and table.tournament_id is None
    if not is_alone or table.state is not State.CLOSED:
        raise _unknown()
    standing = sit_and_go.standing(table)
    return ShownStanding.of(
        at,
        standing_screen(standing, table.options, table.next_number, _),
        finale_of_table(at.db, table),
        table.options,
        pictured=pictured,
        buttons=past_buttons(key, _, pictured=pictured),
    )


def _unknown() -> TableError:
    return TableError("There is no such tournament here. Look again with /tournament history.")
