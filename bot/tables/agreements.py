"""Carrying out proposals that everybody concerned has agreed to, and telling the channel.

The `outcome` of a proposal: for a void hand the fate of Fantasyland (`restored`, `stay` or `none`),
for a hand with real cards its number in the ledger, for a stake the hand from which it holds, for
a declined one the id of the player who declined.
"""

from sqlite3 import Connection
from typing import Final

from bot.ledger import LedgerError
from bot.screens.components import Screen
from bot.screens.decisions import declined_screen, proposal_screen, void_lines, voided_screen
from bot.store import bookings, players, proposals
from bot.store.bookings import Booking
from bot.store.proposals import Proposal
from bot.tables import recorded, terms
from bot.tables.voiding import Visits, make_void
from bot.texts import Texts, marked

_VISITS: Final = {
    Visits.RESTORED: marked("For the next hand, Fantasyland is as it was before this one."),
    Visits.STAY: marked(
        "The next hand had been dealt already, so the Fantasyland this one earned stays."
    ),
}


def carry_out(db: Connection, proposal: Proposal, now: int) -> Proposal:
    """Do what a proposal says and close it; raises OfcError if that cannot be done any more."""
    return proposals.close(db, proposal.id, "done", _outcome(db, proposal, now))


def decline(db: Connection, proposal: Proposal, player_id: int) -> Proposal:
    """Close a proposal that a player does not agree to."""
    return proposals.close(db, proposal.id, "declined", str(player_id))


def table_of(db: Connection, proposal: Proposal) -> int | None:
    """The table that a proposal is about, if it is about one."""
    match proposal.kind:
        case "void":
            return _booking_of(db, proposal).table_id
        case "stake":
            return terms.table_of(proposal)
        case _:
            return None


def verify_counting(booking: Booking) -> None:
    """Raise LedgerError if a hand is void."""
    if booking.is_void:
        raise LedgerError("Hand #{number} is void already.", number=booking.number)


def screen_of(db: Connection, proposal: Proposal, _: Texts, *, calls: bool = False) -> Screen:
    """A proposal as the channel sees it; while it is open it may call those it waits for."""
    match proposal.state:
        case "done":
            return _done_screen(db, proposal, _)
        case "declined":
            decliner = int(proposal.outcome)
            withdrawn = decliner == proposal.player_id
            return declined_screen(players.get(db, decliner).name, _, withdrawn=withdrawn)
        case _:
            waiting = [voice.user_id for voice in proposal.missing]
            return proposal_screen(_lines(db, proposal, _), proposal.id, waiting, _, calls=calls)


def _outcome(db: Connection, proposal: Proposal, now: int) -> str:
    match proposal.kind:
        case "record":
            return str(recorded.book(db, proposal, now))
        case "stake":
            return str(terms.keep_agreed(db, proposal))
        case _:
            booking = _booking_of(db, proposal)
            verify_counting(booking)
            return make_void(db, booking, proposal.body, now).name.lower()


def _done_screen(db: Connection, proposal: Proposal, _: Texts) -> Screen:
    match proposal.kind:
        case "record":
            return recorded.booked_screen(db, proposal, _)
        case "stake":
            return terms.agreed_screen(db, proposal, _)
        case _:
            visits = Visits[proposal.outcome.upper()]
            said = _(_VISITS[visits]) if visits in _VISITS else ""
            return voided_screen(_booking_of(db, proposal).number, proposal.body, said, _)


def _lines(db: Connection, proposal: Proposal, _: Texts) -> list[str]:
    who = players.get(db, proposal.player_id).name
    match proposal.kind:
        case "record":
            return recorded.lines(db, proposal, who, _)
        case "stake":
            return terms.stake_lines(db, proposal, _)
        case _:
            return void_lines(_booking_of(db, proposal).number, who, proposal.body, _)


def _booking_of(db: Connection, proposal: Proposal) -> Booking:
    booking = bookings.of_hand(db, proposal.hand_id or 0)
    assert booking is not None
    return booking
