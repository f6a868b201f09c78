"""The tournaments of a server that are over, each with its places, its chart and best board."""

from typing import Final

from bot.game.table_errors import TableError
from bot.game.tournaments.finales import finale_of
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.past_tournaments import history as history_of
from bot.handlers.request import Answer, Request
from bot.handlers.serving import on, personal
from bot.handlers.tournaments.shown_standing import ShownStanding
from bot.screens.replies import Redraw
from bot.screens.tournaments.tournament_lines import history_screen, past_buttons
from bot.screens.tournaments.tournament_presses import ChoosePast, ShowHistory, ShowPast
from bot.store.tournaments import tournaments
from bot.surfaces.announcements import standing_of

_MOST: Final = 10
"""How many tournaments the history shows."""


@on(ShowHistory)
@personal
def show_history(at: Request, _press: ShowHistory) -> Answer:
    """The latest of them."""
    past = history_of(at.db, at.visitor.guild, _MOST, at.texts)
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
    row = tournaments.get(at.db, int(key)) if key.isdecimal() else None
    if row is None or row.guild_id != at.visitor.guild or not row.is_over:
        raise _unknown()
    tournament, _ = tournament_of(at.db, row), at.texts
    return ShownStanding.of(
        at,
        standing_of(tournament, _),
        finale_of(at.db, tournament),
        row.options,
        pictured=pictured,
        buttons=past_buttons(key, _, pictured=pictured),
    )


def _unknown() -> TableError:
    return TableError("There is no such tournament here.")
