"""Views of a table on request: its message again, a hand as text, the rules, proofs of deals."""

from bot.game.loading import load
from bot.game.lobby import NewTable
from bot.game.modes.same_cards import match_of
from bot.game.played import PlayedHand
from bot.game.results import match_proof, result_scene
from bot.game.table import Table, TableError
from bot.game.terms import terms_of, visits_of
from bot.game.tournaments.knockout import origin_of
from bot.handlers.request import Answer, Request
from bot.handlers.serving import also_on, changes, on, personal
from bot.pictures import plain_text
from bot.screens.components import note
from bot.screens.match_lines import deals_screen
from bot.screens.presses import ShowMatchDeals, ShowProof, ShowRules, ShowText
from bot.screens.replies import Private, says
from bot.screens.rules import rules_screen
from bot.store import surfaces
from bot.store.surfaces import CURRENT_SLOT, Place
from bot.surfaces.contents import proof_of
from bot.values.draft import Spot
from bot.values.options import Terms
from bot.values.phrases import checkable


@changes
def board(at: Request) -> Answer:
    """Post the table's message again at the bottom of the channel."""
    surfaces.forget(at.db, at.table.id, Place(CURRENT_SLOT[at.table.state]))
    _ = at.texts
    return Answer(says(_("Here it is again.")))


@on(ShowText)
@personal
def text(at: Request, press: ShowText) -> Answer:
    """Show the boards of a hand as text; of a void one, as they lay at its end."""
    (table, played), _ = _hand_of(at, press.spot), at.texts
    if played.is_finished:
        return Answer(says(_fenced(plain_text.result(result_scene(table), _))))
    return Answer(says(_fenced(plain_text.table(table.scene(), _))))


def _hand_of(at: Request, spot: Spot) -> tuple[Table, PlayedHand]:
    """A table with the hand of a button, if the visitor may see it; raises TableError."""
    table = load(at.db, spot.table, hand=spot.hand)
    if table is None or table.played is None:
        raise TableError("This hand no longer exists.")
    table.mode.verify_shown(at.db, table, at.player.id)
    return table, table.played


def _fenced(content: str) -> str:
    return f"```\n{content}\n```"


@also_on(ShowRules)
@personal
def rules(at: Request) -> Answer:
    """Show the rules of the table, or those that a new one would have here."""
    try:
        table = at.table
    except TableError:
        return Answer(Private(rules_screen(Terms(NewTable().in_guild(at.guild)), at.texts)))
    terms = terms_of(table, table.next_number)
    return Answer(Private(rules_screen(terms, at.texts, visits_of(table))))


@on(ShowProof)
@personal
def proof(at: Request, press: ShowProof) -> Answer:
    """Show the proof of a hand's deal, once the hand is over."""
    table, _ = load(at.db, press.spot.table, hand=press.spot.hand), at.texts
    if table is None or table.played is None or table.played.is_running:
        raise TableError("The deal can be checked when the hand is over.")
    if not table.played.log:
        raise TableError("This hand was played with real cards, so there's no deal to check.")
    table.mode.verify_shown(at.db, table)
    shown = proof_of(table.played, origin_of(at.db, table))
    return Answer(Private(note(checkable(str(shown), _))))


@on(ShowMatchDeals)
@personal
def match_deals(at: Request, press: ShowMatchDeals) -> Answer:
    """Show the proof of a duplicate match's deals once it is over, before that the commitment."""
    table = load(at.db, press.spot.table)
    if table is None:
        raise TableError("No duplicate match was played here.")
    commitment = match_of(table).commitment
    proof = match_proof(at.db, table)
    shown = "" if proof is None else str(proof)
    return Answer(Private(deals_screen(shown, commitment.hex(), at.texts)))
