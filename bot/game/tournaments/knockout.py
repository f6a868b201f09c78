"""A knock-out over several tables (R14.3): all play a hand, then tables are levelled, and so on."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.game import play
from bot.game.loading import loaded
from bot.game.readiness import waited_for
from bot.game.table import Table, TableError
from bot.game.tournaments import endings, seating
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.format import Format, Secrets
from bot.game.tournaments.seating import MovePlan
from bot.store import seats, surfaces, tables
from bot.store.engine import Connection
from bot.store.surfaces import Place, Slot
from bot.store.tournaments import at_tables, origins, tournaments
from bot.store.tournaments.at_tables import Arrival, Room
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.texts import marked
from bot.values.options import TableOptions
from bot.values.scenes import Presence
from bot.values.standings import OutReason
from bot.values.tournament_views import KNOCK_OUT, FormatWords, OptionKey
from ofc_engine.origin import Origin, secret_of
from ofc_engine.stacks import LEVELS

log: Final = logging.getLogger(__name__)

BREAK: Final = 20
"""Seconds between two hands, unless everybody is ready before."""
HAND: Final = 20 * 60
"""Seconds for a hand, after which open decisions are placed safely.

If nobody is present, a tournament also waits for this long for somebody to come back.
"""
_AT_ONCE: Final = 4
"""Tables dealt in one transaction, at about three milliseconds each."""
_FEW_PLAYING: Final = 3
"""Waiting tables show for whom they wait once at most this many others are playing."""
_LEAST_SEATS: Final = 3


class KnockOutFormat(Format):
    """Tables play a hand together, then are levelled, and so on (R14.3)."""

    name = KNOCK_OUT
    words = FormatWords(
        choice=marked("knock-out: several tables, until one is left"),
        heading=marked("Knock-out: {variant}"),
        rules=(
            marked("All tables play a hand together, each in a thread of its own."),
            marked("After each hand some people may change tables, so that all are equally full."),
            marked("At the final table everybody draws a new seat."),
            marked("If nobody is there to play for {time}, it ends and the stacks decide."),
        ),
        pause=marked("Pause after this hand"),
        extension=marked("10 more minutes for this hand"),
        extended=marked("Everybody has 10 more minutes for this hand."),
        decided=marked("Nobody was there to play on, so the stacks decide."),
        joined=marked("You're in. I'll send you your table by direct message when it starts."),
        joined_late=marked(
            "You're in. I'll send you your table by direct message before the next hand."
        ),
        started=marked("The tables are being set up."),
    )
    least = 2
    most = 200
    options = (
        OptionKey.SEATS,
        OptionKey.STACK,
        OptionKey.LEVELS,
        OptionKey.BANK,
        OptionKey.BOOKS,
    )
    more = 10 * 60
    in_threads = True

    def opened(self, db: Connection, row: TournamentRow, secret: Secrets) -> None:
        """Commit to the secret that all its deals come from."""
        origins.add(db, row.id, secret(), row.opened_at)

    def verify(self, options: TableOptions) -> None:
        """Raise TableError unless tables may have as many seats as `options` say."""
        usual = options.rules.variant.most_players
        if not _LEAST_SEATS <= options.seats <= usual:
            raise TableError(
                "A table of a knock-out has {least} to {most} seats here.",
                least=_LEAST_SEATS,
                most=usual,
            )

    def rooms(self, people: int, options: TableOptions) -> int:
        """How many threads `people` people need."""
        return seating.tables_for(people, options.seats, _most(options))

    def verify_late(self, db: Connection, row: TournamentRow) -> None:
        """Raise TableError if it is too late to join.

        That is after half of the planned levels, or once somebody is out.
        """
        tournament = tournament_of(db, row)
        levels = LEVELS[row.options.levels]
        last = levels.hands * max(1, len(levels.stakes) // 2)
        if tournament.outs or (len(levels.stakes) > 1 and row.round > last):
            raise TableError(
                "It's too late to join this tournament. Watch it, and join the next one."
            )

    def begin(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Draw the first tables, and have each dealt its first hand once it has its thread."""
        tournament = tournament_of(db, row)
        options, random = row.options, Random(secret())
        drawn = seating.draw(list(tournament.stacks), options.seats, _most(options), random)
        seating.keep_drawn(db, tournament, drawn)
        tournaments.set_stage(db, row.id, Stage.PLAYING)
        _begin_hand(db, row, 1, now)
        seating.open_drawn(db, tournament_of(db, replace(row, round=1)), secret, now)
        return set()

    def advance(self, db: Connection, row: TournamentRow, secret: Secrets, now: int) -> set[int]:
        """Carry on after a hand: tell the other tables, begin the next hand, or end it all."""
        tournament = tournament_of(db, row)
        if seating.open_drawn(db, tournament, secret, now):
            # Tables whose thread came late have as much time as the others.
            tournaments.begin_round(db, row.id, row.round, now + HAND)
            tournaments.look_at(db, row.id, now)
            return set()
        # First of all, since a table yet to be dealt would count as one whose hand is over.
        undealt = tournaments.undealt(db, row.id, row.round, _AT_ONCE)
        if undealt:
            return _deal(db, row, undealt, secret, now)
        if self.is_over(tournament):
            return _end(db, tournament, now)
        seating.want_more(db, tournament, _needed(tournament))
        playing = [table for table in tournament.tables if table.running is not None]
        waiting = [table for table in tournament.tables if table.running is None]
        if playing:
            return _tell(db, waiting) if len(playing) <= _FEW_PLAYING else set()
        told = endings.tell_of_round(db, tournament)
        return told | self._advance_together(db, tournament, secret, now)

    def _advance_together(
        self, db: Connection, tournament: Tournament, secret: Secrets, now: int
    ) -> set[int]:
        """Carry on once no table plays: the next hand, unless something holds it up."""
        row = tournament.row
        if row.paused_at is not None:
            tournaments.set_empty_until(db, row.id, None)
            return _tell(db, tournament.tables)
        if tournament.drawn and (row.round_ends_at or 0) > now:
            # Wait for tables without a thread; after that, their players join any table late.
            tournaments.look_at(db, row.id, row.round_ends_at)
            return _tell(db, tournament.tables)
        tournaments.draw_back(db, row.id)
        if not _is_anybody_there(db, tournament):
            return _wait_for_anybody(db, tournament, now)
        tournaments.set_empty_until(db, row.id, None)
        begins_at = _begins_at(tournament, now)
        if begins_at > now:
            tournaments.look_at(db, row.id, begins_at)
            return _tell(db, tournament.tables)
        broken = self.level(db, tournament, secret, now)
        _begin_hand(db, row, row.round + 1, now)
        return broken

    def is_over(self, tournament: Tournament) -> bool:
        """True if one player is left, or only computer players, which do not play on alone."""
        is_between = all(table.running is None for table in tournament.tables)
        is_left = not tournament.tables and not tournament.drawn
        return is_left or (is_between and (len(tournament.stacks) < 2 or not tournament.persons))

    def level(self, db: Connection, tournament: Tournament, secret: Secrets, now: int) -> set[int]:
        """Seat players without a table, and level the tables; returns closed tables that change."""
        row, options, random = tournament.row, tournament.row.options, Random(secret())
        hand = row.round + 1
        by_room = {table.row.room or 0: table for table in tournament.tables}
        for place in _new_rooms(db, tournament):
            table_id = seating.open_table(db, row, place, hand, options.seats, secret, now)
            by_room[place.number] = loaded(db, table_id)
        there = {room: [seat.player_id for seat in table.seats] for room, table in by_room.items()}
        left = set[int]()
        for player_id in tournament.unseated:
            room = _room_for(tournament, there, player_id)
            if room is None:
                continue
            there[room].append(player_id)
            home, table = tournament.homes.get(player_id), by_room[room]
            if home is None:
                seating.sit(db, table.id, _free_seat(db, table.id), player_id, hand, options)
            else:
                _move(db, home, table, player_id, tournament.stacks[player_id], hand)
                surfaces.edit_again(db, home.id, Place(Slot.CLOSING))
                left.add(home.id)
        moved = at_tables.moves(db, row.id)
        plan = seating.level(there, moved, options.seats, _most(options), random)
        stacks = tournament.stacks
        for move in plan.moves:
            source, target = by_room[move.source], by_room[move.target]
            _move(db, source, target, move.player, stacks[move.player], hand)
        for room in plan.broken:
            tables.close(db, by_room[room].id, now)
        _redraw(db, by_room, plan)
        return left | {by_room[room].id for room in plan.broken}


