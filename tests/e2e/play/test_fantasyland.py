"""R7 at a table: the scripted game of the demo, in which Ann reaches Fantasyland."""

import re
from itertools import groupby

import pytest

from bot.screens.presses import Put
from sandbox.placing import placing_message, pressable, tap
from sandbox.script import HANDS
from tests.e2e.house import Group, House
from tests.e2e.scripted import fantasyland, place, play, silent

pytestmark = [pytest.mark.usefixtures("scripted"), pytest.mark.table(3, until="gathered")]


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
