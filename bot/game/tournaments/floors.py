"""The state of a tournament: everybody's standing, by stacks or rounds, and its tables."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from bot.game.clock import LASTS
from bot.game.loading import loaded
from bot.game.table import Table
from bot.store import players, tables
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tables import State
from bot.store.tournaments import at_tables, duplicates, origins, tournaments
from bot.store.tournaments.at_tables import Arrival
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.origins import OriginRow
from bot.store.tournaments.tournaments import Entrant, Stage, TournamentRow
from bot.values import swiss
from bot.values.standings import Floor, Hold, OtherTable, TournamentPlace
from bot.values.swiss import SwissGroup, SwissRound, SwissScore
from ofc_engine.stacks import Elimination, places


@dataclass(frozen=True)
class Results:
    """A duplicate tournament after `over` rounds, with everybody's standing by player id.

    `groups` are those of the latest round, `done` how many of them have finished; `deals` are the
    commitments to all deals by round and hand.
    """

    plan: DuplicatePlan
    standing: tuple[SwissScore[int], ...]
    over: int
    groups: tuple[SwissGroup[int], ...]
    done: int
    deals: dict[tuple[int, int], bytes]

    @property
    def digest(self) -> str:
        """The SHA-256 of all commitments, in order, which is published in their place."""
        return hashlib.sha256(b"".join(self.deals.values())).hexdigest()


def results(db: Connection, row: TournamentRow) -> Results | None:
    """The current results of a duplicate tournament; None for any other."""
    plan = duplicates.plan_of(db, row.id)
    return None if plan is None else results_by(db, row, plan)


def results_by(db: Connection, row: TournamentRow, plan: DuplicatePlan) -> Results:
    """The current results of a duplicate tournament; a round counts once all groups are done."""
    by_round = duplicates.groups(db, row.id)
    missed = duplicates.missed(db, row.id)
    over = [
        SwissRound(groups, missed.get(number, frozenset()))
        for number, groups in by_round.items()
        if duplicates.finished_groups(db, row.id, number) == len(groups)
    ]
    return Results(
        plan=plan,
        standing=tuple(
            swiss.standing([e.player_id for e in tournaments.entrants(db, row.id)], over)
        ),
        over=len(over),
        groups=by_round.get(row.round, ()),
        done=duplicates.finished_groups(db, row.id, row.round),
        deals=duplicates.commitments(db, row.id),
    )


def ranked_by_stacks(
    stacks: Mapping[int, int], outs: Mapping[int, Elimination], people: Mapping[int, Player]
) -> list[TournamentPlace]:
    """Everybody in a tournament with stacks, the best first (R14.2)."""
    return [
        TournamentPlace(place, people[player].shown(stacks.get(player, 0)), outs.get(player))
        for player, place in places(stacks, outs).items()
    ]


def standing_of(table: Table) -> list[TournamentPlace]:
    """Everybody in a sit-and-go, the best first, by the hand that its table is loaded with."""
    return ranked_by_stacks(table.stacks, table.outs, table.people)


# --- the floor -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tournament:
    """A tournament with everything about it.

    `every` has all its tables, closed ones too, in order; `results` are those of a duplicate
    tournament, `origin` is the secret of a knock-out's deals. `anew` is when deals to come got new
    secrets (Unix seconds), if a backup was restored.
    """

    row: TournamentRow
    entrants: tuple[Entrant, ...]
    people: dict[int, Player]
    every: tuple[Table, ...]
    results: Results | None = None
    origin: OriginRow | None = None
    anew: int | None = None

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables in play."""
        return tuple(table for table in self.every if table.state is not State.CLOSED)

    @cached_property
    def homes(self) -> dict[int, Table]:
        """Player id -> where they sit, or sat when their table was closed."""
        in_play_last = sorted(self.every, key=lambda table: table.state is not State.CLOSED)
        return {seat.player_id: table for table in in_play_last for seat in table.seats}

    @cached_property
    def stacks(self) -> dict[int, int]:
        """Player id -> their stack, for everybody who is not out."""
        start = self.row.options.stack or 0
        still_in = [each.player_id for each in self.entrants if each.out is None]
        homes = self.homes
        return {
            player: homes[player].points_of(player) if player in homes else start
            for player in still_in
        }

    @cached_property
    def places(self) -> dict[int, int]:
        """Player id -> their place, the best first: by rounds (R14.4), or by stacks (R14.2)."""
        if self.results is not None:
            return {each.player: each.place for each in self.results.standing}
        return places(self.stacks, self.outs)

    @property
    def outs(self) -> dict[int, Elimination]:
        """Player id -> when they fell, for everybody who is out."""
        return {each.player_id: each.out for each in self.entrants if each.out is not None}

    @property
    def drawn(self) -> dict[int, list[int]]:
        """The number of a first table that waits for its thread -> the players drawn to it."""
        found: dict[int, list[int]] = {}
        for each in self.entrants:
            if each.out is None and each.drawn_to is not None:
                found.setdefault(each.drawn_to, []).append(each.player_id)
        return found

    @property
    def unseated(self) -> tuple[int, ...]:
        """The players who are in and sit nowhere, in the order in which they joined."""
        seated = {seat.player_id for table in self.tables for seat in table.seats}
        return tuple(player for player in self.stacks if player not in seated)

    @property
    def persons(self) -> tuple[Player, ...]:
        """The people who are in."""
        there = (self.people[player] for player in self.stacks)
        return tuple(each for each in there if not each.is_computer)

    @property
    def hold(self) -> Hold:
        """Everything that holds it up, at any of its tables."""
        is_failing = self.row.is_failing or any(table.row.is_failing for table in self.tables)
        return replace(hold_of(self.row), is_failing=is_failing)

    @property
    def hands_played(self) -> int:
        """The number of hands that somebody has played who was in it all the time."""
        if self.results is not None:
            return self.results.over * self.results.plan.hands
        return self.row.round

    def standing(self) -> list[TournamentPlace]:
        """Everybody in it, the best first (R14.2, R14.4); nobody before a first round is over."""
        if self.results is not None:
            ranked = self.results.standing if self.results.over else ()
            return [TournamentPlace(s.place, self.people[s.player].shown(s.score)) for s in ranked]
        return ranked_by_stacks(self.stacks, self.outs, self.people)


