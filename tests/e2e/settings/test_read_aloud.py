"""Reading aloud: everything in words, names of buttons that differ, menus for many cards."""

import re

import pytest

from bot.screens.presses import AcceptWarning, Confirm, FillRow, Put
from bot.tutorial.problems import Lesson
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.cards import format_cards
from sandbox.placing import placing_message, pressable
from tests.e2e.aloud import SHORT, verify_words
from tests.e2e.house import Group, House
from tests.e2e.menus import menu_of
from tests.e2e.tutorial import learn, place


async def read_aloud(group: Group, person: Person, value: str = "yes") -> None:
    shown = (await person.types(group.channel, "/my settings")).message
    reply = await person.select(shown, value, menu=menu_of(shown, "my.aloud"))
    assert reply.error == ""
    await group.house.settle()


def screen(group: Group, person: Person) -> Shown:
    shown = placing_message(person, group.channel)
    assert shown is not None
    return shown


def board(house: House, group: Group, person: Person) -> list[str]:
    running = house.table(group.channel).running
    assert running is not None
    seat = next(n for n, part in enumerate(running.acting) if part.table_seat == 1)
    assert person is group.people[0]
    return [format_cards(sorted(row)) for row in running.hand.seats[seat].board]


async def test_ones_own_message_says_everything_in_words(group: Group):
    ann, bob = group.people
    others, public = ann.last(ann.dm), group.board(ann)
    drawn = screen(group, bob)
    await read_aloud(group, bob)
    shown = screen(group, bob)
    assert shown.id == drawn.id, "the same message"
    verify_words(shown)
    assert "Your cards: 1: " in (shown.pictures[0].alt or "")
    assert re.search(r"\b(\d+|jack|queen|king|ace) of hearts", shown.pictures[0].alt or "")
    assert (ann.last(ann.dm), group.board(ann)) == (others, public)
    await read_aloud(group, bob, "no")
    assert screen(group, bob).text == drawn.text


async def test_a_button_says_which_card_goes_where_and_whether_it_does(group: Group):
    bob = group.people[1]
    await read_aloud(group, bob)
    shown = screen(group, bob)
    first = next(b for b in shown.buttons if b.label.startswith("Middle: "))
    card = first.label.removeprefix("Middle: ")
    await bob.press(shown, first.label)
    shown = screen(group, bob)
    assert f"Middle: {card}, selected" in [button.label for button in shown.buttons]
    assert f"\n**Middle**: {card}, 4 open." in shown.text
    verify_words(shown)
    await bob.press(shown, f"Middle: {card}, selected")
    assert "**Middle**: empty." in screen(group, bob).text
    await bob.press(screen(group, bob), "All 5 to Back")
    assert any(b.label.startswith("Confirm: Back 5") for b in screen(group, bob).buttons)


@pytest.mark.parametrize(
    "variant", ["pineapple", pytest.param("classic", marks=pytest.mark.exhaustive)]
)
@pytest.mark.table(until="seated")
async def test_a_whole_hand_can_be_played_by_words(group: Group, variant: str):
    bob = group.people[1]
    await group.break_off()
    await group.sit_down(variant=variant)
    await read_aloud(group, bob)
    await group.deal()
    while group.house.is_dealt(group.channel):
        if placing_message(bob, group.channel) is not None:
            verify_words(screen(group, bob))
        for person in group.people:
            await group.act(person)
    assert "(total " in group.result().text


@pytest.mark.parametrize("cards", [pytest.param(14, marks=pytest.mark.exhaustive), 16])
@pytest.mark.table(until="seated")
async def test_r7_a_fantasyland_is_set_from_menus(group: Group, house: House, cards: int):
    ann = group.people[0]
    await read_aloud(group, ann)
    with house.read() as db:
        db.execute("UPDATE seats SET fantasyland = ? WHERE seat = 1", (cards,))
    await group.deal()
    shown = screen(group, ann)
    verify_words(shown)
    assert not pressable(shown, Put)
    names = [option.name for option in shown.selects[0].options]
    assert len(names) == cards
    discards = cards - 13
    await choose(group, ann, "Front: choose 3 cards", names[5:8])
    await choose(group, ann, "Middle: choose 5 cards", names[3:8])
    labels = [button.label or "" for button in screen(group, ann).buttons]
    assert any(label.startswith("Choose ") for label in labels)
    assert not any(label.startswith("Tap ") for label in labels), "there are menus to choose from"
    assert "**Front**: empty." in screen(group, ann).text, "a card lies in one row at a time"
    verify_words(screen(group, ann))
    await choose(group, ann, "Front: choose 3 cards", names[:3])
    await choose(group, ann, "Front: choose 3 cards", [])
    await choose(group, ann, "Front: choose 3 cards", names[:3])
    asks = f"Discard: choose {discards} card{'s' * (discards > 1)}"
    await choose(group, ann, asks, names[-discards:])
    shown = screen(group, ann)
    verify_words(shown)
    assert all(name in shown.text for name in names[:-discards])
    for kind in (AcceptWarning, Confirm):
        for press in pressable(screen(group, ann), kind):
            await ann.press(screen(group, ann), str(press))
            await house.settle()
    assert placing_message(ann, group.channel) is None
    assert [len(row) // 2 for row in board(house, group, ann)] == [3, 5, 5]


async def choose(group: Group, person: Person, placeholder: str, names: list[str]) -> None:
    """Choose cards for a row, by the names they have in its menu now."""
    shown = screen(group, person)
    menu = shown.select(placeholder)
    offered = [option.name for option in menu.options]
    wanted = [next(each for each in offered if each.split(", ")[0] == name) for name in names]
    reply = await person.select(shown, *wanted, menu=menu.custom_id)
    assert reply.error == ""
    await group.house.settle()


def verify_spoken(shown: Shown) -> None:
    said = [shown.text, *(picture.alt or "" for picture in shown.pictures)]
    assert [text for text in said if SHORT.search(text)] == []


@pytest.mark.table(until="gathered")
async def test_the_lessons_are_in_words_too(group: Group):
    ann = group.people[0]
    await read_aloud(group, ann)
    shown = await learn(ann, group)
    for lesson in Lesson:
        verify_spoken(shown)
        if lesson in (Lesson.FIRST_CARDS, Lesson.LAST_CARDS, Lesson.VISIT):
            verify_words(shown)
        if lesson is Lesson.FIRST_CARDS:
            verdict = await place(ann, shown, "fffmb")
            assert "worse than the best: " in verdict.text
            verify_spoken(verdict)
            await ann.press(verdict, "Next")
        else:
            if lesson is Lesson.VISIT:
                await fill_front(ann, shown)
            await ann.press(ann.sees(shown), "Skip")
        shown = ann.sees(shown)


async def fill_front(ann: Person, shown: Shown) -> None:
    front = shown.select("Front: choose 3 cards")
    names = [option.name for option in front.options][:3]
    await ann.select(
        shown, *(str(option.value) for option in front.options[:3]), menu=front.custom_id
    )
    assert f"**Front**: {', '.join(names)}." in ann.sees(shown).text


@pytest.mark.table(until="seated")
async def test_what_no_menu_offers_changes_nothing(group: Group, house: House):
    ann = group.people[0]
    with house.read() as db:
        db.execute("UPDATE seats SET fantasyland = 14 WHERE seat = 1")
    await group.deal()
    shown = screen(group, ann)
    put = pressable(shown, Put)[0]
    for letter in ("f", "b", "q"):
        reply = await ann.forge(shown, str(FillRow(put.spot, letter)))
        await house.settle()
        assert reply.error == ""
    assert screen(group, ann).text == shown.text
