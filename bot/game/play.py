"""Playing hands: seeds, dealing, laying out, confirming, surrendering, booking the result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from bot.game import presence, terms
from bot.game.loading import loaded
from bot.game.outcomes import HandOutcome, outcome_of, parts_of
from bot.game.played import PlayedHand
from bot.game.table import StaleError, Table, TableError
from bot.store import drafts, hands, messages, seats, tables
from bot.store.drafts import DraftKey, DraftKind
from bot.store.engine import Connection
from bot.store.hands import HandState, LineupRow, Seed
from bot.store.ledger import journal
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.store.players import Player
from bot.store.tables import State
from bot.values.draft import Draft, Spot
from bot.values.scenes import Presence
from ofc_engine.board import Placement
from ofc_engine.deal import NO_SEED, dealt_on, verify_seed
from ofc_engine.errors import TurnError
from ofc_engine.hand import Hand
from ofc_engine.match import Lineup
from ofc_engine.operations import DeclaredDead, Missed, Operation, Placed, Surrendered


def add_seed(db: Connection, table: Table, player: Player, seed: str, now: int) -> None:
    """Add what a player typed to the next deal; raises DealError or TableError."""
    table.verify_open()
    table.verify_seated(player.id)
    refused = table.mode.refuses_seeds(table)
    if refused is not None:
        raise refused
    verify_seed(seed)
    if table.running is not None:
        raise TableError(
            "The next deal is announced with the result of this hand. Add your seed then."
        )
    given = hands.seeds(db, table.id, table.next_number).get(player.id)
    if given is not None and given.is_typed:
        raise TableError("You've already added {seed} to this deal.", seed=given.text)
    typed = Seed(seed, is_typed=True)
    hands.add_seed(db, table.id, table.next_number, player.id, typed, now=now)


def add_default(db: Connection, table: Table, player: Player, text: str, now: int) -> None:
    """Add a seed for a player who has added none; an empty one is ignored."""
    if not text or table.running is not None or table.mode.refuses_seeds(table) is not None:
        return
    if player.id not in hands.seeds(db, table.id, table.next_number):
        given = Seed(text, is_typed=False)
        hands.add_seed(db, table.id, table.next_number, player.id, given, now=now)


# --- dealing and playing ---------------------------------------------------------------------


def deal(db: Connection, table: Table, fresh: bytes, now: int) -> None:
    """Deal the next hand; raises TableError or RulesetError.

    Its deal has been committed to; `fresh` are 32 random bytes for the hand after it.
    """
    if table.running is not None:
        raise StaleError("The next hand has already been dealt.")
    here = verify_enough(table)
    terms.begin(db, table, now)
    mode = table.mode
    mode.begin(db, table, now)
    dealing = mode.plan(db, table, here, now)
    plan = dealing.lineup
    lineup = _lineup(table, plan, mode.can_lose(table))
    shown = None if table.next_deal is None else table.next_deal.message or NO_SEED
    hand_id = hands.add(
        db,
        table.id,
        number=table.next_number,
        button=plan.button,
        seeds=mode.seeds(db, table, lineup, plan.button),
        message=None if mode.deals_by_seat else shown,
        joined=mode.joined(db, table),
        by_seat=mode.deals_by_seat,
        dealt_as=dealing.dealt_as,
        lineup=lineup,
        counts=_counts(table, lineup),
        now=now,
    )
    # The next deal is fixed before anybody sees a card of this one, so that its secret cannot
    # depend on how this hand went. A match has fixed all of its deals already.
    if not mode.fixes_all_deals:
        hands.commit_deal(db, table.id, table.next_number + 1, fresh, now=now)
    tables.set_button(db, table.id, plan.button)
    tables.set_state(db, table.id, State.PLAYING)
    seats.play_on(db, table.id)
    for part in lineup:
        # R7.7: sitting out by choice forfeits it, watching with the button (R1.4) does not.
        if part.seat is not None or part.table_seat not in here:
            seats.set_fantasyland(db, table.id, part.player_id, 0)
    row = hands.latest(db, table.id)
    assert row is not None
    hand = Hand.start(table.rules, plan.fantasyland)
    absent = [Missed(seat) for seat in mode.absent(table, lineup)]
    hand = reduce(Hand.apply, absent, hand)
    follows, hand = dealt_on(hand, row.deal)
    hands.append(db, hand_id, (*absent, *follows), first=0, now=now)
    if hand.is_finished:
        _end_at_once(db, table.id, now)


def _end_at_once(db: Connection, table_id: int, now: int) -> None:
    """Book a hand that was over when dealt, as at most one player was there.

    The previous result has not been painted as one beside a running hand: have its buttons removed.
    """
    table = loaded(db, table_id)
    assert table.running is not None
    before = hands.numbered(db, table_id, table.running.row.number - 1)
    if before is not None:
        messages.touch_results(db, before.id)
    _finish(db, table, table.running, table.running.hand, now)


def _lineup(table: Table, plan: Lineup, can_lose: Mapping[int, int]) -> list[LineupRow]:
    """The players who are dealt in, in acting order, then everybody else with a seat."""
    by_seat = {seat.seat: seat.player_id for seat in table.seats}
    playing = [
        LineupRow(seat, by_seat[seat], number, cards, can_lose.get(by_seat[seat]))
        for number, (seat, cards) in enumerate(zip(plan.seats, plan.fantasyland, strict=True))
    ]
    others = [seat for seat in by_seat if seat not in plan.seats]
    return playing + [LineupRow(seat, by_seat[seat], None, 0) for seat in others]


def verify_enough(table: Table) -> tuple[int, ...]:
    """The seats that are dealt in; raises TableError if too few, or only computer players'."""
    table.mode.verify_enough(table)
    return presence.dealt_in(table).seats


