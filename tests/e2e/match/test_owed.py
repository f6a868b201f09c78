"""Whoever plays no more keeps their last result, and learns why, their place, or where to go on."""

from bot.screens.presses import Join, Ready
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House
from tests.e2e.knock_out import (
    add_people,
    announced,
    found,
    home_of,
    opened,
    place_all,
    play_hand,
    press,
    texts,
)
from tests.e2e.quick import set_all
from tests.e2e.tournaments import manages, opens_tournament, takes_out


def results(person: Person) -> list[Shown]:
    """The results of hands in somebody's direct messages that can still be looked at."""
    return [
        shown
        for shown in person.reads(person.dm)
        if {"Replay", "Review"} <= {button.label for button in shown.buttons}
    ]


def called(person: Person, words: str) -> list[str]:
    """Where somebody was mentioned in a channel with these words."""
    return [shown.text for shown in person.pings() if words in shown.text]


async def test_whoever_falls_in_a_sit_and_go_keeps_their_result_and_learns_their_place(
    gather, house: House
):
    group: Group = gather(4)
    ann, *others = group.people
    await opens_tournament(ann, group.channel, variant="chinese", seats=4, stack=12)
    await house.settle()
    for person in others:
        await group.press(person, Join)
    await house.discord.until(lambda: house.is_dealt(group.channel))
    hands = 0
    while house.has_table(group.channel):
        table, hands = house.table(group.channel), hands + 1
        for player_id, out in table.outs.items():
            fallen = next(p for p in group.people if p.user.id == table.people[player_id].user_id)
            told = texts(fallen, fallen.dm)
            assert f"Out in hand {out.hand}. You're in place **" in told
            assert results(fallen), "also once the next hand has been dealt"
            assert "You no longer have a seat" not in told
        await set_all(group)
        await house.catch_up()
        if house.has_table(group.channel):
            for person in group.people:
                if house.has_table(group.channel) and not house.is_dealt(group.channel):
                    seated = {s.player_id for s in house.table(group.channel).seats}
                    names = house.table(group.channel).people
                    if person.user.id in {names[each].user_id for each in seated}:
                        await group.press(person, Ready)
        assert hands < 30, "it does not end"
    await house.catch_up()
    places = sorted(
        shown.text
        for person in group.people
        for shown in person.reads(person.dm)
        if "You're in place **" in shown.text
    )
    assert len(places) == len(group.people)
    assert (
        sum("## The tournament is over\n🏆 You're in place **1** of 4." in t for t in places) == 1
    )
    assert sum(text.startswith("## You're out of the tournament") for text in places) == 3
    assert all(results(person) for person in group.people)


async def test_without_direct_messages_people_are_called_to_their_tables_and_told_in_the_channel(
    gather, house: House
):
    group: Group = gather(5)
    add_people(group, "Lea", "Max")
    for person in group.people:
        person.close_dms()
    await opened(group, stack=20, seats=3, levels="usual")
    for person in group.people[1:]:
        await press(group, person, "Join")
    await press(group, group.people[0], "Start")
    await house.catch_up()
    for person in group.people:
        assert [ping.message.channel for ping in person.pings()] == [home_of(group, person)]
    hands = 0
    while not found(house).row.is_over:
        await play_hand(group)
        hands += 1
        assert hands < 60, "it does not end"
    await house.catch_up()
    now = found(house)
    moved = {each.player_id for table in now.every for each in table.arrivals if each.came_from}
    assert moved
    for person in group.people:
        player = next(p for p in now.people.values() if p.user_id == person.user.id)
        assert bool(called(person, "You play on at table ")) == (player.id in moved)
        (ended,) = called(person, "You're in place **")
        heading = "over" if player.id in now.stacks else "You're out of the tournament"
        assert heading in ended
    assert "## The tournament is over" in announced(group.people[0], group.channel)


async def test_whoever_is_taken_out_is_told_so_at_once_and_their_place_later(gather, house: House):
    group: Group = gather(5)
    add_people(group, "Lea", "Max")
    ann, bob, mia, kim, *_others = group.people
    await opened(group, stack=400, seats=3)
    for person in group.people[1:]:
        await press(group, person, "Join")
    reason = "## You're out of the tournament\nYou were taken out, by the host or by a vote."
    mia.close_dms()
    for person in (bob, mia):
        await takes_out(ann, group.channel, person)
    await house.settle()
    assert reason in texts(bob, bob.dm), "before it has begun"
    assert called(mia, reason)
    group.people = [person for person in group.people if person not in (bob, mia)]
    await press(group, ann, "Start")
    await takes_out(ann, group.channel, kim)
    await house.settle()
    assert reason in texts(kim, kim.dm), "while their cards are still on the table"
    assert "You're in place" not in texts(kim, kim.dm)
    await place_all(group)
    await house.let_pass(60)
    assert f"{reason}\nOut in hand 1. You're in place **5** of 5." in texts(kim, kim.dm)
    assert results(kim)
    asked = await manages(ann, group.channel)
    sure = await ann.press(asked.message, "End the tournament")
    await ann.press(sure.message, "End it now")
    await house.settle()
    ended = "## The tournament was ended\nIt was ended in the middle, so nobody wins."
    assert ended in texts(ann, ann.dm)
    assert ended not in texts(kim, kim.dm)


async def test_whoever_is_taken_off_a_table_keeps_their_last_result(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await group.sit_down(variant="chinese", rules="standard")
    await group.play_hand()
    vote = await group.does(ann, "More, Remove somebody: Bob")
    await mia.press(vote.message, "Agree")
    await house.settle()
    group.people = [ann, mia]
    await group.play_hand()
    await house.catch_up()
    assert "You were taken off the table in" in bob.last(bob.dm).text
    assert results(bob)
    assert "You no longer have a seat" not in texts(bob, bob.dm)


async def test_without_direct_messages_whoever_has_to_wait_is_called_to_their_table(
    gather, house: House
):
    group: Group = gather(3)
    for person in group.people:
        person.close_dms()
    await opened(group, seats=3, variant="pineapple")
    for person in group.people[1:]:
        await press(group, person, "Join")
    await press(group, group.people[0], "Start")
    await house.catch_up()
    calls = [[ping.text for ping in person.pings()] for person in group.people]
    told = [text for (text,) in calls]
    assert sum("it's your turn" in text for text in told) == 1
    assert sum("The tournament begins. You play at table 1" in text for text in told) == 2
