"""How a duplicate tournament stands: the rounds that are over, and how far the latest has come."""

import hashlib
from dataclasses import dataclass
from typing import Final

from bot.ofc import swiss
from bot.ofc.swiss import SwissGroup, SwissRound, SwissScore
from bot.store.engine import Connection
from bot.store.tournaments import duplicates, tournaments
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.tournaments import TournamentRow

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
