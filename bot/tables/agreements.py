"""Agreeing to proposals, and carrying them out once enough of those who are asked have agreed.

The `outcome` of a proposal: for a void hand the fate of Fantasyland (`restored`, `stay` or `none`),
for a hand with real cards its number in the ledger, for a stake the hand from which it holds, for
a declined one the id of the player who declined.
"""

from sqlite3 import Connection
from typing import Final

from bot.ledger import LedgerError
from bot.store import bookings, proposals
from bot.store.bookings import Booking
from bot.store.players import Player
from bot.store.proposals import KICK, Proposal
from bot.tables import recorded, removal, terms
from bot.tables.voiding import make_void
from bot.texts import marked

_NOT_ASKED: Final = {
    "void": marked("Only the players of the hand decide this."),
    "record": marked("Only the players of the hand decide this."),
    "stake": marked("Only the two players decide this."),
    KICK: marked("Only the others who sit at this table vote on this."),
}


def voice(
    db: Connection, proposal: Proposal, player: Player, now: int, *, agrees: bool
) -> Proposal:
    """Agree to an open proposal, or decline it; returns it as it is then.

    Who completes the agreement makes it happen. Raises OfcError if the player is not asked, or if
    it cannot happen any more.
    """
    if proposal.kind == KICK:
        removal.verify_goes_on(db, proposal, now)
    if proposal.voice_of(player.id) is None:
        raise LedgerError(_NOT_ASKED[proposal.kind])
    proposal = proposals.voice(db, proposal, player.id, agrees=agrees, now=now)
    if proposal.is_agreed:
        verify_shared(proposal)
        return carry_out(db, proposal, now)
    if proposal.is_declined:
        return proposals.close(db, proposal, "declined", str(player.id))
    return proposal


def carry_out(db: Connection, proposal: Proposal, now: int) -> Proposal:
    """Do what a proposal says and close it; raises OfcError if that cannot be done any more."""
    match proposal.kind:
        case "record":
            outcome = str(recorded.book(db, proposal, now))
        case "stake":
            outcome = str(terms.keep_agreed(db, proposal))
        case "void":
            booking = booking_of(db, proposal)
            verify_counting(booking)
            outcome = make_void(db, booking, proposal.body, now).name.lower()
        case _:
            outcome = ""
            removal.carry_out(db, proposal, now)
    return proposals.close(db, proposal, "done", outcome)


def table_of(db: Connection, proposal: Proposal) -> int | None:
    """The table that a proposal is about, if it is about one."""
    match proposal.kind:
        case "void":
            return booking_of(db, proposal).table_id
        case "stake":
            return terms.table_of(proposal)
        case _:
            return proposal.table_id


def booking_of(db: Connection, proposal: Proposal) -> Booking:
    """The hand that a proposal is about."""
    booking = bookings.of_hand(db, proposal.hand_id or 0)
    assert booking is not None
    return booking


def verify_counting(booking: Booking) -> None:
    """Raise LedgerError if a hand is void."""
    if booking.is_void:
        raise LedgerError("Hand #{number} is void already.", number=booking.number)


def verify_shared(proposal: Proposal) -> None:
    """Raise LedgerError where one person is left of those concerned: they decide nothing alone.

    A vote may have a single voter: it is about somebody else, who keeps them waiting.
    """
    if proposal.kind != KICK and len(proposal.voices) < 2:
        raise LedgerError(
            "Nobody else is left who could agree to this. Somebody with Manage Server can do it."
        )
