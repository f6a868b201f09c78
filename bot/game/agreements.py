"""Proposals: carrying out what enough people have agreed to, and how the channel sees them."""

from typing import Final

from bot.game import corrections, leaving, spectators, terms
from bot.game.corrections import count_again, make_void
from bot.game.modes.choice import mode_of
from bot.store import proposals, tables
from bot.store.engine import Connection
from bot.store.ledger import bookings
from bot.store.ledger.bookings import Booking
from bot.store.players import Player
from bot.store.proposals import Proposal, ProposalKind, ProposalState
from bot.texts import marked
from bot.values.ledger_records import LedgerError

_NOT_ASKED: Final = {
    ProposalKind.VOID: marked("Only the players in this hand can decide this."),
    ProposalKind.COUNT: marked("Only the players in this hand can decide this."),
    ProposalKind.RECORD: marked("Only the players in this hand can decide this."),
    ProposalKind.STAKE: marked("Only these two players can decide this."),
    ProposalKind.CARDS: marked("Only the players at this table can decide this."),
    ProposalKind.KICK: marked("Only the others at this table can vote on this."),
}


def respond(
    db: Connection, proposal: Proposal, player: Player, now: int, *, agrees: bool
) -> Proposal:
    """Agree to an open proposal, or decline it; returns it as it is then.

    Who completes the agreement makes it happen. Raises OfcError if the player is not asked, or if
    it cannot happen any more.
    """
    if proposal.kind is ProposalKind.KICK:
        leaving.verify_goes_on(db, proposal, now)
    if proposal.response_of(player.id) is None:
        raise LedgerError(_NOT_ASKED[proposal.kind])
    proposal = proposals.respond(db, proposal, player.id, agrees=agrees, now=now)
    if proposal.is_agreed:
        verify_shared(proposal)
        return carry_out(db, proposal, now)
    if proposal.is_declined:
        return proposals.close(db, proposal, ProposalState.DECLINED, str(player.id))
    return proposal


def carry_out(db: Connection, proposal: Proposal, now: int) -> Proposal:
    """Do what a proposal says and close it; raises OfcError if that cannot be done any more."""
    match proposal.kind:
        case ProposalKind.RECORD:
            outcome = str(corrections.book(db, proposal, now))
        case ProposalKind.STAKE:
            outcome = str(terms.keep_agreed(db, proposal))
        case ProposalKind.CARDS:
            outcome = str(spectators.keep_agreed(db, proposal))
        case ProposalKind.VOID | ProposalKind.COUNT:
            booking = booking_of(db, proposal)
            verify_corrects(booking, proposal.kind)
            verify_outside_tournaments(db, booking)
            change = make_void if proposal.kind is ProposalKind.VOID else count_again
            outcome = change(db, booking, proposal.body, now).name.lower()
        case ProposalKind.KICK:
            outcome = ""
            leaving.carry_out(db, proposal, now)
    return proposals.close(db, proposal, ProposalState.DONE, outcome)


def table_of(db: Connection, proposal: Proposal) -> int | None:
    """The table that a proposal is about, if it is about one."""
    match proposal.kind:
        case ProposalKind.VOID | ProposalKind.COUNT:
            return booking_of(db, proposal).table_id
        case ProposalKind.STAKE:
            return terms.table_of_stake(proposal)
        case ProposalKind.CARDS:
            return spectators.table_of_cards(proposal)
        case ProposalKind.RECORD | ProposalKind.KICK:
            return proposal.table_id


def booking_of(db: Connection, proposal: Proposal) -> Booking:
    """The hand that a proposal is about."""
    booking = bookings.of_hand(db, proposal.hand_id or 0)
    assert booking is not None
    return booking


def verify_corrects(booking: Booking, kind: ProposalKind) -> None:
    """Raise LedgerError if a hand is void already, or counts already, as the proposal wants it."""
    if booking.is_void and kind is ProposalKind.VOID:
        raise LedgerError("Hand #{number} is already void.", number=booking.number)
    if not booking.is_void and kind is ProposalKind.COUNT:
        raise LedgerError("Hand #{number} counts already.", number=booking.number)


def verify_outside_tournaments(db: Connection, booking: Booking) -> None:
    """Raise LedgerError for a hand of a tournament, which has left its marks on all after it."""
    table = tables.get(db, booking.table_id)
    if table is not None and mode_of(table).has_stacks:
        raise LedgerError(
            "Hand #{number} was played in a tournament: the stacks after it, and so the places, "
            "depend on it. It stays as it is.",
            number=booking.number,
        )


def verify_shared(proposal: Proposal) -> None:
    """Raise LedgerError where one person is left of those concerned: they decide nothing alone.

    A vote may have a single voter: it is about somebody else, who keeps them waiting. And whoever
    plays with computer players alone may show their own cards.
    """
    if proposal.kind not in (ProposalKind.KICK, ProposalKind.CARDS) and len(proposal.responses) < 2:
        raise LedgerError(
            "Nobody else is left to agree to this. Somebody with Manage Server can do it."
        )
