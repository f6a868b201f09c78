"""Requests about one's presence: sit out, come back."""

from sqlite3 import Connection

from bot.desk.cards import redrawn
from bot.desk.desk import Desk, Finder, Found, by_id
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.screens.presses import Back, BackInChannel
from bot.screens.replies import says
from bot.store.players import Player
from bot.tables import presence, seeding
from bot.tables.table import Table
from bot.texts import Texts, texts_for


async def sit_out(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """Be dealt no further hands, and keep the seat; a Fantasyland earned is forfeited (R7.7)."""
    found, _none = await desk.change(visitor, find, presence.sit_out)
    _ = texts_for(visitor.person.locale)
    if _is_playing(found):
        told = _("You play this hand to its end, and then you sit out. Come back with /ofc back.")
    else:
        told = _("You sit out and keep your seat. Come back with /ofc back.")
    seat = found.table.seat_of(found.player.id)
    if seat is not None and seat.fantasyland:
        told += " " + _("Your Fantasyland is lost unless you are back before the next hand.")
    return Answer(says(told), found.table.id)


async def back(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """Decide for oneself again, and be dealt in."""

    def action(db: Connection, table: Table, player: Player) -> bool:
        seeding.add_default(db, table, player, desk.seed(visitor.interaction_id), desk.now)
        return presence.come_back(db, table, player)

    found, was_gone = await desk.change(visitor, find, action)
    _ = texts_for(visitor.person.locale)
    return Answer(says(_welcome(found, _, was_gone=was_gone)), found.table.id)


@on(BackInChannel)
async def back_in_channel(desk: Desk, visitor: Visitor, press: BackInChannel) -> Answer:
    """Come back by a button that everybody sees."""
    return await back(desk, visitor, by_id(press.spot.table))


@on(Back)
async def back_by_button(desk: Desk, visitor: Visitor, press: Back) -> Answer:
    """Come back by a private message, which then shows what there is to do."""

    def action(db: Connection, table: Table, player: Player) -> None:
        presence.come_back(db, table, player)

    found, _none = await desk.change(visitor, by_id(press.spot.table), action)
    reply = await redrawn(desk, found)
    return Answer(reply, found.table.id, found.surface, cards_of=found.table.id)


def _welcome(found: Found, _: Texts, *, was_gone: bool) -> str:
    if found.draft is not None:
        return _("Welcome back. It is your turn: /ofc hand shows your cards.")
    if _is_playing(found):
        return _("Welcome back. You decide for yourself again.")
    if was_gone:
        return _("Welcome back. You are dealt in with the next hand.")
    return _("You are here, and are dealt in with the next hand.")


def _is_playing(found: Found) -> bool:
    running = found.table.running
    seat = None if running is None else running.seat_of(found.player.id)
    return running is not None and seat is not None and not running.hand.seats[seat].is_done
