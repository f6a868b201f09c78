"""Tells everybody why they are no longer playing, and their place once it is known.

Each player's message belongs to the table where they played last, like that with their last result.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from bot.game.table import Table
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.store import players, surfaces
from bot.store.engine import Connection
from bot.store.surfaces import Look, Place, Slot, Surface
from bot.store.tables import State
from bot.store.tournaments import tournaments
from bot.values.standings import OutReason, OwnFinish, OwnRounds
from ofc_engine.stacks import Elimination, places

_AT: Final = "@"
"""Separates the reason and the time in a key: who is taken out twice is told twice."""


def tell(db: Connection, table_id: int, player_id: int, why: OutReason, rank: str) -> None:
    """Tell somebody why they are no longer playing, and their place; another `rank` is an edit.

    Somebody who was removed keeps that reason when they would be told that they are out.
    """
    kept = surfaces.get(db, table_id, Place(Slot.PLACE, player_id))
    was_removed = kept is not None and _why(kept.wanted) is OutReason.REMOVED
    key = kept.wanted.key if kept and was_removed and why is OutReason.OUT else why
    _want(db, table_id, player_id, Look(key, rank))


def tell_at_once(db: Connection, table_id: int, player_id: int, why: OutReason, now: int) -> None:
    """Tell somebody why they are no longer playing, before their place is known."""
    _want(db, table_id, player_id, Look(f"{why}{_AT}{now}"))


def _want(db: Connection, table_id: int, player_id: int, look: Look) -> None:
    # Computer players, and those who are forgotten, are told nothing.
    if players.get(db, player_id).user_id is not None:
        surfaces.set_looks(db, table_id, {Place(Slot.PLACE, player_id): look})


def _why(look: Look) -> OutReason | None:
    why, _at, _when = look.key.partition(_AT)
    return OutReason(why) if why else None


# --- when ------------------------------------------------------------------------------------


def tell_at_table(db: Connection, table: Table) -> None:
    """Tell the players who are out of a sit-and-go, and everybody once it is over.

    During a hand places are open: others may fall in it.
    """
    row = table.sit_and_go
    if row is None or table.played is None or table.running is not None:
        return
    whys = dict.fromkeys(table.outs, OutReason.OUT)
    if table.state is State.CLOSED:
        why = OutReason.OVER if row.is_won else OutReason.ENDED
        whys |= dict.fromkeys(table.stacks, why)
    ranked = places(table.stacks, table.outs)
    for player_id, why in whys.items():
        tell(db, table.id, player_id, why, _rank(ranked, player_id))


def tell_of_round(db: Connection, tournament: Tournament) -> set[int]:
    """Tell the players who fell in the round of a knock-out, as their places are known by now.

    Returns the tables where they played last.
    """
    outs, number = tournament.outs.items(), tournament.row.round
    return _tell_all(db, tournament, {p: OutReason.OUT for p, out in outs if out.hand == number})


def tell_of_end(db: Connection, tournament: Tournament, why: OutReason) -> set[int]:
    """Tell everybody who is in that it is over, and those who fell in a knock-out their place.

    Returns the tables where they played last.
    """
    outs = tournament.outs if tournament.results is None else ()
    whys = dict.fromkeys(outs, OutReason.OUT) | dict.fromkeys(tournament.stacks, why)
    return _tell_all(db, tournament, whys)


def tell_one(
    db: Connection, tournament: Tournament, player_id: int, why: OutReason, now: int
) -> set[int]:
    """Tell somebody that they are out; returns the table where they played last, if any."""
    table_id = _last_tables(db, tournament, [player_id]).get(player_id)
    if table_id is None:
        return set()
    tell_at_once(db, table_id, player_id, why, now)
    return {table_id}


def _tell_all(db: Connection, tournament: Tournament, whys: Mapping[int, OutReason]) -> set[int]:
    last = _last_tables(db, tournament, whys)
    ranked = tournament.places if tournament.results is None else {}
    for player_id, table_id in last.items():
        tell(db, table_id, player_id, whys[player_id], _rank(ranked, player_id))
    return set(last.values())


def _rank(ranked: Mapping[int, int], player_id: int) -> str:
    """The version of a message with a place; places by rounds are final when told."""
    return f"{ranked[player_id]}/{len(ranked)}" if ranked else "ranked"


def _last_tables(
    db: Connection, tournament: Tournament, player_ids: Collection[int]
) -> dict[int, int]:
    """Player id -> the table where they played last, or any table if they have not played.

    Empty before there are tables.
    """
    if not player_ids or not tournament.every:
        return {}
    last, first = tournaments.last_tables(db, tournament.row.id), tournament.every[0].id
    return {player_id: last.get(player_id, first) for player_id in player_ids}


# --- what ------------------------------------------------------------------------------------


def with_finish(db: Connection, table: Table, surface: Surface) -> Table:
    """A table with one player's finish, for the message that tells them."""
    why, player_id = _why(surface.wanted), surface.place.player_id
    assert why is not None, "the key of a wanted message has the reason"
    own = _own_finish(db, table, player_id, why)
    if not surface.wanted.version:
        own = replace(own, place=None)
    return replace(table, extras=replace(table.extras, finish=own))


def _own_finish(db: Connection, table: Table, player_id: int, why: OutReason) -> OwnFinish:
    row = table.mode.tournament(db, table)
    if row is None:
        return OwnFinish(OutReason.UNSEATED, table.row.channel_id, is_lost=table.row.is_lost)
    tournament = tournament_of(db, row)
    message_id = None if row.is_lost else tournaments.announced_in(db, row)
    own = OwnFinish(
        why, row.channel_id, message_id=message_id, phase=row.phase, is_lost=row.is_lost
    )
    if tournament.results is None:
        return _ranked(own, tournament.places, tournament.outs, player_id)
    standing = {each.player: each for each in tournament.results.standing}
    if player_id not in standing:
        return own
    found = standing[player_id]
    has_others = len(tournament.results.groups) > 1
    rounds = OwnRounds(found.scores, found.compared if has_others else None)
    first = min((standing[p].place for p in tournament.stacks if p in standing), default=0)
    return replace(
        own,
        place=found.place,
        of=len(standing),
        rounds=rounds,
        won=why is OutReason.OVER and found.place == first,
    )


def _ranked(
    own: OwnFinish,
    ranked: Mapping[int, int],
    outs: Mapping[int, Elimination],
    player_id: int,
) -> OwnFinish:
    out, place = outs.get(player_id), ranked.get(player_id)
    hand = None if out is None else out.hand
    won = own.why is OutReason.OVER and place == 1
    return replace(own, place=place, of=len(ranked), hand=hand, won=won)
