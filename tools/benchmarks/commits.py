"""What a confirmed placement costs in the database: `uv run python -m tools.benchmarks.commits`.

Hands of three are played through the bot's one door for writes, one placement after the other,
each in a durable transaction with everything that follows from it: points, deadlines, what messages
should show. CPU is that of the whole process; beside it, a plain insert of a row by sqlite3 with
the same settings.

With `--server postgresql://...`, an empty database, it measures there how many commits its disk
carries, as the server waits for it (`fsync`), and how much goes to its write-ahead log.
"""

import argparse
import asyncio
import hashlib
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bot.game import play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.settings import Server
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.engine import Connection
from ofc_engine.board import Placement
from ofc_engine.rulesets import STANDARD
from ofc_engine.views import HandView
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.hands import placement, seated

MOST: Final = 13.0
"""In plain inserts, which take as long as the machine and its disk are slow."""
AT_ONCE: Final = (1, 16, 64)
SEATS: Final = 3


def deal(table_id: int, number: int, now: int, db: Connection) -> None:
    """Deal the next hand."""
    play.deal(db, loaded(db, table_id), hashlib.sha256(b"%d" % number).digest(), now)
    changed(db, table_id, now)


def next_view(table_id: int, db: Connection) -> tuple[int, HandView] | None:
    """Who places next and what they know; None once the hand is over."""
    running = loaded(db, table_id).running
    if running is None:
        return None
    player_id = running.player_at(running.hand.waiting_on[0])
    return player_id, running.view(player_id)


def place(table_id: int, player_id: int, chosen: Placement, now: int, db: Connection) -> None:
    """Confirm a placement, with all that follows."""
    table = loaded(db, table_id)
    play.place(db, table, table.people[player_id], chosen, now)
    changed(db, table_id, now)


async def placements(path: Path, hands: int) -> tuple[float, float]:
    """CPU and wall seconds of a placement, in the mean of some hands' medians."""
    random, now = Random(1), int(time.time())
    database = await Database.open(path)
    cpus, walls = list[float](), list[float]()
    try:
        table_id = await database.write(partial(seated, rules=STANDARD, count=SEATS, now=now))
        for number in range(1, hands + 1):
            await database.write(partial(deal, table_id, number, now))
            while (waiting := await database.read(partial(next_view, table_id))) is not None:
                player_id, view = waiting
                work = partial(place, table_id, player_id, placement(view, random), now)
                cpu, wall = time.process_time(), time.perf_counter()
                await database.write(work)
                cpus.append(time.process_time() - cpu)
                walls.append(time.perf_counter() - wall)
    finally:
        await database.close()
    return median(cpus), median(walls)


async def on_server(server: Server, hands: int) -> None:
    """Print how many placements a server keeps, from so many tables at once."""
    random, now = Random(1), int(time.time())
    with TemporaryDirectory() as folder:
        database = await Database.open(server, Path(folder))
    places = 0

    async def play_at(table_id: int) -> None:
        nonlocal places
        for number in range(1, hands + 1):
            await database.write(partial(deal, table_id, number, now))
            while (waiting := await database.read(partial(next_view, table_id))) is not None:
                player_id, view = waiting
                chosen = placement(view, random)
                await database.write(partial(place, table_id, player_id, chosen, now))
                places += 1

    made = 0
    try:
        for count in AT_ONCE:
            ids = [
                await database.write(
                    partial(seated, rules=STANDARD, count=SEATS, now=now, number=n)
                )
                for n in range(made, made + count)
            ]
            made, places = made + count, 0
            before = await database.read(written), database.commits
            begun = time.perf_counter()
            await asyncio.gather(*map(play_at, ids))
            seconds = time.perf_counter() - begun
            logged = await database.read(written) - before[0]
            commits = database.commits - before[1]
            print(
                f"{count:>3} tables at once: {places / seconds:.0f} placements/s,"
                f" {1000 * seconds * count / places:.1f} ms each,"
                f" {places / commits:.1f} in a commit, {logged / places / 1000:.1f} kB logged each",
                flush=True,
            )
    finally:
        await database.close()


def written(db: Connection) -> int:
    """Bytes of a server's write-ahead log so far."""
    return int(db.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()[0])


def plain(path: Path, rows: int) -> float:
    """CPU seconds of a plain durable insert."""
    with closing(connect(path)) as db:
        db.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT)")
        begun = time.process_time()
        for number in range(rows):
            db.execute("INSERT INTO plain (text) VALUES (?)", (f"row {number}",))
        return (time.process_time() - begun) / rows


async def goals(hands: int = 100) -> list[Goal]:
    """Measure."""
    with TemporaryDirectory() as folder:
        cpu, wall = await placements(Path(folder) / "hands.sqlite3", hands)
        least = plain(Path(folder) / "plain.sqlite3", 2000)
    print(
        f"a placement of a hand of three: {1000 * cpu:.2f} ms CPU, {1 / wall:.0f}/s one at a time;"
        f" a plain insert {1000 * least:.2f} ms CPU"
    )
    return [Goal("commit of a placement, in plain inserts", cpu / least, MOST, "times")]


def main() -> int:
    """Measure; 1 if a placement costs too much."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--hands", type=int, default=100)
    command.add_argument("--server", type=Server, help="measure an empty database there")
    options = command.parse_args()
    if options.server is not None:
        asyncio.run(on_server(options.server, options.hands))
        return 0
    return report(asyncio.run(goals(options.hands)))


if __name__ == "__main__":
    sys.exit(main())
