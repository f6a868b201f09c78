"""Proposals as the channel sees them: while they wait, and what came of them."""

from collections.abc import Mapping
from typing import Final

from bot.game import corrections
from bot.game.agreements import booking_of
from bot.game.corrections import PaperHand, VisitsOutcome
from bot.game.terms import stake_in, table_of_stake
from bot.screens.components import Screen, note
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
from bot.store import players, seats, tables
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.proposals import Proposal, ProposalKind, ProposalState
from bot.texts import Texts, marked
from bot.values.phrases import plain, signed
from ofc_engine.match import after_transfers
from ofc_engine.notation import format_seat

_VISITS: Final = {
    (ProposalKind.VOID, VisitsOutcome.RESTORED): marked(
        "For the next hand, Fantasyland is as it was before this one."
    ),
    (ProposalKind.VOID, VisitsOutcome.STAY): marked(
        "The next hand was already dealt, so the Fantasyland earned here stays."
    ),
    (ProposalKind.COUNT, VisitsOutcome.RESTORED): marked(
        "The Fantasyland earned in it is back for the next hand."
    ),
    (ProposalKind.COUNT, VisitsOutcome.STAY): marked(
        "The next hand was already dealt, so nothing changes about Fantasyland."
    ),
}


def screen_of(db: Connection, proposal: Proposal, _: Texts, *, calls: bool = False) -> Screen:
    """A proposal as the channel sees it; while it is open it may call those it waits for."""
    if proposal.state is ProposalState.DONE:
        return _done(db, proposal, _)
    if proposal.state is ProposalState.DECLINED:
        return _declined(db, proposal, _)
    buttons = vote_buttons if proposal.kind is ProposalKind.KICK else proposal_buttons
    waiting = [response.user_id for response in proposal.missing]
    return asking_screen(_lines(db, proposal, _), waiting, buttons(proposal.id, _), _, calls=calls)


def _lines(db: Connection, proposal: Proposal, _: Texts) -> list[str]:
    people = _people(db, proposal)
    who = people[proposal.player_id].name
    match proposal.kind:
        case ProposalKind.RECORD:
            ask = _("{name} wants to record a hand played with real cards:", name=plain(who))
            twin = corrections.matching_hand(db, proposal.guild_id, PaperHand.parse(proposal.body))
            same = [] if twin is None else [_("Hand #{number} has the same boards.", number=twin)]
            return [f"## {_('A hand for the ledger')}", ask, *_boards(db, proposal, _), *same]
        case ProposalKind.STAKE:
            return _stake(db, proposal, _)
        case ProposalKind.CARDS:
            return cards_lines(who, _)
        case ProposalKind.VOID | ProposalKind.COUNT:
            again = proposal.kind is ProposalKind.COUNT
            number = booking_of(db, proposal).number
            return correction_lines(number, who, proposal.body, _, again=again)
        case ProposalKind.KICK:
            names = [people[response.player_id].name for response in proposal.agreed]
            return vote_lines(who, names, proposal.needed, _)


def _done(db: Connection, proposal: Proposal, _: Texts) -> Screen:
    match proposal.kind:
        case ProposalKind.RECORD:
            done = _("Recorded as hand #{number}.", number=proposal.outcome)
            return note("\n".join([done, *_boards(db, proposal, _)]))
        case ProposalKind.STAKE:
            return _agreed_stake(db, proposal, _)
        case ProposalKind.CARDS:
            return cards_agreed_screen(int(proposal.outcome), _)
        case ProposalKind.VOID | ProposalKind.COUNT:
            visits = proposal.kind, VisitsOutcome[proposal.outcome.upper()]
            said = _(_VISITS[visits]) if visits in _VISITS else ""
            again = proposal.kind is ProposalKind.COUNT
            number = booking_of(db, proposal).number
            return corrected_screen(number, proposal.body, said, _, again=again)
        case ProposalKind.KICK:
            target = _people(db, proposal)[proposal.player_id]
            seated = {seat.player_id for seat in seats.of_table(db, proposal.table_id or 0)}
            return removed_screen(target.name, _, plays_on=target.id in seated)


def _declined(db: Connection, proposal: Proposal, _: Texts) -> Screen:
    if proposal.kind is ProposalKind.KICK:
        return stays_screen(_people(db, proposal)[proposal.player_id].name, _)
    decliner = int(proposal.outcome)
    withdrawn = decliner == proposal.player_id
    name = _people(db, proposal, decliner)[decliner].name
    return declined_screen(name, _, withdrawn=withdrawn)


def _people(db: Connection, proposal: Proposal, *others: int) -> Mapping[int, Player]:
    """Everybody that a proposal is about, as they stand together there."""
    asked = (response.player_id for response in proposal.responses)
    return players.together(db, {proposal.player_id, *asked, *others})


def _stake(db: Connection, proposal: Proposal, _: Texts) -> list[str]:
    table = tables.get(db, table_of_stake(proposal))
    assert table is not None
    one, other = _names(db, proposal)
    ask = _(
        "{one} wants to multiply the points between {one} and {other} by **{stake}**, from the "
        "next hand on.",
        one=one,
        other=other,
        stake=stake_in(proposal),
    )
    usual = table.options.stake
    rest = _("Against everybody else, points still count ×{stake}.", stake=usual)
    return ["## " + _("A stake between two players"), ask, "-# " + rest]


def _agreed_stake(db: Connection, proposal: Proposal, _: Texts) -> Screen:
    one, other = _names(db, proposal)
    return note(
        _(
            "Agreed: from hand {number} on, points between {one} and {other} are "
            "multiplied by {stake}.",
            number=proposal.outcome,
            one=one,
            other=other,
            stake=stake_in(proposal),
        )
    )


def _names(db: Connection, proposal: Proposal) -> tuple[str, str]:
    """Who proposes, and to whom."""
    people = _people(db, proposal)
    others = [each for each in proposal.responses if each.player_id != proposal.player_id]
    return plain(people[proposal.player_id].name), plain(people[others[0].player_id].name)


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
