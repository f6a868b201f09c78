"""Whoever plays no more is told why, and their place once it is known: each in a message of theirs.

It stands at the table where they played last, beside the message with their last result.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from bot.game.presence import STACKS
from bot.game.table import Table
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.ofc.stacks import Elimination, places
from bot.store import players, surfaces
from bot.store.engine import Connection
from bot.store.surfaces import Look, Place, Slot, Surface
from bot.store.tables import State
from bot.store.tournaments import tournaments
from bot.values.standings import OwnFinish, OwnRounds, Why

_RANKED: Final = "ranked"
_AT: Final = "@"
"""Between why somebody is told, and when: who is taken out twice is told twice."""


def tell(db: Connection, table_id: int, player_id: int, why: Why) -> None:
    """Have somebody told why they play no more, with their place; who was taken out knows why."""
    place = Place(Slot.PLACE, player_id)
    kept = surfaces.get(db, table_id, place)
    is_told = kept is not None and _why(kept.wanted) is Why.REMOVED
    _want(db, table_id, place, Look(kept.wanted.key if kept and is_told else why, _RANKED))


def tell_at_once(db: Connection, table_id: int, player_id: int, why: Why, now: int) -> None:
    """Have somebody told why they play no more; of their place nothing is known yet."""
    _want(db, table_id, Place(Slot.PLACE, player_id), Look(f"{why}{_AT}{now}"))


def _want(db: Connection, table_id: int, place: Place, look: Look) -> None:
    player = players.get(db, place.player_id)
    if player.user_id is not None:  # computers, and those who are forgotten, are told nothing
        surfaces.want(db, table_id, {place: look})


def _why(look: Look) -> Why | None:
    why, _at, _when = look.key.partition(_AT)
    return Why(why) if why else None


# --- when ------------------------------------------------------------------------------------


def tell_at_table(db: Connection, table: Table) -> None:
    """Have those told who are out of a sit-and-go, and all once it is over."""
    if not table.options.is_tournament or table.tournament_id is not None or table.played is None:
        return
    for player_id in table.outs:
        tell(db, table.id, player_id, Why.OUT)
    if table.state is State.CLOSED:
        why = Why.OVER if table.row.ended_by == STACKS else Why.ENDED
        for player_id in table.stacks:
            tell(db, table.id, player_id, why)


def tell_of_round(db: Connection, tournament: Tournament, *, is_over: bool = False) -> set[int]:
    """Have those told who have fallen in the round of a knock-out: their place is known by now.

    If it `is_over`, all others as well. Returns the tables where they played last.
    """
    number = tournament.row.round
    outs = tournament.outs.items()
    whys = {player: Why.OUT for player, out in outs if out.hand == number or is_over}
    if is_over:
        whys |= dict.fromkeys(tournament.stacks, Why.OVER)
    return _tell_all(db, tournament, whys)


def tell_those_there(db: Connection, tournament: Tournament, why: Why) -> set[int]:
    """Have all who are in told that it is over; returns the tables where they played last."""
    there = (each.player_id for each in tournament.entrants if each.out is None)
    return _tell_all(db, tournament, dict.fromkeys(there, why))


def tell_one(
    db: Connection, tournament: Tournament, player_id: int, why: Why, now: int
) -> set[int]:
    """Have somebody told that they are out; returns the table where they played last, if any."""
    table_id = _last_tables(tournament, [player_id]).get(player_id)
    if table_id is None:
        return set()
    tell_at_once(db, table_id, player_id, why, now)
    return {table_id}


def _tell_all(db: Connection, tournament: Tournament, whys: Mapping[int, Why]) -> set[int]:
    last = _last_tables(tournament, whys)
    for player_id, table_id in last.items():
        tell(db, table_id, player_id, whys[player_id])
    return set(last.values())


def _last_tables(tournament: Tournament, player_ids: Iterable[int]) -> dict[int, int]:
    """Player id -> the table where each of them played last, or any for whoever has not played.

    Nothing before there are tables.
    """
    found: dict[int, int] = {}
    for table in sorted(tournament.every, key=_by_time):
        played = table.seats if table.played is None else table.played.lineup
        found |= {part.player_id: table.id for part in played}
    first = tournament.every[0].id if tournament.every else None
    ids = {player_id: found.get(player_id, first) for player_id in player_ids}
    return {player_id: table_id for player_id, table_id in ids.items() if table_id is not None}


def _by_time(table: Table) -> tuple[int, int]:
    """When a table of a tournament played last: its round, and its latest hand."""
    return table.row.round or 0, table.next_number


# --- what ------------------------------------------------------------------------------------


def with_finish(db: Connection, table: Table, surface: Surface) -> Table:
    """A table with how one of its players ended, for the message that tells them."""
    why, player_id = _why(surface.wanted), surface.place.player_id
    assert why is not None, "a message tells something"
    own = _own_finish(db, table, player_id, why)
    if not surface.wanted.version:
        own = replace(own, place=None)
    return replace(table, extras=replace(table.extras, finish=own))


def _own_finish(db: Connection, table: Table, player_id: int, why: Why) -> OwnFinish:
    row = None if table.tournament_id is None else tournaments.get(db, table.tournament_id)
    if row is None:
        is_tournament = table.options.is_tournament
        ranked = places(table.stacks, table.outs) if is_tournament else {}
        own = OwnFinish(why, table.row.channel_id, is_tournament=is_tournament)
        return _ranked(own, ranked, table.outs, player_id)
    tournament = tournament_of(db, row)
    own = OwnFinish(why, row.channel_id, message_id=row.message_id, is_won=row.is_won)
    if tournament.results is None:
        return _ranked(own, places(tournament.stacks, tournament.outs), tournament.outs, player_id)
    standing = tournament.results.standing
    found = next((each for each in standing if each.player == player_id), None)
    if found is None:
        return own
    rounds = OwnRounds(found.scores, found.compared)
    return replace(own, place=found.place, of=len(standing), rounds=rounds)


def _ranked(
    own: OwnFinish,
    ranked: Mapping[int, int],
    outs: Mapping[int, Elimination],
    player_id: int,
) -> OwnFinish:
    out = outs.get(player_id)
    hand = None if out is None else out.hand
    return replace(own, place=ranked.get(player_id), of=len(ranked), hand=hand)
