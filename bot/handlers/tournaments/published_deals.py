"""The published facts about the deals of a tournament of several tables."""

from bot.game.table_errors import TableError
from bot.game.tournaments import several_tables
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.handlers.request import Answer, Request
from bot.handlers.serving import on, personal
from bot.screens.replies import Private
from bot.screens.tournaments.deals import Added, added_screen, deals_screen, origin_screen
from bot.screens.tournaments.tournament_presses import ShowAdded, ShowDeals
from bot.store.tournaments import origins


@on(ShowDeals)
@personal
def show(at: Request, press: ShowDeals) -> Answer:
    """The commitments, what was added, and the secret of a knock-out once it is over."""
    tournament = tournament_of(at.db, several_tables.find_announced(at.db, press.tournament))
    added, results, origin = _added(at, tournament), tournament.results, tournament.origin
    if results is not None:
        listed = [(number, hand, each.hex()) for (number, hand), each in results.deals.items()]
        return Answer(Private(deals_screen(listed, results.digest, added, at.texts)))
    if origin is None:
        raise TableError("Each table of this tournament has deals of its own.")
    secret = origin.secret.hex() if tournament.row.is_over else ""
    return Answer(Private(origin_screen(origin.commitment.hex(), secret, added, at.texts)))


@on(ShowAdded)
@personal
def show_added(at: Request, press: ShowAdded) -> Answer:
    """The added texts that did not fit beside the commitments."""
    tournament = tournament_of(at.db, several_tables.find_announced(at.db, press.tournament))
    return Answer(Private(added_screen(_added(at, tournament), press.page, at.texts)))


def _added(at: Request, tournament: Tournament) -> Added:
    results, origin = tournament.results, tournament.origin
    joined = results.plan.seed if results is not None else origin and origin.joined
    number = tournament.row.id
    return Added(number, origins.added(at.db, number), joined or "", tournament.anew)
