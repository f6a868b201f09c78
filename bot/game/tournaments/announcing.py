"""The contents of a tournament's announcement, the threads of its tables, and its finale."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.game.table import Table
from bot.game.tournaments.floors import Results, Tournament, tournament_of, waits_until
from bot.game.tournaments.formats import form_of
from bot.game.tournaments.knockout import HAND
from bot.game.tournaments.past_tournaments import points_by_hand
from bot.store import players
from bot.store.engine import Connection
from bot.store.tournaments import at_tables
from bot.store.tournaments.at_tables import Room
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.values.scenes import LedgerEntry, LedgerScene
from bot.values.standings import (
    BestBoard,
    Finale,
    Phase,
    Ranked,
    RoundsScene,
    StacksScene,
    StandingScene,
)
from bot.values.tournament_views import (
    Announcement,
    Duplicate,
    ScheduledStart,
    SeatedPlayer,
    TableGroup,
)
from ofc_engine.board import Board
from ofc_engine.rulesets import Ruleset
from ofc_engine.stacks import Elimination


def told_of(tournament: Tournament) -> Announcement | Duplicate:
    """All that the announcement of a tournament says."""
    if tournament.results is None:
        return announcement(tournament)
    return duplicate(tournament, tournament.results)


def scene_of(tournament: Tournament) -> StandingScene | None:
    """The standing for its picture; None before there is any."""
    row, results = tournament.row, tournament.results
    if results is None:
        if not row.round:
            return None
        return StacksScene(row.round, tuple(tournament.standing()), row.is_over)
    if not results.over:
        return None
    ranked = tuple(duplicate(tournament, results).ranked)
    return RoundsScene(results.over, results.plan.rounds, ranked, row.is_over)


def duplicate(tournament: Tournament, results: Results) -> Duplicate:
    """All that the announcement of a duplicate tournament says."""
    row, people = tournament.row, tournament.people
    there = {each.player_id for each in tournament.entrants if each.out is None}
    groups = [
        [people[player].name for player in group.players if player is not None]
        for group in results.groups
    ]
    ranked = [
        Ranked(
            each.place,
            people[each.player].shown(each.score),
            tuple(each.scores),
            each.compared,
            is_in=each.player in there,
        )
        for each in results.standing
    ]
    return Duplicate(
        **_of_any(tournament),
        rounds=results.plan.rounds,
        hands=results.plan.hands,
        seconds=results.plan.seconds,
        ends_at=row.round_ends_at,
        over=results.over,
        done=results.done,
        groups=groups,
        ranked=ranked,
        digest=results.digest,
    )


def _of_any(tournament: Tournament) -> dict[str, Any]:
    """The fields of `SeveralTables`."""
    row = tournament.row
    person = tournament.people[row.host_id]
    host = "" if person.user_id is None else person.name
    return {
        "tournament": row.id,
        "words": form_of(row).words,
        "options": row.options,
        "host": host,
        "stage": row.state,
        "is_won": row.is_won,
        "round": row.round,
        "hold": tournament.hold,
        "anew": tournament.anew,
        "starting": starting_of(row, host),
        "waits_until": waits_until(row),
        "lacked_people": row.lacked_people,
    }


def starting_of(row: TournamentRow, host: str) -> ScheduledStart | None:
    """When a tournament starts automatically; None if it does not, or has been started."""
    if row.starts_at is None or row.phase is not Phase.WAITING:
        return None
    return ScheduledStart(row.starts_at, row.is_put_off, form_of(row).least, host)


def announcement(tournament: Tournament) -> Announcement:
    """The announcement of a knock-out; for other formats, as much as all have in common."""
    stacks = tournament.stacks
    groups = tuple(
        TableGroup(
            table.row.room or 0,
            table.row.channel_id,
            tuple(
                SeatedPlayer(tournament.people[seat.player_id].name, stacks.get(seat.player_id, 0))
                for seat in table.seats
                if seat.player_id in tournament.people
            ),
        )
        for table in tournament.tables
    )
    entrants = [tournament.people[each.player_id] for each in tournament.entrants]
    return Announcement(
        **_of_any(tournament),
        hand_seconds=HAND,
        names=tuple(each.name for each in entrants),
        computers=sum(each.is_computer for each in entrants),
        left=len(stacks),
        groups=groups,
        standing=tuple(tournament.standing()),
        commitment="" if tournament.origin is None else tournament.origin.commitment.hex(),
        joined="" if tournament.origin is None else tournament.origin.joined or "",
    )


def missing_room(db: Connection, row: TournamentRow, now: int) -> Room | None:
    """The first thread of a tournament that has to be made now; None if there is none."""
    goes_on = row.state in (Stage.SEATING, Stage.PLAYING)
    if not goes_on or (row.threads_at or 0) > now:
        return None
    every = at_tables.rooms_of(db, row.id)
    return next((each for each in every if each.thread_id is None), None)


def needless_room(db: Connection, row: TournamentRow) -> Room | None:
    """The first thread that has to be archived after a tournament; None if there is none."""
    if not row.is_over:
        return None
    every = at_tables.rooms_of(db, row.id)
    return next((each for each in every if each.thread_id and not each.is_archived), None)


# --- finales ---------------------------------------------------------------------------------

_LINES: Final = 5
"""People on a chart: those in the first places."""


def finale_of(db: Connection, tournament: Tournament) -> Finale | None:
    """The finale of a tournament; None before there is anything to show."""
    scene = scene_of(tournament)
    if scene is None or not tournament.row.is_over:
        return None if scene is None else Finale(scene)
    ids = [table.id for table in tournament.every]
    course = None
    if tournament.results is None:
        start = tournament.row.options.stack or 0
        ranked = list(tournament.places)[:_LINES]
        course = _course(db, ids, ranked, start, [tournament.outs.get(each) for each in ranked])
    return Finale(scene, course, _best(db, tournament.row.options.rules, ids))


def with_finale(db: Connection, table: Table) -> Table:
    """The table of a sit-and-go with its finale; any other table unchanged."""
    if table.sit_and_go is None:
        return table
    finale = finale_of(db, tournament_of(db, table.sit_and_go))
    return replace(table, extras=replace(table.extras, finale=finale))


def _course(
    db: Connection,
    ids: Iterable[int],
    ranked: Sequence[int],
    start: int,
    outs: Sequence[Elimination | None],
) -> LedgerScene:
    """The stacks of some players over all hands; a missed hand brings nothing."""
    hands = points_by_hand(db, ((0, table_id) for table_id in ids))
    last = max((number for _round, number in hands), default=0)
    rows = tuple(
        tuple(LedgerEntry(hands.get((0, number), {}).get(player, 0)) for player in ranked)
        for number in range(1, last + 1)
    )
    totals = [start + sum(row[place].points for row in rows) for place in range(len(ranked))]
    people = players.together(db, ranked)
    shown = (people[player].shown(total) for player, total in zip(ranked, totals, strict=True))
    fell = tuple(None if out is None else out.hand for out in outs)
    return LedgerScene(tuple(shown), 1, rows, outs=fell)


def _best(db: Connection, rules: Ruleset, ids: Sequence[int]) -> BestBoard | None:
    row = at_tables.best_board(db, ids)
    if row is None:
        return None
    royalties = row.front, row.middle, row.back
    name, board = players.get(db, row.player_id).name, Board.parse(row.board)
    made = rules.variant.rows.made(board)
    return BestBoard(name, row.hand, board, made, royalties, row.points)
