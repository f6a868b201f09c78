"""Requests about one's own cards: see them, lay them out, confirm, give up."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from sqlite3 import Connection
from typing import Final, TypeVar

from bot.desk.desk import Change, Desk, Finder, Found, by_id
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.ofc.cards import format_cards
from bot.ofc.errors import OfcError, TurnError
from bot.screens.components import Kept, Screen, Style, button, link, note, row, text
from bot.screens.drafts import UNTOUCHED, Draft
from bot.screens.faces import short
from bot.screens.presses import (
    Arm,
    Brush,
    CallMe,
    Confirm,
    Put,
    ShowCards,
    Surrender,
    SurrenderNow,
    TablePress,
    Type,
    Typed,
    Undo,
)
from bot.screens.replies import Form, Private, Redraw
from bot.screens.shorthand import understand
from bot.store import players, surfaces
from bot.store.players import Player
from bot.store.surfaces import Place, Slot
from bot.tables import placing, play
from bot.tables.errors import StaleError
from bot.tables.games import next_waiting
from bot.tables.table import Table
from bot.texts import texts_for

T = TypeVar("T")
_LONGEST_ENTRY: Final = 100


async def show(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """One's own cards, in private."""
    found = await desk.see(visitor, find)
    _verify_part(found)
    screen = await _own_screen(desk, found)
    if found.player.dm_closed and found.player.calls == "dm":
        _ = texts_for(visitor.person.locale)
        call = CallMe(placing.spot_of(found.table, found.player.id))
        again = row(button(call, _("Try direct messages again")))
        screen = replace(screen, components=(*screen.components, again))
    return Answer(Private(screen), cards_of=found.table.id)


@on(ShowCards)
async def show_by_button(desk: Desk, visitor: Visitor, press: ShowCards) -> Answer:
    """One's own cards, in private."""
    return await show(desk, visitor, by_id(press.spot.table))


@on(Put)
async def put(desk: Desk, visitor: Visitor, press: Put) -> Answer:
    """Put a card into a row, or take it back."""
    return await _tap(desk, visitor, press, lambda draft: draft.put(press.card, press.letter))


@on(Brush)
async def brush(desk: Desk, visitor: Visitor, press: Brush) -> Answer:
    """Choose the row into which cards are tapped."""
    return await _tap(desk, visitor, press, lambda draft: draft.take_brush(press.letter))


@on(Undo)
async def undo(desk: Desk, visitor: Visitor, press: Undo) -> Answer:
    """Take the last tap back."""
    return await _tap(desk, visitor, press, Draft.undo)


@on(Arm)
async def arm(desk: Desk, visitor: Visitor, press: Arm) -> Answer:
    """Have the next press place what it would not have placed without a warning."""
    return await _tap(desk, visitor, press, Draft.arm)


async def _tap(
    desk: Desk, visitor: Visitor, press: TablePress, change: Callable[[Draft], Draft]
) -> Answer:
    """Change what one is laying out; only texts and buttons of the message change."""

    def action(db: Connection, table: Table, player: Player) -> Draft:
        return placing.tap(db, table, player, press, change, desk.now)

    try:
        found = await desk.tap(visitor, by_id(press.spot.table), action)
    except StaleError:
        return await refresh(desk, visitor, press)
    reply = await redrawn(desk, found, kept=visitor.picture)
    return Answer(reply, cards_of=found.table.id)


@on(Confirm)
async def confirm(desk: Desk, visitor: Visitor, press: Confirm) -> Answer:
    """Place what is laid out."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.confirm(db, table, player, press, desk.now)

    return await _play(desk, visitor, press, action)


async def refresh(desk: Desk, visitor: Visitor, press: TablePress) -> Answer:
    """A screen that was out of date, as things are now."""
    found = await desk.see(visitor, by_id(press.spot.table))
    _verify_part(found)
    return Answer(await redrawn(desk, found), shown=found.surface, cards_of=found.table.id)


@on(Type)
async def form(desk: Desk, visitor: Visitor, press: Type) -> Answer:
    """The form for typing a placement."""
    found = await desk.see(visitor, by_id(press.spot.table))
    here = placing.spot_of(found.table, found.player.id)
    if found.draft is None or (here.hand, here.street) != (press.spot.hand, press.spot.street):
        return await refresh(desk, visitor, press)
    _ = texts_for(visitor.person.locale)
    return Answer(
        Form(
            press=Typed(press.spot),
            title=_("Place your cards"),
            label=_("Where does each card go?"),
            help=_("Front / Middle / Back, or a letter for each card: f m b, x to discard."),
            value=found.draft.layout if found.draft.is_touched else "",
            hint=_("2c / 7h7c / AsKd, or bbmmf. End with ! to confirm."),
        )
    )


@on(Typed)
async def typed(desk: Desk, visitor: Visitor, press: Typed) -> Answer:
    """Lay out, or with ! confirm, what was typed into the form."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.verify_press(table, player, press)
        _enter(desk, db, table, player, visitor.entry)

    return await _play(desk, visitor, press, action)


