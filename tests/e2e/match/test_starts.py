"""Tournaments that start at a set time: reminded of, moved, put off, called off, started once."""

import pytest

from bot.screens.presses import Join
from bot.screens.tournaments.tournament_presses import ChangeStart, TypeStart
from discord_standin.model import scheduled
from discord_standin.model.places import Guild
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Reset
from discord_standin.vocabulary import EVERYBODY, EventStatus, Permission
from tests.e2e import knock_out
from tests.e2e.house import Group, House
from tests.e2e.knock_out import announced
from tests.e2e.tournaments import plans_start, shows


async def said(person: Person, group: Group, typed: str) -> str:
    reply = await group.does(person, typed)
    await group.house.settle()
    return reply.text


def told(person: Person) -> list[str]:
    """What somebody was told by direct message of the start."""
    return [s.text for s in person.reads(person.dm) if s.text.startswith("The tournament in <#")]


async def planned(group: Group, starts: str) -> str:
    """What Ann is told who types another start."""
    text = (await plans_start(group.people[0], group.channel, starts)).text
    await group.house.settle()
    return text


def is_planned(house: House) -> bool:
    with house.read() as db:
        return db.execute("SELECT 1 FROM schedules").fetchone() is not None


async def test_a_sit_and_go_starts_at_its_time(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    assert "Write the start as 20:30" in await said(ann, group, "/tournament new starts:soon")
    assert not house.has_table(group.channel)
    opened = await said(ann, group, "/tournament new starts:2h")
    assert opened.startswith("Your tournament is open. It starts <t:")
    lobby = group.board(bob).text
    assert "**It starts <t:" in lobby
    assert "If fewer than 2 have joined by then, it waits 15 more minutes." in lobby
    assert "It closes by itself" not in lobby
    assert "**It starts <t:" in await said(ann, group, "/tournament show")
    for person in (bob, mia):
        await group.press(person, Join)
    await house.let_pass(60)
    assert not house.is_dealt(group.channel), "it waits although it is full"
    page = await shows(bob, group.channel)
    with house.read() as db:
        (number,) = db.execute("SELECT id FROM tournaments").fetchone()
    refused = await bob.forge(page, str(TypeStart(number)))
    assert "Only the host, Ann" in refused.text
    assert "I'll tell everybody who has joined." in await planned(group, "30h")
    assert group.board(bob).text != lobby
    assert told(ann) == []
    (moved,) = told(bob)
    assert "has another time: <t:" in moved
    await house.let_pass(29.5 * 3600)
    assert len(told(mia)) == 1
    await house.let_pass(16 * 60)
    assert all("starts <t:" in told(person)[-1] for person in group.people)
    assert not house.is_dealt(group.channel)
    await house.stop()
    house.discord.advance(3600)
    await house.start()
    await house.discord.until(lambda: house.is_dealt(group.channel))
    await house.settle()
    assert house.table(group.channel).next_number == 2, "once"
    assert asked(house) == 0, "it may make no events here"
    assert [len(told(person)) for person in group.people] == [1, 2, 2]
    late = await ann.forge(await shows(ann, group.channel), str(ChangeStart(number)))
    assert "This tournament has already started." in late.text


# --- events of the server --------------------------------------------------------------------

EVENTS = "/guilds/{guild_id}/scheduled-events"


def shown(group: Group) -> list[tuple[str, str]]:
    """The events of the server that are not over: name and status."""
    events = scheduled.unfinished(group.house.discord.world, group.guild)
    return [(event.name, event.status.name) for event in events]


def asked(house: House) -> int:
    """How often the bot has asked anything about events."""
    return sum(request.path.startswith(EVENTS) for request in house.discord.requests)


class TestWhereTheBotMayMakeEvents:
    """A server in which it has the permission."""

    @pytest.fixture
    def guild(self, discord: StandIn) -> Guild:
        guild = discord.world.add_guild("Friends")
        discord.world.join(guild, discord.world.bot, EVERYBODY | Permission.CREATE_EVENTS)
        return guild

    async def test_a_tournament_is_one_from_its_time_to_its_end(self, gather, house: House):
        group: Group = gather(2)
        ann, bob = group.people
        house.discord.fail_next("POST", EVENTS, Reset(after=True))
        await said(ann, group, "/tournament new starts:2h")
        await house.let_pass(31)
        assert shown(group) == [("Sit-and-go: Pineapple", "SCHEDULED")], "once, though cut off"
        (event,) = group.guild.events.values()
        assert event.location == "#poker"
        assert "At 0 you're out." in (event.description or "")
        link = f"/channels/{group.guild.id}/{group.channel.id}/{group.board(ann).id}"
        assert (event.description or "").endswith(link)
        before = event.starts_at
        await planned(group, "90m")
        assert event.starts_at < before
        await house.let_pass(5400 + 60)
        assert shown(group) == [("Sit-and-go: Pineapple", "SCHEDULED")]
        (later,) = group.guild.events.values()
        assert later.id != event.id, "Discord had begun the other, which cannot be put off"
        assert later.starts_at > event.starts_at
        await group.press(bob, Join)
        await house.let_pass(16 * 60)
        assert house.is_dealt(group.channel)
        assert shown(group) == [("Sit-and-go: Pineapple", "ACTIVE")]
        await group.break_off()
        assert later.status is EventStatus.COMPLETED
        assert not is_planned(house)

    async def test_one_that_people_delete_is_left_alone(self, gather, house: House):
        group: Group = gather(1)
        (ann,) = group.people
        await knock_out.opened(group, starts="2h", seats=3)
        await house.let_pass(10)
        assert shown(group) == [("Knock-out: Chinese", "SCHEDULED")]
        (event,) = group.guild.events.values()
        scheduled.remove(house.discord.world, event)
        await planned(group, "4h")
        before = asked(house)
        assert before
        await planned(group, "5h")
        assert (shown(group), asked(house)) == ([], before)
        assert "**It starts <t:" in announced(ann, group.channel)
        for starts in ("none", "1h"):
            await planned(group, starts)
        assert shown(group) == [("Knock-out: Chinese", "SCHEDULED")], "it is planned anew"
        await planned(group, "none")
        assert shown(group) == []
        for starts in ("1h", "2h"):
            await planned(group, starts)
            house.discord.world.grant(group.guild, house.discord.world.bot, EVERYBODY)
        before = asked(house)
        await planned(group, "3h")
        assert asked(house) == before, "the permission is gone"
