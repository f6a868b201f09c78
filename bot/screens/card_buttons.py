"""The buttons that lay out a street, and the one that confirms it.

First five and Pineapple: trays, into which cards are lifted. One card: a button for each row.
Fantasyland: choose a row, then tap its cards. Nothing is final before the green button, which
names what it will do.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import (
    MOST_LABEL,
    Component,
    Faces,
    Style,
    button,
    row,
    rows,
    several_select,
    short,
    text,
)
from bot.screens.placements import (
    cards_words,
    example,
    example_rows,
    made_names,
    placement_words,
    worth_line,
    worth_of,
)
from bot.screens.press import Press
from bot.screens.presses import (
    AcceptWarning,
    ChooseRow,
    Confirm,
    FillRow,
    Put,
    SortCards,
    Type,
    Undo,
)
from bot.screens.replies import Field, Form
from bot.texts import Texts
from bot.values.draft import Draft, Where
from bot.values.phrases import FOULS, card_name, row_name
from ofc_engine.board import Row
from ofc_engine.street import DISCARD, LETTERS, UNTOUCHED, LayoutWay

_ROWS: Final = dict(zip(LETTERS, Row, strict=True))
_BRUSHED: Final = {"f": Style.BLURPLE, "m": Style.GREEN, DISCARD: Style.RED}


@dataclass(frozen=True)
class CardButtons:
    """The spot that buttons belong to, and the faces of its cards."""

    spot: Where
    faces: Faces

    def put(
        self, draft: Draft, index: int, letter: str, style: Style, *, disabled: bool
    ) -> Component:
        """The button that gives a card a letter of a layout."""
        face = self.faces.on_button(draft.cards[index])
        return button(Put(self.spot, index, letter), face, style, disabled=disabled)


def _trays(draft: Draft, look: CardButtons, _: Texts) -> Iterator[Component]:
    yield text("-# " + tray_hint(draft, _))
    for letter in draft.targets:
        yield text(_tray_label(draft, letter, _))
        yield row(*_tray(draft, letter, look))


def tray_hint(draft: Draft, _: Texts) -> str:
    """A hint on how to lift cards, or put them back once any is lifted."""
    if draft.is_touched:
        return _("Tap a green card again to put it back.")
    if draft.rest == DISCARD:
        return _("Tap each card in the row you want it in. The one left over is discarded.")
    rest = target_name(draft.rest, _)
    return _("Tap a card to move it to another row. The rest go to the {row}.", row=rest)


def _tray_label(draft: Draft, letter: str, _: Texts) -> str:
    capacity = _ROWS[letter].capacity
    taken = capacity - draft.room(letter) + draft.count(letter)
    return f"**{target_name(letter, _)}** {taken}/{capacity}"


def _tray(draft: Draft, letter: str, look: CardButtons) -> list[Component]:
    takes = draft.takes(letter)
    return [
        look.put(draft, index, UNTOUCHED, Style.GREEN, disabled=False)
        if at == letter
        else look.put(draft, index, letter, Style.GREY, disabled=at not in takes)
        for index, at in enumerate(draft.layout)
    ]


def _spots(draft: Draft, look: CardButtons, _: Texts) -> Iterator[Component]:
    spot = look.spot
    buttons: list[Component] = []
    for letter in draft.targets:
        name = target_name(letter, _)
        if draft.layout == letter:
            buttons.append(confirm_button(draft, spot, _("{row}?", row=name), _))
        else:
            buttons.append(button(Put(spot, 0, letter), name))
    yield text("-# " + _("Tap a row, then tap it again to place the card."))
    yield row(*buttons)


def _brush(draft: Draft, look: CardButtons, _: Texts) -> Iterator[Component]:
    yield text(_brush_hint(draft, _))
    yield row(*(_brush_button(draft, letter, look.spot, _) for letter in draft.targets))
    yield from rows([_painted(draft, index, look) for index in draft.order])


def _brush_hint(draft: Draft, _: Texts) -> str:
    if not draft.missing:
        return _("The rest go to the {row}.", row=target_name(draft.rest, _))
    left = draft.room(draft.brush) - draft.count(draft.brush)
    if draft.brush == DISCARD:
        return _.count("Tap {number} card to discard.", "Tap {number} cards to discard.", left)
    return _.count(
        "Filling the **{row}**: tap {number} more card.",
        "Filling the **{row}**: tap {number} more cards.",
        left,
        row=target_name(draft.brush, _),
    )


def _brush_button(draft: Draft, letter: str, spot: Where, _: Texts) -> Component:
    label = f"{target_name(letter, _)} {draft.count(letter)}/{draft.room(letter)}"
    style = _BRUSHED[letter] if draft.brush == letter else Style.GREY
    return button(ChooseRow(spot, letter), label, style)


def _painted(draft: Draft, index: int, look: CardButtons) -> Component:
    own = draft.layout[index]
    target = UNTOUCHED if own == draft.brush else draft.brush
    style = _BRUSHED.get(own, Style.GREY)
    return look.put(draft, index, target, style, disabled=not draft.can_put(index, target))


def layout_parts(draft: Draft, look: CardButtons, _: Texts) -> list[Component]:
    """The board as it is laid out, what it is worth, and what lays it out."""
    # The line is there even before the first tap, so that no button moves under a finger.
    board = [text(look.faces.board(draft.board_after)), text(worth_line(draft, _))]
    return [*board, *_WAYS[draft.way](draft, look, _)]


_WAYS = {LayoutWay.TRAYS: _trays, LayoutWay.SPOTS: _spots, LayoutWay.BRUSH: _brush}


def typing_form(draft: Draft, press: Press, _: Texts) -> Form:
    """The form for typing a placement, with an example that fits the cards."""
    letters, rows_ = example(draft), example_rows(draft)
    return Form(
        press=press,
        title=_("Place your cards"),
        fields=(
            Field(
                label=_("Where does each card go?"),
                help=_("Front / Middle / Back, or one letter per card: f m b, x to discard.")
                if draft.room(DISCARD)
                else _("Front / Middle / Back, or one letter per card: f m b."),
                value=draft.shown_layout if draft.is_touched else "",
                hint=_("{letters}, and ! at the end to confirm", letters=letters)
                if draft.way is LayoutWay.BRUSH
                else _("{rows}, or {letters}. End with ! to confirm.", rows=rows_, letters=letters),
            ),
        ),
    )


def main_button(
    draft: Draft, spot: Where, _: Texts, name: Callable[[Draft, Texts], str] | None = None
) -> Component:
    """The button that places what is laid out, or says what is missing or wrong.

    `name` says what is laid out; without it, that is written as briefly as possible.
    """
    if draft.missing:
        count = _.count("Tap {number} card", "Tap {number} cards", draft.missing)
        if name is not None and draft.way is LayoutWay.BRUSH:  # in words they are chosen from menus
            count = _.count("Choose {number} card", "Choose {number} cards", draft.missing)
        return button(Confirm(spot, ""), count, disabled=True)
    if draft.needs_second_tap and not draft.certain_fouls:
        rest = _("All {number} to {row}", number=len(draft.cards), row=target_name(draft.rest, _))
        return button(AcceptWarning(spot), rest)
    if name is None:
        return confirm_button(draft, spot, _layout_name(draft, _), _)
    return confirm_button(draft, spot, name(draft, _), _, _("Confirm: {layout}"))


def confirm_button(
    draft: Draft, spot: Where, name: str, _: Texts, label: str = "✓ {layout}"
) -> Component:
    """The button that commits: green, or red with one more tap for a certain foul."""
    if not draft.certain_fouls:
        return button(Confirm(spot, draft.digest), label.format(layout=name), Style.GREEN)
    if draft.needs_second_tap:
        fouls = ", ".join(_(FOULS[foul]) for foul in draft.certain_fouls)
        label = "⚠ " + _("Foul: {reasons}", reasons=fouls)
        return button(AcceptWarning(spot), label, Style.RED)
    label = "⚠ " + _("Foul anyway: {layout}", layout=name)
    return button(Confirm(spot, draft.digest), label, Style.RED)


def _layout_name(draft: Draft, _: Texts) -> str:
    """The layout to confirm: of a whole board its hands, else where each card goes."""
    placement = draft.placement
    if draft.way is LayoutWay.BRUSH:
        return " · ".join(made_names(draft, _))
    if not placement.discards:
        return short(placement.rows)
    rows_ = (
        f"{target_name(letter, _)[0]} {short([cards])}"
        for letter, cards in zip(LETTERS, placement.rows, strict=True)
        if cards
    )
    return " · ".join([*rows_, "× " + short([placement.discards])])


def target_name(letter: str, _: Texts) -> str:
    """The row with that letter, or the discard."""
    if letter == DISCARD:
        return _("Discard")
    return row_name(_ROWS[letter], _)


# --- for people who listen -------------------------------------------------------------------


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
    return [text(board_words(draft, _)), *_SPOKEN_WAYS[draft.way](draft, spot, _)]


def board_words(draft: Draft, _: Texts) -> str:
    """The rows with the cards laid out so far, the hand of each, Fantasyland, and a foul."""
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


def _spoken_trays(draft: Draft, spot: Where, _: Texts) -> Iterator[Component]:
    hint = _("Tap a selected card again to put it back.") if draft.is_touched else ""
    yield text(hint or tray_hint(draft, _))
    for letter in draft.targets:
        yield row(*_spoken_tray(draft, letter, spot, _))


def _spoken_tray(draft: Draft, letter: str, spot: Where, _: Texts) -> Iterator[Component]:
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


_SPOKEN_WAYS = {LayoutWay.TRAYS: _spoken_trays, LayoutWay.SPOTS: _layings, LayoutWay.BRUSH: _menus}


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
