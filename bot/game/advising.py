"""Advice for people: a hint before a placement, a review when the hand is over.

Both know no more than the player does or did.
"""

from collections.abc import Iterator

from bot.game import play
from bot.game.played import PlayedHand, fold
from bot.game.table import Table, TableError
from bot.store.players import Player
from bot.values.hand_skill import Coming, Compared, Hint, JudgedDecision
from ofc_engine.board import Placement
from ofc_engine.operations import Placed, Surrendered, parse_operation
from ofc_engine.players.knowledge import Knowledge, live_cards, row_outs
from ofc_engine.players.opinions import Advice
from ofc_engine.players.skill import Decision, Verdict, decision_of, price_of_giving_up
from ofc_engine.ranking import Category


def question(table: Table, player: Player) -> Knowledge:
    """A player's current decision; TableError if hints are off, TurnError out of turn."""
    play.verify_part(table, player)
    played = table.running
    assert played is not None
    if not table.has_hints(player.id):
        raise TableError("Hints are off at this table. The host turns them on with /my settings.")
    number = played.seat_of(player.id)
    if number not in played.hand.actors or not played.hand.seats[number].pending:
        raise play.not_on_turn(table, player)
    return Knowledge.of(played.view(player.id))


def hint(knowledge: Knowledge, best: tuple[Advice, ...]) -> Hint:
    """The hint that shows a player the `best` placements of their decision."""
    first, *others = best
    price = price_of_giving_up(knowledge)
    return Hint(
        best,
        _compared(knowledge, first, others[0]) if others else None,
        _coming(knowledge, first.placement),
        price if price and first.points < -price else 0,
    )


def _compared(knowledge: Knowledge, better: Advice, other: Advice) -> Compared | None:
    if better.parts is None or other.parts is None:
        return None
    return Compared(better.parts, other.parts, knowledge.rules.scoring)


def _coming(knowledge: Knowledge, placement: Placement) -> Coming | None:
    """The likeliest hand above two pair that one more card makes in a row after a placement."""
    board, live = knowledge.board.with_rows(placement.rows), live_cards(knowledge)
    rankings = knowledge.rules.variant.rows.rankings
    every = [
        Coming(row, out)
        for row in board.open_rows
        for out in row_outs(rankings[row], board[row], live)
        if out.needs == 1 and out.category > Category.TWO_PAIR
    ]
    return max(every, key=lambda each: len(each.out.cards), default=None)


def decisions_of(table: Table, player_id: int) -> tuple[Decision, ...]:
    """A player's decisions in the table's finished hand; TableError if they did not play it."""
    played = table.played
    number = None if played is None else played.seat_of(player_id)
    if played is None or number is None:
        raise TableError("You can only review hands you played.")
    return tuple(_decisions(table, played, number))


def _decisions(table: Table, played: PlayedHand, seat: int) -> Iterator[Decision]:
    """A seat's decisions."""
    visits = tuple(part.fantasyland for part in played.acting)
    for at, line in enumerate(played.log):
        operation = parse_operation(line)
        if operation.seat != seat or not isinstance(operation, Placed | Surrendered):
            continue
        before = fold(table.rules, visits, played.log[:at])
        decision = decision_of(before, operation, at, on_behalf=at in played.on_behalf)
        if decision is not None:
            yield decision


def decided_for(table: Table, player_id: int) -> tuple[Placement, ...]:
    """The placements made for a player in the latest hand since their own last decision."""
    played = table.played
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None or not played.on_behalf:
        return ()
    placed = [
        (each.on_behalf, each.placement)
        for each in _decisions(table, played, seat)
        if each.placement is not None
    ]
    since = max((n for n, (on_behalf, _) in enumerate(placed, 1) if not on_behalf), default=0)
    return tuple(placement for _, placement in placed[since:])


def judged(verdict: Verdict) -> JudgedDecision:
    """A decision compared with the best one."""
    decision, found = verdict.decision, verdict.review
    given = None if found is None or verdict.should_give_up else found.given
    return JudgedDecision(
        decision.placement,
        None if verdict.should_give_up else verdict.best.placement,
        verdict.cost,
        None if found is None else found.rank,
        0 if found is None else found.of,
        on_behalf=decision.on_behalf,
        error=verdict.best.error,
        compared=None if given is None else _compared(decision.knowledge, verdict.best, given),
        coming=None
        if verdict.should_give_up
        else _coming(decision.knowledge, verdict.best.placement),
    )
