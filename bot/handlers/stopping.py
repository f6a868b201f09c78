"""Ending a game: at once, after this hand, or now if all agree."""

from bot.handlers.registry import changes, on
from bot.handlers.request import Answer, Request
from bot.screens.components import Screen, note
from bot.screens.presses import AgreeToStop, Spot, Stop, StopAfter, StopNow, TablePress
from bot.screens.replies import Private, Public, Redraw, says
from bot.screens.stopping import stop_call, stop_question
from bot.tables import placing, stopping
from bot.tables.errors import StaleError
from bot.tables.stopping import Stopping
from bot.texts import Texts


@changes
def stop(at: Request) -> Answer:
    """End the game, or agree that it ends; in mid-hand whoever runs it is asked how."""
    manages, table = at.visitor.may_manage, at.table
    what = stopping.stop(at.db, table, at.player, at.now, may_manage=manages)
    if what is not Stopping.ASKS:
        return _told(at, what)
    plays = table.running is not None and table.running.seat_of(at.player.id) is not None
    spot = placing.spot_of(table, at.player.id)
    return Answer(Private(stop_question(spot, at.texts, may_manage=manages, plays=plays)))


@on(Stop)
@changes
def propose(at: Request, press: Stop) -> Answer:
    """Be the first to agree that the game ends now; the others are asked."""
    return _told(at, _agree(at, press))


@on(AgreeToStop)
@changes
def agree(at: Request, press: AgreeToStop) -> Answer:
    """Agree that the game ends now, in the message that asks for it."""
    what, _ = _agree(at, press), at.public_texts
    screen = note(_("The table is closed."))
    if what is Stopping.WAITS:
        screen = _call(at, _, calls=False)
    return Answer(Redraw(screen, for_everybody=True))


@on(StopAfter)
@changes
def after_this_hand(at: Request, press: StopAfter) -> Answer:
    """Let the running hand be the last."""
    _verify_same_hand(at, press)
    stopping.stop_after(at.db, at.table, at.player, may_manage=at.visitor.may_manage)
    _ = at.texts
    return Answer(Redraw(note(_("The game ends after this hand."))))


@on(StopNow)
@changes
def now(at: Request, press: StopNow) -> Answer:
    """End the game with its running hand void."""
    _verify_same_hand(at, press)
    stopping.stop_now(at.db, at.table, at.now, may_manage=at.visitor.may_manage)
    _ = at.texts
    return Answer(Redraw(note(_("The table is closed."))))


def _agree(at: Request, press: TablePress) -> Stopping:
    _verify_same_hand(at, press)
    return stopping.agree(at.db, at.table, at.player, at.now)


def _verify_same_hand(at: Request, press: TablePress) -> None:
    """Raise StaleError if the press is about an earlier hand."""
    number = 0 if at.table.played is None else at.table.played.row.number
    if number != press.spot.hand:
        raise StaleError("That was about an earlier hand. Use /ofc stop again.")


def _told(at: Request, what: Stopping) -> Answer:
    if what is Stopping.WAITS:
        return Answer(Public(_call(at, at.public_texts, calls=True)))
    _ = at.texts
    return Answer(says(_("The table is closed.")))


def _call(at: Request, _: Texts, *, calls: bool) -> Screen:
    table = at.after().table
    missing = {seat.player_id for seat in stopping.missing(table)}
    agreed = [table.people[s.player_id].name for s in table.persons if s.wants_stop]
    waiting = [table.people[player_id].user_id for player_id in missing]
    hand = placing.spot_of(table, at.player.id).hand
    ids = [user_id for user_id in waiting if user_id is not None]
    return stop_call(agreed, ids, Spot(table.id, hand), _, calls=calls)
