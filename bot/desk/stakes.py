"""Requests about what two players play for (R9.2)."""

from sqlite3 import Connection

from bot.desk import corrections
from bot.desk.desk import Desk, Finder
from bot.desk.ledger import guild_of
from bot.desk.visitors import Answer, Visitor
from bot.screens.replies import Public
from bot.screens.words import plain
from bot.store import players, proposals
from bot.store.players import Person
from bot.store.proposals import Draft, Proposal
from bot.tables.errors import TableError
from bot.tables.terms import body_of, verify_stake


async def propose(desk: Desk, visitor: Visitor, find: Finder, person: Person, stake: int) -> Answer:
    """Put a stake to another player of the channel's table; it replaces what was put before."""

    def work(db: Connection) -> Proposal:
        own = players.remember(db, visitor.person)
        table = find(db)
        table.verify_seated(own.id)
        other = players.find(db, person.user_id)
        if other is None:
            raise TableError("{name} has no seat at this table.", name=plain(person.name))
        verify_stake(table, own, other, stake)
        body = body_of(table, stake)
        draft = Draft(guild_of(visitor), visitor.channel_id, "stake", None, body, own.id)
        proposals.withdraw(db, draft, other.id)
        return proposals.add(db, draft, [own.id, other.id], now=desk.now)

    proposal = await desk.database.write(work)
    return Answer(Public(await corrections.screen_of(desk, visitor, proposal)))
