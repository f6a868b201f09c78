"""Keeping who came where once a tournament has been won by play, for their pages of the ledger."""

from collections.abc import Iterable, Mapping

from bot.game.tournaments.floors import tournament_of
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tournaments import finishes
from bot.store.tournaments.finishes import Finish
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.hand_skill import THOUSAND
from bot.values.options import TableOptions
from ofc_engine.stacks import places


def keep_finish_of(db: Connection, row: TournamentRow) -> None:
    """Keep the places of a tournament that was won; else nothing."""
    finishes.keep(db, row.id, of_tournament(db, row))


def of_tournament(db: Connection, row: TournamentRow) -> list[Finish]:
    """The places of a tournament that was won; else none."""
    if not row.is_over or not row.is_won:
        return []
    tournament = tournament_of(db, row)
    if tournament.results is not None:
        against = {s.player: round(s.compared * THOUSAND) for s in tournament.results.standing}
        ranked = {s.player: s.place for s in tournament.results.standing}
    else:
        ranked = places(tournament.stacks, tournament.outs)
        against = _won(ranked, tournament.stacks, row.options)
    return _of_people(row.guild_id, ranked, against, tournament.people)


def _won(ranked: Iterable[int], stacks: Mapping[int, int], options: TableOptions) -> dict[int, int]:
    """Each player's gain beside the stack they began with, in thousandths."""
    start = options.stack or 0
    return {player: (stacks.get(player, 0) - start) * THOUSAND for player in ranked}


def _of_people(
    guild_id: int,
    ranked: Mapping[int, int],
    against: Mapping[int, int],
    people: Mapping[int, Player],
) -> list[Finish]:
    """The finish of everybody but computer players, by their places and what they won."""
    return [
        Finish(player, guild_id, place, len(ranked), against[player])
        for player, place in ranked.items()
        if not people[player].is_computer
    ]
