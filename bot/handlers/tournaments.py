"""`/tournament`: open one, take part, start it, see how it stands and what has been played."""

from typing import Final

from bot.game import tournaments
from bot.game.lobby import Opening
from bot.game.table import TableError
from bot.handlers import seating
from bot.handlers.request import Answer, AnswerOrLater, Request
from bot.handlers.serving import changes, personal
from bot.screens.replies import Private
from bot.screens.tournament import history_screen, standing_screen

_MOST: Final = 10
"""How many tournaments the history shows."""


@changes
def new(at: Request, opening: Opening) -> AnswerOrLater:
    """Open a sit-and-go in this channel, with its host seated."""
    return seating.new.serve(at, opening)


@changes
def join(at: Request) -> AnswerOrLater:
    """Sit down before it starts."""
    _verify_tournament(at)
    return seating.join.serve(at)


@changes
def leave(at: Request) -> AnswerOrLater:
    """Get up: before it starts without more ado, later one is out."""
    _verify_tournament(at)
    return seating.leave.serve(at)


@changes
def start(at: Request) -> AnswerOrLater:
    """Start with those who are there, as its host."""
    _verify_tournament(at)
    return seating.deal.serve(at, "")


@personal
def show(at: Request) -> Answer:
    """How the tournament of the channel stands, or how the latest ended."""
    table = tournaments.in_channel(at.db, at.visitor.channel_id)
    standing = tournaments.standing(table)
    return Answer(Private(standing_screen(standing, table.options, table.next_number, at.texts)))


@personal
def history(at: Request) -> Answer:
    """The latest tournaments of the server."""
    past = tournaments.history(at.db, at.visitor.guild, _MOST, at.texts)
    return Answer(Private(history_screen(past, at.texts)))


def _verify_tournament(at: Request) -> None:
    """Raise TableError unless the table of the channel is one."""
    if not at.table.options.is_tournament:
        raise TableError("The table in this channel is no tournament. Use /ofc for it.")
