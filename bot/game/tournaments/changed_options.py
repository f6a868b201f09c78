"""The options that the host of a tournament changes before it starts: stacks, times, rounds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.game.clock import parse_bank, parse_clock
from bot.game.loading import loaded
from bot.game.table import TableError
from bot.game.tournaments import duplicate
from bot.game.tournaments.duplicate import parse_deadline
from bot.game.tournaments.format import Secrets
from bot.game.tournaments.formats import form_of
from bot.store import tables
from bot.store.engine import Connection
from bot.store.tournaments import duplicates, tournaments
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.values.options import ChoiceError, TableOptions, written_time
from bot.values.tournament_views import OptionKey
from ofc_engine.stacks import LEVELS


def verify_changeable(row: TournamentRow) -> None:
    """Raise TableError once a tournament has been started."""
    if row.state is not Stage.OPEN:
        raise TableError("Its options stay as they are once it has started.")


def typed_of(db: Connection, row: TournamentRow) -> dict[OptionKey, str]:
    """The options that a host may change, with their current values as text."""
    options, plan = row.options, duplicates.plan_of(db, row.id)
    every = {
        OptionKey.SEATS: str(options.seats),
        OptionKey.STACK: str(options.stack or 0),
        OptionKey.LEVELS: options.levels,
        OptionKey.CLOCK: written_time(options.clock),
        OptionKey.BANK: written_time(options.bank),
        OptionKey.BOOKS: "yes" if options.books else "no",
    }
    if plan is not None:
        every[OptionKey.ROUNDS], every[OptionKey.HANDS] = str(plan.rounds), str(plan.hands)
        every[OptionKey.DEADLINE] = written_time(plan.seconds)
    return {key: every[key] for key in form_of(row).options}


def change(
    db: Connection, row: TournamentRow, typed: Mapping[str, str], secret: Secrets, now: int
) -> set[int]:
    """Store options as typed, by their keys; returns the tables that change.

    Raises OfcError for invalid ones.
    """
    verify_changeable(row)
    plan = duplicates.plan_of(db, row.id)
    if plan is not None:
        _change_plan(db, row, plan, typed, secret)
    keys = [key for key in form_of(row).options if key in typed and key in _READERS]
    changes = {str(key): _READERS[key](typed[key]) for key in keys}
    return keep(db, row, replace(row.options, **changes), now)


def keep(db: Connection, row: TournamentRow, options: TableOptions, now: int) -> set[int]:
    """Store options, a sit-and-go's at its table, whose id is then returned; raises OfcError."""
    verify_changeable(row)
    plan = duplicates.plan_of(db, row.id)
    if plan is not None:
        options = duplicate.options_of(options, plan)
    options.verify()
    form_of(row).verify(options)
    if form_of(row).at_table:
        return {_keep_at_table(db, row, options)}
    tournaments.set_options(db, row.id, options)
    tournaments.look_at(db, row.id, now)
    return set()


def _keep_at_table(db: Connection, row: TournamentRow, options: TableOptions) -> int:
    (table_id,) = tables.of_tournament(db, row.id)
    last = max(seat.seat for seat in loaded(db, table_id).seats)
    if options.seats < last:
        raise TableError(
            "Seat {number} is taken, so the table needs at least that many.", number=last
        )
    tables.set_options(db, table_id, options)
    return table_id


def _change_plan(
    db: Connection,
    row: TournamentRow,
    before: DuplicatePlan,
    typed: Mapping[str, str],
    secret: Secrets,
) -> None:
    """Store a duplicate tournament's rounds as typed; raises OfcError.

    The number of deals, like the deals themselves, stays once anybody else has joined.
    """
    rounds, hands = (_number(typed.get(key, "")) for key in (OptionKey.ROUNDS, OptionKey.HANDS))
    seconds = parse_deadline(typed.get(OptionKey.DEADLINE, ""))
    plan = DuplicatePlan(rounds, hands, seconds, before.seed)
    if (plan.rounds, plan.hands) != (before.rounds, before.hands):
        if len(tournaments.entrants(db, row.id)) > 1:
            raise TableError(
                "Others have joined, so the number of hands stays: their deals are fixed. The "
                "deadline and the time bank can still change."
            )
        duplicate.verify_plan(plan)
    duplicates.change(db, row.id, plan, secret)


def _number(text: str) -> int:
    """The number that was typed, 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _levels(text: str) -> str:
    if text not in LEVELS:
        raise ChoiceError
    return text


_READERS: Final[Mapping[OptionKey, Callable[[str], Any]]] = {
    OptionKey.SEATS: _number,
    OptionKey.STACK: _number,
    OptionKey.LEVELS: _levels,
    OptionKey.CLOCK: parse_clock,
    OptionKey.BANK: parse_bank,
    OptionKey.BOOKS: lambda text: text == "yes",
}
