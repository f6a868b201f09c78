"""Proposals that others have to agree to, and the news of what was decided."""

from dataclasses import dataclass, replace
from typing import Final

from bot.game import corrections, lobby
from bot.game.corrections import PaperHand
from bot.game.table import TableError
from bot.game.terms import MOST_BETWEEN_TWO, body_of, verify_stake
from bot.handlers import agreements
from bot.handlers.agreements import screen_of
from bot.handlers.request import Answer, Request
from bot.handlers.serving import HomeServer, changes, for_managers, home_of, on, personal, provides
from bot.screens.components import Screen, note
from bot.screens.decision_screens import (
    Agree,
    CorrectNow,
    Decline,
    ProposalPress,
    Propose,
    VoteKeep,
    VotePress,
    VoteRemove,
    sure_screen,
)
from bot.screens.more_screen import rivals_screen, stake_form
from bot.screens.presses import ChooseRival, ChosenRival, TypedStake
from bot.screens.replies import Private, Public, Redraw, Shared
from bot.store import messages, players, proposals
from bot.store.engine import Connection
from bot.store.ledger import bookings
from bot.store.ledger.bookings import Booking
from bot.store.messages import MessageKind, MessageRow
from bot.store.players import Person
from bot.store.proposals import DecidedError, NewProposal, Proposal, ProposalKind, ProposalState
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import Texts, texts_for
from bot.values.ledger_records import LedgerError
from bot.values.options import ChoiceError, Destination, rules_of_hand
from ofc_engine.errors import OfcError
from ofc_engine.rulesets import Ruleset

_CORRECTIONS: Final = (ProposalKind.VOID, ProposalKind.COUNT)


@home_of(ProposalPress)
def _home_of_proposal(db: Connection, press: ProposalPress) -> HomeServer | None:
    return _home(proposals.get(db, press.proposal))


@home_of(VotePress)
def _home_of_vote(db: Connection, press: VotePress) -> HomeServer | None:
    return _home(proposals.vote(db, press.vote))


def _home(proposal: Proposal | None) -> HomeServer | None:
    # Its buttons stand in a channel alone.
    return None if proposal is None else HomeServer(proposal.guild_id, lambda _user_id: False)


@on(Agree, Decline)
@changes
def decide(at: Request, press: Agree | Decline) -> Answer:
    """Agree to a proposal, which the last one makes happen; decline it, or take back one's own."""
    proposal = proposals.get(at.db, press.proposal)
    return _respond(at, proposal, agrees=isinstance(press, Agree))


@on(VoteRemove, VoteKeep)
@changes
def vote(at: Request, press: VoteRemove | VoteKeep) -> Answer:
    """Vote on taking somebody's seat away; one may vote again while the vote is open."""
    return _respond(at, proposals.vote(at.db, press.vote), agrees=isinstance(press, VoteRemove))


def proposed(at: Request, proposal: Proposal) -> Answer:
    """A new proposal as the channel sees it; it calls those whom it asks."""
    return Answer(Public(screen_of(at.db, proposal, at.public_texts, calls=True)))


def announced(at: Request, proposal: Proposal, where: Destination) -> Answer:
    """How a proposal stands, for everybody; that it is decided must not get lost."""
    reply = Redraw(screen_of(at.db, proposal, texts_for(where.locale)), for_everybody=True)
    if proposal.is_open:
        return Answer(reply)
    notice = messages.add(at.db, where, agreements.KINDS[proposal.kind].notice, proposal.id)
    table_id = agreements.table_of(at.db, proposal)
    shown = () if table_id is None or table_id in at.touched else (table_id,)
    return Answer(reply, shown, notice=notice)


