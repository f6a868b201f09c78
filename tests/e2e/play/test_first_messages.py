"""Whoever joins a table is told at once whether the bot can write to them, and where to look."""

from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from tests.e2e.house import Group

UNREACHED = "I can't send you direct messages."
REQUESTS = "Look in Discord under Message Requests"


async def by_button(group: Group, ann: Person, bob: Person) -> Reply:
    await group.does(ann, "/play")
    return await group.does(bob, "Join")


async def by_command(group: Group, ann: Person, bob: Person) -> Reply:
    await ann.types(group.channel, "/play")
    return await bob.types(group.channel, "/ofc join")


async def by_challenge(group: Group, ann: Person, bob: Person) -> Reply:
    await ann.uses(group.channel, "Challenge to a table", bob)
    return await group.does(bob, "Accept")


async def as_host(group: Group, _ann: Person, bob: Person) -> Reply:
    return await bob.types(group.channel, "/play")


async def as_challenger(group: Group, ann: Person, bob: Person) -> Reply:
    return await bob.uses(group.channel, "Challenge to a table", ann)


async def to_wait(group: Group, ann: Person, bob: Person) -> Reply:
    await ann.command(group.channel, "play", duplicate=3)
    await group.house.settle()
    await group.does(group.people[2], "Join")
    return await group.does(bob, "Wait for a seat")


WAYS = [by_button, by_command, by_challenge, as_host, as_challenger]


def told(group: Group, person: Person) -> str:
    """What somebody alone is told in the channel."""
    return "\n".join(s.text for s in person.reads(group.channel) if s.is_ephemeral)


async def test_with_closed_messages_they_are_told_at_once_and_what_to_do(gather):
    for joins in WAYS:
        group: Group = gather(3, joins.__name__)
        ann, bob, _mia = group.people
        bob.close_dms()
        await joins(group, ann, bob)
        await group.house.settle()
        assert UNREACHED in told(group, bob)
        assert "Try direct messages again" in {
            b.label for s in bob.reads(group.channel) if s.is_ephemeral for b in s.buttons
        }
        assert REQUESTS not in told(group, bob)


async def test_before_the_first_message_they_are_told_where_it_may_lie(gather):
    for joins in (*WAYS, to_wait):
        group: Group = gather(3, joins.__name__)
        ann, bob, _mia = group.people
        await joins(group, ann, bob)
        await group.house.settle()
        assert told(group, bob).count(REQUESTS) == 1


async def test_they_are_told_once(gather):
    group: Group = gather(2)
    ann, bob = group.people
    await by_button(group, ann, bob)
    assert REQUESTS in told(group, bob)
    await group.does(ann, "More, End the game")
    for shown in bob.reads(group.channel):
        if shown.is_ephemeral:
            bob.dismiss(shown)
    await by_button(group, ann, bob)
    assert REQUESTS not in told(group, bob)
