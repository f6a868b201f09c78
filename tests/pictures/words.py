"""What pictures in words may take, and which cards they name."""

import re
from collections.abc import Iterable
from itertools import chain

from bot.pictures.states import seat_states
from bot.pictures.theme import DECKS, Theme
from bot.values.phrases import BACK, Emoji, card_emoji, slot_emoji
from bot.values.scenes import TableScene
from ofc_engine.board import Row
from ofc_engine.cards import DECK, JOKERS, Card
from ofc_engine.views import HandView

LOOK = Theme()
CARDS = (*DECK, JOKERS[0])
NAMES = [*(card_emoji(card, deck) for card in CARDS for deck in DECKS), BACK, *map(slot_emoji, Row)]
EMOJI = Emoji(dict.fromkeys(NAMES, 1234567890123456789))
MOST_LETTERS = 1024
MOST_TEXT = 4000
ROOM_FOR_SCREEN = 700
"""What the sentences around a private view may take of the text of a message."""


def letters(text: str) -> int:
    """The length of a text as Discord may count it at worst."""
    return len(text.encode("utf-16-le")) // 2


def cards_in_emoji(text: str) -> set[Card]:
    found = set(re.findall(r"<:(\w+):\d+>", text))
    return {card for card in CARDS if card_emoji(card, "two") in found}


def alike(cards: Iterable[Card]) -> set[Card]:
    """The cards as emoji show them, which are the same for both jokers."""
    return {JOKERS[0] if card.is_joker else card for card in cards}


def cards_in_twin(text: str) -> set[Card]:
    """The cards in the rows of boards; lines of names are no rows."""
    rows = re.findall(r"^[FMB] ((?:(?:[2-9TJQKA][cdhs]|X[12]|--|\?\?)[* ]?)+)", text, re.MULTILINE)
    names = chain.from_iterable(re.findall(r"[2-9TJQKA][cdhs]|X[12]", row) for row in rows)
    return set(map(Card.parse, names))


def on_boards(view: HandView) -> set[Card]:
    return {card for seat in view.seats for card in seat.board.cards}


def shown_on_boards(scene: TableScene) -> set[Card]:
    """The cards that lie open, or that the viewer has on their own board."""
    return {
        card for state in seat_states(scene) if not state.face_down for card in state.board.cards
    }
