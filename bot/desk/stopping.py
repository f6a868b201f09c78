"""Requests to end a game: at once, after this hand, or now if all agree."""

from sqlite3 import Connection

from bot.desk.desk import Desk, Finder, Found, by_id
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.screens.components import Screen, note
from bot.screens.presses import AgreeToStop, Spot, Stop, StopAfter, StopNow, TablePress
from bot.screens.replies import Private, Public, Redraw, Reply, says
from bot.screens.stopping import stop_call, stop_question
from bot.store.players import Player
from bot.tables import placing, stopping
from bot.tables.errors import StaleError
from bot.tables.stopping import Stopping
from bot.tables.table import Table
from bot.texts import Texts, texts_for


async def stop(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """End the game, or agree that it ends; in mid-hand whoever runs it is asked how."""

    def action(db: Connection, table: Table, player: Player) -> Stopping:
        return stopping.stop(db, table, player, desk.now, may_manage=visitor.may_manage)

    found, what = await desk.change(visitor, find, action)
    if what is Stopping.ASKS:
        _ = texts_for(visitor.person.locale)
        played = found.table.running
        plays = played is not None and played.seat_of(found.player.id) is not None
        spot = placing.spot_of(found.table, found.player.id)
        asked = stop_question(spot, _, may_manage=visitor.may_manage, plays=plays)
        return Answer(Private(asked), found.table.id)
    return Answer(await _told(desk, visitor, found, what), found.table.id)


@on(Stop)
async def propose(desk: Desk, visitor: Visitor, press: Stop) -> Answer:
    """Be the first to agree that the game ends now; the others are asked."""
    found, what = await _agree(desk, visitor, press)
    return Answer(await _told(desk, visitor, found, what), found.table.id)


async def _agree(desk: Desk, visitor: Visitor, press: TablePress) -> tuple[Found, Stopping]:
    def action(db: Connection, table: Table, player: Player) -> Stopping:
        _verify_same_hand(table, press)
        return stopping.agree(db, table, player, desk.now)

    return await desk.change(visitor, by_id(press.spot.table), action)


@on(AgreeToStop)
async def agree(desk: Desk, visitor: Visitor, press: AgreeToStop) -> Answer:
    """Agree that the game ends now, in the message that asks for it."""
    found, what = await _agree(desk, visitor, press)
    _ = await desk.public_texts(visitor)
    screen = note(_("The table is closed."))
    if what is Stopping.WAITS:
        screen = _call(found, _, calls=False)
    return Answer(Redraw(screen, for_everybody=True), found.table.id)


@on(StopAfter)
async def after_this_hand(desk: Desk, visitor: Visitor, press: StopAfter) -> Answer:
    """Let the running hand be the last."""

    def action(db: Connection, table: Table, player: Player) -> None:
        _verify_same_hand(table, press)
        stopping.stop_after(db, table, player, may_manage=visitor.may_manage)

    found, _none = await desk.change(visitor, by_id(press.spot.table), action)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(note(_("The game ends after this hand."))), found.table.id)


@on(StopNow)
async def now(desk: Desk, visitor: Visitor, press: StopNow) -> Answer:
    """End the game with its running hand void."""

    def action(db: Connection, table: Table, _player: Player) -> None:
        _verify_same_hand(table, press)
        stopping.stop_now(db, table, desk.now, may_manage=visitor.may_manage)

    found, _none = await desk.change(visitor, by_id(press.spot.table), action)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(note(_("The table is closed."))), found.table.id)


def _verify_same_hand(table: Table, press: TablePress) -> None:
    """Raise StaleError if the press is about an earlier hand."""
    number = 0 if table.played is None else table.played.row.number
    if number != press.spot.hand:
        raise StaleError("That was about an earlier hand. Use /ofc stop again.")


async def _told(desk: Desk, visitor: Visitor, found: Found, what: Stopping) -> Reply:
    if what is Stopping.WAITS:
        return Public(_call(found, await desk.public_texts(visitor), calls=True))
    return says(texts_for(visitor.person.locale)("The table is closed."))


def _call(found: Found, _: Texts, *, calls: bool) -> Screen:
    table = found.table
    missing = {seat.player_id for seat in stopping.missing(table)}
    agreed = [table.people[s.player_id].name for s in table.persons if s.wants_stop]
    waiting = [table.people[player_id].user_id for player_id in missing]
    spot = placing.spot_of(table, found.player.id)
    ids = [user_id for user_id in waiting if user_id is not None]
    return stop_call(agreed, ids, Spot(table.id, spot.hand), _, calls=calls)
