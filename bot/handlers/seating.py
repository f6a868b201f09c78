"""Seats: sit down, get up, sit out, come back, call time."""

from bot.game import lobby, play, presence, terms
from bot.game.clock import call_time, verify_time_call, verify_unchanged
from bot.game.loading import loaded
from bot.game.lobby import Joined
from bot.game.table import StaleError
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.own_cards import own_cards
from bot.handlers.request import Answer, AnswerOrDeferred, Request, TableVisit
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.components import note
from bot.screens.decision_screens import sure_screen
from bot.screens.presses import (
    CallTime,
    CallTimeNow,
    ComeBack,
    ComeBackInChannel,
    Join,
    Leave,
    LeaveNow,
    SitOut,
)
from bot.screens.private_screen import requests_line
from bot.screens.replies import Acknowledged, Private, Redraw, says
from bot.store.players import Player
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.options import TIME_CALL
from bot.values.phrases import plain


@changes
def join(at: Request, limit: int | None = None) -> AnswerOrDeferred:
    """Sit down, or wait for a seat, and lose at most `limit` points (R9.3); 0 removes the limit."""
    if limit is None:
        return told_seat(at, sit_down(at), at.table.limits.get(at.player.id))
    table = at.table
    is_new = table.seat_of(at.player.id) is None and at.player.id not in table.waiting
    joined = sit_down(at) if is_new else None
    terms.limit_losses(at.db, loaded(at.db, table.id), at.player, limit or None)
    return Answer(says(_limit_line(at, limit))) if joined is None else told_seat(at, joined, limit)


def _limit_line(at: Request, limit: int) -> str:
    """A sentence about the most that the visitor can lose; 0 for no limit of their own."""
    _ = at.texts
    if not limit:
        return _("You don't have a limit of your own at this table.")
    return _(
        "You lose at most {points} points at this table: anything beyond that doesn't count, "
        "and the match ends with that hand.",
        points=limit,
    )


@on(Join)
@changes
def join_by_button(at: Request, _press: Join) -> AnswerOrDeferred:
    """Sit down, which the lobby shows; a place on the waiting list is told in words."""
    joined = sit_down(at)
    if joined.seat is not None:
        return JoinedWithDm(Answer(Acknowledged()), at.player, at.table.id)
    return told_seat(at, joined, at.table.limits.get(at.player.id))


def sit_down(at: Request) -> Joined:
    """Give the visitor a seat, or a place on the waiting list; raises TableError."""
    joined = lobby.join(at.db, at.table, at.player, at.now)
    if joined.seat is not None:
        play.add_default(at.db, at.table, at.player, at.seed, at.now)
    return joined


def told_seat(
    at: Request, joined: Joined, limit: int | None = None, *, table_id: int | None = None
) -> AnswerOrDeferred:
    """Where somebody sits or waits, and the most they can lose if they have a limit.

    `table_id` is needed if it is not the table that the request is about.
    """
    _ = at.texts
    if joined.seat is not None:
        said = _("You have seat {number}.", number=joined.seat)
    else:
        said = _(
            "All seats are taken. You're number {place} on the waiting list: I'll message you "
            "when a seat is yours. To leave the list, use /ofc leave.",
            place=joined.place,
        )
        if at.player.takes_dms and at.player.dm_channel_id is None:
            said += "\n" + requests_line(_)
    told = Answer(says(said if limit is None else f"{said}\n{_limit_line(at, limit)}"))
    return told if joined.seat is None else JoinedWithDm(told, at.player, table_id or at.table.id)


@also_on(Leave)
@changes
def leave(at: Request) -> Answer:
    """Get up, or leave the waiting list; asks first if that fouls a hand (R11.5)."""
    _ = at.texts
    if at.player.id in at.table.waiting:
        lobby.leave(at.db, at.table, at.player, at.now)
        return Answer(says(_("You're no longer on the waiting list.")))
    presence.verify_stays(at.table, at.player.id)
    if not play.leaving_costs(at.table, at.player):
        lobby.leave(at.db, at.table, at.player, at.now)
        return Answer(says(_("You've left the table.")))
    warning = _("You're in a hand. If you leave now, it counts as a foul.")
    leaving = LeaveNow(play.spot_of(at.table, at.player.id))
    return Answer(Private(sure_screen(warning, leaving, _("Leave"))))


