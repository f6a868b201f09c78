"""Taking somebody's seat away: ask for it."""

from bot.handlers.agreeing import proposed
from bot.handlers.registry import changes
from bot.handlers.request import Answer, Request
from bot.screens.decisions import removed_screen
from bot.screens.replies import Public
from bot.store.players import Player
from bot.tables import agreements, removal


@changes
def kick(at: Request, user_id: int) -> Answer:
    """Remove somebody, or put it to the vote and vote for it."""
    manages = at.visitor.may_manage
    asked = removal.ask(at.db, at.table, at.player, user_id, at.now, may_manage=manages)
    if not isinstance(asked, Player):
        return proposed(at, agreements.voice(at.db, asked, at.player, at.now, agrees=True))
    plays_on = at.after().table.seat_of(asked.id) is not None
    return Answer(Public(removed_screen(asked.name, at.public_texts, plays_on=plays_on)))
