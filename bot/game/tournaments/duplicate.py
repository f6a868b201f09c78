"""Duplicate Swiss (R14.4): groups play the same deals, each when it suits them, round by round.

The tables of a round have no board in any channel: it would give the deal away to groups that still
play it, and so would a private thread, which people who manage threads can read. Players see their
cards in direct messages, or in messages that only they see; those who take no direct messages are
called in the channel.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Final

from bot.game import computer_turns, play
from bot.game.loading import loaded
from bot.game.lobby import NewTable
from bot.game.played import PlayedHand
from bot.game.readiness import round_deals_at
from bot.game.table import Table, TableError
from bot.game.tournaments import endings, pairing
from bot.game.tournaments.floors import results_by, tournament_of
from bot.game.tournaments.format import Format, Secrets
from bot.game.tournaments.pairing import Meetings
from bot.store import guilds, hands, seats, surfaces, tables
from bot.store.engine import Connection
from bot.store.tables import State
from bot.store.tournaments import duplicates, origins, tournaments
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.texts import marked
from bot.values import times
from bot.values.options import Guild, Length, TableOptions, Unit
from bot.values.scenes import Presence
from bot.values.standings import OutReason
from bot.values.tournament_views import DUPLICATE, FormatWords, OptionKey
from ofc_engine.deal import forced_placement
from ofc_engine.hand import Hand
from ofc_engine.operations import Placed, Surrendered, parse_operation
from ofc_engine.players.levels import LEVELS
from ofc_engine.rulesets import Ruleset
from ofc_engine.stacks import Elimination

log: Final = logging.getLogger(__name__)

MOST_ROUNDS: Final = 9
MOST_HANDS: Final = 5
_MISSES: Final = 2
"""R14.4: missed rounds after which a player is out, until they come back."""
USUAL: Final = DuplicatePlan(3, 3, 48 * 3600)
"""R14.4: the rounds unless the host chooses others."""
MOST_DEALS: Final = 30
"""In all rounds together: no more commitments fit in a message."""
LONGEST: Final = 14 * 24 * 3600
SHORTEST: Final = 3600
_COMPUTER: Final = LEVELS["steady"]
"""Fills short groups."""


class DuplicateFormat(Format):
    """Groups play the same deals, each when it suits them, and no thread shows their tables."""

    name = DUPLICATE
    words = FormatWords(
        choice=marked("duplicate: rounds in groups with the same cards, in your own time"),
        heading=marked("Duplicate tournament: {variant}"),
        pause=marked("Pause after this round"),
        extension=marked("24 more hours for this round"),
        extended=marked("Everybody has 24 more hours for this round."),
        joined=marked("You're in. I'll send you your cards by direct message when it starts."),
        joined_late=marked(
            "You're in. I'll send you your cards by direct message in the next round."
        ),
        started=marked("The first round begins."),
    )
    least = 3
    most = 60
    options = (OptionKey.ROUNDS, OptionKey.HANDS, OptionKey.DEADLINE, OptionKey.BANK)
    more = 24 * 3600
    finishes_rounds = True
    fills_up = True
    fixed = MappingProxyType(
        {
            "deal_mode": "simultaneous",
            "button_in_fantasyland": "moves",
            "time_out": "autoplay",
        }
    )

    def options_of(self, opening: NewTable, guild: Guild) -> TableOptions:
        """The server's options, and what is the same in all of them (R14.4)."""
        if opening.clock is not None:
            raise TableError(
                "A duplicate tournament has no clock: each round has a deadline. You'll find "
                "it under Rules, More options, once it's open."
            )
        return options_of(opening.in_guild(guild), USUAL)

    def opened(self, db: Connection, row: TournamentRow, secret: Secrets) -> None:
        """Commit to all deals of the usual rounds."""
        duplicates.add(db, row.id, USUAL, secret)

    def verify_late(self, db: Connection, row: TournamentRow) -> None:
        """Raise TableError unless there is another round to play in."""
        if row.round >= _plan(db, row).rounds:
            raise TableError("The last round has begun. Join the next tournament.")

    def begin(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Fix the seed of all deals, and begin the first round with groups drawn by lot."""
        duplicates.set_seed(db, row.id, origins.joined(db, row.id))
        tournaments.set_stage(db, row.id, Stage.PLAYING)
        order = [each.player_id for each in tournaments.entrants(db, row.id)]
        Random(secret()).shuffle(order)
        return _begin_round(db, row, 1, order, secret, now)

    def advance(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Deal the next hand where it is due, and end the round when all groups are done."""
        found = [loaded(db, each) for each in duplicates.tables_of_round(db, row.id, row.round)]
        waiting = [table for table in found if table.state is State.BETWEEN]
        between = {table.id: round_deals_at(table, now) for table in waiting}
        touched = {table_id for table_id, at in between.items() if at <= now}
        for table_id in touched:
            _deal(db, row, row.round, table_id, secret, now)
        later = [at for at in between.values() if at > now]
        if later:
            tournaments.look_at(db, row.id, min(later))
        # During a pause groups finish their round, but no other one begins.
        if any(table.state is not State.CLOSED for table in found) or row.paused_at is not None:
            return touched
        return _end_round(db, row, found, secret, now)

    def leave(self, db: Connection, row: TournamentRow, player_id: int, now: int) -> int | None:
        """Take a player out during a round; what they had to place is placed safely.

        Returns the id of their table, if they have one. Raises TableError.
        """
        if not _is_in(db, row, player_id):
            raise TableError("You aren't in this tournament.")
        tournaments.set_out(db, row.id, player_id, Elimination(row.round, 0))
        tournaments.look_at(db, row.id, now)
        return _set_presence(db, row, player_id, Presence.LEAVING)

    def come_back(self, db: Connection, row: TournamentRow, player_id: int, now: int) -> None:
        """Let a player in again: at once if their group is still playing, else from the next round.

        Raises TableError after the last round.
        """
        if _set_presence(db, row, player_id, Presence.HERE) is None:
            self.verify_late(db, row)
        duplicates.come_back(db, row.id, player_id)
        tournaments.look_at(db, row.id, now)


# --- before ----------------------------------------------------------------------------------


def options_of(options: TableOptions, plan: DuplicatePlan) -> TableOptions:
    """The options of the tables, so that all groups stay in step: everybody places at once.

    The button moves after every hand, since it would stay in some groups only; being late kills no
    hand, and none counts in the server's ledger.
    """
    rules: Ruleset = options.rules.changed(DuplicateFormat.fixed)
    return replace(
        options,
        rules=rules,
        seats=rules.variant.most_players,
        clock=None,
        time_calls=False,
        next_hand=None,
        length=Length(Unit.HANDS, plan.hands),
        stack=None,
        levels="none",
        books=False,
    )


def parse_deadline(text: str) -> int:
    """The seconds of a round from `90m`, `48h` or `2d`; raises TableError."""
    seconds = times.seconds(text) or 0
    if not SHORTEST <= seconds <= LONGEST:
        raise TableError("A round can last anything from 1 hour (1h) to 14 days (14d).")
    return seconds


def verify_plan(plan: DuplicatePlan) -> None:
    """Raise TableError for more deals than there may be, or none."""
    if not (1 <= plan.rounds <= MOST_ROUNDS and 1 <= plan.hands <= MOST_HANDS):
        raise TableError(
            "A duplicate tournament has 1 to {rounds} rounds of 1 to {hands} hands.",
            rounds=MOST_ROUNDS,
            hands=MOST_HANDS,
        )
    if plan.rounds * plan.hands > MOST_DEALS:
        raise TableError(
            "All rounds together have at most {most} hands. Choose fewer rounds, or fewer "
            "hands in each.",
            most=MOST_DEALS,
        )


def _plan(db: Connection, row: TournamentRow) -> DuplicatePlan:
    plan = duplicates.plan_of(db, row.id)
    assert plan is not None, "it was opened with its plan"
    return plan


# --- rounds ----------------------------------------------------------------------------------


def _begin_round(
    db: Connection,
    row: TournamentRow,
    number: int,
    order: Sequence[int],
    secret: Callable[[], bytes],
    now: int,
) -> set[int]:
    """Seat everybody, and deal the first hand to all groups; returns the ids of their tables."""
    plan = _plan(db, row)
    before = (group.players for each in duplicates.groups(db, row.id).values() for group in each)
    ends_at = now + plan.seconds
    tournaments.begin_round(db, row.id, number, ends_at)
    made: set[int] = set()
    for room, group in enumerate(pairing.groups(order, Meetings(before), row.options.seats), 1):
        table_id = tables.add(
            db,
            row.options,
            row.where,
            host_id=row.host_id,
            tournament_id=row.id,
            room=room,
            round_number=number,
            shared_seed=plan.seed,
            now=now,
        )
        _seat(db, table_id, group)
        tables.set_play_until(db, table_id, ends_at)
        first = duplicates.secret_of(db, row.id, number, 1)
        assert first is not None, "every round has a hand"
        hands.commit_deal(db, table_id, 1, first, now=now)
        _deal(db, row, number, table_id, secret, now)
        made.add(table_id)
    log.info("tournament %d: round %d of %d groups", row.id, number, len(made))
    return made


def _seat(db: Connection, table_id: int, group: Sequence[int | None]) -> None:
    """Give everybody their seat, and computer players the others."""
    for number, player_id in enumerate(group, 1):
        if player_id is not None:
            seats.sit(db, table_id, number, player_id)
    for _filled in range(group.count(None)):
        computer_turns.seat(db, loaded(db, table_id), _COMPUTER)


def _deal(
    db: Connection,
    row: TournamentRow,
    number: int,
    table_id: int,
    secret: Callable[[], bytes],
    now: int,
) -> None:
    """Deal a table its next hand; the hand after it is committed to as in all groups."""
    table = loaded(db, table_id)
    following = duplicates.secret_of(db, row.id, number, table.next_number + 1)
    play.deal(db, table, following or secret(), now)


def _end_round(
    db: Connection,
    row: TournamentRow,
    found: Collection[Table],
    secret: Callable[[], bytes],
    now: int,
) -> set[int]:
    """Record who has missed the round, and begin the next one or end the tournament."""
    for player in missed_by(db, row, row.round, found):
        duplicates.miss(db, row.id, player, row.round)
    _tell_skill(db, found)
    done = {table.id for table in found}
    is_last = row.round >= _plan(db, row).rounds
    there = set[int]() if is_last else _playing_on(db, row, now)
    if len(there) < 2:
        tournament = tournament_of(db, row)
        tournaments.end(db, row.id, now, is_won=bool(tournament.stacks))
        return done | endings.tell_of_end(db, tournament, OutReason.OVER)
    standing = results_by(db, row, _plan(db, row)).standing
    order = [each.player for each in standing if each.player in there]
    return done | _begin_round(db, row, row.round + 1, order, secret, now)


def _tell_skill(db: Connection, found: Iterable[Table]) -> None:
    """Edit the results: they may show their judgement, as no other group plays these deals now."""
    for table in found:
        if not guilds.get(db, table.row.guild_id).tells_skill:
            continue
        for hand_id in hands.of_table(db, table.id):
            surfaces.edit_result_again(db, table.id, hand_id)


def missed_by(
    db: Connection, row: TournamentRow, number: int, found: Iterable[Table]
) -> frozenset[int]:
    """The players who have decided nothing in a round, whose tables are `found`."""
    acted = {player for table in found for player in _acted(db, table)}
    playing = {
        player
        for group in duplicates.groups(db, row.id)[number]
        for player in group.players
        if player is not None
    }
    return frozenset(playing - acted)


def _playing_on(db: Connection, row: TournamentRow, now: int) -> set[int]:
    """Take out people who have missed too many rounds; returns those who play the next one."""
    tournament = tournament_of(db, row)
    for player, count in duplicates.misses(db, row.id).items():
        if count >= _MISSES and player not in tournament.outs:
            tournaments.set_out(db, row.id, player, Elimination(row.round, 0))
            endings.tell_one(db, tournament, player, OutReason.MISSED, now)
    return {each.player_id for each in tournaments.entrants(db, row.id) if each.out is None}


def _acted(db: Connection, table: Table) -> set[int]:
    """The players who have decided anything by themselves at a table."""
    latest = table.next_number - 1
    every = (loaded(db, table.id, hand=number).played for number in range(1, latest + 1))
    return {
        played.player_at(seat)
        for played in every
        if played is not None
        for seat in _deciding(played)
    }


def _deciding(played: PlayedHand) -> set[int]:
    """The seats of a hand that have decided anything by themselves, forced placements aside."""
    visits = tuple(part.fantasyland for part in played.acting)
    hand, found = Hand.start(played.hand.rules, visits), set[int]()
    for number, line in enumerate(played.log):
        done = parse_operation(line)
        is_own = isinstance(done, (Placed, Surrendered)) and number not in played.on_behalf
        if is_own and not (
            isinstance(done, Placed) and forced_placement(hand, done.seat) == done.placement
        ):
            found.add(done.seat)
        hand = hand.apply(done)
    return found


# --- leaving and coming back -----------------------------------------------------------------


def _set_presence(
    db: Connection, row: TournamentRow, player_id: int, presence: Presence
) -> int | None:
    for table_id in tables.of_tournament(db, row.id):
        if loaded(db, table_id).seat_of(player_id) is not None:
            seats.set_presence(db, table_id, player_id, presence, run_outs=0)
            return table_id
    return None


def _is_in(db: Connection, row: TournamentRow, player_id: int) -> bool:
    entrants = tournaments.entrants(db, row.id)
    return any(each.player_id == player_id and each.out is None for each in entrants)