# --- before ----------------------------------------------------------------------------------


def _most(options: TableOptions) -> int:
    """The seats of the final table, which may be one too many for the deck: the button sits out."""
    return options.rules.variant.most_seats


# --- the first hand --------------------------------------------------------------------------


def origin_of(db: Connection, table: Table) -> Origin | None:
    """The origin of a knock-out hand's deal, with its secret once the tournament is over."""
    room, played = table.row.room or 0, table.played
    if played is None or not table.mode.moves_people:
        return None
    row = tournaments.get(db, table.row.tournament)
    assert row is not None, "no tournament is ever deleted"
    for origin in origins.every(db, row.id):
        if secret_of(origin.secret, room, played.row.number) == played.row.secret:
            return Origin(origin.commitment, room, origin.secret if row.is_over else None)
    return None


def _begin_hand(db: Connection, row: TournamentRow, hand: int, now: int) -> None:
    """Begin a hand, which later looks at the tournament deal at some tables each.

    Otherwise every press would wait until all tables are dealt. Each table has a deck of its own,
    so that seeing cards a moment sooner gives nobody an advantage. A player who leaves a table that
    waits for its cards misses that hand, so that the table still has enough players.
    """
    tournaments.begin_round(db, row.id, hand, now + HAND)
    tournaments.look_at(db, row.id, now)
    log.info("tournament %d: hand %d", row.id, hand)


