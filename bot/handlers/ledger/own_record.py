"""The visitor's own record, in this server or another where they have played."""

from dataclasses import replace
from functools import partial

from bot.handlers.ledger.page_makers import PageRequest
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.screens.components import Screen, text
from bot.screens.ledger.pages import LedgerView, Query
from bot.screens.presses import ChooseServer
from bot.screens.replies import Private, Redraw
from bot.screens.table_lists import alone_line, server_screen
from bot.store import solo_deals
from bot.store.ledger import tallies
from bot.values.ledger_records import AloneRecord, LedgerError
from bot.values.options import ChoiceError


@personal
def record(at: Request) -> DeferredAnswer:
    """Show the visitor's record in this server, or else in others where they have played."""
    guild_ids = tallies.guilds_of(at.db, at.player.id)
    here = at.visitor.guild_id
    guild_ids = (here,) if here in guild_ids else guild_ids
    return partial(_record, at.player.id, guild_ids, _alone(at), is_new=True)


@on(ChooseServer)
@personal
def choose_server(at: Request, _press: ChooseServer) -> DeferredAnswer:
    """Show the record in the server that was chosen from the menu."""
    guild_ids = tallies.guilds_of(at.db, at.player.id)
    return partial(_record, at.player.id, guild_ids, _alone(at), chosen=at.visitor.entry)


def _alone(at: Request) -> AloneRecord:
    return solo_deals.record_alone(at.db, at.player.id)


async def _record(
    player_id: int,
    guild_ids: tuple[int, ...],
    alone: AloneRecord,
    services: Services,
    visitor: Visitor,
    *,
    chosen: str = "",
    is_new: bool = False,
) -> Answer:
    """A player's record in one of the servers where they have played, with a menu of the others.

    `chosen` is that server's id as the menu gives it, empty for the one with most hands. Their
    record `alone` is below. Raises LedgerError if there is nothing to show.
    """
    named = {each: await services.gateway.name_of(each) for each in guild_ids}
    names = {str(each): name for each, name in named.items() if name is not None}
    below = [text(alone_line(alone, visitor.texts))] if alone.hands else []
    if below and not names:
        return Answer(Private(Screen(tuple(below))))
    if not names:
        raise LedgerError(
            "None of your hands counts in any of my servers yet; those with computer "
            "players usually don't."
        )
    chosen = chosen or next(iter(names))
    if chosen not in names:
        raise ChoiceError
    query = Query(LedgerView.PLAYER, about=(player_id,))
    _ = visitor.texts
    page = await PageRequest(services, int(chosen), query, _, visitor.may_attach).made()
    screen = server_screen(page, names, chosen, _)
    screen = replace(screen, components=(*screen.components, *below))
    return Answer(Private(screen) if is_new else Redraw(screen))
