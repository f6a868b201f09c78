"""Tables whose deals are played more than once: by other groups (R14.4), or in turn (R14.6)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.game.modes.in_tournament import InTournament, held_banks
from bot.game.modes.mode import DealPlan, Mode
from bot.game.outcomes import HandOutcome, play_points, visits_of
from bot.game.played import PlayedHand
from bot.game.table import ModeRows, Table, TableError
from bot.store import hands, seats, tables
from bot.store.engine import Connection
from bot.store.hands import LineupRow
from bot.store.tables import State, TableRow
from bot.store.tournaments import at_tables, duplicates
from bot.texts import marked
from bot.values.open_tables import NextHand
from bot.values.options import UnplayedFantasyland
from ofc_engine import duplicate_match as rules_of_match
from ofc_engine.duplicate_match import Match, MatchTurn, schedule, secret_of, shared_seed

_ROUND_BREAK: Final = 60
"""Seconds between two hands of a group in a duplicate round, unless everybody is ready before."""
_LATE_BREAK: Final = 10
"""Seconds between two hands of a group once the time of the round is up.

It is enough to show everybody their result.
"""


def group_deals_at(table: Table) -> int:
    """When a group is dealt its next hand at the latest (Unix seconds)."""
    assert table.played is not None, "a hand has been played before"
    ended, until = table.played.row.ended_at or 0, table.row.play_until
    return ended + (_LATE_BREAK if until is not None and until <= ended else _ROUND_BREAK)


class SameCards(Mode):
    """A table whose deals are also played by others, or by its own players from other seats."""

    deals_by_seat = True
    withholds = True

    def waits_for_message(self, table: Table) -> bool:
        """All deals were committed to before the first."""
        return False


class Group(InTournament, SameCards):
    """A table that plays a round of a duplicate tournament (R14.4)."""

    has_board = False
    has_time_of_round = True
    counts_lateness = False
    unplayed = UnplayedFantasyland.LAST_COUNTS

    def is_of(self, row: TableRow) -> bool:
        """A table that plays in a round."""
        return bool(row.round)

    def kept(self, db: Connection, row: TableRow) -> ModeRows:
        """The time banks of those whose latest decision was here."""
        return ModeRows(banks=held_banks(db, row))

    def group(self, table: Table) -> tuple[int, int] | None:
        """The numbers of the round and of the group, which people see."""
        return table.row.round or 0, table.row.room or 0

    def verify_followed(self) -> None:
        """Spectators would know what others are still to be dealt."""
        raise TableError("In a duplicate tournament nobody can watch a group.")

    def next_hand(self, table: Table, asked: NextHand) -> NextHand:
        """The next hand comes after a break."""
        return replace(asked, at=group_deals_at(table), by_itself=True)

    def refuses_seeds(self, table: Table) -> TableError | None:
        """The tournament has one seed for all."""
        return TableError("Every group gets the same cards here, so no seed can be added.")

    def seeds(
        self, db: Connection, table: Table, lineup: Sequence[LineupRow], button: int
    ) -> list[str]:
        """The one seed of all groups, or the deal's own if it got a new secret."""
        where = table.row.tournament, table.row.round or 0, table.next_number
        return [duplicates.own_seed(db, *where) or table.row.shared_seed or ""]

    def verify_limit(self) -> None:
        """Points are compared between groups."""
        raise TableError("A duplicate tournament has no loss limit.")

    def counts_visits(self, table: Table) -> bool:
        """True in the last hand of the round."""
        length, played = table.options.length, table.played
        return length is not None and played is not None and played.row.number >= length.number

    def keep_result(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome
    ) -> None:
        """Store what Fantasyland earned in the last hand counts."""
        if self.counts_visits(table):
            stake = table.options.stake_in(played.row.number)
            duplicates.keep_visits(db, played.row.id, visits_of(table.rules, stake, outcome.score))

    def free_seats(self, db: Connection, table: Table, now: int) -> None:
        """Groups stay together to the end of their round."""

    def end_hand(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome, now: int
    ) -> None:
        """Have the tournament looked at, and offer the best boards."""
        self.look_at(db, table, now)
        for row in self.boards(table, played, outcome):
            at_tables.offer_board(db, row)

    def withheld(
        self, db: Connection, table: Table, viewer: int | None = None
    ) -> TableError | None:
        """Withheld while other groups are to play the deal, but not from players who have."""
        played = table.played
        if played is None or (viewer is not None and played.seat_of(viewer) is not None):
            return None
        if not duplicates.is_withheld(db, table.id, played.row.number):
            return None
        return TableError(
            "Other groups are still playing this deal. You can see its replay, review and "
            "proof once the last of them is done with it."
        )


