"""What takes the agreement of others: void a hand, book one played with real cards.

A stake between two players (see `bot.handlers.stakes`) is agreed to and declined here as well.
"""

from dataclasses import dataclass, replace
from sqlite3 import Connection

from bot.handlers.registry import changes, on
from bot.handlers.request import Answer, Request
from bot.ledger import LedgerError
from bot.ofc.rulesets import Ruleset
from bot.screens.components import note
from bot.screens.decisions import Agree, Decline, VoidNow, sure_screen
from bot.screens.replies import Private, Public, Redraw, Shared
from bot.store import bookings, notices, players, proposals
from bot.store.bookings import Booking
from bot.store.notices import Kind, Where
from bot.store.players import Person
from bot.store.proposals import Draft, Proposal
from bot.tables import agreements
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
        _verify_shared(proposal)
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
    screen = agreements.screen_of(at.db, done, texts_for(where.locale))
    return replace(_told(at, done, where), reply=Shared(note(_("Done.")), screen))


@on(Agree)
@changes
def agree(at: Request, press: Agree) -> Answer:
    """Agree to a proposal; the last one to agree makes it happen."""
    proposal = _asked(at, press.proposal)
    if proposal.state == "open":
        proposals.agree(at.db, proposal.id, at.player.id, now=at.now)
        proposal = _found(at.db, proposal.id)
        if not proposal.missing:
            _verify_shared(proposal)
            proposal = agreements.carry_out(at.db, proposal, at.now)
    return _told(at, proposal, at.where(pressed=True))


@on(Decline)
@changes
def decline(at: Request, press: Decline) -> Answer:
    """Decline a proposal, or take back one's own."""
    proposal = _asked(at, press.proposal)
    if proposal.state == "open":
        proposal = agreements.decline(at.db, proposal, at.player.id)
    return _told(at, proposal, at.where(pressed=True))


@changes
def record(at: Request, written: Written) -> Answer:
    """Put a hand played with real cards to the people who played it."""
    guild_id = at.visitor.guild
    ids = [players.remember(at.db, person).id for person in written.people]
    sheet = Sheet.of(written.rules, written.stake, ids, written.boards)
    channel_id = at.visitor.channel_id
    draft = Draft(guild_id, channel_id, "record", None, str(sheet), at.player.id)
    return proposed(at, proposals.add(at.db, draft, ids, now=at.now))


def proposed(at: Request, proposal: Proposal) -> Answer:
    """A new proposal as the channel sees it; it calls those whom it asks."""
    return Answer(Public(agreements.screen_of(at.db, proposal, at.public_texts, calls=True)))


def _told(at: Request, proposal: Proposal, where: Where) -> Answer:
    """What the channel is told of a proposal; that it is decided must not get lost."""
    screen = agreements.screen_of(at.db, proposal, texts_for(where.locale))
    reply = Redraw(screen, for_everybody=True)
    if proposal.state == "open":
        return Answer(reply)
    notice = notices.add(at.db, where, Kind.PROPOSAL, proposal.id)
    table_id = agreements.table_of(at.db, proposal)
    return Answer(reply, () if table_id is None else (table_id,), notice=notice)


def _verify_shared(proposal: Proposal) -> None:
    """Raise LedgerError where a single person is left to agree: they decide nothing alone."""
    if len(proposal.voices) < 2:
        raise LedgerError(
            "Nobody else is left who could agree to this. Somebody with Manage Server can do it."
        )


def _asked(at: Request, proposal_id: int) -> Proposal:
    """A proposal that the visitor is asked about, or that is decided; raises LedgerError."""
    proposal, visitor = _found(at.db, proposal_id), at.visitor
    if proposal.guild_id != visitor.guild:
        raise LedgerError("This has been decided already.")
    if proposal.state == "open" and proposal.voice_of(visitor.person.user_id) is None:
        if proposal.kind == "stake":
            raise LedgerError("Only the two players decide this.")
        raise LedgerError("Only the players of the hand decide this.")
    return proposal


def _open(db: Connection, guild_id: int, proposal_id: int) -> Proposal:
    proposal = _found(db, proposal_id)
    if proposal.guild_id != guild_id or proposal.state != "open":
        raise LedgerError("This has been decided already.")
    return proposal


def _found(db: Connection, proposal_id: int) -> Proposal:
    proposal = proposals.get(db, proposal_id)
    if proposal is None:
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