def hold_of(row: TournamentRow) -> Hold:
    """Everything that holds up a tournament, apart from failures at its tables."""
    until = None if row.paused_at is None else waits_until(row)
    return Hold(until, row.empty_until, row.is_failing, row.no_threads, row.threads_at)


def waits_until(row: TournamentRow) -> int | None:
    """When a waiting tournament ends (Unix seconds); None if it is not waiting.

    It waits for its host to start it or end a pause, or after the start for the first thread.
    People who leave do not postpone that.
    """
    is_untimed = row.state is Stage.OPEN and row.starts_at is None
    if row.paused_at is None and row.state is not Stage.SEATING and not is_untimed:
        return None
    since = row.waits_since or row.paused_at
    return None if since is None else since + LASTS[State.BETWEEN]


def tournament_of(db: Connection, row: TournamentRow) -> Tournament:
    """Read a tournament with its people and its tables."""
    every = tuple(loaded(db, each) for each in tables.all_of_tournament(db, row.id))
    # Before the first hand of a sit-and-go only its seats tell who is in.
    seated = (Entrant(seat.player_id, None) for table in every for seat in table.seats)
    entrants = tournaments.entrants(db, row.id) or tuple(seated)
    people = {player_id: person for table in every for player_id, person in table.people.items()}
    ids = {row.host_id, *(each.player_id for each in entrants)}
    people |= {player_id: players.get(db, player_id) for player_id in ids - people.keys()}
    people = players.with_distinct_names(people.values())
    origin = origins.get(db, row.id)
    anew = origin.fixed_at if origin is not None and origin.is_anew else None
    anew = anew or duplicates.fixed_anew(db, row.id)
    return Tournament(row, entrants, people, every, results(db, row), origin, anew)


def with_floor(db: Connection, table: Table) -> Table:
    """A table of a knock-out with the state of the other tables; any other table unchanged.

    Tables that are playing are left out while it is playing itself.
    """
    if not table.mode.moves_people:
        return table
    row = tournaments.get(db, table.row.tournament)
    assert row is not None, "no tournament is ever deleted"
    latest = 0 if table.played is None else table.played.row.number
    ids = tables.of_tournament(db, row.id) if table.running is None else ()
    others = (loaded(db, each) for each in ids if each != table.id)
    playing = [elsewhere(each) for each in others if each.running is not None]
    floor = Floor(
        tuple(playing),
        # While others play, and during a pause, it is not known when the next hand comes.
        None if playing or row.paused_at is not None else row.due_at,
        hold_of(row),
        tuple(_went(db, _since(at_tables.departures(db, table.id), latest))),
        tuple(_came(db, _since(table.arrivals, latest))),
        row.is_over,
        row.channel_id,
    )
    return replace(table, extras=replace(table.extras, floor=floor))


def elsewhere(table: Table) -> OtherTable:
    """A table of a tournament as messages of the others mention it."""
    waiting = tuple(table.people[player_id].name for player_id in table.waited_for)
    return OtherTable(table.row.room or 0, table.row.channel_id, waiting)


def _since(moved: Iterable[Arrival], latest: int) -> list[Arrival]:
    """Moves just before a table's latest hand, or since; without arrivals at the start."""
    return [each for each in moved if each.round >= latest and each.came_from is not None]


def _went(db: Connection, moved: Iterable[Arrival]) -> Iterable[tuple[str, OtherTable]]:
    for each in moved:
        target = tables.get(db, each.table_id)
        assert target is not None
        name = players.get(db, each.player_id).name
        yield name, OtherTable(target.room or 0, target.channel_id)


def _came(db: Connection, moved: Iterable[Arrival]) -> Iterable[tuple[str, int]]:
    for each in moved:
        source = tables.get(db, each.came_from or 0)
        yield players.get(db, each.player_id).name, 0 if source is None else source.room or 0