def _respond(at: Request, proposal: Proposal | None, *, agrees: bool) -> Answer:
    """Agree or decline; the message says how it stands, what came of it, or why nothing will."""
    if proposal is None:
        raise DecidedError
    where = at.destination(pressed=True)
    if proposal.is_open:
        try:
            agreements.KINDS[proposal.kind].verify_goes_on(at.db, proposal, at.now)
        except OfcError as over:
            proposals.close(at.db, proposal, ProposalState.DECLINED)
            said = note(texts_for(where.locale).error(over))
            return Answer(Redraw(said, for_everybody=True))
        proposal = agreements.respond(at.db, proposal, at.player, at.now, agrees=agrees)
        if proposal.table_id is not None:
            at.touched.add(proposal.table_id)
    return announced(at, proposal, where)


@provides(MessageKind.PROPOSAL, MessageKind.VOTE)
class DecisionMessage(InWords):
    """The outcome of a proposal or a vote, for a channel that the answer did not reach."""

    def contents(self, db: Connection, row: MessageRow, _now: int) -> Words:
        """The proposal as it was decided."""
        find = proposals.vote if row.kind is MessageKind.VOTE else proposals.get
        proposal = find(db, row.about)
        assert proposal is not None, "neither a proposal nor a vote is ever deleted"
        return Words.of_answer(row, screen_of(db, proposal, texts_for(row.locale)))


# --- corrections -----------------------------------------------------------------------------


@dataclass(frozen=True)
class WrittenHand:
    """A hand as somebody wrote it down: people and their boards, in acting order.

    A board is written as a seat of the text notation (see ofc_engine.notation). The `rules` are
    changes to the server's, or others, with the stake.
    """

    rules: str
    variant: str | None
    people: tuple[Person, ...]
    boards: tuple[str, ...]


@changes
def void(at: Request, number: int, reason: str) -> Answer:
    """Make a hand void, or have a void one count again, which is asked about first.

    A manager is asked once more, a player's wish is put to the others.
    """
    guild_id, manages = at.visitor.guild, at.visitor.may_manage
    booking = _booking(at.db, guild_id, number)
    agreements.verify_outside_tournaments(at.db, booking)
    concerned = [part.player_id for part in bookings.parts(at.db, booking.hand_id)]
    if not manages and at.player.id not in concerned:
        raise LedgerError("Only its players, or somebody with Manage Server, can correct a hand.")
    kind = ProposalKind.COUNT if booking.is_void else ProposalKind.VOID
    channel_id = at.visitor.channel_id
    draft = NewProposal(guild_id, channel_id, kind, booking.hand_id, reason, at.player.id)
    # A manager decides by the button that asks them once more, not by having asked.
    proposal = proposals.add(at.db, draft, concerned, now=at.now, agrees=not manages)
    _ = at.texts
    if manages:
        return Answer(Private(_sure_screen(booking, proposal, _)))
    agreements.KINDS[proposal.kind].verify_goes_on(at.db, proposal, at.now)
    if not booking.is_void:
        return proposed(at, proposal)
    question = _(
        "Hand #{number} is already void. Ask the others to have it count again?", number=number
    )
    return _asked_first(question, proposal, _("Ask them"))


def _sure_screen(booking: Booking, proposal: Proposal, _: Texts) -> Screen:
    number, press = booking.number, CorrectNow(proposal.id)
    if booking.is_void:
        question = _("Hand #{number} is already void. Have it count again?", number=number)
        return sure_screen(question, press, _("Count it again"))
    question = _(
        "Hand #{number} will no longer count. /ledger void can take that back.", number=number
    )
    return sure_screen(question, press, _("Make it void"))


def _asked_first(question: str, proposal: Proposal, label: str) -> Answer:
    return Answer(Private(sure_screen(question, Propose(proposal.id), label)))


@on(CorrectNow)
@changes
@for_managers
def correct_now(at: Request, press: CorrectNow) -> Answer:
    """A manager makes a hand void, or has it count again."""
    proposal = proposals.get(at.db, press.proposal)
    if proposal is None or not proposal.is_open or proposal.kind not in _CORRECTIONS:
        raise DecidedError
    done = agreements.carry_out(at.db, proposal, at.now)
    where, _ = at.destination(), at.texts
    screen = screen_of(at.db, done, texts_for(where.locale))
    return replace(announced(at, done, where), reply=Shared(note(_("Done.")), screen))


