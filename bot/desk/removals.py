"""Requests to take somebody's seat away: ask for it, vote on it."""

from sqlite3 import Connection

from bot.desk.desk import Desk, Finder, by_id
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.screens.components import Screen
from bot.screens.decisions import VoteKeep, VoteRemove
from bot.screens.replies import Public, Redraw
from bot.screens.votes import Ballot, declined_screen, removed_screen, vote_screen
from bot.store import notices, players, votes
from bot.store.notices import Kind
from bot.store.players import Player
from bot.tables import removal
from bot.tables.errors import TableError
from bot.tables.removal import Count
from bot.tables.table import Table, loaded
from bot.texts import Texts, texts_for


async def kick(desk: Desk, visitor: Visitor, find: Finder, user_id: int) -> Answer:
    """Remove somebody, or put it to the vote."""

    def action(db: Connection, table: Table, player: Player) -> Count | Player:
        return removal.ask(db, table, player, user_id, desk.now, may_manage=visitor.may_manage)

    found, asked = await desk.change(visitor, find, action)
    _ = await desk.public_texts(visitor)
    if isinstance(asked, Player):
        return Answer(Public(_removed(found.table, asked, _)), found.table.id)
    if asked.is_done:
        return Answer(Public(_removed(found.table, asked.target, _)), found.table.id)
    return Answer(Public(_ballot_screen(asked, _, calls=True)), found.table.id)


@on(VoteRemove)
async def agree(desk: Desk, visitor: Visitor, press: VoteRemove) -> Answer:
    """Vote for it."""
    return await _vote(desk, visitor, press.vote, agrees=True)


@on(VoteKeep)
async def decline(desk: Desk, visitor: Visitor, press: VoteKeep) -> Answer:
    """Vote against it."""
    return await _vote(desk, visitor, press.vote, agrees=False)


async def _vote(desk: Desk, visitor: Visitor, vote_id: int, *, agrees: bool) -> Answer:
    where = await desk.where(visitor, pressed=True)
    _ = texts_for(where.locale)

    def find(db: Connection) -> Table:
        vote = votes.get(db, vote_id)
        if vote is None:
            raise TableError("This has been decided already.")
        return by_id(vote.table_id)(db)

    def action(db: Connection, table: Table, player: Player) -> Screen | int:
        """The vote as it is while it is open; else the notice that it is over."""
        vote = votes.get(db, vote_id)
        if vote is not None and vote.state == "open":
            table.verify_open()
            count = removal.cast(db, table, vote_id, player, desk.now, agrees=agrees)
            if not (count.is_done or count.is_declined):
                return _ballot_screen(count, _, calls=False)
        return notices.add(db, where, Kind.VOTE, vote_id)

    found, shown = await desk.change(visitor, find, action)
    if isinstance(shown, Screen):
        return Answer(Redraw(shown, for_everybody=True), found.table.id)
    screen = await desk.database.read(lambda db: outcome_screen(db, vote_id, _))
    return Answer(Redraw(screen, for_everybody=True), found.table.id, notice=shown)


def outcome_screen(db: Connection, vote_id: int, _: Texts) -> Screen:
    """What the channel is told of a vote that is over."""
    vote = votes.get(db, vote_id)
    assert vote is not None, "no vote is ever deleted"
    target = players.get(db, vote.player_id)
    if vote.state != "done":
        return declined_screen(target.name, _)
    return _removed(loaded(db, vote.table_id), target, _)


def _ballot_screen(count: Count, _: Texts, *, calls: bool) -> Screen:
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
