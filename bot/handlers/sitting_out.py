"""Who is there: sitting out, coming back, calling time, taking a seat away."""

from bot.game import leaving, play, presence
from bot.game.clock import call_time, verify_time_call, verify_unchanged
from bot.handlers import agreements
from bot.handlers.own_cards import own_cards
from bot.handlers.proposing import proposed
from bot.handlers.request import Answer, AnswerOrDeferred, Request, TableVisit
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.components import note
from bot.screens.decision_screens import removed_screen, sure_screen, waits_no_more_screen
from bot.screens.presses import CallTime, CallTimeNow, ComeBack, ComeBackInChannel, SitOut
from bot.screens.replies import Private, Public, Redraw, says
from bot.store.players import Player
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.options import TIME_CALL
from bot.values.phrases import plain


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
    """Decide for oneself again, and be dealt in."""
    play.add_default(at.db, at.table, at.player, at.seed, at.now)
    was_gone = presence.come_back(at.db, at.table, at.player, at.now)
    return Answer(says(_welcome(at.after(), at.texts, was_gone=was_gone)))


@on(ComeBack)
@changes
def back_by_button(at: Request, _press: ComeBack) -> AnswerOrDeferred:
    """Come back by a private message, which then shows what there is to do."""
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
def ask(at: Request, _press: CallTime) -> Answer:
    """Ask once more, since a tap costs somebody else their time."""
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
def call_now(at: Request, press: CallTimeNow) -> Answer:
    """Call time on those who were asked about."""
    verify_unchanged(at.table, press.moves)
    called = call_time(at.db, at.table, at.player, at.now)
    table, _ = at.after().table, at.texts
    reminders = (table.reminder_of(each.id) for each in called)
    until = max(reminder.given_at for reminder in reminders if reminder is not None) + TIME_CALL
    said = _("Time has been called. {names}: place by <t:{at}:T>.", names=_names(called), at=until)
    return Answer(Redraw(note(said)))


def _names(players: list[Player]) -> str:
    return ", ".join(plain(player.name) for player in players)


# --- taking a seat away ----------------------------------------------------------------------


@changes
def kick(at: Request, user_id: int) -> Answer:
    """Remove somebody, from the waiting list too, or put it to the vote and vote for it."""
    runs_it = at.may_run(at.table.row.host_id)
    asked = leaving.ask_to_remove(at.db, at.table, at.player, user_id, at.now, runs_it=runs_it)
    if not isinstance(asked, Player):
        return proposed(at, agreements.respond(at.db, asked, at.player, at.now, agrees=True))
    if asked.id in at.table.waiting:
        return Answer(Public(waits_no_more_screen([asked.name], at.public_texts)))
    plays_on = at.after().table.seat_of(asked.id) is not None
    return Answer(Public(removed_screen(asked.name, at.public_texts, plays_on=plays_on)))
