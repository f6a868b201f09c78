"""Keeping who came where once a tournament has been won by play, for their pages of the ledger."""

from typing import Final

from bot.game.floors import event
from bot.game.presence import STACKS
from bot.game.table import Table
from bot.ofc.stacks import places
from bot.store import finishes
from bot.store.engine import Connection
from bot.store.finishes import Finish
from bot.store.tables import State
from bot.store.tournaments import TournamentRow

_THOUSAND: Final = 1000


def keep_finish(db: Connection, table: Table) -> None:
    """Keep the places of a sit-and-go that was won; of any other table nothing."""
    if not table.options.is_tournament or table.tournament_id is not None:
        return
    is_won = table.state is State.CLOSED and table.row.ended_by == STACKS
    kept_as = f"table.{table.id}"
    if not is_won or finishes.are_kept(db, kept_as):
        return
    stacks, start = table.stacks, table.options.stack or 0
    ranked = places(stacks, table.outs)
    kept = [
        Finish(player, place, len(ranked), (stacks.get(player, 0) - start) * _THOUSAND)
        for player, place in ranked.items()
        if not table.people[player].is_computer
    ]
    finishes.keep(db, kept_as, table.row.guild_id, kept)


def keep_finish_of(db: Connection, row: TournamentRow) -> None:
    """Keep the places of a tournament of several tables that was won; else nothing."""
    if not row.is_over or not row.is_won:
        return
    found = event(db, row)
    if found.results is not None:
        against = {s.player: round(s.compared * _THOUSAND) for s in found.results.standing}
        ranked = {s.player: s.place for s in found.results.standing}
    else:
        stacks, start = found.stacks, row.options.stack or 0
        ranked = places(stacks, found.outs)
        against = {player: (stacks.get(player, 0) - start) * _THOUSAND for player in ranked}
    kept = [
        Finish(player, place, len(ranked), against[player])
        for player, place in ranked.items()
        if not found.people[player].is_computer
    ]
    finishes.keep(db, f"several.{row.id}", row.guild_id, kept)
