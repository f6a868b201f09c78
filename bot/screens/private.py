"""A player's own screen: their cards, and the buttons that place them.

First five and Pineapple: trays, into which cards are lifted. One card: a button for each row.
Fantasyland: choose a row, then tap its cards. Nothing is final before the green button, which
names what it will do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.ofc.board import Placement, Row
from bot.ofc.draft import DISCARD, LETTERS, UNTOUCHED, Draft, Way
from bot.ofc.seat import Fate
from bot.screens.board import Announced, deal_lines
from bot.screens.components import (
    Component,
    Faces,
    PictureOrWords,
    Screen,
    Style,
    button,
    note,
    row,
    rows,
    short,
    text,
)
from bot.screens.presses import CallTime, ComeBack, Laying, Spot, Surrender, Type, Undo
from bot.screens.review import placement_name
from bot.texts import Texts
from bot.values.phrases import FOULS, row_name, signed
from bot.values.scenes import Presence, TableScene

_BRUSHED = {"f": Style.BLURPLE, "m": Style.GREEN, DISCARD: Style.RED}


@dataclass(frozen=True)
class Own:
    """What a player's screen shows besides its buttons: the table, and the hand as they see it.

    `points` are those of a finished hand; `surrender` is what giving up costs, 0 if it cannot be
    done. Times are Unix seconds: at `placing_at` the layout is placed by itself, at `until` the
    player's time runs out. `reminder` is a sentence about that, or empty; `placed_for` is what was
    placed for the player while they were away. `may_call_time`: they wait for others. `in_channel`:
    they get no direct messages, their cards are behind a button. `deal` is that of the hand, or
    once it is over of the next.
    """

    scene: TableScene
    picture: PictureOrWords
    channel_id: int
    points: int = 0
    surrender: int = 0
    placing_at: int | None = None
    until: int | None = None
    reminder: str = ""
    may_call_time: bool = False
    in_channel: bool = False
    presence: Presence = Presence.HERE
    placed_for: tuple[Placement, ...] = ()
    deal: Announced | None = None


def placing_screen(own: Own, draft: Draft, spot: Spot, faces: Faces, _: Texts) -> Screen:
    """A player's screen with a street to place."""
    parts = [text(faces.board(draft.board_after)), *layout_parts(draft, spot, faces, _)]
    controls = [*_controls(draft, spot, _)]
    if own.surrender:
        controls.append(button(Surrender(spot), _("Give up")))
    if _may_come_back(own):
        controls.append(_back_button(spot, _))
    if own.placing_at is not None:
        parts.append(
            text("-# " + _("Will be placed <t:{at}:R>, unless you tap again.", at=own.placing_at))
        )
    return _screen(own, _task(own.scene, _), [*parts, row(*controls)], _)


def waiting_screen(own: Own, spot: Spot, _: Texts) -> Screen:
    """A player's screen when they have nothing to place now."""
    controls = [_back_button(spot, _)] if _may_come_back(own) else []
    if own.may_call_time:
        controls.append(button(CallTime(spot), _("Call time")))
    return _screen(own, _state(own, _), [row(*controls)] if controls else [], _)


def _state(own: Own, _: Texts) -> str:
    if own.scene.view.is_finished:
        return _("finished, you score {points}", points=signed(own.points))
    seat = own.scene.view.own
    if seat is not None and seat.fate is not Fate.PLAYING:
        return _("you are out of this hand, the others play on")
    if own.presence.is_absent:
        return _("I am playing your cards")
    if seat is not None and seat.pending:
        return _("these cards are set for your turn")
    if own.in_channel:
        return _("your cards are placed")
    return _("your cards are placed, I will message you on your next turn")


def absence_line(presence: Presence, _: Texts) -> str:
    """A sentence for a player who is away, sits out or loses the seat; empty for others."""
    match presence:
        case Presence.HERE:
            return ""
        case Presence.AWAY:
            return _(
                "Your time ran out twice, so I am playing this hand for you. After that you "
                "sit out, unless you come back."
            )
        case Presence.OUT:
            return _("You get no more hands until you are back. Your seat is kept.")
        case Presence.LEAVING:
            return _("You lost your seat at this table. I will finish this hand for you.")


