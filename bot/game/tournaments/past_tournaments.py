"""Tournaments that are over, from beginning to end: who came where, and what each hand brought."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.game.loading import loaded
from bot.game.modes.with_stacks import STACKS
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.formats import SIT_AND_GO
from bot.ofc.stacks import Elimination, places
from bot.store.engine import Connection
from bot.store.ledger import journal
from bot.store.tournaments import tournaments
from bot.store.tournaments.past_tournaments import PastRow
from bot.values.options import TableOptions


@dataclass(frozen=True)
class PastTournament:
    """A tournament that is over.

    `form` is `sit-and-go`, `knock-out` or `duplicate`. `places` are by player id, the best first;
    `outs` are when people fell or left, by the number of the hand or of a duplicate's round, and
    `scores` what each round of a duplicate was worth (R14.4), None where they did not play.
    `hands` are the points that each brought, by player id: by round (0 without rounds) and number.
    """

    row: PastRow
    form: str
    options: TableOptions
    is_won: bool
    places: Mapping[int, int]
    outs: Mapping[int, Elimination]
    scores: Mapping[int, tuple[int | None, ...]]
    hands: Mapping[tuple[int, int], Mapping[int, int]]

    @property
    def players(self) -> set[int]:
        """The ids of all who played in it, computer players that only filled a group included."""
        return {*self.places, *(player for won in self.hands.values() for player in won)}


def past_tournament(db: Connection, row: PastRow) -> PastTournament:
    """The course of a tournament that is over."""
    return (_of_several if row.is_several else _of_table)(db, row)


def points_by_hand(
    db: Connection, rounds_of_tables: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], dict[int, int]]:
    """Round and number of a hand -> points by player id, at all of some tables.

    Each of these is given by the number of its round (0 without rounds) and its id.
    """
    found: dict[tuple[int, int], dict[int, int]] = {}
    for number, table_id in rounds_of_tables:
        for hand, won in journal.by_hand(db, table_id).items():
            found.setdefault((number, hand), {}).update(won)
    return dict(sorted(found.items()))


def _of_table(db: Connection, row: PastRow) -> PastTournament:
    table = loaded(db, row.id)
    return PastTournament(
        row,
        SIT_AND_GO,
        table.options,
        is_won=table.row.ended_by == STACKS,
        places=places(table.stacks, table.outs),
        outs=table.outs,
        scores={},
        hands=points_by_hand(db, [(0, table.id)]),
    )


def _of_several(db: Connection, row: PastRow) -> PastTournament:
    kept = tournaments.get(db, row.id)
    assert kept is not None, "no tournament is ever deleted"
    tournament = tournament_of(db, kept)
    ranked = places(tournament.stacks, tournament.outs)
    scores: dict[int, tuple[int | None, ...]] = {}
    if tournament.results is not None:
        ranked = {each.player: each.place for each in tournament.results.standing}
        scores = {each.player: tuple(each.scores) for each in tournament.results.standing}
    return PastTournament(
        row,
        kept.format,
        kept.options,
        is_won=kept.is_won,
        places=ranked,
        outs=tournament.outs,
        scores=scores,
        hands=points_by_hand(db, [(each.row.round or 0, each.id) for each in tournament.every]),
    )
