"""Reading a table, with its mode, from the database, or from the cache with what has changed."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from bot.game.modes.in_tournament import KnockOut, SitAndGo, WithStacks
from bot.game.modes.mode import Mode
from bot.game.modes.same_cards import DuplicateMatch, Group
from bot.game.played import carried_on, load_hand
from bot.game.table import Table
from bot.store import due, hands, players, seats, tables
from bot.store.cache import memory_of
from bot.store.due import Reminder
from bot.store.engine import Connection
from bot.store.hands import DealRow, HandRow, HandState
from bot.store.ledger import bookings, journal
from bot.store.tables import TableRow
from bot.values.scenes import Reminded


def load(db: Connection, table_id: int, *, hand: int | None = None) -> Table | None:
    """A table by its id, with its latest hand, or with `hand` by its number; None if unknown."""
    table = _latest(db, table_id)
    if table is None or hand is None or (table.played and table.played.row.number == hand):
        return table
    past = read(db, table_id, hand=hand)
    return None if past is None else replace(past, is_past=True)


def loaded(db: Connection, table_id: int, *, hand: int | None = None) -> Table:
    """The table as `load` gives it; it must exist (tables are never deleted)."""
    table = load(db, table_id, hand=hand)
    assert table is not None, "no table is ever deleted"
    return table


def _latest(db: Connection, table_id: int) -> Table | None:
    """A table with its latest hand, from the connection's cache if it has one."""
    memory = memory_of(db)
    if memory is None:
        return read(db, table_id)
    known: Table | None
    known, changes = memory.recall(table_id)
    if known is not None and not changes:
        return known
    if known is not None and _IN_PART.issuperset(changes):
        table = _read_in_part(db, known, changes)
    else:
        table = read(db, table_id)
    if table is not None:
        memory.keep(table_id, table, table.people.keys())
    return table


def read(db: Connection, table_id: int, *, hand: int | None = None) -> Table | None:
    """A table as `load` gives it, with every row read from the database."""
    row = tables.get(db, table_id)
    if row is None:
        return None
    hand_row = hands.latest(db, table_id) if hand is None else hands.numbered(db, table_id, hand)
    played = None if hand_row is None else load_hand(db, row.options.rules, hand_row)
    totals = {} if hand_row is None else journal.totals(db, table_id, up_to=hand_row.number)
    people = {player.id: player for player in players.at_table(db, table_id)}
    lineup = () if played is None else (part.player_id for part in played.lineup)
    mode = mode_of(row)
    kept = mode.kept(db, row)
    # Players who moved to another table, were forgotten, or are computer players that gave up their
    # seats are in none of the table's rows except those of its hands.
    missing = {*lineup, *totals, *kept.outs} - people.keys()
    people |= {player_id: players.get(db, player_id) for player_id in missing}
    people = players.with_distinct_names(people.values())
    reminders = due.reminders(db, table_id)
    return Table(
        row,
        mode,
        seats.of_table(db, table_id),
        people,
        played,
        totals,
        deadlines=_limits(db, row, reminders),
        # The message of the previous hand is kept up to date, too.
        voids={} if hand_row is None else bookings.voids(db, table_id, since=hand_row.number - 1),
        stakes=seats.stakes_of(db, table_id),
        limits=seats.loss_limits(db, table_id),
        reminders=reminders,
        next_deal=_next_deal(db, row, hand_row),
        invited=seats.invited(db, table_id),
        waiting=tuple(player_id for player_id, _since in seats.waiters(db, table_id)),
        thread=tables.thread_of(db, table_id),
        **vars(kept),
    )


_IN_PART: Final = frozenset({"tables", "operations", "deadlines", "reminders", "time_banks"})
"""The database's tables whose rows change with every street."""


def _read_in_part(db: Connection, known: Table, changes: Collection[str]) -> Table | None:
    """The known table with those rows that have changed since it was read."""
    row = tables.get(db, known.id) if "tables" in changes else known.row
    # Other rules or another host change more than what is read here.
    if row is None or _more_of(row) != _more_of(known.row):
        return read(db, known.id)
    played = known.played
    if played is not None and "operations" in changes:
        played = carried_on(db, played)
    reminders = due.reminders(db, known.id) if "reminders" in changes else known.reminders
    limits = known.deadlines if changes == {"operations"} else _limits(db, row, reminders)
    held = known.mode.kept(db, row).banks if "time_banks" in changes else known.banks
    return replace(known, row=row, played=played, deadlines=limits, reminders=reminders, banks=held)


def _more_of(row: TableRow) -> tuple[object, ...]:
    return row.options.rules, row.host_id


def _limits(db: Connection, row: TableRow, reminders: Mapping[int, Reminder]) -> Mapping[int, int]:
    """Player id -> until when they have to decide (Unix seconds).

    Empty without a clock, a time call (R11.2), or the end of a tournament's round: deadlines are
    then only those of players who are away, due at once.
    """
    has_limit = row.options.clock is not None or row.play_until is not None
    has_limit = has_limit or any(each.kind is Reminded.TIME for each in reminders.values())
    return due.deadlines(db, row.id) if has_limit else {}


def _next_deal(db: Connection, table: TableRow, latest: HandRow | None) -> DealRow | None:
    if latest is not None and latest.state is HandState.PLAYING:
        return None
    return hands.deal(db, table.id, table.first_hand if latest is None else latest.number + 1)


# --- which mode it has ------------------------------------------------------------------------

_MODES: Final = (Group(), KnockOut(), SitAndGo(), DuplicateMatch(), WithStacks(), Mode())


def mode_of(row: TableRow) -> Mode:
    """The mode of a table: the first that it has."""
    return next(mode for mode in _MODES if mode.is_of(row))
