"""Requests to take somebody's seat away: ask for it, vote on it."""

from sqlite3 import Connection

from bot.desk.desk import Desk, Finder, by_id
from bot.desk.visitors import Answer, Visitor
from bot.screens.components import Screen
from bot.screens.decisions import Decision
from bot.screens.replies import Public, Redraw
from bot.screens.votes import Ballot, declined_screen, removed_screen, vote_screen
from bot.store import votes
from bot.store.players import Player
from bot.tables import removal
from bot.tables.errors import TableError
from bot.tables.removal import Count
from bot.tables.table import Table
from bot.texts import Texts


async def kick(desk: Desk, visitor: Visitor, find: Finder, user_id: int) -> Answer:
    """Remove somebody, or put it to the vote."""

    def action(db: Connection, table: Table, player: Player) -> Count | Player:
        return removal.ask(db, table, player, user_id, desk.now, may_manage=visitor.may_manage)

    found, asked = await desk.change(visitor, find, action)
    _ = await desk.public_texts(visitor)
    if isinstance(asked, Count):
        return Answer(Public(_screen(found.table, asked, _, calls=True)), found.table.id)
    return Answer(Public(_removed(found.table, asked, _)), found.table.id)


async def agree(desk: Desk, visitor: Visitor, decision: Decision) -> Answer:
    """Vote for it."""
    return await _vote(desk, visitor, decision, agrees=True)


async def decline(desk: Desk, visitor: Visitor, decision: Decision) -> Answer:
    """Vote against it."""
    return await _vote(desk, visitor, decision, agrees=False)


async def _vote(desk: Desk, visitor: Visitor, decision: Decision, *, agrees: bool) -> Answer:
    def find(db: Connection) -> Table:
        vote = votes.get(db, decision.number)
        if vote is None:
            raise TableError("This has been decided already.")
        return by_id(vote.table_id)(db)

    def action(db: Connection, table: Table, player: Player) -> Count:
        table.verify_open()
        return removal.cast(db, table, decision.number, player, desk.now, agrees=agrees)

    found, count = await desk.change(visitor, find, action)
    screen = _screen(found.table, count, await desk.public_texts(visitor), calls=False)
    return Answer(Redraw(screen, for_everybody=True), found.table.id)


def _screen(table: Table, count: Count, _: Texts, *, calls: bool) -> Screen:
    if count.is_done:
        return _removed(table, count.target, _)
    if count.is_declined:
        return declined_screen(count.target.name, _)
    ballot = Ballot(
        count.vote_id,
        count.target.name,
        agreed=tuple(player.name for player in count.agreed),
        missing=tuple(player.user_id for player in count.missing if player.user_id is not None),
        needed=count.needed,
    )
    return vote_screen(ballot, _, calls=calls)


def _removed(table: Table, target: Player, _: Texts) -> Screen:
    return removed_screen(target.name, _, plays_on=table.seat_of(target.id) is not None)