async def place(desk: Desk, visitor: Visitor, find: Finder, entry: str) -> Answer:
    """The same for what was typed behind a command."""

    def action(db: Connection, table: Table, player: Player) -> bool:
        return _enter(desk, db, table, player, entry)

    found, committed = await desk.change(visitor, find, action)
    if committed:
        placed = note(texts_for(visitor.person.locale)("Placed."))
        return Answer(Private(await _with_way_on(desk, found, placed)), found.table.id)
    screen = await _own_screen(desk, found)
    return Answer(Private(screen), found.table.id, cards_of=found.table.id)


async def preview(desk: Desk, visitor: Visitor, find: Finder, entry: str) -> list[tuple[str, str]]:
    """How a typed entry is understood, or why not: suggestions as words and what they send."""
    _ = texts_for(visitor.person.locale)
    try:
        found = await desk.see(visitor, find)
        if found.draft is None:
            raise TurnError("It is not your turn.")
        cards = format_cards(found.draft.cards)
        if not entry.strip():
            return [(_("Your cards: {cards}", cards=cards), UNTOUCHED * len(found.draft.cards))]
        draft = understand(found.draft, entry).draft
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


def _enter(desk: Desk, db: Connection, table: Table, player: Player, entry: str) -> bool:
    """Carry out a typed entry; returns whether it was confirmed."""
    understood = understand(placing.own_draft(db, table, player), entry)
    if understood.commits:
        play.place(db, table, player, understood.draft.placement, desk.now)
    else:
        placing.keep(db, table, player, understood.draft)
    return understood.commits


@on(Surrender)
async def surrender(desk: Desk, visitor: Visitor, press: Surrender) -> Answer:
    """Ask once more before giving up (R8)."""
    found = await desk.see(visitor, by_id(press.spot.table))
    placing.verify_press(found.table, found.player, press)
    play.verify_surrender(found.table, found.player)
    _ = texts_for(visitor.person.locale)
    points = found.table.rules.surrender
    warning = _("Giving up costs you {points} points to each opponent.", points=points)
    sure = button(SurrenderNow(press.spot), _("Give up"), Style.RED)
    return Answer(Private(Screen((text(warning), row(sure)))))


@on(SurrenderNow)
async def surrender_now(desk: Desk, visitor: Visitor, press: SurrenderNow) -> Answer:
    """Give up the hand."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.verify_press(table, player, press)
        play.surrender(db, table, player, desk.now)

    found, _none = await desk.change(visitor, by_id(press.spot.table), action)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(note(_("You have given up this hand."))), found.table.id)


@on(CallMe)
async def call_me(desk: Desk, visitor: Visitor, press: CallMe) -> Answer:
    """Try direct messages again, after Discord refused one."""

    def action(db: Connection, table: Table, player: Player) -> None:
        table.verify_seated(player.id)
        players.set_calls(db, player.id, "dm")
        players.set_dm(db, player.id, channel_id=None, closed=False)
        surfaces.forget(db, table.id, Place(Slot.PRIVATE, player.id))

    found, _none = await desk.change(visitor, by_id(press.spot.table), action)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(note(_("I will write to you there."))), found.table.id)


async def _play(desk: Desk, visitor: Visitor, press: TablePress, action: Change[T]) -> Answer:
    """Move the hand on and show in the pressed message what comes next."""
    try:
        found, _none = await desk.change(visitor, by_id(press.spot.table), action)
    except StaleError:
        return await refresh(desk, visitor, press)
    # While many wait for pictures, his follows once he has been answered.
    later = visitor.picture if desk.studio.illustrator.is_busy else None
    reply = await redrawn(desk, found, kept=later)
    shown = None if later else found.surface
    return Answer(reply, found.table.id, shown, cards_of=found.table.id)


async def redrawn(desk: Desk, found: Found, *, kept: Kept | None = None) -> Redraw:
    """One's own cards in the pressed message, which keeps its picture if one is given.

    What Discord does not take comes with a new picture, and then in words.
    """
    screen = partial(_what_comes_next, desk, found)
    others = (screen,) if kept else ()
    return Redraw(await screen(kept=kept), others=(*others, partial(screen, pictured=False)))


async def _what_comes_next(
    desk: Desk, found: Found, *, kept: Kept | None = None, pictured: bool = True
) -> Screen:
    screen = await _own_screen(desk, found, kept=kept, pictured=pictured)
    return screen if found.draft else await _with_way_on(desk, found, screen)


async def _with_way_on(desk: Desk, found: Found, screen: Screen) -> Screen:
    """The screen with a link to the next table that waits for the player, if any does."""
    elsewhere = await desk.database.read(
        lambda db: next_waiting(db, found.player, but=found.table.id)
    )
    if elsewhere is None or elsewhere.url is None:
        return screen
    _ = texts_for(found.player.locale)
    way = row(link(elsewhere.url, _("Your turn at another table")))
    return replace(screen, components=(*screen.components, way))


async def _own_screen(
    desk: Desk, found: Found, *, kept: Kept | None = None, pictured: bool = True
) -> Screen:
    return await desk.studio.private(
        found.table, found.player.id, found.draft, pictured=pictured, kept=kept
    )


def _verify_part(found: Found) -> None:
    played = found.table.played
    if played is None or played.seat_of(found.player.id) is None:
        found.table.verify_seated(found.player.id)
