"""Playing hands: dealing, confirming, giving up, and booking the result."""

from collections.abc import Sequence
from functools import reduce
from sqlite3 import Connection

from bot.ofc.board import Placement
from bot.ofc.deal import deck
from bot.ofc.dealer import advance
from bot.ofc.hand import Hand
from bot.ofc.match import next_lineup
from bot.ofc.operations import DeclaredDead, Operation, Placed, Surrendered
from bot.store import hands, ledger, tables
from bot.store.bookings import Stamp
from bot.store.hands import LineupRow
from bot.store.ledger import Entry
from bot.store.players import Player
from bot.store.tables import State
from bot.tables import ending
from bot.tables.errors import StaleError, TableError
from bot.tables.results import Outcome, outcome_of, parts_of
from bot.tables.table import PlayedHand, Table


def deal(db: Connection, table: Table, secret: bytes, now: int) -> None:
    """Deal the next hand with a fresh 32-byte secret; raises TableError or RulesetError."""
    if table.running is not None:
        raise StaleError("The next hand is dealt already.")
    if len(table.seats) < 2:
        raise TableError(
            "A hand needs two players. Ask somebody to join, or add a computer player."
        )
    by_seat = {seat.seat: seat for seat in table.seats}
    ending.begin(db, table, now)
    visits = {seat.seat: seat.fantasyland for seat in table.seats}
    can_lose = ending.can_lose(db, table) or {}
    plan = next_lineup(table.rules, list(by_seat), table.row.button, visits)
    lineup = [
        LineupRow(seat, (who := by_seat[seat].player_id), number, cards, can_lose.get(who))
        for number, (seat, cards) in enumerate(zip(plan.seats, plan.fantasyland, strict=True))
    ]
    if plan.sits_out is not None:
        lineup.append(LineupRow(plan.sits_out, by_seat[plan.sits_out].player_id, None, 0))
    hand_id = hands.add(
        db,
        table.id,
        button=plan.button,
        secret=secret,
        lineup=lineup,
        counts=_counts(table, lineup),
        now=now,
    )
    tables.set_button(db, table.id, plan.button)
    tables.set_state(db, table.id, State.PLAYING)
    tables.play_on(db, table.id)
    for part in lineup:
        if part.seat is not None:
            tables.set_fantasyland(db, table.id, part.player_id, 0)
    log = advance(Hand.start(table.rules, plan.fantasyland), deck(secret))
    hands.append(db, hand_id, log, first=0, now=now)


def _counts(table: Table, lineup: Sequence[LineupRow]) -> bool:
    """Whether a hand counts in the server's ledger: said at the deal, before any card is known."""
    playing = (part.player_id for part in lineup if part.seat is not None)
    with_computers = any(table.people[player_id].is_computer for player_id in playing)
    return table.row.counts_computers or not with_computers


def place(db: Connection, table: Table, player: Player, placement: Placement, now: int) -> None:
    """Confirm a placement, which is final (R3.5); raises TurnError or PlacementError."""
    played, seat = _part_of(table, player)
    _carry_out(db, table, played, Placed(seat, placement), now)


def surrender(db: Connection, table: Table, player: Player, now: int) -> None:
    """Give up a player's hand (R8); raises TurnError."""
    played, seat = _part_of(table, player)
    _carry_out(db, table, played, Surrendered(seat), now)


def verify_surrender(table: Table, player: Player) -> None:
    """Raise TurnError unless a player may give up now (R8.2)."""
    played, seat = _part_of(table, player)
    played.hand.verify_surrender(seat)


def declare_dead(db: Connection, table: Table, player: Player, now: int) -> None:
    """Foul a player's hand because he left in mid-hand (R11.5); raises TurnError."""
    played, seat = _part_of(table, player)
    _carry_out(db, table, played, DeclaredDead(seat), now)


def has_decisions_left(table: Table, player: Player) -> bool:
    """R11.5: whether leaving now would foul the player's hand."""
    played = table.running
    seat = None if played is None else played.seat_of(player.id)
    return played is not None and seat is not None and not played.hand.seats[seat].is_done


def verify_part(table: Table, player: Player) -> None:
    """Raise TableError unless a player takes part in the hand being played."""
    _part_of(table, player)


def _part_of(table: Table, player: Player) -> tuple[PlayedHand, int]:
    played = table.running
    if played is None:
        raise TableError("No hand is being played. Deal one with the button, or /ofc start.")
    seat = played.seat_of(player.id)
    if seat is None:
        raise TableError("You are not in this hand. Sit down with /ofc join for the next one.")
    return played, seat


def _carry_out(
    db: Connection, table: Table, played: PlayedHand, operation: Operation, now: int
) -> None:
    """Append what somebody did and all that follows from it by itself."""
    hand = played.hand.apply(operation)
    follows = tuple(advance(hand, deck(played.row.secret)))
    hand = reduce(Hand.apply, follows, hand)
    hands.append(db, played.row.id, (operation, *follows), first=len(played.log), now=now)
    if hand.is_finished:
        _finish(db, table, played, hand, now)


def _finish(db: Connection, table: Table, played: PlayedHand, hand: Hand, now: int) -> None:
    """Book a finished hand, once, and keep who goes to Fantasyland."""
    outcome: Outcome = outcome_of(table, played, hand)
    entries = [
        Entry(played.player_at(t.a), played.player_at(t.b), t.points) for t in outcome.transfers
    ]
    if played.row.counts:
        stamp = Stamp(table.rules.variant.name, now)
        ledger.book(db, played.row.id, entries, parts_of(played, outcome), stamp)
    else:
        ledger.note(db, played.row.id, entries, now=now)
    for part, result in zip(played.acting, outcome.score.results, strict=True):
        tables.set_fantasyland(db, table.id, part.player_id, result.fantasyland)
    hands.end(db, played.row.id, state="finished", now=now)
    tables.set_state(db, table.id, State.BETWEEN)
    ending.end_if_over(db, table, played, outcome, now)
