"""A duplicate match at a table (R14.6): its deals, whose turn is next, what is covered, booking.

A hand whose deal is still to be played again is covered: nobody is shown its boards, its secret or
what it gave away, and it is not in the server's ledger yet. All of that follows once its deal has
been played from every seat, or the table is closed. `bot.game.modes` refuses who asks before.
"""

from dataclasses import replace

from bot.game.loading import loaded
from bot.game.modes.same_cards import match_of
from bot.game.outcomes import outcome_of, parts_of
from bot.game.table import Table
from bot.store import hands, messages
from bot.store.engine import Connection
from bot.store.ledger import journal
from bot.store.ledger.bookings import Stamp
from bot.store.messages import MessageKind
from bot.store.tables import State
from bot.store.tournaments import duplicates
from bot.values.options import Length, TableOptions, Unit
from ofc_engine.duplicate_match import MatchPlan, MatchProof, secret_of
from ofc_engine.errors import RulesetError


def with_length(options: TableOptions) -> TableOptions:
    """The options with the length that follows from the deals of a match; raises RulesetError."""
    if options.plan is None:
        return options
    if options.length is not None:
        raise RulesetError("A duplicate match lasts as long as its deals.")
    return replace(options, length=Length(Unit.HANDS, options.plan.hands))


def commit(db: Connection, table_id: int, plan: MatchPlan, secret: bytes, now: int) -> None:
    """Commit to a match, and to each of its deals, when its table is opened."""
    duplicates.add_match(db, table_id, secret)
    for deal in range(1, plan.deals + 1):
        hands.commit_deal(db, table_id, deal, secret_of(secret, deal), now=now)


def uncover(db: Connection, table: Table, now: int) -> None:
    """Book what is not covered any more, and have its results painted with their boards."""
    if not (table.match and table.match.plays):
        return
    for number in duplicates.covered(db, table.id):
        past = loaded(db, table.id, hand=number)
        if not past.is_covered:
            _uncover(db, past, now)


def _uncover(db: Connection, table: Table, now: int) -> None:
    played = table.played
    assert played is not None
    duplicates.uncover(db, played.row.id)
    if played.row.counts:
        parts = parts_of(played, outcome_of(table, played, played.hand))
        journal.book_kept(db, played.row.id, parts, Stamp(table.rules.variant.game, now))
    messages.touch_about(db, MessageKind.HAND, played.row.id)


def proof(db: Connection, table: Table) -> MatchProof | None:
    """All that a match comes from, once its table is closed; None before, or if it never began."""
    plan = match_of(table).plan
    row = duplicates.match_of(db, table.id)
    if table.state is not State.CLOSED or row.seed is None:
        return None
    first = hands.numbered(db, table.id, 1)
    assert first is not None, "the seed is fixed with the first hand"
    added = hands.seeds_in_order(hands.seeds(db, table.id, 1), hands.lineup(db, first.id))
    return MatchProof.of(plan, row.commitment, row.secret, row.seed, added)
