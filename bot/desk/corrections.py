"""Requests that take the agreement of others: void a hand, book one played with real cards.

A stake between two players (see `bot.desk.stakes`) is agreed to and declined here as well.
"""

from dataclasses import dataclass
from sqlite3 import Connection
from typing import Final

from bot.desk.desk import Desk
from bot.desk.ledger import guild_of
from bot.desk.visitors import Answer, Visitor
from bot.ledger import LedgerError
from bot.ofc.rulesets import Ruleset
from bot.screens.components import Screen, note
from bot.screens.decisions import (
    Decision,
    Deed,
    declined_screen,
    proposal_screen,
    sure_screen,
    void_lines,
    voided_screen,
)
from bot.screens.replies import Private, Public, Redraw, Shared
from bot.store import bookings, players, proposals
from bot.store.bookings import Booking
from bot.store.players import Person
from bot.store.proposals import Draft, Proposal
from bot.tables import recorded, terms
from bot.tables.recorded import Sheet
from bot.tables.voiding import Visits, make_void
from bot.texts import Texts, marked, texts_for

_VISITS: Final = {
    Visits.RESTORED: marked("For the next hand, Fantasyland is as it was before this one."),
    Visits.STAY: marked(
        "The next hand had been dealt already, so the Fantasyland this one earned stays."
    ),
}


@dataclass(frozen=True)
class Written:
    """A hand as somebody wrote it down: people and their boards, in acting order.

    A board is written as a seat of the text notation (see bot.ofc.notation).
    """

    rules: Ruleset
    stake: int
    people: tuple[Person, ...]
    boards: tuple[str, ...]


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
        return proposals.add(db, draft, concerned, now=desk.now, agrees=not visitor.may_manage)

    proposal = await desk.database.write(work)
    if visitor.may_manage:
        _ = texts_for(visitor.person.locale)
        question = _("Hand #{number} will not count any more. This is final.", number=number)
        return Answer(
            Private(sure_screen(question, Decision(Deed.VOID, proposal.id), _("Make it void")))
        )
    if proposal.missing:
        return Answer(Public(await screen_of(desk, visitor, proposal, calls=True)))
    screen, table_id = await _carry_out(desk, visitor, proposal.id, kind="void")
    return Answer(Public(screen), table_id)


async def void_now(desk: Desk, visitor: Visitor, decision: Decision) -> Answer:
    """A manager makes a hand void."""
    if not visitor.may_manage:
        raise LedgerError("This takes the permission Manage Server.")
    screen, table_id = await _carry_out(desk, visitor, decision.number, kind="void")
    _ = texts_for(visitor.person.locale)
    return Answer(Shared(note(_("Done.")), screen), table_id)


async def agree(desk: Desk, visitor: Visitor, decision: Decision) -> Answer:
    """Agree to a proposal; the last one to agree makes it happen."""

    def work(db: Connection) -> Proposal:
        proposal = _asked(db, visitor, decision.number)
        own = players.remember(db, visitor.person)
        proposals.agree(db, proposal.id, own.id, now=desk.now)
        return _found(db, proposal.id)

    proposal = await desk.database.write(work)
    if proposal.missing:
        return _redrawn(await screen_of(desk, visitor, proposal, calls=False))
    screen, table_id = await _carry_out(desk, visitor, proposal.id, kind=proposal.kind)
    return _redrawn(screen, table_id)


async def decline(desk: Desk, visitor: Visitor, decision: Decision) -> Answer:
    """Decline a proposal, or take back one's own."""

    def work(db: Connection) -> None:
        proposal = _asked(db, visitor, decision.number)
        proposals.set_state(db, proposal.id, "declined")

    await desk.database.write(work)
    return _redrawn(declined_screen(visitor.person.name, await desk.public_texts(visitor)))


def _redrawn(screen: Screen, table_id: int | None = None) -> Answer:
    return Answer(Redraw(screen, for_everybody=True), table_id)


async def _carry_out(
    desk: Desk, visitor: Visitor, proposal_id: int, *, kind: str
) -> tuple[Screen, int | None]:
    """Do what a proposal says, once; returns what everybody is told, and the table it concerns."""
    guild_id = guild_of(visitor)
    _ = await desk.public_texts(visitor)

    def work(db: Connection) -> tuple[Screen, int | None]:
        proposal = _open(db, guild_id, proposal_id)
        if proposal.kind != kind:
            raise LedgerError("This button is not of this ledger.")
        proposals.set_state(db, proposal.id, "done")
        if proposal.kind == "record":
            return recorded.booked_screen(db, proposal, desk.now, _), None
        if proposal.kind == "stake":
            return terms.agreed_screen(db, proposal, _), terms.table_of(proposal)
        booking = _booking_of(db, proposal)
        _verify_counting(booking)
        visits = make_void(db, booking, proposal.body, desk.now)
        said = _(_VISITS[visits]) if visits in _VISITS else ""
        return voided_screen(booking.number, proposal.body, said, _), booking.table_id

    return await desk.database.write(work)


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
    return Answer(Public(await screen_of(desk, visitor, proposal, calls=True)))


async def screen_of(desk: Desk, visitor: Visitor, proposal: Proposal, *, calls: bool) -> Screen:
    """A proposal as the channel sees it."""
    _ = await desk.public_texts(visitor)
    lines = await desk.database.read(lambda db: _lines(db, proposal, _))
    waiting = [voice.user_id for voice in proposal.missing]
    return proposal_screen(lines, proposal.id, waiting, _, calls=calls)


def _lines(db: Connection, proposal: Proposal, _: Texts) -> list[str]:
    who = players.get(db, proposal.player_id).name
    if proposal.kind == "record":
        return recorded.lines(db, proposal, who, _)
    if proposal.kind == "stake":
        return terms.stake_lines(db, proposal, _)
    return void_lines(_booking_of(db, proposal).number, who, proposal.body, _)


def _asked(db: Connection, visitor: Visitor, proposal_id: int) -> Proposal:
    """An open proposal that the visitor is asked about; raises LedgerError."""
    proposal = _open(db, guild_of(visitor), proposal_id)
    if proposal.voice_of(visitor.person.user_id) is None:
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
    _verify_counting(booking)
    return booking


def _verify_counting(booking: Booking) -> None:
    if booking.is_void:
        raise LedgerError("Hand #{number} is void already.", number=booking.number)


def _booking_of(db: Connection, proposal: Proposal) -> Booking:
    booking = bookings.of_hand(db, proposal.hand_id or 0)
    assert booking is not None
    return booking
