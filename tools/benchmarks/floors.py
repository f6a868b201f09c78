"""What a look at a knock-out takes of the database: `uv run python -m tools.benchmarks.floors`.

People who press a button wait for the transaction that is under way. So this is the CPU of every
transaction that moves a tournament of 200 people on: it begins, a hand is dealt, a table's hand
ends, the next hand begins. It uses no network, and depends little on what else runs.
"""

import argparse
import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Final

from bot.game import play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.tournaments import several_tables
from bot.game.tournaments.knockout import BREAK
from bot.store import players, tables
from bot.store.database import Database
from bot.store.engine import Connection
from bot.store.players import Person
from bot.store.tournaments import at_tables, tournaments
from bot.store.tournaments.at_tables import Room
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.options import Destination, TableOptions
from bot.values.tournament_views import KNOCK_OUT
from ofc_engine.operations import DeclaredDead
from ofc_engine.rulesets import STANDARD
from tools.benchmarks.goals import Goal, report

LONGEST: Final = 100
PEOPLE: Final = 200
HANDS: Final = 2
_NOW: Final = 1_700_000_000


class Floors:
    """A knock-out whose hands everybody gives up; `cpu` are seconds by kind of transaction."""

    def __init__(self, database: Database) -> None:
        self.cpu: defaultdict[str, list[float]] = defaultdict(list)
        self._database = database
        self._secrets = (number.to_bytes(32, "big") for number in count())
        self._id = 0

    async def begin(self, people: int) -> None:
        """Have so many people join, start it, and make the threads."""
        self._id = await self._database.write(lambda db: _opened(db, people))
        await self._database.write(
            lambda db: several_tables.start(db, self._row(db), _NOW, self._secret)
        )
        await self._database.write(self._make_rooms)
        await self._look("begins", _NOW)

    async def play_hand(self) -> None:
        """Have every table's hand end, one after the other, and the next one dealt."""
        for table_id in await self._database.read(lambda db: tables.of_tournament(db, self._id)):
            await self._database.write(lambda db, at=table_id: _give_up(db, at))
            await self._look("the hand of a table ends", _NOW)
        await self._look("the next hand begins", _NOW + BREAK)

    def _row(self, db: Connection) -> TournamentRow:
        return several_tables.find(db, self._id)

    def _make_rooms(self, db: Connection) -> None:
        for room in at_tables.rooms_of(db, self._id):
            made = Room(room.number, 100 + room.number, 10_000 + room.number)
            at_tables.keep_room(db, self._id, made)

    async def _look(self, kind: str, now: int) -> None:
        """Look at it as long as it is due; every look except the first deals."""
        while await self._database.read(lambda db: _is_due(self._row(db), now)):
            step = partial(
                several_tables.step, tournament_id=self._id, now=now, secret=self._secret
            )
            self.cpu[kind].append(await self._database.write(partial(_timed, step)))
            kind = "a hand is dealt at some tables"

    def _secret(self) -> bytes:
        return next(self._secrets)


def _is_due(row: TournamentRow, now: int) -> bool:
    return row.due_at is not None and row.due_at <= now


def _opened(db: Connection, people: int) -> int:
    known = [
        players.remember(db, Person(1000 + number, f"P{number}", f"p{number}", "en-US"))
        for number in range(people)
    ]
    options = TableOptions(STANDARD, 3, stack=400, levels="usual", books=False)
    tournament_id = several_tables.open_tournament(
        db,
        known[0],
        options,
        Destination(1, 2, "en-US"),
        form=KNOCK_OUT,
        now=_NOW,
    )
    for player in known[1:]:
        tournaments.enter(db, tournament_id, player.id, _NOW)
    return tournament_id


def _give_up(db: Connection, table_id: int) -> None:
    while (played := loaded(db, table_id).running) is not None:
        seat = next(iter(played.hand.waiting_on))
        play.carry_out(db, loaded(db, table_id), DeclaredDead(seat), _NOW)
    changed(db, table_id, _NOW)


def _timed(work: Callable[[Connection], object], db: Connection) -> float:
    """Do some work; returns the seconds of CPU that it takes in the database's thread."""
    began = time.thread_time()
    work(db)
    return time.thread_time() - began


async def measure(people: int = PEOPLE, hands: int = HANDS) -> list[Goal]:
    """The longest transaction of a tournament."""
    with TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "ofc.sqlite3")
        floors = Floors(database)
        await floors.begin(people)
        for _hand in range(hands):
            await floors.play_hand()
        await database.close()
    for kind, seconds in floors.cpu.items():
        found = f"{len(seconds)} times, {1000 * mean(seconds):.1f} ms, at most"
        print(f"{kind}: {found} {1000 * max(seconds):.1f} ms", flush=True)
    longest = max(max(seconds) for seconds in floors.cpu.values())
    return [Goal(f"knock-out of {people}: longest look", 1000 * longest, LONGEST, "ms CPU")]


def main() -> int:
    """Measure; 1 if a goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--people", type=int, default=PEOPLE)
    command.add_argument("--hands", type=int, default=HANDS)
    options = command.parse_args()
    return report(asyncio.run(measure(options.people, options.hands)))


if __name__ == "__main__":
    sys.exit(main())
