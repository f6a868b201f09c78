"""Placements, as people read them and as they type them."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from bot.screens.components import Faces
from bot.texts import ENGLISH, Texts
from bot.values.draft import Draft
from bot.values.phrases import card_name, row_name
from ofc_engine.board import DISCARDS, Placement, Row
from ofc_engine.cards import Card, Cards, format_cards, parse_cards
from ofc_engine.errors import PlacementError, no_room
from ofc_engine.street import DISCARD, LETTERS, UNTOUCHED

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


# --- typed -----------------------------------------------------------------------------------


_AS_ON_BUTTONS: Final = str.maketrans({"–": "-", "—": "-", "×": DISCARD, "✕": DISCARD})
"""Signs that the confirming button writes, or that phones make of what is typed."""


class TypedLayout(NamedTuple):
    """A typed entry, understood: the draft it makes and whether it commits at once."""

    draft: Draft
    commits: bool


def understand(draft: Draft, text: str, _: Texts = ENGLISH) -> TypedLayout:
    """A typed entry, understood for a street's draft; raises PlacementError or CardError."""
    entry = text.strip().translate(_AS_ON_BUTTONS)
    commits = entry.endswith("!")
    entry = entry.rstrip("! ")
    layout = _letters(entry, draft) or _parts(entry, draft)
    laid_out = draft.lay_out(layout)
    _verify(laid_out, _)
    return TypedLayout(laid_out.with_open_brush(), commits and not laid_out.missing)


def example(draft: Draft) -> str:
    """Letters that lay out a street, such as `bbmmf`: the first cards in the lower rows."""
    rooms = {letter: draft.room(letter) for letter in LETTERS}
    discarded = draft.room(DISCARD)
    taken = [
        letter
        for turn in range(max(rooms.values()))
        for letter in reversed(LETTERS)
        if turn < rooms[letter]
    ][: len(draft.cards) - discarded]
    return "".join(sorted(taken, key=LETTERS[::-1].index)) + DISCARD * discarded


def example_rows(draft: Draft) -> str:
    """A street's own cards, typed row by row, as an example: `2c / 7h7c / AsKd`."""
    return str(draft.lay_out(example(draft)).placement)


def _letters(entry: str, draft: Draft) -> str | None:
    count = len(draft.cards)
    word = re.sub(r"\s", "", entry).lower()
    if not word or set(word) - {*LETTERS, DISCARD, UNTOUCHED}:
        return None
    if len(word) != count:
        raise PlacementError(
            "You have {count} cards, so type {count} letters, such as {example}.",
            count=count,
            example=example(draft),
        )
    return draft.layout_of(word)


def _parts(entry: str, draft: Draft) -> str:
    cards = draft.cards
    # Before a joker an x is no discard.
    sign = DISCARDS if any(card.is_joker for card in cards) else re.compile(DISCARD)
    rows, *discards = sign.split(entry.lower(), maxsplit=1)
    parts = [*rows.split("/")]
    if not 2 <= len(parts) <= len(LETTERS):
        raise PlacementError(
            "Type your cards as front / middle / back, such as {rows}, or one letter per card, "
            "such as {letters}.",
            rows=example_rows(draft),
            letters=example(draft),
        )
    letters = dict(zip(LETTERS, parts, strict=False))
    if discards:
        letters[DISCARD] = discards[0]
    layout = [UNTOUCHED] * len(cards)
    for letter, part in letters.items():
        for card in _named(part, draft.shown):
            if layout[cards.index(card)] != UNTOUCHED:
                raise PlacementError("{card} appears twice.", card=card)
            layout[cards.index(card)] = letter
    return "".join(layout)


def _named(part: str, cards: Cards) -> Cards:
    """The cards of a part, written as cards or as numbers."""
    words = part.replace("-", " ").strip()
    if re.fullmatch(r"[\d\s,]*", words):
        return tuple(_numbered(int(number), cards) for number in re.findall(r"\d+", words))
    found = parse_cards(words)
    for card in found:
        if card not in cards:
            raise PlacementError("{card} isn't one of the cards you place now.", card=card)
    return found


def _numbered(number: int, cards: Cards) -> Card:
    if not 1 <= number <= len(cards):
        raise PlacementError("Your cards are numbered 1 to {count}.", count=len(cards))
    return cards[number - 1]


def _verify(draft: Draft, _: Texts) -> None:
    for letter, row in zip(LETTERS, Row, strict=True):
        if draft.count(letter) > draft.room(letter):
            raise no_room(row_name(row, _), draft.room(letter))
    if draft.count(DISCARD) > draft.room(DISCARD) == 0:
        raise PlacementError(
            "Place all {count} cards; you don't discard any.", count=len(draft.cards)
        )
    if draft.count(DISCARD) > draft.room(DISCARD) or draft.missing < 0:
        raise PlacementError(
            "Place {placed} of these cards and discard {discarded}.",
            placed=len(draft.cards) - draft.room(DISCARD),
            discarded=draft.room(DISCARD),
        )
