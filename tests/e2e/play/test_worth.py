"""What a draft is worth, told to who lays it out: in the scripted game of the demo."""

import pytest

from discord_standin.people.person import Person
from sandbox.placing import tap
from sandbox.script import HANDS, ScriptedHand
from tests.e2e.house import Group
from tests.e2e.scripted import fantasyland, play, silent

pytestmark = [pytest.mark.usefixtures("scripted"), pytest.mark.table(3, until="gathered")]


def until(hand: ScriptedHand, streets: int) -> ScriptedHand:
    """The first streets of a hand."""
    played = {name: entries[:streets] for name, entries in hand.streets.items()}
    return ScriptedHand(hand.deal, played)


async def lay_out(group: Group, person: Person, street: int, hand: ScriptedHand = HANDS[0]) -> str:
    """Lay a scripted street out without confirming it, and read what the message says then."""
    typed = hand.streets[person.name][street].text
    reply = await person.types(group.channel, f"/ofc place cards:{typed}")
    assert reply.message.is_ephemeral
    return reply.text


@pytest.fixture
async def dealt(group: Group) -> Group:
    await group.sit_down()
    await group.deal()
    return group


async def test_every_tap_tells_what_the_rows_make(dealt: Group):
    text = await lay_out(dealt, dealt.people[1], 0)
    assert "\nKing high · Six high · Nine high\n" in text


async def test_sure_royalties_and_fantasyland_are_told_before_the_board_is_full(dealt: Group):
    ann, bob, mia = dealt.people
    await play(dealt, until(HANDS[0], 1))
    for person in (bob, mia):
        await tap(person, dealt.channel, HANDS[0].streets[person.name][1], silent)
        await dealt.house.settle()
    text = await lay_out(dealt, ann, 1)
    line = next(line for line in text.splitlines() if line.startswith("Pair of kings"))
    assert line == "Pair of kings **+8** · Trips **+2** · Ace high · ⭐ Fantasyland, if no foul"


async def test_a_full_board_is_told_as_it_will_score(dealt: Group):
    ann, bob, mia = dealt.people
    await play(dealt, until(HANDS[0], 4))
    text = await lay_out(dealt, bob, 4)
    assert "\nPair of jacks · Queen high · Two pair\n" in text, "a foul has no royalties"
    foul = "⚠ **Foul: Middle below Front.** You pay everyone with a valid board 6 points plus"
    assert f"\n{foul} their royalties.\n" in text
    for person in (bob, mia):
        await tap(person, dealt.channel, HANDS[0].streets[person.name][4], silent)
        await dealt.house.settle()
    text = await lay_out(dealt, ann, 4)
    worth = "Pair of kings **+8** · Trips **+2** · Full house **+6** · ⭐ Fantasyland with 14 cards"
    assert f"\n{worth}\n" in text


async def test_the_house_rules_say_what_a_row_and_a_foul_are_worth(group: Group):
    await group.sit_down(options="royalties=none scoring=2-4 fantasyland=none")
    await group.deal()
    ann, bob, mia = group.people
    await play(group, until(HANDS[0], 4))
    assert "You pay everyone with a valid board 4 points" in await lay_out(group, bob, 4)
    for person in (bob, mia):
        await tap(person, group.channel, HANDS[0].streets[person.name][4], silent)
        await group.house.settle()
    assert "\nPair of kings · Trips · Full house\n" in await lay_out(group, ann, 4)


async def test_confirming_a_fantasyland_names_its_hands(group: Group):
    await group.sit_down()
    await group.deal()
    await play(group, HANDS[0])
    await group.deal()
    ann = group.people[0]
    faces: list[str] = []
    await tap(ann, group.channel, fantasyland(HANDS[1]), faces.append)
    assert faces[-1] == "[✓ Pair of sevens · Pair of kings · Full house]"