def _deal(
    db: Connection,
    row: TournamentRow,
    table_ids: Collection[int],
    secret: Callable[[], bytes],
    now: int,
) -> set[int]:
    """Deal the round's hand at some tables; the next look deals at others."""
    for table_id in table_ids:
        tables.set_play_until(db, table_id, row.round_ends_at)
        table = loaded(db, table_id)
        following = seating.secret_for(db, row, table.row.room or 0, table.next_number + 1, secret)
        play.deal(db, table, following, now)
    tournaments.look_at(db, row.id, now)
    return set(table_ids)


# --- between two hands -----------------------------------------------------------------------


def _is_anybody_there(db: Connection, tournament: Tournament) -> bool:
    """True if a person would be there to play the next hand."""
    if any(seat.presence is Presence.HERE for t in tournament.tables for seat in t.persons):
        return True
    there = {table.row.room or 0: table.seats for table in tournament.tables}
    comes = (p for p in tournament.unseated if not tournament.people[p].is_computer)
    has_new = bool(_new_rooms(db, tournament))
    return any(has_new or _room_for(tournament, there, p) is not None for p in comes)


def _wait_for_anybody(db: Connection, tournament: Tournament, now: int) -> set[int]:
    """Play no hands while nobody is present; if nobody comes back in time, the stacks decide."""
    until = tournament.row.empty_until or now + HAND
    if until <= now:
        log.info("tournament %d: nobody has come back, the stacks decide", tournament.row.id)
        return _end(db, tournament, now)
    tournaments.set_empty_until(db, tournament.row.id, until)
    tournaments.look_at(db, tournament.row.id, until)
    return _tell(db, tournament.tables)


def _begins_at(tournament: Tournament, now: int) -> int:
    """When the next hand begins (Unix seconds): at once if everybody present is ready."""
    ready = [seat for table in tournament.tables for seat in table.persons if seat.ready]
    if ready and not any(waited_for(table) for table in tournament.tables):
        return now
    ended = (
        table.played.row.ended_at or 0 for table in tournament.tables if table.played is not None
    )
    return max(ended, default=now) + BREAK


def _tell(db: Connection, waiting: Sequence[Table]) -> set[int]:
    """Edit the results of waiting tables: they show for whom they wait, or the next hand's time."""
    for table in waiting:
        surfaces.edit_again(db, table.id, Place(Slot.RESULT))
    return {table.id for table in waiting}


def _end(db: Connection, tournament: Tournament, now: int) -> set[int]:
    """End a tournament and close its tables."""
    for table in tournament.tables:
        tables.close(db, table.id, now)
    is_won = bool(tournament.tables and tournament.stacks)
    tournaments.end(db, tournament.row.id, now, is_won=is_won)
    told = endings.tell_of_end(db, tournament, OutReason.OVER)
    return told | {table.id for table in tournament.tables}


# --- who moves -------------------------------------------------------------------------------


def _room_for(
    tournament: Tournament, there: Mapping[int, Sequence[object]], player_id: int
) -> int | None:
    """The table for a player without a seat; None if all are full.

    Players whose thread was deleted have played before, so for them, as at the only table, there
    may be one too many for the deck (R1.4).
    """
    options = tournament.row.options
    is_narrow = player_id not in tournament.homes and _needed(tournament) > 1
    return seating.smallest(there, options.seats if is_narrow else _most(options))


def _needed(tournament: Tournament) -> int:
    """How many tables the players who are in need."""
    options = tournament.row.options
    return seating.tables_for(len(tournament.stacks), options.seats, _most(options))


def _new_rooms(db: Connection, tournament: Tournament) -> list[Room]:
    """Unused threads for the tables that late players need."""
    lacking = _needed(tournament) - len(tournament.tables)
    return seating.unused(db, tournament)[: max(0, lacking)]


def _move(
    db: Connection, source: Table, target: Table, player_id: int, stack: int, hand: int
) -> None:
    """Move somebody to another table, with their stack and their Fantasyland (R14.3)."""
    won_there = target.totals.get(player_id, 0)
    arrival = Arrival(target.id, player_id, hand, source.id, stack - won_there)
    at_tables.add_arrival(db, arrival)
    seats.move(db, source.id, player_id, target.id, _free_seat(db, target.id))


def _free_seat(db: Connection, table_id: int) -> int:
    taken = {seat.seat for seat in seats.of_table(db, table_id)}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def _redraw(db: Connection, by_room: Mapping[int, Table], plan: MovePlan[int]) -> None:
    """Redraw the seats of the final table, which may have one too many (R1.4)."""
    if not plan.final:
        return
    (final,) = (table for room, table in by_room.items() if room not in plan.broken)
    options = final.options
    if len(plan.final) > options.seats:
        tables.set_options(db, final.id, replace(options, seats=len(plan.final)))
    seats.clear_seats(db, final.id)
    for number, player_id in enumerate(plan.final, 1):
        seats.move(db, final.id, player_id, final.id, number)
