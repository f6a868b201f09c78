"""Corrections of the ledger: void a hand, book one played with real cards."""

from dataclasses import dataclass, replace
from sqlite3 import Connection

from bot.handlers.agreeing import announced, proposed
from bot.handlers.registry import changes, on
from bot.handlers.request import Answer, Request
from bot.ledger import LedgerError
from bot.ofc.rulesets import Ruleset
from bot.screens.components import note
from bot.screens.decisions import VoidNow, sure_screen
from bot.screens.replies import Private, Shared
from bot.store import bookings, players, proposals
from bot.store.bookings import Booking
from bot.store.players import Person
from bot.store.proposals import Draft, Proposal
from bot.tables import agreements
from bot.tables.proposal_screens import screen_of
from bot.tables.recorded import Sheet
from bot.texts import texts_for


@dataclass(frozen=True)
class Written:
    """A hand as somebody wrote it down: people and their boards, in acting order.

    A board is written as a seat of the text notation (see bot.ofc.notation).
    """

    rules: Ruleset
    stake: int
    people: tuple[Person, ...]
    boards: tuple[str, ...]


@changes
def void(at: Request, number: int, reason: str) -> Answer:
    """Make a hand void: a manager is asked once more, a player's wish is put to the others."""
    guild_id, manages = at.visitor.guild, at.visitor.may_manage
    booking = _counting(at.db, guild_id, number)
    concerned = [part.player_id for part in bookings.parts(at.db, booking.hand_id)]
    if not manages and at.player.id not in concerned:
        raise LedgerError("Only its players, or somebody with Manage Server, can make a hand void.")
    channel_id = at.visitor.channel_id
    draft = Draft(guild_id, channel_id, "void", booking.hand_id, reason, at.player.id)
    proposal = proposals.add(at.db, draft, concerned, now=at.now, agrees=not manages)
    if not manages:
        agreements.verify_shared(proposal)
        return proposed(at, proposal)
    _ = at.texts
    question = _("Hand #{number} will not count any more. This is final.", number=number)
    return Answer(Private(sure_screen(question, VoidNow(proposal.id), _("Make it void"))))


@on(VoidNow)
@changes
def void_now(at: Request, press: VoidNow) -> Answer:
    """A manager makes a hand void."""
    at.visitor.verify_manager()
    proposal = _open(at.db, at.visitor.guild, press.proposal)
    if proposal.kind != "void":
        raise LedgerError("This button is not of this ledger.")
    done = agreements.carry_out(at.db, proposal, at.now)
    where, _ = at.where(), at.texts
    screen = screen_of(at.db, done, texts_for(where.locale))
    return replace(announced(at, done, where), reply=Shared(note(_("Done.")), screen))


@changes
def record(at: Request, written: Written) -> Answer:
    """Put a hand played with real cards to the people who played it."""
    guild_id = at.visitor.guild
    ids = [players.remember(at.db, person).id for person in written.people]
    sheet = Sheet.of(written.rules, written.stake, ids, written.boards)
    channel_id = at.visitor.channel_id
    draft = Draft(guild_id, channel_id, "record", None, str(sheet), at.player.id)
    return proposed(at, proposals.add(at.db, draft, ids, now=at.now))


def _open(db: Connection, guild_id: int, proposal_id: int) -> Proposal:
    proposal = proposals.get(db, proposal_id)
    if proposal is None or proposal.guild_id != guild_id or proposal.state != "open":
        raise LedgerError("This has been decided already.")
    return proposal


def _counting(db: Connection, guild_id: int, number: int) -> Booking:
    """A hand by its number that counts; raises LedgerError."""
    booking = bookings.numbered(db, guild_id, number)
    if booking is None:
        last = bookings.last_number(db, guild_id)
        raise LedgerError(
            "There is no hand #{number} here; the latest is #{last}.", number=number, last=last
        )
    agreements.verify_counting(booking)
    return booking
