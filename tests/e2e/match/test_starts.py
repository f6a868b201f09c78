"""Tournaments that start at a set time: reminded of, moved, put off, called off, started once."""

from bot.screens.presses import Join, Start
from bot.store import schedules
from discord_standin.people.person import Person
from tests.e2e import knock_out
from tests.e2e.house import Group, House
from tests.e2e.knock_out import announced, found, texts


async def said(person: Person, group: Group, typed: str) -> str:
    reply = await person.types(group.channel, typed)
    await group.house.settle()
    return reply.text


def told(person: Person) -> list[str]:
    """What somebody was told by direct message of the start."""
    return [s.text for s in person.reads(person.dm) if s.text.startswith("The tournament in <#")]


def is_planned(house: House) -> bool:
    with house.read() as db:
        return schedules.get(db, 1) is not None


async def test_a_sit_and_go_starts_at_its_time(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    assert "Write the start as 20:30" in await said(ann, group, "/tournament new starts:soon")
    assert not house.has_table(group.channel)
    opened = await said(ann, group, "/tournament new starts:2h")
    assert opened.startswith("Your tournament is open. It starts <t:")
    lobby = group.board(bob).text
    assert "**It starts <t:" in lobby
    assert "With fewer than 2 people then, it waits 15 minutes for more." in lobby
    assert "It closes by itself" not in lobby
    for person in (bob, mia):
        await group.press(person, Join)
    await house.let_pass(60)
    assert not house.is_dealt(group.channel), "it waits although it is full"
    assert "Only the host, Ann" in await said(bob, group, "/tournament manage starts:3h")
    assert "Everybody who is in is told." in await said(ann, group, "/tournament manage starts:30h")
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
    assert [len(told(person)) for person in group.people] == [1, 2, 2]
    assert "This tournament has been started already." in await said(
        ann, group, "/tournament manage starts:3h"
    )


async def test_too_few_are_waited_for_and_then_it_is_called_off(gather, house: House):
    group: Group = gather(1)
    (ann,) = group.people
    await knock_out.opened(group, starts="10m", seats=3)
    assert "**It starts <t:" in announced(ann, group.channel)
    await house.let_pass(11 * 60)
    assert "Too few people were in, so it waits for more." in announced(ann, group.channel)
    (waits,) = told(ann)
    assert waits.startswith(f"The tournament in <#{group.channel.id}> waits for more people")
    await house.let_pass(14 * 60)
    assert len(told(ann)) == 1
    await house.let_pass(2 * 60)
    over = announced(ann, group.channel)
    assert "It was called off: too few people had joined." in over
    assert "called off" in told(ann)[-1]
    assert found(house).row.is_over
    assert not is_planned(house)
    await said(ann, group, "/tournament new starts:10m")
    await house.let_pass(11 * 60)
    await house.let_pass(16 * 60)
    assert not house.has_table(group.channel)
    assert "called off: too few" in [s.text for s in ann.reads(group.channel)][-1]
    assert ["called off" in each for each in told(ann)].count(True) == 2


async def test_a_knock_out_starts_or_is_started_or_ended_before(gather, house: House):
    group: Group = gather(3)
    ann, bob, _mia = group.people
    await knock_out.opened(group, starts="2h", seats=3)
    for person in group.people[1:]:
        await knock_out.press(group, person, "Join")
    assert "does not start by itself" in await said(ann, group, "/tournament manage starts:none")
    assert "no longer has a set time" in told(bob)[-1]
    assert "Ann starts it: press Join before." in announced(ann, group.channel)
    assert not is_planned(house)
    await said(ann, group, "/tournament manage starts:1h")
    assert len(told(bob)) == 1, "it had none before"
    await house.let_pass(3600 - 60)
    assert "starts <t:" in told(bob)[-1]
    await house.let_pass(120)
    assert found(house).row.round == 1
    assert "The tournament begins. You play at table " in texts(bob, bob.dm)
    kitchen: Group = gather(2, "kitchen")
    await said(ann, kitchen, "/tournament new starts:2h")
    await kitchen.press(bob, Join)
    await kitchen.press(ann, Start)
    assert house.is_dealt(kitchen.channel), "its host starts it earlier"
    garden: Group = gather(2, "garden")
    await said(ann, garden, "/tournament new starts:2h")
    await garden.press(bob, Join)
    await said(ann, garden, "/ofc stop")
    assert "will not take place" in told(bob)[-1]
    assert "starts <t:" in told(ann)[-1], "who has ended it knows"