class DuplicateMatch(SameCards):
    """A table that plays each of its deals from every seat (R14.6)."""

    fixes_all_deals = True
    changeable = ("seats", "stake", "clock")
    seats_are_fixed = marked(
        "This duplicate match has begun: its seats stay as they are until the end."
    )
    computers_stay = marked("Computer players stay in a duplicate match until its end.")
    books_at_once = False
    unplayed = UnplayedFantasyland.ALWAYS_COUNTS

    def is_of(self, row: TableRow) -> bool:
        """A table whose options have deals that are played more than once."""
        return bool(row.options.duplicate)

    def kept(self, db: Connection, row: TableRow) -> ModeRows:
        """The match with the hands that it has played."""
        assert row.options.plan is not None, "a match has a plan"
        found = duplicates.match_of(db, row.id)
        plays = duplicates.plays(db, row.id)
        return ModeRows(match=Match(row.options.plan, plays, found.commitment, found.seen))

    def bars_newcomers(self, table: Table) -> bool:
        """Nobody sits down once the first hand is dealt."""
        return table.played is not None

    def verify_followed(self) -> None:
        """Spectators would know deals that come again."""
        raise TableError(
            "A duplicate match has no thread to follow, because its deals come again. Watch it "
            "here."
        )

    def vacate(self, db: Connection, table: Table, player_id: int, now: int) -> None:
        """Once it has begun, end the match when a seat is free: now, or after the running hand."""
        if not self.bars_newcomers(table):
            super().vacate(db, table, player_id, now)
            return
        seats.stand_up(db, table.id, player_id)
        current = tables.get(db, table.id)
        if current is not None and current.state is State.PLAYING:
            tables.set_stops(db, table.id)
        else:
            tables.close(db, table.id, now)

    def verify_there(self, table: Table) -> None:
        """It begins once all seats are taken."""
        if len(table.seats) < self.least(table):
            raise TableError(
                "A duplicate match begins once all {seats} seats are taken.",
                seats=self.least(table),
            )
        super().verify_there(table)

    def least(self, table: Table) -> int:
        """All seats: everybody plays each deal."""
        return table.options.seats

    def refuses_seeds(self, table: Table) -> TableError | None:
        """All deals were fixed before the first hand."""
        if table.played is None:
            return None
        return TableError("All deals of this match were fixed before its first hand.")

    def plan(self, db: Connection, table: Table, here: Sequence[int], now: int) -> DealPlan:
        """The next deal, or one that comes again and is committed to again."""
        turn = next_turn(db, table, now)
        return DealPlan(rules_of_match.lineup(here, turn), turn.deal if turn.play else None)

    def seeds(
        self, db: Connection, table: Table, lineup: Sequence[LineupRow], button: int
    ) -> list[str]:
        """The one seed of all deals, made from those added to the first."""
        seed = duplicates.match_of(db, table.id).seed
        if seed is None:
            seed = shared_seed(super().seeds(db, table, lineup, button))
            duplicates.set_match_seed(db, table.id, seed)
        return [seed]

    def verify_stake(self) -> None:
        """Points have to add up."""
        raise TableError("In a duplicate match the stakes stay the same, so that points add up.")

    def verify_limit(self) -> None:
        """Points have to add up."""
        raise TableError("A duplicate match has no loss limit: points must add up.")

    def counts_visits(self, table: Table) -> bool:
        """Always: no visit is played."""
        return True

    def keep_result(
        self, db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome
    ) -> None:
        """Store what the hand counts, by seats."""
        stake = table.options.stake_in(played.row.number)
        points = play_points(table.rules, stake, outcome.score, outcome.transfers)
        duplicates.keep_play(db, played.row.id, points)

    def commitment_to_all(self, table: Table) -> bytes | None:
        """The commitment to the secret of the match."""
        return match_of(table).commitment

    def is_covered(self, table: Table, number: int) -> bool:
        """True until its deal has been played from every seat, or the table is closed."""
        return table.state is not State.CLOSED and number in match_of(table).covered

    def withheld(
        self, db: Connection, table: Table, viewer: int | None = None
    ) -> TableError | None:
        """Withheld from everybody: its deal may come again."""
        if not table.is_covered:
            return None
        return TableError(
            "This deal comes again in your match. You can see its boards, replay, review and "
            "proof once it has been played from every seat."
        )


def match_of(table: Table) -> Match:
    """The duplicate match that a table plays; raises TableError."""
    if table.match is None:
        raise TableError("No duplicate match was played here.")
    return table.match


def next_turn(db: Connection, table: Table, now: int) -> MatchTurn:
    """The deal and seats of a match's next hand; a deal that comes again is committed to again.

    The first turn is known before the seeds are: it is the first deal. Raises TableError.
    """
    plan = match_of(table).plan
    number, row = table.next_number, duplicates.match_of(db, table.id)
    if number > plan.hands:
        raise TableError("All hands of this match have been played.")
    if row.seed is None:
        return MatchTurn(1, 0)
    turn = schedule(row.secret, row.seed, plan)[number - 1]
    if turn.play:
        hands.commit_deal(db, table.id, number, secret_of(row.secret, turn.deal), now=now)
    return turn
