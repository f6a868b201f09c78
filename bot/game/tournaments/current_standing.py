"""How tournaments stand: by stacks, or in a duplicate one by the rounds that are over."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.game.table import Table
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tournaments import duplicates, tournaments
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.tournaments import TournamentRow
from bot.values import swiss
from bot.values.standings import TournamentPlace
from bot.values.swiss import SwissGroup, SwissRound, SwissScore
from ofc_engine.stacks import Elimination, places

DUPLICATE: Final = "duplicate"
"""The name of the format."""


@dataclass(frozen=True)
class Results:
    """A duplicate tournament after `over` rounds: everybody's standing by player id.

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
        """The SHA-256 of all commitments, in order: what is published stands for all of them."""
        return hashlib.sha256(b"".join(self.deals.values())).hexdigest()


def results(db: Connection, row: TournamentRow) -> Results | None:
    """The results by now of a tournament whose rounds are planned; None of any other."""
    plan = duplicates.plan_of(db, row.id)
    return None if plan is None else results_by(db, row, plan)


def results_by(db: Connection, row: TournamentRow, plan: DuplicatePlan) -> Results:
    """The results of a duplicate tournament by now; a round counts once all groups are done."""
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
