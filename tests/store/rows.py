"""People, tables, hands and bookings as rows, written as simply as the schema lets one."""

import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from hypothesis import HealthCheck, settings

from bot.store import hands, players, privacy, schema, tables
from bot.store.engine import Connection
from bot.store.hands import HandState, LineupRow
from bot.store.ledger import journal
from bot.store.ledger.bookings import Part, Stamp
from bot.store.ledger.journal import Entry
from bot.store.players import Person
from bot.store.tournaments import tournaments
from bot.values.ledger_records import DAY
from bot.values.options import Destination, TableOptions

GUILD = 5

with_db = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
"""Examples that share the database of one test; each has to leave it as it was."""


@contextmanager
def undone(db: Connection) -> Generator[None]:
    """Undo all that is written within, and number players from 1 in each example."""
    db.execute("BEGIN")
    if not schema.is_file(db):
        # A server's sequences stay where they are when their transaction is undone.
        db.execute("ALTER TABLE players ALTER id RESTART")
    try:
        yield
    finally:
        db.execute("ROLLBACK")


def add_players(db: sqlite3.Connection, count: int) -> list[int]:
    people = [Person(100 + n, f"P{n}", f"p{n}", "en-US") for n in range(count)]
    return [players.remember(db, person).id for person in people]


def add_table(db: Connection, host: int, channel: int = 77, guild: int = GUILD) -> int:
    return tables.add(
        db,
        TableOptions(seats=3),
        Destination(guild, channel, "en-US"),
        host_id=host,
        now=1,
    )


def add_hand(db: sqlite3.Connection, table: int, people: list[int], *, is_over: bool = True) -> int:
    lineup = [LineupRow(n + 1, player, n, 0) for n, player in enumerate(people)]
    latest = hands.latest(db, table)
    number = 1 if latest is None else latest.number + 1
    hand = hands.add(db, table, number=number, button=1, lineup=lineup, now=1)
    if is_over:
        hands.end(db, hand, state=HandState.FINISHED, now=2)
    return hand


def book(
    db: sqlite3.Connection,
    table: int,
    people: list[int],
    *entries: Entry,
    parts: Sequence[Part] = (),
) -> int:
    """A hand of a ledger, of which `parts` say more if it is about more than points."""
    hand = add_hand(db, table, people)
    parts = parts or [part(player, seat) for seat, player in enumerate(people)]
    journal.book(db, hand, entries, parts, Stamp("classic", now=DAY))
    return hand


def correct(db: sqlite3.Connection, times: Mapping[int, int], *, now: int = DAY) -> None:
    """Make hands void, then have those count again that are corrected a second time, and so on."""
    for nth in range(max(times.values(), default=0)):
        is_void = nth % 2 == 0
        for hand in [hand for hand, count in times.items() if count > nth]:
            journal.correct(db, hand, is_void=is_void, reason="misdeal", now=now)


def part(player: int, seat: int, **changes: object) -> Part:
    """A player's part in a hand that is only about points."""
    return replace(Part(player, seat, "- / - / -", "playing", 0, 0, False, 0, (0, 0, 0)), **changes)


def add_tournament(db: sqlite3.Connection, host: int, channel: int = 70) -> int:
    """A knock-out that its host alone has joined."""
    options = TableOptions(seats=3, stack=100)
    tournament = tournaments.add(
        db,
        options,
        Destination(GUILD, channel, "en-US"),
        host_id=host,
        form="knock-out",
        now=1,
        due_at=1,
    )
    tournaments.enter(db, tournament, host, 1)
    return tournament


def everything_about(db: Connection, player_id: int) -> privacy.Rows:
    """All that is kept about a player."""
    return joined([read(db) for read in privacy.portions(db, player_id)])


def joined(portions: Sequence[privacy.Rows]) -> privacy.Rows:
    """The rows of several portions in one."""
    names = dict.fromkeys(name for each in portions for name in each)
    return {name: [row for each in portions for row in each.get(name, ())] for name in names}