def _counts(table: Table, lineup: Sequence[LineupRow]) -> bool:
    """True if a hand counts in the server's ledger, which is decided before any card is known."""
    playing = (part.player_id for part in lineup if part.seat is not None)
    with_computers = any(table.people[player_id].is_computer for player_id in playing)
    return table.options.books and (table.options.counts_computers or not with_computers)


def place(db: Connection, table: Table, player: Player, placement: Placement, now: int) -> None:
    """Confirm a placement, which is final (R3.5); raises TurnError, PlacementError, TableError."""
    carry_out(db, table, placed(db, table, player, placement), now)


def placed(db: Connection, table: Table, player: Player, placement: Placement) -> Placed:
    """The operation for `carry_out` when a player places, which shows that they are there.

    Raises TableError.
    """
    return Placed(_seat_there(db, table, player), placement)


def decide_for(
    db: Connection, table: Table, player: Player, placement: Placement | None, now: int
) -> None:
    """Place for a player who is late or away, or kill their hand without a placement (R11.1)."""
    played, seat = _part_of(table, player)
    # When a hand's time is up, all its open decisions are made at once, even for quick players:
    # that counts as one timeout. In a duplicate round none counts.
    is_counted = table.ends_hand(now) and played.was_decided_for(seat)
    if table.mode.counts_lateness and not is_counted:
        presence.count_timeout(db, table, player)
    operation = DeclaredDead(seat) if placement is None else Placed(seat, placement)
    carry_out(db, table, operation, now, on_behalf=True)


def surrender(db: Connection, table: Table, player: Player, now: int) -> None:
    """Surrender a player's hand (R8); raises TurnError, TableError."""
    carry_out(db, table, Surrendered(_seat_there(db, table, player)), now)


def _seat_there(db: Connection, table: Table, player: Player) -> int:
    """Record that a player is there, since they decide; returns their seat. Raises TableError."""
    _, seat = _part_of(table, player)
    presence.verify_not_leaving(table, player.id)
    presence.acted(db, table, player)
    return seat


def verify_surrender(table: Table, player: Player) -> None:
    """Raise TurnError unless a player may surrender now (R8.2)."""
    played, seat = _part_of(table, player)
    played.hand.verify_surrender(seat)


def declare_dead(db: Connection, table: Table, player: Player, now: int) -> None:
    """Foul the hand of a player who left in mid-hand (R11.5); raises TurnError."""
    _, seat = _part_of(table, player)
    carry_out(db, table, DeclaredDead(seat), now)


def has_decisions_left(table: Table, player: Player) -> bool:
    """R3.6: whether a player has anything left to decide in the running hand."""
    played = table.running
    seat = None if played is None else played.seat_of(player.id)
    return played is not None and seat is not None and played.hand.has_decisions(seat)


def leaving_costs(table: Table, player: Player) -> bool:
    """R11.5: whether leaving now fouls a hand that is not a certain foul already."""
    if not has_decisions_left(table, player):
        return False
    assert table.running is not None
    view = table.running.view(player.id)
    assert view.own is not None
    live = (*view.live, *view.own.pending)
    return not table.rules.certain_fouls(view.own.board, live)


def verify_part(table: Table, player: Player) -> None:
    """Raise TableError unless a player takes part in the hand being played."""
    _part_of(table, player)


def not_on_turn(table: Table, player: Player) -> TurnError:
    """The refusal for a player of the running hand with nothing to place: whom it waits for."""
    played, seat = _part_of(table, player)
    waited_for = [table.people[played.player_at(each)].name for each in played.hand.waiting_on]
    names = ", ".join(waited_for)
    if played.hand.seats[seat].is_done:
        return TurnError("You're done with this hand. It's waiting for {names}.", names=names)
    return TurnError(
        "It isn't your turn yet: the hand is waiting for {names}. I'll let you know.",
        names=names,
    )


