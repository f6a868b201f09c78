"""How long the ledger of a server with a million hands takes to answer.

Run it with `uv run python -m tools.benchmarks.ledger [HANDS]`. It fills a database in a temporary
folder (1.5 GB for a million hands), then asks every page for a scope of each kind.
"""

import argparse
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import median

from bot.store import hands
from bot.store.connection import connect
from bot.store.hands import LineupRow
from bot.store.ledger import bookings, counting, feats, journal, seasons, tallies
from bot.store.ledger.bookings import Part, Stamp
from bot.store.ledger.journal import Entry
from bot.values.ledger_records import DAY, EVERYTHING, Scope, Streak
from ofc_engine.players.rating_estimate import rate
from ofc_engine.players.ratings import YARDSTICKS

GUILD = 1
PLAYERS = 30
CHANNELS = 4
VARIANTS = ("classic", "pineapple", "turbo", "chinese")
DAYS = 1000
SEASONS = 10
FIRST_DAY = 20_000
NOW = (FIRST_DAY + DAYS) * DAY - 1
GOAL = 100.0
RUNS = 15
BOARD = "6c6d4d / TcTd9sQh8c / 3c3d3h2c2d"
CHUNK = 20_000


def fill(db: sqlite3.Connection, count: int) -> None:
    """Book so many hands of three, spread over all days, without one transaction for each."""
    random = Random(1)
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN")
    people(db)
    wins: dict[int, Streak] = {n: Streak() for n in range(1, PLAYERS + 1)}
    for start in range(1, count + 1, CHUNK):
        chunk = list(made(random, range(start, min(start + CHUNK, count + 1)), count))
        write(db, chunk)
        for _, _, _, _, trio, points in chunk:
            for player in trio:
                wins[player] = wins[player].then(points[player])
    sums(db)
    for player, streak in wins.items():
        row = (GUILD, player, streak.run, streak.won, streak.lost)
        db.execute("INSERT INTO streaks VALUES (?, ?, ?, ?, ?)", row)
    db.execute("COMMIT")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def people(db: sqlite3.Connection) -> None:
    for n in range(1, PLAYERS + 1):
        db.execute(
            "INSERT INTO players (id, user_id, name, handle, locale) VALUES (?, ?, ?, ?, 'en')",
            (n, 1000 + n, f"Player {n}", f"p{n}"),
        )
    for n in range(1, CHANNELS + 1):
        db.execute(
            "INSERT INTO tables (id, guild_id, channel_id, host_id, locale, rules, seats, stake,"
            " state, opened_at) VALUES (?, ?, ?, 1, 'en', 'standard', 3, 1, 'between', 1)",
            (n, GUILD, 700 + n),
        )
    for n in range(1, SEASONS + 1):
        seasons.end(db, seasons.start(db, GUILD, f"Season {n}", now=1), now=2)


Made = tuple[int, int, int, str, tuple[int, ...], dict[int, int]]


def made(random: Random, numbers: range, count: int) -> Iterator[Made]:
    """Number, day, table, variant, three players and everybody's points."""
    for number in numbers:
        day = FIRST_DAY + (number - 1) * DAYS // count
        trio = tuple(random.sample(range(1, PLAYERS + 1), 3))
        a, b = random.randint(-20, 20), random.randint(-20, 20)
        points = dict(zip(trio, (a, b, -a - b), strict=True))
        yield number, day, random.randint(1, CHANNELS), random.choice(VARIANTS), trio, points


def write(db: sqlite3.Connection, chunk: list[Made]) -> None:
    db.executemany(
        "INSERT INTO hands (id, table_id, number, button, state, started_at, ended_at)"
        " VALUES (?, ?, ?, 1, 'finished', ?, ?)",
        [(n, table, n, day * DAY, day * DAY) for n, day, table, *_ in chunk],
    )
    db.executemany(
        "INSERT INTO bookings VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'table', 0)",
        [
            (n, GUILD, n, 1 + (day - FIRST_DAY) * SEASONS // DAYS, 700 + t, variant, day * DAY, day)
            for n, day, t, variant, *_ in chunk
        ],
    )
    db.executemany(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, 'playing', 0, 0, 0, 0, 1, 2, 3, 6, ?, 0)",
        [
            (n, seat, player, GUILD, n, BOARD, points[player])
            for n, _, _, _, trio, points in chunk
            for seat, player in enumerate(trio)
        ],
    )
    db.executemany(
        "INSERT INTO entries (guild_id, hand_id, a, b, points, booked_at) VALUES (?,?,?,?,?,?)",
        [
            (GUILD, n, a, b, points[a], day * DAY)
            for n, day, _, _, trio, points in chunk
            for a, b in combinations(sorted(trio), 2)
        ],
    )


def sums(db: sqlite3.Connection) -> None:
    """The sums that booking each hand separately would give."""
    several = ", ".join(f"SUM({name})" for name in counting.SUMS)
    key = ", ".join(counting.KEY)
    db.execute(
        f"INSERT INTO tallies ({key}, {', '.join(counting.SUMS)}, best, worst)"
        f" SELECT {key}, {several}, MAX(best), MIN(worst) FROM ({counting.RESULTS}) GROUP BY {key}"
    )
    several = ", ".join(f"SUM({name})" for name in counting.PAIR_SUMS)
    key = ", ".join(counting.PAIR_KEY)
    db.execute(
        f"INSERT INTO rivalries ({key}, {', '.join(counting.PAIR_SUMS)})"
        f" SELECT {key}, {several} FROM ({counting.ENTRIES}) GROUP BY {key}"
    )


