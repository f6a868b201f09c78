"""A loss limit of one's own (R9.3), which is set by sitting down with it."""

from bot.game import terms
from bot.handlers import seating
from bot.handlers.request import Answer, AnswerOrLater, Request
from bot.handlers.serving import changes
from bot.screens.replies import says


@changes
def join(at: Request, limit: int | None) -> AnswerOrLater:
    """Sit down, and lose at most `limit` points; 0 takes back what one has said before."""
    if limit is None:
        return seating.join.serve(at)
    answer = None
    if at.table.seat_of(at.player.id) is None:
        answer = seating.join.serve(at)
    found, _ = at.after(), at.texts
    if answer is not None and found.table.seat_of(at.player.id) is None:
        return answer  # on the waiting list
    terms.limit_losses(at.db, found.table, at.player, limit or None)
    if not limit:
        return Answer(says(_("You have no limit of your own at this table.")))
    return Answer(
        says(
            _(
                "You lose at most {points} points at this table: anything beyond that does not "
                "count, and the match ends with that hand.",
                points=limit,
            )
        )
    )
