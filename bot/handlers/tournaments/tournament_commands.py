"""`/tournament`: open one, and see the one of the channel with all that can be done there."""

from bot.game.lobby import NewTable
from bot.game.table import TableError
from bot.game.tournaments.current_standing import DUPLICATE
from bot.game.tournaments.duplicate import USUAL
from bot.game.tournaments.formats import FORMATS
from bot.handlers import seating
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import changes, personal
from bot.handlers.tournaments import entering, start_handlers
from bot.screens.components import Screen, row, text
from bot.screens.replies import Private
from bot.screens.tournaments.tournament_lines import history_button
from bot.store.tournaments import tournaments
from bot.store.tournaments.duplicates import DuplicatePlan


@changes
def new(
    at: Request, opening: NewTable, form: str, begins: str = "", plan: DuplicatePlan = USUAL
) -> AnswerOrDeferred:
    """Open a tournament in this channel with its host in it.

    It `begins` when its host has typed, if they have; a duplicate one has the rounds of its `plan`.
    """
    if form == DUPLICATE:
        if opening.clock is not None:
            raise TableError(
                "A duplicate tournament has no clock: each round has a deadline. You'll find "
                "it under Rules, More options, once it's open."
            )
        opened = entering.new_duplicate(at, opening, plan)
    elif FORMATS[form].at_table:
        FORMATS[form].verify(opening.in_guild(at.guild, paced=False))
        opened = seating.new.serve(at, opening)
    else:
        opened = entering.new(at, opening, form)
    return start_handlers.planned(at, begins, opened)


@personal
def show(at: Request) -> AnswerOrDeferred:
    """How the tournament of the channel stands, or how the latest ended."""
    found = tournaments.in_channel(at.db, at.visitor.channel_id)
    if found is not None:
        return entering.show(at, found)
    _ = at.texts
    none = _("There's no tournament in this channel. Open one with /tournament new.")
    return Answer(Private(Screen((text(none), row(history_button(_))))))