def back_row(spot: Spot, _: Texts) -> Component:
    """The button that ends an absence."""
    return row(_back_button(spot, _))


def _back_button(spot: Spot, _: Texts) -> Component:
    return button(ComeBack(spot), _("I'm back"), Style.BLURPLE)


def _may_come_back(own: Own) -> bool:
    return own.presence in (Presence.AWAY, Presence.OUT)


def void_screen(number: int, _: Texts) -> Screen:
    """A player's screen when the table was closed in mid-hand."""
    closed = _("Hand {number} was not finished and does not count.", number=number)
    return note(closed)


def _screen(own: Own, task: str, parts: Sequence[Component], _: Texts) -> Screen:
    heading = "### " + _("Hand {number}", number=own.scene.number) + f": {task}"
    heading += "\n-# " + _("The table is in <#{channel}>.", channel=own.channel_id)
    if own.until is not None and not own.presence.is_absent:
        heading += " " + _("Your time runs out <t:{at}:R>.", at=own.until)
    if own.reminder:
        heading += f"\n**{own.reminder}**"
    if own.placed_for:
        placed = "; ".join(placement_name(each, _) for each in own.placed_for)
        heading += "\n" + _("I placed for you: {placements}", placements=placed)
    if absence := absence_line(own.presence, _):
        heading += "\n" + absence
    shown = [text(heading), own.picture.component, *parts]
    if lines := deal_lines(own.deal, _):
        shown.append(text("\n".join(lines)))
    return Screen(tuple(shown), own.picture.pictures)


def _task(scene: TableScene, _: Texts) -> str:
    view = scene.view
    own = view.own
    if own is None or not own.pending:
        return ""
    placed = len(own.pending) - view.to_discard
    if own.fantasyland:
        street = _("Fantasyland")
    else:
        street = _("street {street} of {streets}", street=view.street, streets=view.streets)
    place = _.count("place {number} card", "place {number} cards", placed)
    if not view.to_discard:
        return f"{street}, {place}"
    return f"{street}, {place}, " + _("discard {number}", number=view.to_discard)


def _trays(draft: Draft, laying: Laying, faces: Faces, _: Texts) -> Iterator[Component]:
    yield text("-# " + _tray_hint(draft, _))
    for letter in draft.targets:
        yield text(_tray_label(draft, letter, _))
        yield row(*_tray_buttons(draft, letter, laying, faces))


def _tray_hint(draft: Draft, _: Texts) -> str:
    if draft.is_touched:
        return _("Tap a green card again to put it back.")
    if draft.rest == DISCARD:
        return _("Tap each card in the row you want it in. The one left over is discarded.")
    return _(
        "Tap a card to move it to another row. The rest go to the {row}.", row=_name(draft.rest, _)
    )


def _tray_label(draft: Draft, letter: str, _: Texts) -> str:
    number = Row(LETTERS.index(letter))
    taken = number.capacity - draft.room(letter) + draft.count(letter)
    return f"**{_name(letter, _)}** {taken}/{number.capacity}"


def _tray_buttons(draft: Draft, letter: str, laying: Laying, faces: Faces) -> Iterator[Component]:
    for index, card in enumerate(draft.cards):
        lifted = draft.layout[index] == letter
        target = UNTOUCHED if lifted else letter
        yield button(
            laying.put(index, target),
            faces.on_button(card),
            Style.GREEN if lifted else Style.GREY,
            disabled=not draft.can_put(index, target),
        )


def _spots(draft: Draft, laying: Laying, _faces: Faces, _: Texts) -> Iterator[Component]:
    buttons: list[Component] = []
    for letter in draft.targets:
        if draft.layout == letter:
            buttons.append(_confirm(draft, laying, _("{row}?", row=_name(letter, _)), _))
        else:
            buttons.append(button(laying.put(0, letter), _name(letter, _)))
    yield text("-# " + _("Tap a row, then tap it again to place the card."))
    yield row(*buttons)


