"""What only shows something: board, text, rules, games, proof."""

from typing import Final

from bot.game.games import games_of
from bot.game.results import result_scene
from bot.game.table import TableError, load
from bot.game.terms import terms_of
from bot.handlers.ledger import LedgerPage
from bot.handlers.registry import also_on, changes, looks, on
from bot.handlers.request import Answer, Request
from bot.pictures import plain_text
from bot.screens.components import note
from bot.screens.games import games_screen
from bot.screens.presses import ShowLedger, ShowProof, ShowRules, ShowText
from bot.screens.queries import LedgerView, Query
from bot.screens.replies import Private, says
from bot.screens.rules import rules_screen
from bot.screens.terms import Terms
from bot.store import surfaces
from bot.store.surfaces import Place, Slot
from bot.store.tables import State
from bot.surfaces.compose import proof_of

_CURRENT: Final = {State.LOBBY: Slot.LOBBY, State.PLAYING: Slot.BOARD, State.BETWEEN: Slot.RESULT}


@changes
def board(at: Request) -> Answer:
    """Post the table's message again at the bottom of the channel."""
    surfaces.forget(at.db, at.table.id, Place(_CURRENT[at.table.state]))
    _ = at.texts
    return Answer(says(_("Here it is again.")))


@on(ShowText)
@looks
def text(at: Request, press: ShowText) -> Answer:
    """The boards of a hand as text."""
    table, _ = load(at.db, press.spot.table, hand=press.spot.hand), at.texts
    if table is None or table.played is None:
        raise TableError("This hand does not exist any more.")
    if table.played.is_running:
        return Answer(says(_fenced(plain_text.table(table.scene(), _))))
    return Answer(says(_fenced(plain_text.result(result_scene(table), _))))


def _fenced(content: str) -> str:
    return f"```\n{content}\n```"


@also_on(ShowRules)
@looks
def rules(at: Request) -> Answer:
    """How to play here; without a table, how a new one would be played."""
    try:
        terms = terms_of(at.table, at.table.next_number)
    except TableError:
        terms = Terms(at.guild.options)
    return Answer(Private(rules_screen(terms, at.texts)))


@looks
def games(at: Request) -> Answer:
    """The visitor's games in all servers."""
    return Answer(Private(games_screen(games_of(at.db, at.player), at.texts)))


@on(ShowLedger)
@looks
def table_standing(_at: Request, _press: ShowLedger) -> LedgerPage:
    """The ledger of a table's server."""
    return LedgerPage(Query(LedgerView.STANDING))


@on(ShowProof)
@looks
def proof(at: Request, press: ShowProof) -> Answer:
    """The proof of a hand's deal, once the hand is over."""
    table, _ = load(at.db, press.spot.table, hand=press.spot.hand), at.texts
    if table is None or table.played is None or table.played.is_running:
        raise TableError("The deal can be checked when the hand is over.")
    if not table.played.log:
        raise TableError("This hand was played with real cards; there is no deal to check.")
    how = _("Check it with `python -m bot verify-deal`, or as the README says.")
    return Answer(Private(note(f"{how}\n{_fenced(str(proof_of(table.played)))}")))
