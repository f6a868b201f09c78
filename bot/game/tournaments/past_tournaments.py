"""Tournaments that are over: who came where, and the points of each hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.game.tournaments.floors import Tournament, tournament_of
from bot.store.engine import Connection
from bot.store.ledger import journal
from bot.store.tournaments import at_tables, tournaments
from bot.store.tournaments.at_tables import Finish
from bot.store.tournaments.tournaments import TournamentRow
from bot.texts import Texts
from bot.values.hand_skill import THOUSAND
from bot.values.phrases import variant_name
from bot.values.tournament_views import PastResult
from ofc_engine.stacks import Elimination


@dataclass(frozen=True)
class PastTournament:
    """A tournament that is over; mappings are by player id unless they say otherwise.

    `places` begin with the best. `outs` are the hands (in a duplicate, the rounds) in which people
    fell or left, `scores` a duplicate's scores by round (R14.4), None where they did not play.
    `hands` map round (0 without rounds) and number of each hand to its points by player id.
    """

    row: TournamentRow
    places: Mapping[int, int]
    outs: Mapping[int, Elimination]
    scores: Mapping[int, tuple[int | None, ...]]
    hands: Mapping[tuple[int, int], Mapping[int, int]]

    @property
    def players(self) -> set[int]:
        """The ids of all who played in it, computer players that only filled a group included."""
        return {*self.places, *(player for won in self.hands.values() for player in won)}


def points_by_hand(
    db: Connection, rounds_of_tables: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], dict[int, int]]:
    """Round and number of a hand -> points by player id, over several tables.

    Each table is given by the number of its round (0 without rounds) and its id.
    """
    found: dict[tuple[int, int], dict[int, int]] = {}
    for number, table_id in rounds_of_tables:
        for hand, won in journal.by_hand(db, table_id).items():
            found.setdefault((number, hand), {}).update(won)
    return dict(sorted(found.items()))


def past_tournament(db: Connection, row: TournamentRow) -> PastTournament:
    """Read a tournament that is over."""
    tournament = tournament_of(db, row)
    scores: dict[int, tuple[int | None, ...]] = {}
    if tournament.results is not None:
        scores = {each.player: tuple(each.scores) for each in tournament.results.standing}
    return PastTournament(
        row,
        places=tournament.places,
        outs=tournament.outs,
        scores=scores,
        hands=points_by_hand(db, [(each.row.round or 0, each.id) for each in tournament.every]),
    )


def history(db: Connection, guild_id: int, most: int, _: Texts) -> list[PastResult]:
    """The latest tournaments of a server that are over, in somebody's language."""
    found = (_past(db, row, _) for row in tournaments.past_in_guild(db, guild_id, most))
    return [each for each in found if each.standing]


def _past(db: Connection, row: TournamentRow, _: Texts) -> PastResult:
    tournament = tournament_of(db, row)
    played, standing = tournament.hands_played, tournament.standing()
    ended_at, variant = row.ended_at or 0, variant_name(row.options.rules, _)
    return PastResult(ended_at, variant, played, standing, str(row.id))


# --- for people's pages of the ledger --------------------------------------------------------


def keep_finish_of(db: Connection, row: TournamentRow) -> None:
    """Store the places of a tournament that was won; do nothing for any other."""
    at_tables.keep_finishes(db, row.id, finishes_of(db, row))


def finishes_of(db: Connection, row: TournamentRow) -> list[Finish]:
    """The finishes of the people in a tournament that was won; none for any other."""
    if not row.is_over or not row.is_won:
        return []
    tournament = tournament_of(db, row)
    ranked, won = tournament.places, _won(tournament)
    return [
        Finish(player, row.guild_id, place, len(ranked), round(won[player] * THOUSAND))
        for player, place in ranked.items()
        if not tournament.people[player].is_computer
    ]


def _won(tournament: Tournament) -> Mapping[int, Fraction | int]:
    """Player id -> points against the field: compared by seats, or stack less first stack."""
    if tournament.results is not None:
        return {each.player: each.compared for each in tournament.results.standing}
    start, stacks = tournament.row.options.stack or 0, tournament.stacks
    return {player: stacks.get(player, 0) - start for player in tournament.places}
