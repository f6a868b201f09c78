"""A player's own cards for people who listen: whole words, and no two buttons of one name.

Up to five cards have a button for each row; more are chosen from a menu for each row.
"""

from collections.abc import Iterator, Sequence

from bot.screens.card_buttons import (
    CardButtons,
    confirm_button,
    layout_parts,
    main_button,
    target_name,
    tray_hint,
)
from bot.screens.components import (
    MOST_LABEL,
    Component,
    Style,
    button,
    row,
    rows,
    several_select,
    text,
)
from bot.screens.draft_worth import made_names, worth_of
from bot.screens.placements import cards_words, placement_words
from bot.screens.presses import FillRow, Put, SortCards, Type, Undo
from bot.texts import Texts
from bot.values.draft import Draft
from bot.values.phrases import card_name, row_name
from bot.values.spots import Where
from ofc_engine.board import Row
from ofc_engine.street import LETTERS, UNTOUCHED, LayoutWay


def street_parts(
    draft: Draft,
    look: CardButtons,
    _: Texts,
    more: Sequence[Component] = (),
    *,
    aloud: bool,
) -> list[Component]:
    """A street to lay out, `aloud` for people who listen.

    Below stand what places it, takes the last tap back, and has it typed, and `more` buttons.
    """
    spot, confirm = look.spot, _layout_words if aloud else None
    parts = _spoken_parts(draft, spot, _) if aloud else layout_parts(draft, look, _)
    if (at := draft.places_at) is not None:
        parts.append(text("-# " + _("Will be placed <t:{at}:R>, unless you tap again.", at=at)))
    below = [button(Type(spot), _("Type") if aloud else "⌨"), *more]
    if draft.way is LayoutWay.BRUSH:
        other = _("Sort by rank") if draft.by_suit else _("Sort by suit")
        below.append(button(SortCards(spot, int(not draft.by_suit)), other))
    # Where each row is a button, a tap on the same again confirms.
    if draft.way is not LayoutWay.SPOTS:
        undo = button(Undo(spot), _("Undo") if aloud else "↩", disabled=not draft.past)
        below = [main_button(draft, spot, _, confirm), undo, *below]
    return [*parts, *rows(below)]


def _spoken_parts(draft: Draft, spot: Where, _: Texts) -> list[Component]:
    """The board as it is laid out, what it is worth, and what lays it out."""
    return [text(board_words(draft, _)), *_WAYS[draft.way](draft, spot, _)]


def board_words(draft: Draft, _: Texts) -> str:
    """The rows with the cards laid out so far, what each makes, and what follows from that."""
    worth = worth_of(draft, _)
    lines: list[str] = []
    for each, name, royalty in zip(Row, worth.names, worth.royalties, strict=True):
        cards, places = draft.board_after[each], draft.board_after.open_places(each)
        words = [cards_words(cards, _)] if cards else []
        if places:
            words.append(_("{number} open", number=places) if cards else _("empty"))
        line = f"**{row_name(each, _)}**: {', '.join(words)}."
        if name:
            line += " " + (_("{hand}, royalty {points}.") if royalty else "{hand}.").format(
                hand=name, points=royalty
            )
        lines.append(line)
    if worth.fantasyland:
        lines.append(worth.fantasyland[0].upper() + worth.fantasyland[1:] + ".")
    return "\n".join([*lines, worth.foul] if worth.foul else lines)


def _trays(draft: Draft, spot: Where, _: Texts) -> Iterator[Component]:
    hint = _("Tap a selected card again to put it back.") if draft.is_touched else ""
    yield text(hint or tray_hint(draft, _))
    for letter in draft.targets:
        yield row(*_tray(draft, letter, spot, _))


def _tray(draft: Draft, letter: str, spot: Where, _: Texts) -> Iterator[Component]:
    for index, card in enumerate(draft.cards):
        lifted = draft.layout[index] == letter
        target = UNTOUCHED if lifted else letter
        label = _("{row}: {card}, selected") if lifted else _("{row}: {card}")
        yield button(
            Put(spot, index, target),
            label.format(row=target_name(letter, _), card=card_name(card, _)),
            Style.GREEN if lifted else Style.GREY,
            disabled=not draft.can_put(index, target),
        )


def _layings(draft: Draft, spot: Where, _: Texts) -> Iterator[Component]:
    card = _("Your card: {card}.", card=card_name(draft.cards[0], _))
    yield text(card + " " + _("Tap a row, then tap it again to place the card."))
    buttons: list[Component] = []
    for letter in draft.targets:
        name = target_name(letter, _)
        if draft.layout == letter:
            label = _("Confirm: {layout}")
            buttons.append(confirm_button(draft, spot, name, _, label))
        else:
            buttons.append(button(Put(spot, 0, letter), name))
    yield row(*buttons)


def _menus(draft: Draft, spot: Where, _: Texts) -> Iterator[Component]:
    yield text(
        _("Choose the cards of each row. The rest go to the {row}.", row=target_name(draft.rest, _))
    )
    for letter in draft.targets:
        options = [(str(n), _menu_label(draft, n, letter, _)) for n in draft.order]
        chosen = [str(n) for n, at in enumerate(draft.layout) if at == letter]
        most = draft.room(letter)
        asks = _.count("{row}: choose {number} card", "{row}: choose {number} cards", most,
                       row=target_name(letter, _))  # fmt: skip
        yield several_select(FillRow(spot, letter), options, chosen, most=most, placeholder=asks)


def _menu_label(draft: Draft, index: int, letter: str, _: Texts) -> str:
    """A card, and the other row in which it lies now."""
    card, at = card_name(draft.cards[index], _), draft.layout[index]
    if at in (UNTOUCHED, letter):
        return card
    return _("{card}, now {row}", card=card, row=target_name(at, _))


_WAYS = {LayoutWay.TRAYS: _trays, LayoutWay.SPOTS: _layings, LayoutWay.BRUSH: _menus}


def _layout_words(draft: Draft, _: Texts) -> str:
    """The layout to confirm: hands of a whole board, else cards, or how many if they are many."""
    if draft.way is LayoutWay.BRUSH:
        return ", ".join(made_names(draft, _))
    words = placement_words(draft.placement, _)
    longest = max(_("Confirm: {layout}"), "⚠ " + _("Foul anyway: {layout}"), key=len)
    if len(longest.format(layout=words)) <= MOST_LABEL:
        return words
    counts = ((target_name(at, _), draft.final_layout.count(at)) for at in LETTERS)
    return ", ".join(f"{name} {count}" for name, count in counts if count)
