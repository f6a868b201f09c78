"""A lever of the sandbox: its puller goes to Fantasyland with the next hand.

It presses a button that no screen of the bot has. Only a bot in whose process this module was
imported serves it, as `python -m sandbox.bot` does; to any other bot it is an unknown button.
"""

from bot.game.table import TableError
from bot.handlers.request import Answer, Request
from bot.handlers.serving import changes, on
from bot.screens.press import Press
from bot.screens.replies import says
from bot.store import seats
from discord_standin.model.places import Channel
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person


class GoToFantasyland(Press, code="sandboxfl"):
    """Go to Fantasyland with the next hand, without having earned it."""


@on(GoToFantasyland)
@changes
def go_to_fantasyland(at: Request, _press: GoToFantasyland) -> Answer:
    """Give the visitor the cards that queens in front earn (R7.2); raises TableError."""
    table = at.table
    table.verify_open()
    table.verify_seated(at.player.id)
    if table.running is not None:
        raise TableError("A hand is being played. Try it again when it is over.")
    cards = table.rules.visit_cards
    if not cards:
        raise TableError("The rules of this table have no Fantasyland.")
    seats.set_fantasyland(at.db, table.id, at.player.id, cards)
    return Answer(says("The next hand is your Fantasyland: all your cards at once."))


async def deal_fantasyland(person: Person, where: Channel) -> str:
    """Put somebody into Fantasyland for the next hand of a channel's table; says what came of it.

    Raises CannotDoError if there is no table.
    """
    shown = next(
        (s for s in reversed(person.reads(where)) if s.buttons and not s.is_ephemeral), None
    )
    if shown is None:
        raise CannotDoError("There's no table here. Open one with /play first.")
    reply = await person.forge(shown, str(GoToFantasyland()))
    if reply.error:
        raise CannotDoError(f"The bot did not answer: {reply.error}.")
    return reply.text
