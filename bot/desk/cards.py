"""Requests about one's own cards: see them, lay them out, confirm, give up."""

from collections.abc import Callable
from dataclasses import replace
from sqlite3 import Connection
from typing import TypeAlias, TypeVar

from bot.desk.desk import Change, Desk, Finder, Found, by_id
from bot.desk.visitors import Answer, Visitor
from bot.screens.components import Screen, Style, button, note, row, text
from bot.screens.drafts import Draft
from bot.screens.ids import Press, Verb
from bot.screens.replies import Form, Private, Redraw, says
from bot.screens.shorthand import understand
from bot.store import players
from bot.store.players import Player
from bot.tables import placing, play
from bot.tables.errors import StaleError
from bot.tables.table import Table
from bot.texts import texts_for

T = TypeVar("T")
Tap: TypeAlias = Callable[[Draft, str], Draft]


async def show(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """One's own cards, in private."""
    found = await desk.see(visitor, find)
    _verify_part(found)
    screen = await _own_screen(desk, found)
    if found.player.dm_closed:
        _ = texts_for(visitor.person.locale)
        call = placing.spot_of(found.table, found.player.id).press(Verb.CALL_ME)
        again = row(button(call, _("Try direct messages again")))
        screen = replace(screen, components=(*screen.components, again))
    return Answer(Private(screen))


async def tap(desk: Desk, visitor: Visitor, press: Press, change: Tap) -> Answer:
    """Change what one is laying out; only texts and buttons of the message change."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.tap(db, table, player, press, lambda draft: change(draft, press.argument))

    try:
        found, _none = await desk.tap(visitor, by_id(press.table), action)
    except StaleError:
        return await refresh(desk, visitor, press)
    return Answer(Redraw(await _own_screen(desk, found, keep_picture=True)))


async def confirm(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """Place what is laid out."""

    def action(db: Connection, table: Table, player: Player) -> None:
        placing.confirm(db, table, player, press, desk.now)

    return await _play(desk, visitor, press, action)


async def refresh(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """A screen that was out of date, as things are now."""
    found = await desk.see(visitor, by_id(press.table))
    _verify_part(found)
    return Answer(Redraw(await _own_screen(desk, found)), shown=found.surface)


async def form(desk: Desk, visitor: Visitor, press: Press) -> Answer:
    """The form for typing a placement."""
    found = await desk.see(visitor, by_id(press.table))
    if found.draft is None:
        return await refresh(desk, visitor, press)
    _ = texts_for(visitor.person.locale)
    return Answer(
        Form(
            custom_id=str(replace(press, verb=Verb.TYPED)),
            title=_("Place your cards"),
            label=_("Where does each card go?"),
            help=_("Front / Middle / Back, or a letter for each card: f m b, x to discard."),
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
        return Answer(says(texts_for(visitor.person.locale)("Placed.")), found.table.id)
    return Answer(Private(await _own_screen(desk, found)), found.table.id)


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
        players.set_dm(db, player.id, channel_id=None, closed=False)

    found, _none = await desk.change(visitor, by_id(press.table), action)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(note(_("I will write to you there."))), found.table.id)


async def _play(desk: Desk, visitor: Visitor, press: Press, action: Change[T]) -> Answer:
    """Move the hand on and show in the pressed message what comes next."""
    try:
        found, _none = await desk.change(visitor, by_id(press.table), action)
    except StaleError:
        return await refresh(desk, visitor, press)
    screen = await _own_screen(desk, found)
    return Answer(Redraw(screen), found.table.id, found.surface)


async def _own_screen(desk: Desk, found: Found, *, keep_picture: bool = False) -> Screen:
    return await desk.studio.private(
        found.table, found.player.id, found.draft, keep_picture=keep_picture
    )


def _verify_part(found: Found) -> None:
    played = found.table.played
    if played is None or played.seat_of(found.player.id) is None:
        found.table.verify_seated(found.player.id)
