"""Sitting out and coming back."""

from bot.handlers.cards import own_cards
from bot.handlers.registry import also_on, changes, on
from bot.handlers.request import Answer, Found, Request, Result
from bot.screens.presses import Back, BackInChannel
from bot.screens.replies import says
from bot.tables import presence, seeding
from bot.texts import Texts


@changes
def sit_out(at: Request) -> Answer:
    """Be dealt no further hands, and keep the seat; a Fantasyland earned is forfeited (R7.7)."""
    presence.sit_out(at.db, at.table, at.player)
    found, _ = at.after(), at.texts
    if _is_playing(found):
        told = _("You play this hand to its end, and then you sit out. Come back with /ofc back.")
    else:
        told = _("You sit out and keep your seat. Come back with /ofc back.")
    seat = found.table.seat_of(found.player.id)
    if seat is not None and seat.fantasyland:
        told += " " + _("Your Fantasyland is lost unless you are back before the next hand.")
    return Answer(says(told))


@also_on(BackInChannel)
@changes
def back(at: Request) -> Answer:
    """Decide for oneself again, and be dealt in."""
    seeding.add_default(at.db, at.table, at.player, at.seed, at.now)
    was_gone = presence.come_back(at.db, at.table, at.player)
    return Answer(says(_welcome(at.after(), at.texts, was_gone=was_gone)))


@on(Back)
@changes
def back_by_button(at: Request, _press: Back) -> Result:
    """Come back by a private message, which then shows what there is to do."""
    presence.come_back(at.db, at.table, at.player)
    return own_cards(at, at.after())


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