def _brush(draft: Draft, laying: Laying, faces: Faces, _: Texts) -> Iterator[Component]:
    yield text(_brush_hint(draft, _))
    yield row(*(_brush_button(draft, letter, laying, _) for letter in draft.targets))
    yield from rows([_painted(draft, index, laying, faces) for index in range(len(draft.cards))])


def _brush_hint(draft: Draft, _: Texts) -> str:
    if not draft.missing:
        return _("The rest go to the {row}.", row=_name(draft.rest, _))
    left = draft.room(draft.brush) - draft.count(draft.brush)
    if draft.brush == DISCARD:
        return _.count("Tap {number} card to discard.", "Tap {number} cards to discard.", left)
    return _.count(
        "Filling the **{row}**: tap {number} more card.",
        "Filling the **{row}**: tap {number} more cards.",
        left,
        row=_name(draft.brush, _),
    )


def _brush_button(draft: Draft, letter: str, laying: Laying, _: Texts) -> Component:
    label = f"{_name(letter, _)} {draft.count(letter)}/{draft.room(letter)}"
    style = _BRUSHED[letter] if draft.brush == letter else Style.GREY
    return button(laying.brush(letter), label, style)


def _painted(draft: Draft, index: int, laying: Laying, faces: Faces) -> Component:
    own = draft.layout[index]
    target = UNTOUCHED if own == draft.brush else draft.brush
    return button(
        laying.put(index, target),
        faces.on_button(draft.cards[index]),
        _BRUSHED.get(own, Style.GREY),
        disabled=not draft.can_put(index, target),
    )


def layout_parts(draft: Draft, laying: Laying, faces: Faces, _: Texts) -> list[Component]:
    """The buttons that lay out a street, with a sentence how."""
    return [*_WAYS[draft.way](draft, laying, faces, _)]


_WAYS = {Way.TRAYS: _trays, Way.SPOTS: _spots, Way.BRUSH: _brush}


def _controls(draft: Draft, spot: Spot, _: Texts) -> Iterator[Component]:
    if draft.way is not Way.SPOTS:
        yield main_button(draft, spot, _)
        yield button(Undo(spot), "↩", disabled=not draft.past)
    yield button(Type(spot), "⌨")


def main_button(draft: Draft, laying: Laying, _: Texts) -> Component:
    """The button that places what is laid out, or says what is missing or wrong."""
    if draft.missing:
        count = _.count("Tap {number} card", "Tap {number} cards", draft.missing)
        return button(laying.confirm(), count, disabled=True)
    if draft.wants_arming and not draft.certain_fouls:
        rest = _("All {number} to {row}", number=len(draft.cards), row=_name(draft.rest, _))
        return button(laying.arm(), rest)
    return _confirm(draft, laying, _layout_name(draft, _), _)


def _confirm(draft: Draft, laying: Laying, name: str, _: Texts) -> Component:
    """The button that commits: green, or red with one more tap for a certain foul."""
    if not draft.certain_fouls:
        return button(laying.confirm(draft.digest), f"✓ {name}", Style.GREEN)
    if draft.wants_arming:
        fouls = ", ".join(_(FOULS[foul]) for foul in draft.certain_fouls)
        label = "⚠ " + _("Foul: {reasons}", reasons=fouls)
        return button(laying.arm(), label, Style.RED)
    label = "⚠ " + _("Foul anyway: {layout}", layout=name)
    return button(laying.confirm(draft.digest), label, Style.RED)


def _layout_name(draft: Draft, _: Texts) -> str:
    placement = draft.placement
    if not placement.discards or draft.way is Way.BRUSH:
        discards = " × " + short([placement.discards]) if placement.discards else ""
        return short(placement.rows) + discards
    rows_ = (
        f"{_name(letter, _)[0]} {short([cards])}"
        for letter, cards in zip(LETTERS, placement.rows, strict=True)
        if cards
    )
    return " · ".join([*rows_, "× " + short([placement.discards])])


def _name(letter: str, _: Texts) -> str:
    if letter == DISCARD:
        return _("Discard")
    return row_name(Row(LETTERS.index(letter)), _)
