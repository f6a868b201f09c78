"""A placement in one line."""

from collections.abc import Callable
from typing import TypeAlias

from bot.screens.components import Faces
from bot.texts import Texts
from bot.values.phrases import card_name, row_name
from ofc_engine.board import Placement, Row
from ofc_engine.cards import Cards, format_cards

Said: TypeAlias = Callable[[Placement], str]
"""How somebody is told of placements: by what cards look like, or in words."""


def placement_name(placement: Placement, _: Texts) -> str:
    """A placement in one line, as on the green button: `F Jh · M 9d · × 5d`."""
    rows = [
        f"{row_name(row, _)[0]} {format_cards(cards)}"
        for row, cards in zip(Row, placement.rows, strict=True)
        if cards
    ]
    discards = [f"× {format_cards(placement.discards)}"] if placement.discards else []
    return " · ".join([*rows, *discards])


def placement_shown(placement: Placement, faces: Faces, _: Texts) -> str:
    """A placement with the cards as they look: `Front K♥ · Middle 7♦ · × 3♣`."""
    parts = [
        f"{row_name(row, _)} {faces.cards(cards)}"
        for row, cards in zip(Row, placement.rows, strict=True)
        if cards
    ]
    discards = [f"× {faces.cards(placement.discards)}"] if placement.discards else []
    return " · ".join([*parts, *discards])


def placement_words(placement: Placement, _: Texts) -> str:
    """A placement as one says it: `Front jack of hearts; discard 5 of diamonds`."""
    parts = [
        f"{row_name(row, _)} {cards_words(cards, _)}"
        for row, cards in zip(Row, placement.rows, strict=True)
        if cards
    ]
    if placement.discards:
        parts.append(_("discard {cards}", cards=cards_words(placement.discards, _)))
    return "; ".join(parts)


def cards_words(cards: Cards, _: Texts) -> str:
    """Cards as one says them: `jack of hearts, 5 of diamonds`."""
    return ", ".join(card_name(card, _) for card in cards)
