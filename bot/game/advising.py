"""Advice for people: a hint before a placement, a review when the hand is over.

Both know no more than the player does or did.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.game import offers, play
from bot.game.played import PlayedHand, fold
from bot.game.table import Table, TableError
from bot.ofc.board import Placement
from bot.ofc.deal import forced_placement
from bot.ofc.errors import TurnError
from bot.ofc.hand import Hand
from bot.ofc.operations import Placed, Surrendered, parse_operation
from bot.ofc.views import view_for
from bot.players.knowledge import Knowledge, prospects
from bot.players.thinking import Advice, Review
from bot.screens.review import Judged
from bot.store.players import Player


@dataclass(frozen=True)
class Hint:
    """The best placements, best first, and how many live cards improve the first one's rows.

    `giving_up` is what that costs (R8), where it is better than all of them, else 0.
    """

    best: tuple[Advice, ...]
    outs: int
    giving_up: int


@dataclass(frozen=True)
class Decision:
    """A decision as it was taken; `placement` None gave up.

    `on_behalf`: it was taken for its player, whose time had run out or who was away.
    """

    knowledge: Knowledge
    placement: Placement | None
    on_behalf: bool = False


def question(table: Table, player: Player) -> Knowledge:
    """What a player has to decide now; TableError without hints here, TurnError out of turn."""
    play.verify_part(table, player)
    played = table.running
    assert played is not None
    if not offers.has_hints(table, player.id):
        raise TableError("Hints are off at this table. The host turns them on with /ofc settings.")
    number = played.seat_of(player.id)
    if number not in played.hand.actors or not played.hand.seats[number].pending:
        raise TurnError("It is not your turn yet. I will let you know.")
    return Knowledge.of(played.view(player.id))


def hint(knowledge: Knowledge, best: tuple[Advice, ...]) -> Hint:
    """What to tell somebody of the `best` placements of their decision."""
    cards = {c for row in prospects(knowledge, best[0].placement).outs.values() for c in row}
    price = _price(knowledge)
    return Hint(best, len(cards), price if price and best[0].points < -price else 0)


def decisions_of(table: Table, player_id: int) -> tuple[Decision, ...]:
    """A player's decisions in the table's hand, which is over; TableError if it is not theirs.

    Cards that could go to one row only (R3.6) were no decision.
    """
    played = table.played
    number = None if played is None else played.seat_of(player_id)
    if played is None or number is None:
        raise TableError("You can only review hands you played.")
    return tuple(
        _decision(before, operation, on_behalf=at in played.on_behalf)
        for at, before, operation in _decisions(table, played, number)
    )


def _decisions(
    table: Table, played: PlayedHand, seat: int
) -> Iterator[tuple[int, Hand, Placed | Surrendered]]:
    """A seat's decisions: the place of each in the log, the hand before it, the operation."""
    visits = tuple(part.fantasyland for part in played.acting)
    for at, line in enumerate(played.log):
        operation = parse_operation(line)
        if operation.seat != seat or not isinstance(operation, Placed | Surrendered):
            continue
        before = fold(table.rules, visits, played.log[:at])
        if before.seats[seat].pending and forced_placement(before, seat) is None:
            yield at, before, operation


def decided_for(table: Table, player_id: int) -> tuple[Placement, ...]:
    """What was placed for a player in the latest hand since their own last decision."""
    played = table.played
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None or not played.on_behalf:
        return ()
    placed = [
        (at in played.on_behalf, operation.placement)
        for at, _, operation in _decisions(table, played, seat)
        if isinstance(operation, Placed)
    ]
    since = max((n for n, (on_behalf, _) in enumerate(placed, 1) if not on_behalf), default=0)
    return tuple(placement for _, placement in placed[since:])


def judge(decision: Decision, best: Advice, found: Review | None) -> Judged:
    """A decision beside the best one; `found` compares it, None where its player gave up."""
    price = _price(decision.knowledge)
    if found is None:
        cost = best.points + price
        return Judged(None, best.placement if cost > 0 else None, max(0.0, cost), None, 0)
    # Where giving up is better than every placement, that is what it is measured by.
    beyond = -price - best.points if price else 0.0
    return Judged(
        decision.placement,
        best.placement if beyond <= 0 else None,
        found.cost + max(0.0, beyond),
        found.rank,
        found.of,
        on_behalf=decision.on_behalf,
    )


def _price(knowledge: Knowledge) -> int:
    """R8: what giving up costs now, 0 where it is not allowed, or not any more."""
    return knowledge.rules.surrender * len(knowledge.opponents) if knowledge.opens else 0


def _decision(before: Hand, operation: Placed | Surrendered, *, on_behalf: bool) -> Decision:
    placement = operation.placement if isinstance(operation, Placed) else None
    return Decision(Knowledge.of(view_for(before, operation.seat)), placement, on_behalf)