@on(LeaveNow)
@changes
def leave_now(at: Request, press: LeaveNow) -> Answer:
    """Get up although it fouls the hand that the question named."""
    if play.spot_of(at.table, at.player.id).hand != press.spot.hand:
        raise StaleError("That was about an earlier hand. Use /ofc leave again.")
    lobby.leave(at.db, at.table, at.player, at.now)
    _ = at.texts
    return Answer(Redraw(note(_("You've left the table."))))


# --- sitting out -----------------------------------------------------------------------------


@also_on(SitOut)
@changes
def sit_out(at: Request) -> Answer:
    """Be dealt no further hands, and keep the seat; a Fantasyland earned is forfeited (R7.7)."""
    presence.sit_out(at.db, at.table, at.player)
    found, _ = at.after(), at.texts
    if _is_playing(found):
        line = _("You'll finish this hand, then sit out. To return, press More, then I'm back.")
    else:
        line = _("You're sitting out and keep your seat. To return, press More, then I'm back.")
    seat = found.table.seat_of(found.player.id)
    if seat is not None and seat.fantasyland:
        line += " " + _("You lose your Fantasyland unless you're back before the next hand.")
    return Answer(says(line))


@also_on(ComeBackInChannel)
@changes
def back(at: Request) -> Answer:
    """Come back: decide for oneself again, and be dealt in."""
    play.add_default(at.db, at.table, at.player, at.seed, at.now)
    was_gone = presence.come_back(at.db, at.table, at.player, at.now)
    return Answer(says(_welcome(at.after(), at.texts, was_gone=was_gone)))


@on(ComeBack)
@changes
def back_by_button(at: Request, _press: ComeBack) -> AnswerOrDeferred:
    """Come back from a private message, which then shows what there is to do."""
    presence.come_back(at.db, at.table, at.player, at.now)
    return own_cards(at, at.after())


def _welcome(found: TableVisit, _: Texts, *, was_gone: bool) -> str:
    if found.draft is not None:
        return _("Welcome back. It's your turn: /ofc hand shows your cards.")
    if _is_playing(found):
        return _("Welcome back. You decide for yourself again.")
    if was_gone:
        return _("Welcome back. You get cards from the next hand on.")
    return _("You're back in: you get cards from the next hand on.")


def _is_playing(found: TableVisit) -> bool:
    running = found.table.running
    seat = None if running is None else running.seat_of(found.player.id)
    return running is not None and seat is not None and not running.hand.seats[seat].is_done


# --- time calls ------------------------------------------------------------------------------


@on(CallTime)
@personal
def ask_for_time(at: Request, _press: CallTime) -> Answer:
    """Ask for confirmation, since a tap costs somebody else their time."""
    table = at.table
    called = verify_time_call(table, at.player, at.now)
    played = table.running
    assert played is not None
    spot = Spot(table.id, played.row.number)
    _ = at.texts
    asked = _("{names} will have 30 seconds.", names=_names(called))
    then = _("After that I place their cards.")
    if table.rules.time_out_kills:
        then = _("After that the hand is dead.")
    press = CallTimeNow(spot, len(played.log))
    return Answer(Private(sure_screen(f"{asked} {then}", press, _("Call time"))))


@on(CallTimeNow)
@changes
def call_time_now(at: Request, press: CallTimeNow) -> Answer:
    """Call time on those whom the question named."""
    verify_unchanged(at.table, press.moves)
    called = call_time(at.db, at.table, at.player, at.now)
    table, _ = at.after().table, at.texts
    reminders = (table.reminder_of(each.id) for each in called)
    until = max(reminder.given_at for reminder in reminders if reminder is not None) + TIME_CALL
    said = _("Time has been called. {names}: place by <t:{at}:T>.", names=_names(called), at=until)
    return Answer(Redraw(note(said)))


def _names(players: list[Player]) -> str:
    return ", ".join(plain(player.name) for player in players)
