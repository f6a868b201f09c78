"""`/tournament`: open one, take part, start it, see how it stands and what has been played."""

from bot.game.errors import TableError
from bot.game.lobby import Opening
from bot.game.tournaments import sit_and_go
from bot.game.tournaments.banks import parse_bank
from bot.game.tournaments.finales import finale_of_table
from bot.game.tournaments.starts import starting_of
from bot.handlers import seating
from bot.handlers.request import AnswerOrLater, Request
from bot.handlers.serving import changes, personal
from bot.handlers.tournaments import duplicates, several_tables, starts
from bot.handlers.tournaments.standings import ShownStanding
from bot.screens.tournaments.tournament import standing_screen


@changes
def new(
    at: Request, opening: Opening, form: str | None, computers: int, begins: str = ""
) -> AnswerOrLater:
    """Open a tournament in this channel with its host in it: a sit-and-go without a format.

    It `begins` when its host has typed, if they have.
    """
    if form is not None:
        return starts.planned(at, begins, several_tables.new(at, opening, form, computers))
    if parse_bank(opening.bank) is not None:
        raise TableError(
            "A sit-and-go has no time bank. Choose a clock, or format:knock-out or "
            "format:duplicate."
        )
    return starts.planned(at, begins, seating.new.serve(at, opening))


@changes
def new_duplicate(
    at: Request, opening: Opening, rounds: int, hands_each: int, deadline: str, begins: str = ""
) -> AnswerOrLater:
    """Open a duplicate tournament; it `begins` when its host has typed, if they have."""
    return starts.planned(at, begins, duplicates.new(at, opening, rounds, hands_each, deadline))


@changes
def join(at: Request) -> AnswerOrLater:
    """Sit down before it starts; in a tournament of several tables, take part."""
    row = several_tables.here(at)
    if row is not None:
        return several_tables.join(at, row)
    starts.verify_tournament(at)
    return seating.join.serve(at)


@changes
def leave(at: Request) -> AnswerOrLater:
    """Get up: before it starts without more ado, later one is out."""
    row = several_tables.here(at)
    if row is not None:
        return several_tables.leave(at, row)
    starts.verify_tournament(at)
    return seating.leave.serve(at)


@changes
def start(at: Request) -> AnswerOrLater:
    """Start with those who are there, as its host."""
    row = several_tables.here(at)
    if row is not None:
        return several_tables.start(at, row)
    starts.verify_tournament(at)
    return seating.deal.serve(at, "")


@personal
def show(at: Request) -> ShownStanding:
    """How the tournament of the channel stands, or how the latest ended."""
    row = several_tables.latest(at)
    if row is not None:
        return several_tables.show(at, row)
    table = sit_and_go.in_channel(at.db, at.visitor.channel_id)
    standing = sit_and_go.standing(table)
    starting = starting_of(table)
    screen = standing_screen(standing, table.options, table.next_number, at.texts, starting)
    return ShownStanding.of(at, screen, finale_of_table(at.db, table), table.options)
