"""Advice for people: a hint before a placement, a review when the hand is over.

Both know no more than the player does or did.
"""

from dataclasses import dataclass

import numpy as np

from bot.ofc.board import Placement
from bot.ofc.dealer import forced_placement
from bot.ofc.errors import TurnError
from bot.ofc.hand import Hand
from bot.ofc.operations import Placed, Surrendered, parse_operation
from bot.ofc.views import view_for
from bot.players.advice import Advice, advise, prospects, review
from bot.players.knowledge import Knowledge
from bot.screens.advice import Judged
from bot.store.players import Player
from bot.tables import play
from bot.tables.errors import TableError
from bot.tables.table import PlayedHand, Table, fold


@dataclass(frozen=True)
class Hint:
    """The best placements, best first, and how many live cards improve the first one's rows."""

    best: tuple[Advice, ...]
    outs: int


@dataclass(frozen=True)
class Decision:
    """A decision as it was taken; `placement` None gave up."""

    knowledge: Knowledge
    placement: Placement | None


def question(table: Table, player: Player) -> Knowledge:
    """What a player has to decide now; raises TableError if he may not have a hint, TurnError."""
    play.verify_part(table, player)
    played = table.running
    assert played is not None
    if not (table.row.hints or _plays_computers_only(table, played, player)):
        raise TableError("Hints are off at this table. The host turns them on with /ofc settings.")
    number = played.seat_of(player.id)
    if number not in played.hand.actors or not played.hand.seats[number].pending:
        raise TurnError("It is not your turn yet. I will call you.")
    return Knowledge.of(played.view(player.id))


def hint(knowledge: Knowledge) -> Hint:
    """The best three placements. It thinks: not for the event loop."""
    best = advise(knowledge, _same_again())
    cards = {c for row in prospects(knowledge, best[0].placement).outs.values() for c in row}
    return Hint(best, len(cards))


def decisions_of(table: Table, player_id: int) -> tuple[Decision, ...]:
    """What a player had to decide in the table's hand, which is over; raises TableError.

    Cards that could go to one row only (R3.6) were no decision.
    """
    played = table.played
    number = None if played is None else played.seat_of(player_id)
    if played is None or number is None:
        raise TableError("You did not play this hand. Everybody can review his own.")
    taken: list[Decision] = []
    visits = tuple(part.fantasyland for part in played.acting)
    for at, line in enumerate(played.log):
        operation = parse_operation(line)
        if operation.seat != number or not isinstance(operation, Placed | Surrendered):
            continue
        before = fold(table.rules, visits, played.log[:at])
        if before.seats[number].pending and forced_placement(before, number) is None:
            taken.append(_decision(before, number, operation))
    return tuple(taken)


def judge(decision: Decision) -> Judged:
    """What a decision was worth. It thinks: not for the event loop."""
    knowledge = decision.knowledge
    if decision.placement is None:
        best = advise(knowledge, _same_again(), 1)[0]
        given = -float(knowledge.rules.surrender * len(knowledge.opponents))
        return Judged(None, best, max(0.0, best.points - given), None, 0)
    found = review(knowledge, decision.placement, _same_again(), 1)
    return Judged(decision.placement, found.best[0], found.cost, found.rank, found.of)


def _decision(before: Hand, seat: int, operation: Placed | Surrendered) -> Decision:
    placement = operation.placement if isinstance(operation, Placed) else None
    return Decision(Knowledge.of(view_for(before, seat)), placement)


def _plays_computers_only(table: Table, played: PlayedHand, player: Player) -> bool:
    return all(
        table.people[part.player_id].is_computer
        for part in played.acting
        if part.player_id != player.id
    )


def _same_again() -> np.random.Generator:
    """Whoever asks twice is told the same."""
    return np.random.default_rng(0)
