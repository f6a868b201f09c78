"""Finales of tournaments: the stacks over all hands, and the best board, once it is over."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.game.table import Table
from bot.game.tournaments.announcing import scene_of
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.past_tournaments import points_by_hand
from bot.store import players
from bot.store.engine import Connection
from bot.store.tournaments import at_tables
from bot.values.scenes import LedgerEntry, LedgerScene
from bot.values.standings import BestBoard, Finale
from ofc_engine.board import Board
from ofc_engine.rulesets import Ruleset
from ofc_engine.stacks import Elimination

_LINES: Final = 5
"""People on a chart: those on the first places."""


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
    """The table of a sit-and-go with what that came to; any other table as it is."""
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
    """The stacks of some players over all hands; a hand brings nothing to whoever missed it."""
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
