"""`/tournament`: open one, take part, start it, see how it stands and what has been played."""

from bot.game.lobby import NewTable
from bot.game.table_errors import TableError
from bot.game.tournaments.formats import FORMATS, form_of
from bot.handlers import seating
from bot.handlers.request import AnswerOrDeferred, Request
from bot.handlers.serving import changes, personal
from bot.handlers.tournaments import duplicate_groups, entering, start_handlers
from bot.handlers.tournaments.shown_standing import ShownStanding
from bot.store.tournaments import tournaments


@changes
def new(
    at: Request, opening: NewTable, form: str, computers: int, begins: str = ""
) -> AnswerOrDeferred:
    """Open a tournament in this channel with its host in it.

    It `begins` when its host has typed, if they have.
    """
    if not FORMATS[form].at_table:
        return start_handlers.planned(at, begins, entering.new(at, opening, form, computers))
    FORMATS[form].verify(opening.in_guild(at.guild))
    return start_handlers.planned(at, begins, seating.new.serve(at, opening))


@changes
def new_duplicate(
    at: Request, opening: NewTable, rounds: int, hands_each: int, deadline: str, begins: str = ""
) -> AnswerOrDeferred:
    """Open a duplicate tournament; it `begins` when its host has typed, if they have."""
    return start_handlers.planned(
        at, begins, duplicate_groups.new(at, opening, rounds, hands_each, deadline)
    )


@changes
def join(at: Request) -> AnswerOrDeferred:
    """Take part; in a sit-and-go that is to sit down before it starts."""
    row = entering.running(at)
    return seating.join.serve(at) if form_of(row).at_table else entering.join(at, row)


@changes
def leave(at: Request) -> AnswerOrDeferred:
    """Get up: before it starts without more ado, later one is out."""
    row = entering.running(at)
    return seating.leave.serve(at) if form_of(row).at_table else entering.leave(at, row)


@changes
def start(at: Request) -> AnswerOrDeferred:
    """Start with those who are there, as its host."""
    row = entering.running(at)
    return seating.deal.serve(at, "") if form_of(row).at_table else entering.start(at, row)


@personal
def show(at: Request) -> ShownStanding:
    """How the tournament of the channel stands, or how the latest ended."""
    row = tournaments.in_channel(at.db, at.visitor.channel_id)
    if row is None:
        raise TableError("There is no tournament in this channel. Open one with /tournament new.")
    return entering.show(at, row)
