"""`/my`: what somebody asks for wherever they are, also in direct messages.

Where no channel says which table is meant it is the one that waits for them; if several do, they
choose.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.game import games, placing
from bot.game.games import games_of
from bot.game.table import Table
from bot.game.table_errors import TableError
from bot.handlers import own_cards
from bot.handlers.ledger.ledger_pages import page_of
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.screens.ledger.queries import LedgerView, Query
from bot.screens.press import Press
from bot.screens.presses import ChooseServer, ShowCards, Spot
from bot.screens.replies import Private, Redraw
from bot.screens.table_lists import server_screen, which_screen
from bot.screens.waiting import game_line
from bot.store.ledger import tallies
from bot.values.choices import ChoiceError
from bot.values.ledger_records import LedgerError


@personal
def hand(at: Request) -> AnswerOrDeferred:
    """One's own cards."""
    tables = games.playing(at.db, at.player, at.visitor.channel_id)
    if not tables:
        raise TableError("You aren't in a hand right now. /my games lists your tables.")
    return _at_one(at, tables, own_cards.show.serve, lambda table: ShowCards(_spot(at, table)))


def _spot(at: Request, table: Table) -> Spot:
    return placing.spot_of(table, at.player.id)


def _at_one(
    at: Request,
    tables: tuple[Table, ...],
    serve: Callable[[Request], AnswerOrDeferred],
    press: Callable[[Table], Press],
) -> AnswerOrDeferred:
    """Serve at the only one of some tables, or have the visitor choose one by its press."""
    if len(tables) == 1:
        at.table_id = tables[0].id
        return serve(at)
    _ = at.texts
    presses = {table.id: press(table) for table in tables}
    games = [game for game in games_of(at.db, at.player) if game.table_id in presses]
    chosen = [(game_line(game, _), presses[game.table_id]) for game in games]
    asked = _("Several tables are waiting for you. Which one?")
    return Answer(Private(which_screen(asked, chosen, _)))


# --- the ledger ------------------------------------------------------------------------------


@personal
def record(at: Request) -> "_Record":
    """One's own record in this server, or in one of those where one has played."""
    guild_ids = tallies.guilds_of(at.db, at.player.id)
    here = at.visitor.guild_id
    return _Record(at.player.id, (here,) if here in guild_ids else guild_ids, is_new=True)


@on(ChooseServer)
@personal
def choose_server(at: Request, _press: ChooseServer) -> "_Record":
    """The record in the server that is chosen from the menu."""
    return _Record(at.player.id, tallies.guilds_of(at.db, at.player.id), at.visitor.entry)


@dataclass(frozen=True)
class _Record:
    """A player's record in one of the servers where they have played, with a menu of the others.

    `chosen` is that server's id as the menu gives it, empty for where they have played most.
    """

    player_id: int
    guild_ids: tuple[int, ...]
    chosen: str = ""
    is_new: bool = False

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The page; raises LedgerError."""
        named = {each: await services.gateway.name_of(each) for each in self.guild_ids}
        names = {str(each): name for each, name in named.items() if name is not None}
        if not names:
            raise LedgerError(
                "None of your hands counts in any of my servers yet; those with computer "
                "players usually don't."
            )
        chosen = self.chosen or next(iter(names))
        if chosen not in names:
            raise ChoiceError
        query = Query(LedgerView.PLAYER, about=(self.player_id,))
        _, pictured = visitor.texts, visitor.may_attach
        page = await page_of(services, int(chosen), query, _, pictured=pictured)
        screen = server_screen(page, names, chosen, _)
        return Answer(Private(screen) if self.is_new else Redraw(screen))
