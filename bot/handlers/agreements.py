"""Agreements: for each kind who has to agree, what it does, and how the channel sees it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

from bot.game import corrections, leaving, spectators, terms
from bot.game.corrections import PaperHand, VisitsOutcome
from bot.game.loading import mode_of
from bot.screens.components import Component, Screen, note
from bot.screens.decision_screens import (
    asking_screen,
    cards_agreed_screen,
    cards_lines,
    corrected_screen,
    correction_lines,
    declined_screen,
    proposal_buttons,
    removed_screen,
    stays_screen,
    vote_buttons,
    vote_lines,
)
from bot.store import players, proposals, seats, tables
from bot.store.engine import Connection
from bot.store.ledger import bookings
from bot.store.ledger.bookings import Booking
from bot.store.messages import MessageKind
from bot.store.players import Player
from bot.store.proposals import Proposal, ProposalKind, ProposalState
from bot.texts import Texts, marked
from bot.values.ledger_records import LedgerError
from bot.values.phrases import plain, signed
from ofc_engine.match import after_transfers
from ofc_engine.notation import format_seat


class Agreement(ABC):
    """A kind of proposal."""

    not_asked: str = marked("Only the players in this hand can decide this.")
    """The refusal for people who are not asked."""
    takes_two: bool = True
    """True if it needs two people: the only one left of those concerned decides nothing."""
    nobody_left: str = marked("There's nobody else left to agree to this, so nothing comes of it.")
    """The refusal for that person."""
    notice: MessageKind = MessageKind.PROPOSAL
    """The kind of message that tells the channel if the answer to the deciding press did not."""

    def verify_goes_on(self, db: Connection, proposal: Proposal, now: int) -> None:
        """Raise OfcError if an open proposal can no longer be carried out, whoever agrees."""
        if self.takes_two and len(proposal.responses) < 2:
            raise LedgerError(self.nobody_left)

    @abstractmethod
    def carry_out(self, db: Connection, proposal: Proposal, now: int) -> str:
        """Carry it out; returns its outcome, which `done` reads. Raises OfcError."""

    def table_of(self, db: Connection, proposal: Proposal) -> int | None:
        """The table that it is about, if it is about one."""
        return proposal.table_id

    @abstractmethod
    def asks(self, db: Connection, proposal: Proposal, _: Texts) -> list[str]:
        """The lines that put the question."""

    def buttons(self, proposal: Proposal, _: Texts) -> tuple[Component, Component]:
        """The buttons to agree, or to decline."""
        return proposal_buttons(proposal.id, _)

    @abstractmethod
    def done(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """The screen with its outcome."""

    def declined(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """The screen once it is declined or withdrawn, or nothing can come of it any more."""
        if not proposal.outcome:
            return note(_("This is over, and nothing has changed."))
        decliner = int(proposal.outcome)
        name = _people(db, proposal, decliner)[decliner].name
        return declined_screen(name, _, withdrawn=decliner == proposal.player_id)


class Correction(Agreement):
    """A hand of the ledger is to be void, or to count `again`."""

    nobody_left = marked(
        "There's nobody else left to agree to this. Somebody with Manage Server can do it."
    )

    def __init__(self, visits: Mapping[VisitsOutcome, str], *, again: bool) -> None:
        self._visits = visits
        self._again = again

    def verify_goes_on(self, db: Connection, proposal: Proposal, now: int) -> None:
        """Raise LedgerError also once the hand has been corrected otherwise."""
        super().verify_goes_on(db, proposal, now)
        self._uncorrected(db, proposal)

    def carry_out(self, db: Connection, proposal: Proposal, now: int) -> str:
        """Reverse the hand's entries, or their reversal; returns what becomes of Fantasyland."""
        booking = self._uncorrected(db, proposal)
        return corrections.correct(db, booking, proposal.body, now).name.lower()

    def _uncorrected(self, db: Connection, proposal: Proposal) -> Booking:
        """The hand's booking; raises LedgerError if it is corrected already, or has to stay."""
        booking = _booking_of(db, proposal)
        if booking.is_void is not self._again:
            if booking.is_void:
                raise LedgerError("Hand #{number} is already void.", number=booking.number)
            raise LedgerError("Hand #{number} counts already.", number=booking.number)
        verify_outside_tournaments(db, booking)
        return booking

    def table_of(self, db: Connection, proposal: Proposal) -> int | None:
        """The table of the hand."""
        return _booking_of(db, proposal).table_id

    def asks(self, db: Connection, proposal: Proposal, _: Texts) -> list[str]:
        """The hand, and the reason."""
        number, who = _booking_of(db, proposal).number, _maker(db, proposal)
        return correction_lines(number, who, proposal.body, _, again=self._again)

    def done(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """Its points, and what becomes of Fantasyland."""
        visits = self._visits.get(VisitsOutcome[proposal.outcome.upper()])
        said, number = _(visits) if visits else "", _booking_of(db, proposal).number
        return corrected_screen(number, proposal.body, said, _, again=self._again)


def _booking_of(db: Connection, proposal: Proposal) -> Booking:
    booking = bookings.of_hand(db, proposal.hand_id or 0)
    assert booking is not None, "a booking is never deleted"
    return booking


class Record(Agreement):
    """A hand that was played with real cards is to enter the ledger."""

    def carry_out(self, db: Connection, proposal: Proposal, now: int) -> str:
        """Book it; returns its number."""
        return str(corrections.book(db, proposal, now))

    def asks(self, db: Connection, proposal: Proposal, _: Texts) -> list[str]:
        """The boards, and the hand that has the same ones, if any."""
        who = plain(_maker(db, proposal))
        ask = _("{name} wants to record a hand played with real cards:", name=who)
        twin = corrections.matching_hand(db, proposal.guild_id, PaperHand.parse(proposal.body))
        same = [] if twin is None else [_("Hand #{number} has the same boards.", number=twin)]
        return [f"## {_('A hand for the ledger')}", ask, *_boards(db, proposal, _), *same]

    def done(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """Its number, and the boards."""
        done = _("Recorded as hand #{number}.", number=proposal.outcome)
        return note("\n".join([done, *_boards(db, proposal, _)]))


def _boards(db: Connection, proposal: Proposal, _: Texts) -> list[str]:
    sheet = PaperHand.parse(proposal.body)
    points = after_transfers([0] * len(sheet.seats), sheet.transfers)
    lines: list[str] = []
    people = players.together(db, sheet.player_ids)
    for seat, player_id in enumerate(sheet.player_ids):
        foul = " · " + _("foul") if sheet.score.results[seat].is_foul else ""
        name = plain(people[player_id].name)
        lines.append(
            f"{name} **{signed(points[seat])}**{foul}\n-# {format_seat(sheet.seats[seat])}"
        )
    rules = str(sheet.rules)
    return [*lines, "-# " + _("Rules: {rules}, stake {stake}", rules=rules, stake=sheet.stake)]


class Stake(Agreement):
    """Points between two players of a table are to be multiplied (R9.2)."""

    not_asked = marked("Only these two players can decide this.")

    def verify_goes_on(self, db: Connection, proposal: Proposal, now: int) -> None:
        """Raise OfcError once one of the two, or the table, is gone."""
        super().verify_goes_on(db, proposal, now)
        terms.verify_goes_on(db, proposal)

    def carry_out(self, db: Connection, proposal: Proposal, now: int) -> str:
        """Store it; returns the number of the first hand that it applies to."""
        return str(terms.keep_agreed(db, proposal))

    def table_of(self, db: Connection, proposal: Proposal) -> int | None:
        """The table where both sit."""
        return terms.table_of_stake(proposal)

    def asks(self, db: Connection, proposal: Proposal, _: Texts) -> list[str]:
        """The factor, and the usual one against everybody else."""
        table = tables.get(db, terms.table_of_stake(proposal))
        assert table is not None
        ask = _(
            "{one} wants to multiply the points between {one} and {other} by **{stake}**, from the "
            "next hand on.",
            **self._between(db, proposal),
        )
        usual = table.options.stake
        rest = _("Against everybody else, points still count ×{stake}.", stake=usual)
        return ["## " + _("A stake between two players"), ask, "-# " + rest]

    def done(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """The first hand that it applies to."""
        return note(
            _(
                "Agreed: from hand {number} on, points between {one} and {other} are "
                "multiplied by {stake}.",
                number=proposal.outcome,
                **self._between(db, proposal),
            )
        )

    def _between(self, db: Connection, proposal: Proposal) -> Mapping[str, object]:
        """Who proposes, to whom, and what."""
        pair = proposals.concerned(db, proposal.id)
        people = players.together(db, pair)
        one, other = (plain(people[each].name) for each in pair)
        return {"one": one, "other": other, "stake": terms.stake_in(proposal)}


class Cards(Agreement):
    """Those who follow a table are to be shown all cards of finished hands."""

    not_asked = marked("Only the players at this table can decide this.")
    takes_two = False
    """Somebody alone with computer players may show their own cards."""

    def verify_goes_on(self, db: Connection, proposal: Proposal, now: int) -> None:
        """Raise TableError once others sit at the table, or it is closed."""
        spectators.verify_goes_on(db, proposal)

    def carry_out(self, db: Connection, proposal: Proposal, now: int) -> str:
        """Store it; returns the number of the first hand whose cards are shown."""
        return str(spectators.keep_agreed(db, proposal))

    def table_of(self, db: Connection, proposal: Proposal) -> int | None:
        """The table that is followed."""
        return spectators.table_of_cards(proposal)

    def asks(self, db: Connection, proposal: Proposal, _: Texts) -> list[str]:
        """The cards that are shown, and how it ends."""
        return cards_lines(_maker(db, proposal), _)

    def done(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """The first hand that it applies to."""
        return cards_agreed_screen(int(proposal.outcome), _)


class Kick(Agreement):
    """A vote on taking somebody's seat away."""

    not_asked = marked("Only the others at this table can vote on this.")
    takes_two = False
    """A single voter decides, since the other player keeps them waiting."""
    notice = MessageKind.VOTE

    def verify_goes_on(self, db: Connection, proposal: Proposal, now: int) -> None:
        """Raise TableError once the seat is free, or the vote is too old."""
        leaving.verify_goes_on(db, proposal, now)

    def carry_out(self, db: Connection, proposal: Proposal, now: int) -> str:
        """Take the seat away."""
        leaving.carry_out(db, proposal, now)
        return ""

    def asks(self, db: Connection, proposal: Proposal, _: Texts) -> list[str]:
        """The seat, and who is for it."""
        people = _people(db, proposal)
        names = [people[response.player_id].name for response in proposal.agreed]
        name, ends_at = people[proposal.player_id].name, leaving.ends_at(proposal)
        return vote_lines(name, names, proposal.needed, ends_at, _)

    def buttons(self, proposal: Proposal, _: Texts) -> tuple[Component, Component]:
        """The buttons to vote for removing them, or for keeping them."""
        return vote_buttons(proposal.id, _)

    def done(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """They have lost their seat, now or after the hand."""
        return removed_screen(_maker(db, proposal), _, plays_on=_is_seated(db, proposal))

    def declined(self, db: Connection, proposal: Proposal, _: Texts) -> Screen:
        """They stay, unless they have left."""
        if not _is_seated(db, proposal):
            return note(_("{name} no longer has a seat.", name=plain(_maker(db, proposal))))
        return stays_screen(_maker(db, proposal), _)


def _is_seated(db: Connection, vote: Proposal) -> bool:
    """True if the person whose seat a vote is about has one."""
    seated = {seat.player_id for seat in seats.of_table(db, vote.table_id or 0)}
    return vote.player_id in seated


KINDS: Final[Mapping[ProposalKind, Agreement]] = {
    ProposalKind.VOID: Correction(
        {
            VisitsOutcome.RESTORED: marked(
                "For the next hand, Fantasyland is as it was before this one."
            ),
            VisitsOutcome.STAY: marked(
                "The next hand was already dealt, so the Fantasyland earned here stays."
            ),
        },
        again=False,
    ),
    ProposalKind.COUNT: Correction(
        {
            VisitsOutcome.RESTORED: marked(
                "The Fantasyland earned in it is back for the next hand."
            ),
            VisitsOutcome.STAY: marked(
                "The next hand was already dealt, so nothing changes about Fantasyland."
            ),
        },
        again=True,
    ),
    ProposalKind.RECORD: Record(),
    ProposalKind.STAKE: Stake(),
    ProposalKind.CARDS: Cards(),
    ProposalKind.KICK: Kick(),
}


def _people(db: Connection, proposal: Proposal, *others: int) -> Mapping[int, Player]:
    """Our id -> player, for everybody in a proposal, with names that tell them apart."""
    asked = (response.player_id for response in proposal.responses)
    return players.together(db, {proposal.player_id, *asked, *others})


def _maker(db: Connection, proposal: Proposal) -> str:
    """The name of the person who made a proposal, or whose seat a vote is about."""
    return _people(db, proposal)[proposal.player_id].name


# --- deciding --------------------------------------------------------------------------------


def respond(
    db: Connection, proposal: Proposal, player: Player, now: int, *, agrees: bool
) -> Proposal:
    """Agree to an open proposal, or decline it; returns the updated proposal.

    The last to agree has it carried out. Raises OfcError if the player is not asked, or if it can
    no longer be carried out.
    """
    kind = KINDS[proposal.kind]
    kind.verify_goes_on(db, proposal, now)
    if proposal.response_of(player.id) is None:
        raise LedgerError(kind.not_asked)
    proposal = proposals.respond(db, proposal, player.id, agrees=agrees, now=now)
    if proposal.is_agreed:
        return carry_out(db, proposal, now)
    if proposal.is_declined:
        return proposals.close(db, proposal, ProposalState.DECLINED, str(player.id))
    return proposal


def carry_out(db: Connection, proposal: Proposal, now: int) -> Proposal:
    """Carry out a proposal and close it; raises OfcError if that is no longer possible."""
    outcome = KINDS[proposal.kind].carry_out(db, proposal, now)
    return proposals.close(db, proposal, ProposalState.DONE, outcome)


def table_of(db: Connection, proposal: Proposal) -> int | None:
    """The table that a proposal is about, if it is about one."""
    return KINDS[proposal.kind].table_of(db, proposal)


def verify_outside_tournaments(db: Connection, booking: Booking) -> None:
    """Raise LedgerError for a hand of a tournament: all later stacks depend on it."""
    table = tables.get(db, booking.table_id)
    if table is not None and mode_of(table).has_stacks:
        raise LedgerError(
            "Hand #{number} was played in a tournament: the stacks after it, and so the places, "
            "depend on it. It stays as it is.",
            number=booking.number,
        )


# --- as the channel sees it ------------------------------------------------------------------


def screen_of(db: Connection, proposal: Proposal, _: Texts, *, calls: bool = False) -> Screen:
    """A proposal as the channel sees it; with `calls` an open one mentions those it waits for."""
    kind = KINDS[proposal.kind]
    if proposal.state is ProposalState.DONE:
        return kind.done(db, proposal, _)
    if proposal.state is ProposalState.DECLINED:
        return kind.declined(db, proposal, _)
    waiting = [response.user_id for response in proposal.missing]
    asks, buttons = kind.asks(db, proposal, _), kind.buttons(proposal, _)
    return asking_screen(asks, waiting, buttons, _, calls=calls)
