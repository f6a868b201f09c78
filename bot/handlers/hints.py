"""What follows from a hint: one of its placements is laid out."""

from dataclasses import replace

from bot.game import placing
from bot.game.table import StaleError
from bot.handlers.cards import own_cards, refreshed
from bot.handlers.request import AnswerOrLater, Found, Request
from bot.handlers.serving import looks, on
from bot.screens.presses import LayOut
from bot.screens.shorthand import understand


@on(LayOut)
@looks
def lay_out(at: Request, press: LayOut) -> AnswerOrLater:
    """Lay out a placement, in place of the hint; nothing is placed before it is confirmed.

    Nor is it placed by itself, for those who want that of their taps.
    """
    try:
        draft = placing.verified_draft(at.db, at.table, at.player, press)
    except StaleError:
        return refreshed(at)
    laid_out = replace(understand(draft, press.layout).draft, places_at=None)
    placing.keep(at.db, at.table, at.player, laid_out)
    return own_cards(at, Found(at.table, at.player, laid_out))