def _part_of(table: Table, player: Player) -> tuple[PlayedHand, int]:
    played = table.running
    if played is None:
        raise TableError("No hand is being played. Press Start or Ready.")
    seat = played.seat_of(player.id)
    if seat is None:
        if table.seat_of(player.id) is not None or player.id in table.waiting:
            raise TableError("You aren't in this hand.")
        table.mode.verify_joins(table)
        raise TableError("You aren't in this hand. Sit down with /ofc join for the next one.")
    return played, seat


def carry_out(
    db: Connection, table: Table, operation: Operation, now: int, *, on_behalf: bool = False
) -> None:
    """Append an operation to the running hand, with all that follows automatically.

    `on_behalf`: the bot decided it for the player. Raises TurnError or PlacementError.
    """
    played = table.running
    assert played is not None, "an operation belongs to a running hand"
    follows, hand = dealt_on(played.hand.apply(operation), played.row.deal)
    log, first = (operation, *follows), len(played.log)
    decided = (first,) if on_behalf else ()
    hands.append(db, played.row.id, log, first=first, now=now, on_behalf=decided)
    if hand.is_finished:
        _finish(db, table, played, hand, now)


def _finish(db: Connection, table: Table, played: PlayedHand, hand: Hand, now: int) -> None:
    """Book a finished hand, and record who goes to Fantasyland."""
    outcome: HandOutcome = outcome_of(table, played, hand)
    hands.end(db, played.row.id, state=HandState.FINISHED, now=now)
    entries = [
        Entry(played.player_at(t.a), played.player_at(t.b), t.points) for t in outcome.transfers
    ]
    if played.row.counts and table.mode.books_at_once:
        stamp = Stamp(table.rules.variant.game, now)
        journal.book(db, played.row.id, entries, parts_of(played, outcome), stamp)
    else:
        journal.keep_entries(db, played.row.id, entries, now=now)
    table.mode.keep_result(db, table, played, outcome)
    plays_visits = not table.mode.counts_visits(table)
    for part, result in zip(played.acting, outcome.score.results, strict=True):
        earned = result.fantasyland if plays_visits else 0
        seats.set_fantasyland(db, table.id, part.player_id, earned)
    tables.set_state(db, table.id, State.BETWEEN)
    table.mode.free_seats(db, table, now)
    terms.end_if_over(db, table, played, outcome, now)
    table.mode.end_hand(db, table, played, outcome, now)


# --- laying out ------------------------------------------------------------------------------

AUTO_SECONDS: Final = 5
"""Seconds before a layout is placed automatically, for players who prefer that."""


def spot_of(table: Table, player_id: int) -> Spot:
    """The table, hand and street that a player's buttons name now."""
    played = table.played
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None:
        return Spot(table.id, 0 if played is None else played.row.number)
    street = played.hand.streets_played[seat]
    return Spot(table.id, played.row.number, street)


def current_draft(db: Connection, table: Table, player_id: int) -> Draft | None:
    """A player's draft, or None if they have nothing to place, as after losing their seat."""
    played = table.running
    seat = None if played is None else played.seat_of(player_id)
    if played is None or seat is None or seat not in played.hand.actors:
        return None
    if not played.hand.seats[seat].pending or table.presence_of(player_id) is Presence.LEAVING:
        return None
    return drafts.find(db, key_of(table, player_id), played.view(player_id))


def own_draft(db: Connection, table: Table, player: Player) -> Draft:
    """A player's draft; TableError or TurnError if they have nothing to place."""
    draft = current_draft(db, table, player.id)
    if draft is None:
        verify_part(table, player)
        presence.verify_not_leaving(table, player.id)
        raise not_on_turn(table, player)
    return draft


def key_of(table: Table, player_id: int) -> DraftKey:
    """The key of a player's draft in the running hand; TurnError if they are not in it."""
    if table.running is None or table.running.seat_of(player_id) is None:
        raise TurnError("It isn't your turn.")
    street = spot_of(table, player_id).street
    return DraftKey(DraftKind.HAND, table.running.row.id, player_id, street)


def is_laid_out(db: Connection, table: Table, player_id: int, draft: Draft) -> bool:
    """True if a player's draft in the running hand is still `draft`, or they are not in it."""
    if table.running is None or table.running.seat_of(player_id) is None:
        return True
    return draft == drafts.find(db, key_of(table, player_id), draft.view)


def verify_spot(table: Table, player: Player, spot: Spot) -> None:
    """Raise StaleError if the button that was pressed is of an earlier hand or street."""
    table.verify_open()
    here = spot_of(table, player.id)
    if (here.hand, here.street) != (spot.hand, spot.street):
        raise StaleError("That was an earlier street. Here's where you are now.")


def timed(draft: Draft, player: Player, now: int) -> Draft:
    """A draft that was just changed, with when to place it for players who prefer that."""
    places = player.preferences.confirm == "auto" and draft.is_ready
    places_at = now + AUTO_SECONDS if places else None
    return draft if draft.places_at == places_at else replace(draft, places_at=places_at)
