"""R7 at a table: the scripted game of the demo, in which Ann reaches Fantasyland."""

import re
from itertools import groupby

import pytest

from bot.screens.presses import Put
from sandbox.placing import placing_message, pressable, tap
from sandbox.script import HANDS, ScriptedHand
from tests.e2e.house import Group, House
from tests.e2e.scripted import fantasyland, place, play, silent

pytestmark = [pytest.mark.usefixtures("scripted"), pytest.mark.table(3, until="gathered")]


def board_text(group: Group) -> str:
    shown = group.board(group.people[1])
    return f"{shown.text} {shown.pictures[0].alt}"


async def test_r7_1_kings_in_front_lead_to_fourteen_cards_and_a_foul_to_nothing(group: Group):
    await group.sit_down()
    await group.deal()
    await play(group, HANDS[0])
    lines = group.result().text.splitlines()
    assert next(line for line in lines if "Ann" in line).endswith("⭐ Fantasyland next, 14 cards")
    assert any("**Bob −34**" in line and "foul: Middle below Front" in line for line in lines)
    assert "Fantasyland" not in next(line for line in lines if "**Bob" in line)


async def test_r5_1_a_certain_foul_is_named_and_takes_one_more_tap(group: Group):
    await group.sit_down()
    await group.deal()
    bob = group.people[1]
    await play(group, ScriptedHand(HANDS[0].deal, _up_to_street(HANDS[0].streets, 4)))
    faces: list[str] = []
    await tap(bob, group.channel, HANDS[0].streets["Bob"][-1], faces.append)
    assert faces[-2:] == [
        "[⚠ Foul: Middle below Front]",
        "[⚠ Foul anyway: F Jh · M 9d · × 5d]",
    ]


def _up_to_street(streets, number: int):
    return {name: entries[:number] for name, entries in streets.items()}


async def test_r7_3_at_end_it_is_set_at_any_time_and_shown_when_all_are_done(group: Group):
    await group.sit_down()
    await group.deal()
    await play(group, HANDS[0])
    await group.deal()
    ann = group.people[0]
    await tap(ann, group.channel, fantasyland(HANDS[1]), silent)
    await group.house.settle()
    assert "14 hidden cards" in board_text(group), "set at once, but face down"
    await play(group, HANDS[1], but="Ann")
    assert "front 7h 7d 3c (Pair of sevens" in group.result().pictures[0].alt


async def test_r7_3_at_end_who_has_not_set_when_the_others_are_done_is_called(group: Group):
    await group.sit_down()
    await group.deal()
    await play(group, HANDS[0])
    await group.deal()
    ann = group.people[0]
    asked_first = ann.last(ann.dm)
    await play(group, HANDS[1], but="Ann")
    assert "14 hidden cards" in board_text(group)
    assert ann.mention in group.board(ann).text, "now everybody waits for Ann"
    assert ann.last(ann.dm).id != asked_first.id, "a new message, because it notifies"
    await place(group, ann, fantasyland(HANDS[1]))
    assert "Hand 2" in group.result().text


async def test_r7_3_on_turn_it_is_laid_open_when_the_turn_comes(group: Group):
    await group.sit_down(options="reveal=on_turn")
    await group.deal()
    await play(group, HANDS[0])
    await group.deal()
    ann = group.people[0]
    assert placing_message(ann, group.channel) is None, "not before Ann's turn"
    first = {name: entries[:1] for name, entries in HANDS[1].streets.items() if name != "Ann"}
    await play(group, ScriptedHand(HANDS[1].deal, first))
    await place(group, ann, fantasyland(HANDS[1]))
    assert "front 7 of hearts, 7 of diamonds, 3 of clubs" in board_text(group), (
        "open for all at once"
    )
    rest = {name: entries[1:] for name, entries in HANDS[1].streets.items() if name != "Ann"}
    await play(group, ScriptedHand(HANDS[1].deal, rest))
    assert "Hand 2" in group.result().text


async def test_r7_6_the_button_rests_while_anybody_is_in_fantasyland(group: Group, house: House):
    await group.sit_down()
    await group.deal()
    first = house.table(group.channel).row.button
    await play(group, HANDS[0])
    await group.deal()
    assert house.table(group.channel).row.button == first


async def test_r7_6_unless_the_rules_let_it_move(group: Group, house: House):
    await group.sit_down(options="button_in_fantasyland=moves")
    await group.deal()
    first = house.table(group.channel).row.button
    await play(group, HANDS[0])
    await group.deal()
    assert house.table(group.channel).row.button != first


async def test_r7_7_leaving_forfeits_a_fantasyland_that_was_earned(group: Group, house: House):
    await group.sit_down()
    await group.deal()
    await play(group, HANDS[0])
    ann = group.people[0]
    await ann.types(group.channel, "/ofc leave")
    await ann.types(group.channel, "/ofc join")
    await house.settle()
    house.secrets = iter([bytes(32)])
    await group.deal()
    running = house.table(group.channel).running
    assert running is not None
    assert [seat.fantasyland for seat in running.hand.seats] == [0, 0, 0]


async def test_the_brush_survives_a_restart_in_the_middle(group: Group, house: House):
    await group.sit_down()
    await group.deal()
    await play(group, HANDS[0])
    await group.deal()
    ann = group.people[0]
    shown = placing_message(ann, group.channel)
    assert shown is not None
    await ann.press(shown, str(pressable(shown, Put)[0]))
    await house.restart()
    shown = placing_message(ann, group.channel)
    assert shown is not None
    assert "tap 2 more cards" in shown.text
    await ann.press(shown, "↩")
    await tap(ann, group.channel, fantasyland(HANDS[1]), silent)
    await house.settle()
    assert placing_message(ann, group.channel) is None


async def test_the_rules_say_who_here_gets_how_many_cards(group: Group):
    ann, bob, _cid = group.people

    async def rules() -> str:
        return (await bob.types(group.channel, "/ofc rules")).text

    await group.sit_down()
    names = ", ".join(person.name for person in group.people)
    assert f"- Cards in Fantasyland for {names}: 14." in await rules()
    await group.deal()
    await play(group, HANDS[0])
    assert "- Ann gets 14 cards in the next hand." in await rules()
    await group.does(ann, "More, Sit out")
    assert "- Ann loses theirs, unless they're back before the next hand." in await rules()
    await group.does(ann, "More, I'm back")
    await group.house.settle()
    await group.deal()
    assert "- Ann is there now, and gets 14 cards if they stay." in await rules()


async def test_one_tap_sorts_the_cards_by_suit_in_the_picture_as_well(group: Group):
    await group.sit_down()
    await group.deal()
    await play(group, HANDS[0])
    await group.deal()
    ann = group.people[0]
    shown = placing_message(ann, group.channel)
    assert shown is not None
    (by_rank,) = shown.pictures
    await ann.press(shown, "Sort by suit")
    await group.house.settle()
    (by_suit,) = ann.sees(shown).pictures
    assert by_suit.content != by_rank.content
    assert cards_in_order(by_suit.alt) != cards_in_order(by_rank.alt)
    suits = [card.split()[-1] for card in cards_in_order(by_suit.alt)]
    assert [suit for n, suit in enumerate(suits) if suit not in suits[:n]] == [
        suit for suit, _ in groupby(suits)
    ]
    await place(group, ann, fantasyland(HANDS[1]))
    assert placing_message(ann, group.channel) is None


def cards_in_order(alt: str) -> list[str]:
    """The cards to place as an alt text numbers them."""
    (cards,) = re.findall(r"Your cards: (.*?)\. Your board", alt)
    return [card.partition(": ")[2] for card in cards.split(", ")]
