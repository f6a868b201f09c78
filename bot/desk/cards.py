"""Requests about one's own cards: see them, lay them out, confirm, give up."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from sqlite3 import Connection
from typing import Final, TypeAlias, TypeVar

from bot.desk.desk import Change, Desk, Finder, Found, by_id
from bot.desk.visitors import Answer, Visitor
from bot.ofc.cards import format_cards
from bot.ofc.errors import OfcError, TurnError
from bot.screens.components import Kept, Screen, Style, button, link, note, row, text
from bot.screens.drafts import UNTOUCHED, Draft
from bot.screens.faces import short
from bot.screens.ids import Press, Verb
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
Tap: TypeAlias = Callable[[Draft, str], Draft]


async def show(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """One's own cards, in private."""
    found = await desk.see(visitor, find)
    _verify_part(found)
    screen = await _own_screen(desk, found)
    if found.player.dm_closed and found.player.calls == "dm":
        _ = texts_for(visitor.person.locale)
        call = placing.spot_of(found.table, found.player.id).press(Verb.CALL_ME)
        again = row(button(call, _("Try direct messages again")))
        screen = replace(screen, components=(*screen.components, again))
    return Answer(Private(screen), cards_of=found.table.id)


async def tap(desk: Desk, visitor: Visitor, press: Press, change: Tap) -> Answer:
    """Change what one is laying out; only texts and buttons of the message change."""

    def action(db: Connection, table: Table, player: Player) -> Draft:
        return placing.tap(
            db, table, player, press, lambda draft: change(draft, press.argument), desk.now
        )

    try:
        found = await desk.tap(visitor, by_id(press.table), action)
    except StaleError:
        return await refresh(desk, visitor, press)
    reply = await redrawn(desk, found, kept=visitor.picture)
    return Answer(reply, cards_of=found.table.id)


async def confirm(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """Place what is laid out."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.confirm(db, table, player, press, desk.now)

    return await _play(desk, visitor, press, action)


async def refresh(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """A screen that was out of date, as things are now."""
    found = await desk.see(visitor, by_id(press.table))
    _verify_part(found)
    return Answer(await redrawn(desk, found), shown=found.surface, cards_of=found.table.id)


async def form(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """The form for typing a placement."""
    found = await desk.see(visitor, by_id(press.table))
    here = placing.spot_of(found.table, found.player.id)
    if found.draft is None or (here.hand, here.street) != (press.hand, press.street):
        return await refresh(desk, visitor, press)
    _ = texts_for(visitor.person.locale)
    return Answer(
        Form(
            custom_id=str(replace(press, verb=Verb.TYPED)),
            title=_("Place your cards"),
            label=_("Where does each card go?"),
            help=_("Front / Middle / Back, or a letter for each card: f m b, x to discard."),
            value=found.draft.layout if found.draft.is_touched else "",
            hint=_("2c / 7h7c / AsKd, or bbmmf. End with ! to confirm."),
        )
    )


async def typed(desk: Desk, visitor: Visitor, press: Press, entry: str) -> Answer:
    """Lay out, or with ! confirm, what was typed into the form."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.verify_press(table, player, press)
        _enter(desk, db, table, player, entry)

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


async def surrender(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """Ask once more before giving up (R8)."""
    found = await desk.see(visitor, by_id(press.table))
    placing.verify_press(found.table, found.player, press)
    play.verify_surrender(found.table, found.player)
    _ = texts_for(visitor.person.locale)
    points = found.table.rules.surrender
    warning = _("Giving up costs you {points} points to each opponent.", points=points)
    sure = button(str(replace(press, verb=Verb.SURRENDER_NOW)), _("Give up"), Style.RED)
    return Answer(Private(Screen((text(warning), row(sure)))))


async def surrender_now(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """Give up the hand."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.verify_press(table, player, press)
        play.surrender(db, table, player, desk.now)

    found, _none = await desk.change(visitor, by_id(press.table), action)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(note(_("You have given up this hand."))), found.table.id)


async def call_me(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """Try direct messages again, after Discord refused one."""

    def action(db: Connection, table: Table, player: Player) -> None:
        table.verify_seated(player.id)
        players.set_calls(db, player.id, "dm")
        players.set_dm(db, player.id, channel_id=None, closed=False)
        surfaces.forget(db, table.id, Place(Slot.PRIVATE, player.id))

    found, _none = await desk.change(visitor, by_id(press.table), action)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(note(_("I will write to you there."))), found.table.id)


async def _play(desk: Desk, visitor: Visitor, press: Press, action: Change[T]) -> Answer:
    """Move the hand on and show in the pressed message what comes next."""
    try:
        found, _none = await desk.change(visitor, by_id(press.table), action)
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