SCOPES = {
    "everything": EVERYTHING,
    "a channel": Scope(channel_id=701),
    "a season": Scope(season=SEASONS),
    "a variant": Scope(variant="classic"),
    "30 days": Scope(days=30),
    "365 days": Scope(days=365),
    "a channel, a variant, 30 days": Scope(701, 0, "classic", 30),
}
FIVE = (1, 2, 3, 4, 5)


def questions(db: sqlite3.Connection, count: int) -> Iterator[tuple[str, Callable[[], object]]]:
    for name, scope in SCOPES.items():
        yield (
            f"standing, {name}",
            lambda s=scope: tallies.standing(db, GUILD, s, now=NOW, count=21),
        )
        yield (
            f"chart of 200 hands, {name}",
            lambda s=scope: tallies.points_by_hand(db, GUILD, FIVE, s, now=NOW, count=200),
        )
        yield (
            f"chart of 1000 hands, {name}",
            lambda s=scope: tallies.points_by_hand(db, GUILD, FIVE, s, now=NOW, count=1000),
        )
        yield (
            f"chart by day, {name}",
            lambda s=scope: tallies.points_by_day(db, GUILD, FIVE, s, now=NOW),
        )
        yield f"player, {name}", lambda s=scope: player(db, s)
        yield f"rating, {name}", lambda s=scope: rated(db, s)
        yield (
            f"history, {name}",
            lambda s=scope: bookings.history(db, GUILD, s, now=NOW, before=0, count=13),
        )
    middle = count // 2
    yield (
        "history, from the middle",
        lambda: bookings.history(db, GUILD, EVERYTHING, now=NOW, before=middle, count=13),
    )
    yield "records", lambda: (feats.records(db, GUILD), feats.milestones(db, GUILD, count=8))
    yield "hand by number", lambda: bookings.numbered(db, GUILD, middle)


def player(db: sqlite3.Connection, scope: Scope) -> object:
    return (
        tallies.record(db, GUILD, 1, scope, now=NOW),
        tallies.rivals(db, GUILD, 1, scope, now=NOW),
        feats.within(db, GUILD, 1, scope, now=NOW),
    )


def rated(db: sqlite3.Connection, scope: Scope) -> object:
    scope = replace(scope, variant="pineapple")
    known = tallies.evidence(db, GUILD, scope, now=NOW)
    return rate(known, YARDSTICKS[scope.variant])


def timed(ask: Callable[[], object], runs: int = RUNS) -> list[float]:
    """Milliseconds of each run, in order."""
    taken: list[float] = []
    for _ in range(runs):
        begun = time.perf_counter()
        ask()
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def book_one(db: sqlite3.Connection) -> int:
    """Book another hand as a table does; returns its id."""
    lineup = [LineupRow(n, n, n - 1, 0) for n in (1, 2, 3)]
    number: int = db.execute("SELECT max(number) FROM hands WHERE table_id = 1").fetchone()[0] + 1
    hand = hands.add(db, 1, number=number, button=1, lineup=lineup, now=NOW)
    hands.end(db, hand, state="finished", now=NOW)
    parts = [Part(n, n - 1, BOARD, "playing", 0, 0, False, 0, (1, 2, 3)) for n in (1, 2, 3)]
    entries = [Entry(1, 2, 6), Entry(1, 3, -2), Entry(2, 3, 1)]
    journal.book(db, hand, entries, parts, Stamp("classic", NOW))
    return hand


def voids(db: sqlite3.Connection, count: int) -> int:
    """Time how long it takes to make hands void, and print it; returns how many miss the goal."""
    fresh = [book_one(db) for _ in range(RUNS)]
    random = Random(2)
    old = random.sample(range(1, count + 1), RUNS)
    best = db.execute("SELECT hand_id FROM results ORDER BY points DESC LIMIT ?", (RUNS,))
    record = [each for each in {row[0] for row in best} if each not in {*fresh, *old}]
    kinds = {"the latest hand": fresh, "any hand": old, "the hand of a record": record}
    return sum(
        told(f"making void {name}", partial(in_one, db, partial(void_next, ids)), len(ids))
        for name, ids in kinds.items()
    )


def void_next(ids: list[int], db: sqlite3.Connection) -> None:
    journal.correct(db, ids.pop(), is_void=True, reason="misdeal", now=NOW)


def in_one(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], object]) -> None:
    """Work as one transaction, as it is at a table."""
    db.execute("BEGIN IMMEDIATE")
    work(db)
    db.execute("COMMIT")


def main() -> int:
    """Measure; 1 if the goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("hands", nargs="?", type=int, default=1_000_000)
    count = command.parse_args().hands
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite3"
        db = connect(path)
        begun = time.perf_counter()
        fill(db, count)
        size = path.stat().st_size / 1e6
        print(f"{count} hands, {size:.0f} MB, filled in {time.perf_counter() - begun:.0f} s")
        print(f"{'':<50}{'first':>8}{'median':>8}{'worst':>8}  ms")
        slow = reduce(lambda bad, each: bad + told(*each), questions(db, count), 0)
        taken = timed(lambda: in_one(db, book_one))
        print(f"{'booking a hand':<50}{taken[0]:>8.1f}{median(taken):>8.1f}{max(taken):>8.1f}")
        slow += voids(db, count)
        db.close()
    print(f"{slow} of these took longer than {GOAL:.0f} ms in the median.")
    return int(slow > 0)


def told(name: str, ask: Callable[[], object], runs: int = RUNS) -> int:
    """Time a question and print it; returns 1 if it misses the goal."""
    taken = timed(ask, runs)
    late = median(taken) > GOAL
    print(
        f"{name:<50}{taken[0]:>8.1f}{median(taken):>8.1f}{max(taken):>8.1f}{'  !' if late else ''}"
    )
    return late


if __name__ == "__main__":
    sys.exit(main())