@changes
def record(at: Request, written: WrittenHand) -> Answer:
    """Put a hand played with real cards to the people who played it."""
    guild_id = at.visitor.guild
    ids = [players.remember(at.db, person).id for person in written.people]
    usual = Ruleset.parse(at.guild.rules)
    rules, stake = rules_of_hand(written.rules, written.variant, usual)
    sheet = PaperHand.of(rules, stake, ids, written.boards)
    channel_id = at.visitor.channel_id
    draft = NewProposal(guild_id, channel_id, ProposalKind.RECORD, None, str(sheet), at.player.id)
    proposal = proposals.add(at.db, draft, ids, now=at.now)
    twin, _ = corrections.matching_hand(at.db, guild_id, sheet), at.texts
    if twin is None:
        return proposed(at, proposal)
    question = _("Hand #{number} has the same boards. Record it again?", number=twin)
    return _asked_first(question, proposal, _("Record it again"))


@on(Propose)
@changes
def propose_anyway(at: Request, press: Propose) -> Answer:
    """Put a proposal to the others that its maker was asked about first."""
    proposal = proposals.get(at.db, press.proposal)
    if proposal is None or not proposal.is_open or proposal.player_id != at.player.id:
        raise DecidedError
    _ = at.texts
    asked = screen_of(at.db, proposal, at.public_texts, calls=True)
    return Answer(Shared(note(_("Done.")), asked))


def _booking(db: Connection, guild_id: int, number: int) -> Booking:
    """A hand by its number; raises LedgerError."""
    booking = bookings.numbered(db, guild_id, number)
    if booking is None:
        last = bookings.last_number(db, guild_id)
        raise LedgerError(
            "There's no hand #{number} here; the latest is #{last}.", number=number, last=last
        )
    return booking


# --- stakes of two ---------------------------------------------------------------------------


@on(ChooseRival)
@personal
def choose_rival(at: Request, press: ChooseRival) -> Answer:
    """The form for another stake, or first the menu of those with whom it can be."""
    table = at.table
    table.verify_open()
    table.mode.verify_stake()
    table.verify_seated(at.player.id)
    others = [table.people[seat.player_id] for seat in table.persons]
    names = {each.id: each.name for each in others if each.id != at.player.id}
    if not names:
        raise TableError("Nobody else is at this table.")
    if len(names) == 1:
        return Answer(stake_form(next(iter(names)), press.spot, MOST_BETWEEN_TWO, at.texts))
    return Answer(Private(rivals_screen(names, press.spot, at.texts)))


@on(ChosenRival)
@personal
def ask_for_stake(at: Request, press: ChosenRival) -> Answer:
    """The form for another stake with whom was chosen."""
    chosen = next(iter(at.visitor.chosen), None)
    if chosen is None or chosen not in at.table.people:
        raise ChoiceError
    return Answer(stake_form(chosen, press.spot, MOST_BETWEEN_TWO, at.texts))


@on(TypedStake)
@changes
def put_stake(at: Request, press: TypedStake) -> Answer:
    """Put another stake to somebody; it replaces what was put to them before."""
    table, own = at.table, at.player
    table.verify_seated(own.id)
    other, stake = table.people.get(press.player), lobby.number_typed(at.visitor.entry)
    if other is None or other.is_computer:
        raise ChoiceError
    verify_stake(table, own, other, stake)
    guild_id, channel_id = at.visitor.guild, at.visitor.channel_id
    draft = NewProposal(
        guild_id, channel_id, ProposalKind.STAKE, None, body_of(table, stake), own.id
    )
    proposals.withdraw(at.db, draft, other.id)
    at.leave_unchanged()
    return proposed(at, proposals.add(at.db, draft, [own.id, other.id], now=at.now))
