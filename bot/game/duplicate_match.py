"""A duplicate match at a table (R14.6): its deals, whose turn is next, what is covered, booking.

A hand whose deal is still to be played again is covered: nobody is shown its boards, its secret or
what it gave away, and it is not in the server's ledger yet. All of that follows once its deal has
been played from every seat, or the table is closed. `bot.game.withheld` refuses who asks before.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.errors import TableError
from bot.game.loading import loaded
from bot.game.played import PlayedHand
from bot.game.results import HandOutcome, outcome_of, parts_of
from bot.game.table import Table
from bot.ofc import duplicate_match as rules_of_match
from bot.ofc.duplicate_match import (
    MatchPlan,
    MatchProof,
    MatchTurn,
    schedule,
    secret_of,
    shared_seed,
    with_visits,
)
from bot.ofc.errors import RulesetError
from bot.ofc.match import Length, Lineup, Transfer, Unit
from bot.ofc.rulesets import Ruleset
from bot.ofc.scoring import Score
from bot.store import hands, matches, postings
from bot.store.engine import Connection
from bot.store.ledger import journal
from bot.store.ledger.bookings import Stamp
from bot.store.tables import State
from bot.values.options import TableOptions


def with_length(options: TableOptions) -> TableOptions:
    """The options with the length that follows from the deals of a match; raises RulesetError."""
    if options.plan is None:
        return options
    if options.length is not None:
        raise RulesetError("The deals of a duplicate match say how long it lasts.")
    return replace(options, length=Length(Unit.HANDS, options.plan.hands))


def commit(db: Connection, table_id: int, plan: MatchPlan, secret: bytes, now: int) -> None:
    """Commit to a match, and to each of its deals, when its table is opened."""
    matches.add(db, table_id, secret)
    for deal in range(1, plan.deals + 1):
        hands.commit_deal(db, table_id, deal, secret_of(secret, deal), now=now)


def begin(db: Connection, table_id: int, seeds: Sequence[str]) -> str:
    """Fix the seed of all deals, from what was added before the first, and return it."""
    seed = shared_seed(seeds)
    matches.set_seed(db, table_id, seed)
    return seed


def next_turn(db: Connection, table: Table, now: int) -> MatchTurn:
    """What is played in the next hand of a match; a deal that comes again is committed to again.

    The first turn is known before the seeds are: it is the first deal. Raises TableError.
    """
    assert table.match is not None
    number, row = table.next_number, matches.get(db, table.id)
    if number > table.match.plan.hands:
        raise TableError("All hands of this match have been played.")
    if row.seed is None:
        return MatchTurn(1, 0)
    turn = schedule(row.secret, row.seed, table.match.plan)[number - 1]
    if turn.play:
        hands.commit_deal(db, table.id, number, secret_of(row.secret, turn.deal), now=now)
    return turn


def lineup(here: Sequence[int], turn: MatchTurn) -> Lineup:
    """Who has which seat in a hand; `here` are the table seats."""
    return rules_of_match.lineup(here, turn)


def keep_play(db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome) -> None:
    """Keep what a hand counts that has just been finished."""
    stake = table.options.stake_in(played.row.number)
    points = play_points(table.rules, stake, outcome.score, outcome.transfers)
    matches.keep_play(db, played.row.id, points)


def play_points(
    rules: Ruleset, stake: int, score: Score, transfers: Sequence[Transfer]
) -> list[int]:
    """What a finished hand counts in its match, by seats: points, and Fantasyland if earned."""
    points = [0] * len(score.results)
    for transfer in transfers:
        points[transfer.a] += transfer.points
        points[transfer.b] -= transfer.points
    return with_visits(rules, stake, points, [each.fantasyland for each in score.results])


def uncover(db: Connection, table: Table, now: int) -> None:
    """Book what is not covered any more, and have its results painted with their boards."""
    if table.match is None or not table.match.plays:
        return
    for number in matches.covered(db, table.id):
        past = loaded(db, table.id, hand=number)
        if not past.is_covered:
            _uncover(db, past, now)


def _uncover(db: Connection, table: Table, now: int) -> None:
    played = table.played
    assert played is not None
    matches.uncover(db, played.row.id)
    if played.row.counts:
        parts = parts_of(played, outcome_of(table, played, played.hand))
        journal.book_kept(db, played.row.id, parts, Stamp(table.rules.variant.name, now))
    postings.make_stale(db, played.row.id)


def proof(db: Connection, table: Table) -> MatchProof | None:
    """All that a match comes from, once its table is closed; None before, or if it never began."""
    assert table.match is not None
    row = matches.get(db, table.id)
    if table.state is not State.CLOSED or row.seed is None:
        return None
    first = hands.numbered(db, table.id, 1)
    assert first is not None, "the seed is fixed with the first hand"
    added = hands.seeds_in_order(hands.seeds(db, table.id, 1), hands.lineup(db, first.id))
    return MatchProof.of(table.match.plan, row.commitment, row.secret, row.seed, added)
