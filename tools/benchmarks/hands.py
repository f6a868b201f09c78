"""What a hand costs in the database: `uv run python -m tools.benchmarks.hands`.

Tables of two to four play hands as the bot plays them, one transaction for each placement, but
without Discord: how much the database file grows by a hand, everything in it included (cards,
ledger, indexes, sums of the day), and how much CPU all its transactions take together. Then the
bytes of each table and index by themselves. The file's log is emptied before it is looked at.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import Connection, OperationalError
from tempfile import TemporaryDirectory
from typing import Final

from bot.game import lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table
from bot.store import players
from bot.store.connection import connect
from bot.values.options import Destination, TableOptions
from ofc_engine.board import Placement, Row
from ofc_engine.cards import Card
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset
from ofc_engine.views import HandView

MOST: Final = 4096
DAY: Final = 24 * 3600
HANDS_A_DAY: Final = 10
KINDS: Final[Sequence[tuple[str, Ruleset, int]]] = (
    ("Pineapple, 2 players", STANDARD, 2),
    ("Pineapple, 3 players", STANDARD, 3),
    ("Classic, 4 players", PRESETS["german"], 4),
)


def placement(view: HandView, random: Random) -> Placement:
    """A legal placement, with the high cards in the Back."""
    own = view.own
    assert own is not None
    cards = sorted(own.pending, key=lambda card: card.rank, reverse=True)
    cards, discards = cards[: len(cards) - view.to_discard], cards[len(cards) - view.to_discard :]
    rows: dict[Row, list[Card]] = {row: [] for row in Row}
    for card in cards:
        room = [row for row in Row if own.board.open_places(row) > len(rows[row])]
        rows[max(room) if random.random() < 0.6 else random.choice(room)].append(card)
    return Placement(*(tuple(rows[row]) for row in Row), tuple(discards))


def seated(db: Connection, rules: Ruleset, count: int, now: int, number: int = 0) -> int:
    """A table in its lobby, with so many people; its id. Each number has people of its own."""
    ids = range(count * number, count * (number + 1))
    people = [
        players.remember(db, players.Person(10**17 + n, f"Player {n}", f"player{n}", "en-US"))
        for n in ids
    ]
    table_id = lobby.open_table(
        db,
        people[0],
        TableOptions(rules, count),
        Destination(10**18, 10**18 + 1 + number, "en-US"),
        secret=hashlib.sha256(b"first").digest(),
        now=now,
    )
    for person in people[1:]:
        lobby.join(db, loaded(db, table_id), person, now)
    return table_id


def play_hand(db: Connection, table_id: int, number: int, now: int, random: Random) -> None:
    """A hand as handlers play it: each step is a transaction."""
    secret = hashlib.sha256(b"%d" % number).digest()
    in_one(db, table_id, now, lambda table: play.deal(db, table, secret, now))
    while (running := loaded(db, table_id).running) is not None:
        player_id = running.player_at(running.hand.waiting_on[0])
        chosen = placement(running.view(player_id), random)
        in_one(
            db,
            table_id,
            now,
            lambda table, p=player_id, c=chosen: play.place(db, table, table.people[p], c, now),
        )


def in_one(db: Connection, table_id: int, now: int, work: Callable[[Table], object]) -> None:
    db.execute("BEGIN IMMEDIATE")
    work(loaded(db, table_id))
    changed(db, table_id, now)
    db.execute("COMMIT")


def size(db: Connection) -> int:
    """Bytes of the pages in use."""
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages, free, each = (
        db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * each


def measure(folder: Path, name: str, rules: Ruleset, count: int, hands: int) -> bool:
    random, now = Random(1), int(time.time()) // DAY * DAY
    with closing(connect(folder / f"{name}.sqlite3")) as db:
        # A power cut is not what is measured here, and the disk would be.
        db.execute("PRAGMA synchronous = OFF")
        table_id = seated(db, rules, count, now)
        before, cpu = size(db), time.process_time()
        for number in range(1, hands + 1):
            at = now + number * DAY // HANDS_A_DAY
            play_hand(db, table_id, number, at, random)
        cpu = (time.process_time() - cpu) / hands
        bytes_ = (size(db) - before) / hands
        print(f"{name:<24}{bytes_:>8.0f} bytes a hand, {1000 * cpu:>6.1f} ms CPU")
        for line in largest(db, hands):
            print(f"    {line}")
    return bytes_ <= MOST


def largest(db: Connection, hands: int) -> list[str]:
    """The largest tables and indexes; empty if this SQLite cannot tell."""
    try:
        rows = db.execute(
            "SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 8"
        ).fetchall()
    except OperationalError:  # dbstat is not compiled in everywhere
        return []
    return [f"{row['size'] / hands:>8.0f}  {row['name']}" for row in rows]


def main() -> int:
    """Measure; 1 if a hand takes more than 4 KB."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--hands", type=int, default=1000)
    options = command.parse_args()
    with TemporaryDirectory() as name:
        fits = [measure(Path(name), *kind, options.hands) for kind in KINDS]
    return int(not all(fits))


if __name__ == "__main__":
    sys.exit(main())
