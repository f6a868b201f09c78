"""Requests that take the agreement of others: void a hand, book one played with real cards.

A stake between two players (see `bot.desk.stakes`) is agreed to and declined here as well.
"""

from dataclasses import dataclass
from sqlite3 import Connection

from bot.desk.desk import Desk
from bot.desk.ledger import guild_of
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.ledger import LedgerError
from bot.ofc.rulesets import Ruleset
from bot.screens.components import Screen, note
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


@dataclass(frozen=True)
class Told:
    """What is told of a proposal, the table it is about, and the notice to be given of it."""

    screen: Screen
    table_id: int | None = None
    notice: int = 0


async def void(desk: Desk, visitor: Visitor, number: int, reason: str) -> Answer:
    """Make a hand void: a manager is asked once more, a player's wish is put to the others."""
    guild_id = guild_of(visitor)

    def work(db: Connection) -> Proposal:
        booking = _counting(db, guild_id, number)
        own = players.remember(db, visitor.person)
        concerned = [part.player_id for part in bookings.parts(db, booking.hand_id)]
        if not visitor.may_manage and own.id not in concerned:
            raise LedgerError(
                "Only its players, or somebody with Manage Server, can make a hand void."
            )
        draft = Draft(guild_id, visitor.channel_id, "void", booking.hand_id, reason, own.id)
        proposal = proposals.add(db, draft, concerned, now=desk.now, agrees=not visitor.may_manage)
        if not visitor.may_manage:
            _verify_shared(proposal)
        return proposal

    proposal = await desk.database.write(work)
    if visitor.may_manage:
        _ = texts_for(visitor.person.locale)
        question = _("Hand #{number} will not count any more. This is final.", number=number)
        return Answer(Private(sure_screen(question, VoidNow(proposal.id), _("Make it void"))))
    return Answer(Public(await screen_of(desk, visitor, proposal)))


@on(VoidNow)
async def void_now(desk: Desk, visitor: Visitor, press: VoidNow) -> Answer:
    """A manager makes a hand void."""
    if not visitor.may_manage:
        raise LedgerError("This takes the permission Manage Server.")
    guild_id = guild_of(visitor)
    where = await desk.where(visitor)

    def work(db: Connection) -> Told:
        proposal = _open(db, guild_id, press.proposal)
        if proposal.kind != "void":
            raise LedgerError("This button is not of this ledger.")
        done = agreements.carry_out(db, proposal, desk.now)
        return _told(db, done, where)

    told = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    reply = Shared(note(_("Done.")), told.screen)
    return Answer(reply, told.table_id, notice=told.notice)


@on(Agree)
async def agree(desk: Desk, visitor: Visitor, press: Agree) -> Answer:
    """Agree to a proposal; the last one to agree makes it happen."""
    where = await desk.where(visitor, pressed=True)

    def work(db: Connection) -> Told:
        proposal = _asked(db, visitor, press.proposal)
        if proposal.state != "open":
            return _told(db, proposal, where)
        own = players.remember(db, visitor.person)
        proposals.agree(db, proposal.id, own.id, now=desk.now)
        proposal = _found(db, proposal.id)
        if not proposal.missing:
            _verify_shared(proposal)
            proposal = agreements.carry_out(db, proposal, desk.now)
        return _told(db, proposal, where)

    return _redrawn(await desk.database.write(work))


@on(Decline)
async def decline(desk: Desk, visitor: Visitor, press: Decline) -> Answer:
    """Decline a proposal, or take back one's own."""
    where = await desk.where(visitor, pressed=True)

    def work(db: Connection) -> Told:
        proposal = _asked(db, visitor, press.proposal)
        if proposal.state == "open":
            own = players.remember(db, visitor.person)
            proposal = agreements.decline(db, proposal, own.id)
        return _told(db, proposal, where)

    return _redrawn(await desk.database.write(work))


async def record(desk: Desk, visitor: Visitor, written: Written) -> Answer:
    """Put a hand played with real cards to the people who played it."""
    guild_id = guild_of(visitor)

    def work(db: Connection) -> Proposal:
        ids = [players.remember(db, person).id for person in written.people]
        sheet = Sheet.of(written.rules, written.stake, ids, written.boards)
        own = players.remember(db, visitor.person)
        draft = Draft(guild_id, visitor.channel_id, "record", None, str(sheet), own.id)
        return proposals.add(db, draft, ids, now=desk.now)

    proposal = await desk.database.write(work)
    return Answer(Public(await screen_of(desk, visitor, proposal)))


async def screen_of(desk: Desk, visitor: Visitor, proposal: Proposal) -> Screen:
    """A new proposal as the channel sees it; it calls those whom it asks."""
    _ = await desk.public_texts(visitor)
    return await desk.database.read(lambda db: agreements.screen_of(db, proposal, _, calls=True))


def _redrawn(told: Told) -> Answer:
    return Answer(Redraw(told.screen, for_everybody=True), told.table_id, notice=told.notice)


def _told(db: Connection, proposal: Proposal, where: Where) -> Told:
    """What the channel is told of a proposal; that it is decided must not get lost."""
    screen = agreements.screen_of(db, proposal, texts_for(where.locale))
    if proposal.state == "open":
        return Told(screen)
    notice = notices.add(db, where, Kind.PROPOSAL, proposal.id)
    return Told(screen, agreements.table_of(db, proposal), notice)


def _verify_shared(proposal: Proposal) -> None:
    """Raise LedgerError where a single person is left to agree: they decide nothing alone."""
    if len(proposal.voices) < 2:
        raise LedgerError(
            "Nobody else is left who could agree to this. Somebody with Manage Server can do it."
        )


def _asked(db: Connection, visitor: Visitor, proposal_id: int) -> Proposal:
    """A proposal that the visitor is asked about, or that is decided; raises LedgerError."""
    proposal = _found(db, proposal_id)
    if proposal.guild_id != guild_of(visitor):
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
