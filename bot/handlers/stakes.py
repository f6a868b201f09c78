"""What two players play for (R9.2)."""

from bot.handlers.agreeing import proposed
from bot.handlers.registry import changes
from bot.handlers.request import Answer, Request
from bot.phrases import plain
from bot.store import players, proposals
from bot.store.players import Person
from bot.store.proposals import Draft
from bot.tables.errors import TableError
from bot.tables.terms import body_of, verify_stake


@changes
def propose(at: Request, person: Person, stake: int) -> Answer:
    """Put a stake to another player of the channel's table; it replaces what was put before."""
    table, own = at.table, at.player
    table.verify_seated(own.id)
    other = players.find(at.db, person.user_id)
    if other is None:
        raise TableError("{name} has no seat at this table.", name=plain(person.name))
    verify_stake(table, own, other, stake)
    guild_id, channel_id = at.visitor.guild, at.visitor.channel_id
    draft = Draft(guild_id, channel_id, "stake", None, body_of(table, stake), own.id)
    proposals.withdraw(at.db, draft, other.id)
    at.leave_as_is()
    return proposed(at, proposals.add(at.db, draft, [own.id, other.id], now=at.now))
