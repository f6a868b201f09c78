"""Duplicate tournaments: joined, left; one's own cards there."""

from bot.game.table import TableError
from bot.game.tournaments import duplicate, several_tables
from bot.handlers import own_cards
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import on, personal
from bot.screens.replies import says
from bot.screens.tournaments.tournament_presses import ShowGroup
from bot.store import hands
from bot.store.tournaments import duplicates
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.texts import Texts


def joined(at: Request, row: TournamentRow) -> str:
    """The answer to somebody who takes part from now on, or again."""
    _ = at.texts
    if at.player.preferences.calls != "dm":
        return without_messages(_)
    if row.state is Stage.OPEN:
        return _("You're in. I'll send you your cards by direct message when it starts.")
    table_id = several_tables.table_with(at.db, row, at.player.id)
    if table_id is not None:
        at.touched.add(table_id)
        return _("You're in again. Press My cards to play on.")
    return _("You're in. I'll send you your cards by direct message in the next round.")


def without_messages(_: Texts) -> str:
    """The answer to somebody who takes part, but has chosen to get no direct messages."""
    return _(
        "You're in. You don't get direct messages from me, so press My cards once your cards "
        "are dealt."
    )


def leave(at: Request, row: TournamentRow) -> Answer:
    """Withdraw while it is played: what is open is placed safely."""
    table_id, _ = duplicate.leave(at.db, row, at.player.id, at.now), at.texts
    if table_id is not None:
        at.touched.add(table_id)
    at.due_at = at.now
    return Answer(
        says(_("You've left the tournament. I'll finish this round for you; Join brings you back."))
    )


@on(ShowGroup)
@personal
def own_group(at: Request, press: ShowGroup) -> AnswerOrDeferred:
    """One's own cards in the group of the latest round."""
    row = several_tables.find_announced(at.db, press.tournament)
    of_round = duplicates.tables_of_round(at.db, row.id, row.round)
    mine = [each for each in of_round if hands.has_played(at.db, each, at.player.id)]
    if not mine:
        raise TableError("You're not in a group this round. Press Join to play the next one.")
    at.table_id = mine[0]
    return own_cards.show.serve(at)
