"""The end of a hand in one's own message: everybody's result, and what may come next."""

import re

import pytest

from bot.screens.press import parse
from bot.screens.presses import ShowHint
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.e2e.computers import add, set_option
from tests.e2e.house import Group, House
from tests.e2e.ledgers import make_void, played
from tests.e2e.menus import menu_of


def own(person: Person) -> Shown:
    return person.last(person.dm)


def labels(shown: Shown) -> list[str]:
    return [button.label or "" for button in shown.buttons]


async def test_at_the_end_everybody_has_all_results_with_the_same_picture(group: Group):
    await group.play_out()
    result = group.result()
    for person in group.people:
        shown = own(person)
        assert shown.text.startswith("### Hand 1: finished\n")
        points = re.findall(rf"\*\*{person.name} (\S+)\*\*", shown.text)
        assert len(points) == 1, "said once"
        assert f"**{person.name} {points[0]}** (total {points[0]})" in shown.text
        told = [line for line in result.text.splitlines() if line.startswith("**")]
        assert len(told) == len(group.people)
        assert all(line in shown.text for line in told)
        (picture,) = shown.pictures
        assert picture.content == result.pictures[0].content
        assert picture.alt == result.pictures[0].alt
        assert labels(shown) == ["Ready", "Replay", "Review", "More"]


async def test_the_picture_is_in_the_own_deck(group: Group):
    bob = group.people[1]
    settings = await bob.types(group.channel, "/my settings")
    await bob.select(settings.message, "four", menu=menu_of(settings.message, "my.deck"))
    await group.play_out()
    assert own(bob).pictures[0].content != group.result().pictures[0].content
    assert own(bob).pictures[0].alt == group.result().pictures[0].alt


async def test_a_hand_is_reviewed_replayed_and_told_in_full_in_direct_messages(
    group: Group, house: House
):
    await group.play_out()
    bob = group.people[1]
    shown = own(bob)
    for button, words in (
        ("Review", "your decisions"),
        ("Replay", "Hand 1"),
        ("More", "Ann – Bob: Front"),
    ):
        reply = await bob.press(shown, button)
        await house.settle()
        assert words in reply.text
        assert reply.message in bob.reads(bob.dm)


async def test_the_next_hand_is_dealt_once_all_are_ready_there(group: Group, house: House):
    await group.play_out()
    ann, bob = group.people
    before = [own(person) for person in group.people]
    reply = await ann.press(before[0], "Ready")
    assert "You're ready. Waiting for Bob." in reply.text
    await house.settle()
    assert house.table(group.channel).running is None
    last = await bob.press(before[1], "Ready")
    await house.settle()
    assert last.message.id == before[1].id
    assert "The next hand has been dealt." in last.message.text
    running = house.table(group.channel).running
    assert running is not None
    assert running.row.number == 2
    for person, old in zip(group.people, before, strict=True):
        late = await person.press(old, "Ready")
        await house.settle()
        assert house.table(group.channel).played == running, "a late press deals nothing"
        shown = late.message
        assert shown.id == old.id
        assert "The next hand has been dealt." in shown.text
        assert ": finished" in shown.text
        assert labels(shown) == ["Replay", "Review", "More"]
        assert shown.pictures[0].content == old.pictures[0].content
    await group.play_out()
    assert labels(own(ann))[0] == "Ready"
    late = await ann.press(before[0], "Ready")
    await house.settle()
    assert "The next hand has been dealt." in late.message.text, "also once that is over, too"
    assert labels(late.message) == ["Replay", "Review", "More"]
    assert house.table(group.channel).next_number == 3


async def test_a_void_hand_says_so(gather):
    group = await played(gather, 1)
    await make_void(group, 1)
    await group.house.settle()
    shown = own(group.people[1])
    assert "This hand doesn't count: misdeal" in shown.text
    assert "~~**Bob" in shown.text


async def test_a_restart_changes_nothing(group: Group, house: House):
    await group.play_out()
    before = [own(person) for person in group.people]
    await house.restart()
    assert [own(person) for person in group.people] == before
    for person, shown in zip(group.people, before, strict=True):
        await person.press(shown, "Ready")
    await house.settle()
    assert house.is_dealt(group.channel)


# --- hints -------------------------------------------------------------------------------------


def hints(shown: Shown) -> list[str]:
    ids = [button.custom_id or "" for button in shown.buttons]
    return [each for each in ids if isinstance(parse(each), ShowHint)]


async def test_against_computers_a_hint_is_one_press_away(alone: Group):
    await alone.sit_down()
    await add(alone, "steady")
    await alone.deal()
    ann = alone.people[0]
    reply = await ann.press(own(ann), "Hint")
    await alone.house.settle()
    assert "a hint, just for you" in reply.text
    assert reply.message in ann.reads(ann.dm)


@pytest.mark.table(2)
async def test_among_people_the_button_comes_and_goes_with_the_hosts_choice(group: Group):
    turn = next(person for person in group.people if group.choice(person))
    assert hints(own(turn))
    await set_option(group, "table.hints", "no")
    await group.house.settle()
    assert not hints(own(turn))
    message = own(turn).id
    await set_option(group, "table.hints", "yes")
    await group.house.settle()
    assert hints(own(turn))
    assert own(turn).id == message, "an edit, which notifies nobody"
    old = own(turn)
    await set_option(group, "table.hints", "no")
    await group.house.settle()
    assert not hints(own(turn))
    assert "Hints are off" in (await turn.press(old, "Hint")).text
