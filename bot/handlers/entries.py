"""Placements that come as text: typed behind a command or into a form, or taken from a hint."""

from dataclasses import replace
from typing import Final

from bot.game import placing, play
from bot.game.errors import StaleError
from bot.handlers.cards import (
    ShownCards,
    in_own_message,
    next_url,
    own_cards,
    refreshed,
    with_link,
)
from bot.handlers.request import Answer, AnswerOrLater, Request
from bot.handlers.serving import changes, on, personal
from bot.ofc.cards import format_cards
from bot.ofc.errors import OfcError
from bot.ofc.street import UNTOUCHED
from bot.screens.components import note, short
from bot.screens.laying import typing_form
from bot.screens.presses import LayOut, Type, Typed
from bot.screens.replies import Private
from bot.screens.shorthand import understand
from bot.texts import Texts

_LONGEST_ENTRY: Final = 100


@on(Type)
@personal
def form(at: Request, press: Type) -> AnswerOrLater:
    """The form for typing a placement."""
    found, _ = at.found, at.texts
    here = placing.spot_of(found.table, found.player.id)
    if found.draft is None or (here.hand, here.street) != (press.spot.hand, press.spot.street):
        return refreshed(at)
    return Answer(typing_form(found.draft, Typed(press.spot), _))


@on(Typed)
@changes
def typed(at: Request, press: Typed) -> AnswerOrLater:
    """Lay out, or with ! confirm, what was typed into the form."""
    try:
        placing.verify_press(at.table, at.player, press)
    except StaleError:
        return refreshed(at)
    return entered(at, at.visitor.entry)


@changes
def place(at: Request, entry: str) -> AnswerOrLater:
    """Lay out, or with ! confirm, what was typed behind a command."""
    is_placed = _enter(at, entry)
    found, _ = at.after(), at.texts
    if is_placed:
        return Answer(Private(with_link(note(_("Placed.")), next_url(at, found), _)))
    return in_own_message(at, found, _laid_out(_)) or ShownCards(found)


@on(LayOut)
@personal
def lay_out(at: Request, press: LayOut) -> AnswerOrLater:
    """Lay out a placement; nothing is placed before it is confirmed.

    Nor is it placed by itself, for those who want that of their taps. The cards are shown in place
    of the hint where no other message shows them.
    """
    try:
        draft = placing.verified_draft(at.db, at.table, at.player, press)
    except StaleError:
        return refreshed(at)
    laid_out = understand(draft, press.layout).draft
    placing.keep(at.db, at.table, at.player, laid_out)
    return own_cards(at, replace(at.found, draft=laid_out), said=_laid_out(at.texts))


def _laid_out(_: Texts) -> str:
    return _("Laid out. Look it over in your message, and confirm it there.")


def preview(at: Request, entry: str) -> list[tuple[str, str]]:
    """How a typed entry is understood, or why not: suggestions as words and what they send."""
    _ = at.texts
    try:
        draft = placing.own_draft(at.db, at.table, at.player)
        cards = format_cards(draft.cards)
        if not entry.strip():
            return [(_("Your cards: {cards}", cards=cards), UNTOUCHED * len(draft.cards))]
        draft = understand(draft, entry, _).draft
    except OfcError as error:
        return [(_.error(error), entry)] if len(entry) <= _LONGEST_ENTRY else []
    layout = short(draft.placement.rows)
    if draft.placement.discards:
        layout += f" × {format_cards(draft.placement.discards)}"
    if draft.missing:
        return [(_("{layout}, not complete yet", layout=layout), entry)]
    typed = entry.rstrip("! ")
    return [
        (_("Place {layout}", layout=layout), f"{typed}!"),
        (_("Lay out {layout}", layout=layout), typed),
    ]


def entered(at: Request, entry: str) -> AnswerOrLater:
    """Carry out a typed entry, and show in the pressed message what came of it."""
    is_placed, _ = _enter(at, entry), at.texts
    said = _("Placed.") if is_placed else _laid_out(_)
    return own_cards(at, at.after(), keeps_if_busy=True, said=said)


def _enter(at: Request, entry: str) -> bool:
    """Carry out a typed entry; returns whether it was confirmed."""
    understood = understand(placing.own_draft(at.db, at.table, at.player), entry, at.texts)
    if understood.commits:
        play.place(at.db, at.table, at.player, understood.draft.placement, at.now)
    else:
        placing.keep(at.db, at.table, at.player, understood.draft)
    return understood.commits
