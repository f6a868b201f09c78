"""Placements as people read and type them, and the worth of a layout."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from bot.screens.components import Faces
from bot.texts import ENGLISH, Texts
from bot.values.draft import Draft
from bot.values.phrases import FOULS, card_name, in_points, made_name, row_name, signed
from ofc_engine.board import DISCARDS, Placement, Row
from ofc_engine.cards import Card, Cards, format_cards, parse_cards
from ofc_engine.errors import PlacementError, no_room
from ofc_engine.scoring import PerRow
from ofc_engine.street import DISCARD, LETTERS, UNTOUCHED
from ofc_engine.unfinished import AssuredRows, assured

Said: TypeAlias = Callable[[Placement], str]
"""How somebody is told of placements: by what cards look like, or in words."""


def placement_name(placement: Placement, _: Texts) -> str:
    """A placement in one line, as on the green button: `F Jh · M 9d · × 5d`."""
    return " · ".join(_row_by_row(placement, lambda row: row_name(row, _)[0], format_cards))


def placement_shown(placement: Placement, faces: Faces, _: Texts) -> str:
    """A placement with the cards as they look: `Front K♥ · Middle 7♦ · × 3♣`."""
    return " · ".join(_row_by_row(placement, lambda row: row_name(row, _), faces.cards))


def _row_by_row(
    placement: Placement, named: Callable[[Row], str], shown: Callable[[Cards], str]
) -> list[str]:
    """The rows that get cards, and the discards."""
    rows = [
        f"{named(row)} {shown(cards)}"
        for row, cards in zip(Row, placement.rows, strict=True)
        if cards
    ]
    return [*rows, f"× {shown(placement.discards)}"] if placement.discards else rows


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


# --- what is laid out, and its worth ---------------------------------------------------------


_NOTHING: PerRow = (0, 0, 0)


@dataclass(frozen=True)
class Worth:
    """The worth of a board as it is laid out, from the Front on.

    `names` are the hands, empty for an empty row; a royalty counts once the row is sure of it.
    `fantasyland` and `foul` are what follows for the whole board, empty if nothing does.
    """

    names: tuple[str, ...]
    royalties: PerRow
    fantasyland: str
    foul: str


def worth_of(draft: Draft, _: Texts) -> Worth:
    """The worth of a draft under the rules of its table."""
    sure = _assured(draft)
    names = made_names(draft, _)
    if foul := _foul(draft, _):
        return Worth(names, _NOTHING, "", foul)
    return Worth(names, sure.royalties, _fantasyland(draft, sure, _), "")


def worth_line(draft: Draft, _: Texts) -> str:
    """The worth of a draft, in one line: `Pair of kings · Trips +2 · Flush +4`.

    A foul has a second line.
    """
    worth = worth_of(draft, _)
    parts = [
        (f"{name} **{signed(points)}**" if points else name) or "–"
        for name, points in zip(worth.names, worth.royalties, strict=True)
    ]
    if worth.fantasyland:
        parts.append(f"⭐ {worth.fantasyland}")
    line = " · ".join(parts)
    return f"{line}\n⚠ {worth.foul}" if worth.foul else line


def made_names(draft: Draft, _: Texts) -> tuple[str, ...]:
    """The hand that each row makes, from the Front on; empty for an empty one."""
    made = draft.view.rules.variant.rows.made(draft.board_after)
    rows = zip(draft.board_after, made, strict=True)
    return tuple(made_name(made, _) if cards else "" for cards, made in rows)


def _assured(draft: Draft) -> AssuredRows:
    view = draft.view
    visit = 0 if view.own is None else view.own.fantasyland
    return assured(draft.board_after, view.rules, players=len(view.seats), fantasyland=visit)


def _foul(draft: Draft, _: Texts) -> str:
    """The reason why the board is a foul, and its cost; empty while it may not be one."""
    fouls = draft.earlier_fouls or draft.certain_fouls
    if not fouls:
        return ""
    foul = _("Foul: {reasons}", reasons=", ".join(_(FOULS[each]) for each in fouls))
    cost = _(
        "You pay everyone with a valid board {points} plus their royalties.",
        points=in_points(draft.view.rules.scoring.full_loss, _),
    )
    return f"**{foul}.** {cost}"


def _fantasyland(draft: Draft, sure: AssuredRows, _: Texts) -> str:
    if not sure.fantasyland:
        return ""
    stays = draft.view.own is not None and draft.view.own.fantasyland
    if not draft.board_after.is_full:
        return _("Fantasyland again, if no foul") if stays else _("Fantasyland, if no foul")
    if stays:
        return _("you stay in Fantasyland")
    return _("Fantasyland with {cards} cards", cards=sure.fantasyland)


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
    sign = DISCARDS.pattern if any(card.is_joker for card in cards) else DISCARD
    rows, *discards = re.split(sign, entry, maxsplit=1, flags=re.IGNORECASE)
    parts = rows.split("/")
    if not 2 <= len(parts) <= len(LETTERS) or "/" in "".join(discards):
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
