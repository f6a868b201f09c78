"""Requests that only show something: board, text, rules, ledger, proof."""

from sqlite3 import Connection

from bot.desk import ledger
from bot.desk.desk import Desk, Finder, by_id
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.ofc.rulesets import Ruleset
from bot.pictures import twin
from bot.screens.components import note
from bot.screens.games import Game, games_screen
from bot.screens.presses import ShowLedger, ShowProof, ShowRules, ShowText
from bot.screens.queries import Query, View
from bot.screens.replies import Private, says
from bot.screens.rules import rules_screen
from bot.screens.terms import ENDLESS, Terms
from bot.store import guilds, players, surfaces
from bot.store.players import Player
from bot.store.surfaces import Place, Slot
from bot.store.tables import State
from bot.tables.errors import TableError
from bot.tables.games import games_of
from bot.tables.results import result_scene
from bot.tables.studio import proof_of
from bot.tables.table import Table, load
from bot.tables.terms import terms_of
from bot.texts import texts_for

_CURRENT = {State.LOBBY: Slot.LOBBY, State.PLAYING: Slot.BOARD, State.BETWEEN: Slot.RESULT}


async def board(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """Post the table's message again at the bottom of the channel."""

    def action(db: Connection, table: Table, _player: Player) -> None:
        surfaces.forget(db, table.id, Place(_CURRENT[table.state]))

    found, _none = await desk.change(visitor, find, action)
    _ = texts_for(visitor.person.locale)
    return Answer(says(_("Here it is again.")), found.table.id)


@on(ShowText)
async def text(desk: Desk, visitor: Visitor, press: ShowText) -> Answer:
    """The boards of a hand as text."""

    def numbered(db: Connection) -> Table:
        table = load(db, press.spot.table, hand=press.spot.hand)
        if table is None or table.played is None:
            raise TableError("This hand does not exist any more.")
        return table

    found = await desk.see(visitor, numbered)
    _ = texts_for(visitor.person.locale)
    if found.table.played is not None and not found.table.played.is_running:
        return Answer(says(_fenced(twin.result(result_scene(found.table), _))))
    return Answer(says(_fenced(twin.table(found.table.scene(), _))))


def _fenced(content: str) -> str:
    return f"```\n{content}\n```"


async def rules(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """How to play here; without a table, how a new one would be played."""

    def work(db: Connection) -> tuple[Ruleset, int, Terms]:
        try:
            table = find(db)
        except TableError:
            return Ruleset.parse(guilds.get(db, visitor.guild_id or 0).rules), 1, ENDLESS
        return table.rules, table.row.stake, terms_of(table, table.next_number)

    ruleset, stake, terms = await desk.database.read(work)
    _ = texts_for(visitor.person.locale)
    return Answer(Private(rules_screen(ruleset, stake, _, terms)))


@on(ShowRules)
async def rules_by_button(desk: Desk, visitor: Visitor, press: ShowRules) -> Answer:
    """How to play at a table."""
    return await rules(desk, visitor, by_id(press.spot.table))


async def games(desk: Desk, visitor: Visitor) -> Answer:
    """The visitor's games in all servers."""

    def work(db: Connection) -> list[Game]:
        return games_of(db, players.remember(db, visitor.person))

    found = await desk.database.write(work)
    return Answer(Private(games_screen(found, texts_for(visitor.person.locale))))


@on(ShowLedger)
async def table_standing(desk: Desk, visitor: Visitor, _press: ShowLedger) -> Answer:
    """The ledger of a table's server."""
    return await ledger.show(desk, visitor, Query(View.STANDING))


@on(ShowProof)
async def proof(desk: Desk, visitor: Visitor, press: ShowProof) -> Answer:
    """The proof of a hand's deal, once the hand is over."""
    table = await desk.database.read(lambda db: load(db, press.spot.table, hand=press.spot.hand))
    _ = texts_for(visitor.person.locale)
    if table is None or table.played is None or table.played.is_running:
        raise TableError("The deal can be checked when the hand is over.")
    if not table.played.log:
        raise TableError("This hand was played with real cards; there is no deal to check.")
    how = _("Check it with `python -m bot verify-deal`, or as the README says.")
    return Answer(Private(note(f"{how}\n{_fenced(str(proof_of(table.played)))}")))
