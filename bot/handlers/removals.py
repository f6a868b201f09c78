"""Taking somebody's seat away: ask for it, vote on it."""

from sqlite3 import Connection

from bot.handlers.registry import changes, on
from bot.handlers.request import Answer, Request
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


@changes
def kick(at: Request, user_id: int) -> Answer:
    """Remove somebody, or put it to the vote."""
    manages = at.visitor.may_manage
    asked = removal.ask(at.db, at.table, at.player, user_id, at.now, may_manage=manages)
    _ = at.public_texts
    if isinstance(asked, Count) and not asked.is_done:
        return Answer(Public(_ballot_screen(asked, _, calls=True)))
    target = asked.target if isinstance(asked, Count) else asked
    return Answer(Public(_removed(at.after().table, target, _)))


@on(VoteRemove)
@changes
def agree(at: Request, press: VoteRemove) -> Answer:
    """Vote for it."""
    return _vote(at, press.vote, agrees=True)


@on(VoteKeep)
@changes
def decline(at: Request, press: VoteKeep) -> Answer:
    """Vote against it."""
    return _vote(at, press.vote, agrees=False)


def _vote(at: Request, vote_id: int, *, agrees: bool) -> Answer:
    """Cast a vote; the message says how it stands, or what came of it."""
    vote, where = votes.get(at.db, vote_id), at.where(pressed=True)
    if vote is None:
        raise TableError("This has been decided already.")
    at.table_id, _ = vote.table_id, texts_for(where.locale)
    if vote.state == "open":
        at.table.verify_open()
        count = removal.cast(at.db, at.table, vote_id, at.player, at.now, agrees=agrees)
        if not (count.is_done or count.is_declined):
            return Answer(Redraw(_ballot_screen(count, _, calls=False), for_everybody=True))
    at.touched.add(vote.table_id)
    notice = notices.add(at.db, where, Kind.VOTE, vote_id)
    screen = outcome_screen(at.db, vote_id, _)
    return Answer(Redraw(screen, for_everybody=True), notice=notice)


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
