"""What a group plays, asks of the ledger and takes back, and what everybody is shown of it."""

from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group


async def asks(group: Group, typed: str, who: int = 0) -> Reply:
    """Somebody types a command and is answered in private."""
    reply = await group.people[who].types(group.channel, typed)
    assert reply.message.is_ephemeral, "the ledger answers in private"
    return reply


def public(group: Group) -> list[Shown]:
    """The channel's messages that everybody sees, oldest first."""
    return [s for s in group.people[-1].reads(group.channel) if not s.is_ephemeral]


async def played(gather, hands: int, people: int = 2, **options: str | int) -> Group:
    """A group that has played so many hands."""
    group: Group = gather(people)
    await group.sit_down(**options)
    for _ in range(hands):
        await group.play_hand()
    return group


async def make_void(group: Group, number: int) -> str:
    """Ann gets Manage Server and makes a hand void; returns what everybody is told."""
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    reply = await ann.types(group.channel, f"/ledger void number:{number} reason:misdeal")
    await ann.press(reply.message, "Make it void")
    await group.house.catch_up()
    return public(group)[-1].text
