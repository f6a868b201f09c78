"""Sitting out: hands are dealt without the player, who keeps the seat."""

import pytest

from bot.store import seats
from discord_standin.people.person import Person
from sandbox.placing import placing_message
from tests.e2e.doing import opens
from tests.e2e.house import Group, House

pytestmark = pytest.mark.table(3, until="seated")


async def says(group: Group, person: Person, command: str) -> str:
    reply = await group.does(person, command)
    await group.house.settle()
    return reply.text


def lineup(group: Group) -> dict[str, int | None]:
    """Everybody's seat in the latest hand by name, None for who sits it out."""
    table = group.house.table(group.channel)
    assert table.played is not None
    return {table.people[part.player_id].name: part.seat for part in table.played.lineup}


async def test_the_next_hands_are_dealt_without_the_player_who_keeps_the_seat(group: Group):
    ann, bob, mia = group.people
    assert "You're sitting out and keep your seat" in await says(group, mia, "More, Sit out")
    assert "3. Mia (sits out)" in group.board(ann).text
    await group.deal()
    assert lineup(group)["Mia"] is None
    assert "Sitting out: Mia" in group.board(ann).pictures[0].alt
    await group.play_on(ann, bob)
    assert "Mia" not in group.result().text.split("Sitting out from now on")[0]
    assert "Sitting out from now on: Mia" in group.result().text
    await group.deal()
    assert lineup(group)["Mia"] is None
    assert "Mia" in {p.name for p in group.house.table(group.channel).people.values()}


async def test_in_mid_hand_the_player_plays_it_to_its_end_first(group: Group):
    mia = group.people[2]
    await group.deal()
    assert "You'll finish this hand" in await says(group, mia, "More, Sit out")
    await group.play_on(*group.people)
    assert not group.house.is_dealt(group.channel)
    assert "I'm back" in {button.label for button in mia.last(mia.dm).buttons}
    await group.deal()
    assert lineup(group)["Mia"] is None
    assert placing_message(mia, group.channel) is None


async def test_back_players_are_dealt_in_again_and_asking_twice_does_no_harm(
    group: Group,
):
    ann, bob, mia = group.people
    await says(group, mia, "More, Sit out")
    await says(group, mia, "More, !Sit out")
    await group.deal()
    assert "from the next hand on" in await says(group, mia, "More, I'm back")
    assert "from the next hand on" in await says(group, mia, "More, !I'm back")
    assert "You get cards from the next hand on" in mia.last(mia.dm).text
    assert lineup(group)["Mia"] is None, "not into the running one"
    await group.play_on(ann, bob)
    await group.deal()
    assert lineup(group)["Mia"] is not None


async def test_back_by_the_button_of_the_private_message_after_a_restart(group: Group):
    mia = group.people[2]
    await says(group, mia, "More, Sit out")
    told = mia.last(mia.dm)
    assert "I'll keep your seat" in told.text
    await group.house.restart()
    await mia.press(told, "I'm back")
    await group.house.settle()
    assert "I'll keep your seat" not in mia.sees(told).text
    await group.deal()
    assert lineup(group)["Mia"] is not None


async def test_computers_are_not_dealt_to_alone(gather, house: House):
    group: Group = gather(1)
    (ann,) = group.people
    await opens(group.house, ann, group.channel, seats=3)
    await house.settle()
    for _ in range(2):
        await group.does(ann, "More, Computer players: add.steady")
    await says(group, ann, "More, Sit out")
    assert "You're sitting out" in await says(group, ann, "Start")


async def test_r3_1_the_button_goes_round_among_those_who_play(gather):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await group.sit_down(rules="german")
    buttons = []
    await says(group, bob, "More, Sit out")
    for _ in range(3):
        await group.deal()
        await group.play_on(ann, mia)
        table = group.house.table(group.channel)
        assert table.played is not None
        buttons.append(table.played.row.button)
    assert buttons == [1, 3, 1]


async def test_r1_4_of_five_who_sit_down_the_button_plays_when_another_sits_out(gather):
    group: Group = gather(5)
    await group.sit_down(rules="german", seats=5)
    await says(group, group.people[4], "More, Sit out")
    await group.deal()
    assert [name for name, seat in lineup(group).items() if seat is None] == ["Kim"]


@pytest.mark.parametrize("misses", [True, False])
async def test_r7_7_a_hand_dealt_without_its_owner_forfeits_a_fantasyland(
    group: Group, house: House, *, misses: bool
):
    ann, bob, mia = group.people
    await group.play_hand()
    table = house.table(group.channel)
    (player,) = (p.id for p in table.people.values() if p.name == "Mia")
    assert house.bot is not None
    await house.bot.reception.services.database.write(
        lambda db: seats.set_fantasyland(db, table.id, player, 14)
    )
    assert "You lose your Fantasyland unless" in await says(group, mia, "More, Sit out")
    if misses:
        await group.deal()
        await group.play_on(ann, bob)
    await says(group, mia, "More, I'm back")
    await group.deal()
    assert ("Fantasyland, place 13 cards" in mia.last(mia.dm).text) is not misses


async def test_a_newcomer_of_this_hand_can_sit_out_the_next(gather):
    group: Group = gather(3)
    ann, bob, mia = group.people
    group.people.pop()
    await group.sit_down(seats=3)
    await group.deal()
    await says(group, mia, "/ofc join")
    await says(group, mia, "More, Sit out")
    assert "I'm back" in {button.label for button in mia.last(mia.dm).buttons}
    await group.play_on(ann, bob)
    await group.deal()
    assert lineup(group)["Mia"] is None


async def test_who_sits_out_sees_it_in_their_games_and_does_not_hold_up_the_end(group: Group):
    ann, bob, mia = group.people
    await says(group, ann, "More, Sit out")
    assert "you're sitting out" in await says(group, ann, "/my games")
    assert f"Waiting for <@{mia.user.id}>." in await says(group, bob, "More, End the game")
    assert await says(group, mia, "More, End the game") == "The table is closed."
