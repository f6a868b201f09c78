"""What Discord's fifty requests a second carry: `uv run python -m tools.benchmarks.limit`.

Tables of three play live, so many that they would play 1, 2 and 3 hands a second, at a stand-in
whose limits run out as Discord's do. All of it lives in the simulation's own time
(`tests/simulation`), so that a busy machine makes it slow and changes no figure: the bot's own CPU
takes no time there, storage, drawing and the network take about what they usually do. So this says
what Discord's limits carry, and `full_speed` what a core does.

A board is old from the moment at which it should show something else until it does; the cards that
somebody is to place next are late likewise. Both are looked at twenty times a second. Where more is
offered than Discord takes, what people wait for has to come first, and nothing may be lost: once
everybody stops, everything has to be shown soon.
"""

import argparse
import asyncio
import sys
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from sqlite3 import Connection
from statistics import quantiles
from typing import Final

from bot.screens.presses import Ready
from bot.store import surfaces
from bot.store.connection import connect_to_read
from bot.store.surfaces import Slot
from bot.tasks import alongside
from discord_standin.clock import Clock
from discord_standin.model.interactions import Interaction, Phase
from discord_standin.standin import StandIn
from tests.simulation.disk import Disk
from tests.simulation.network import ADDRESS
from tests.simulation.steadily import live, with_bot
from tests.simulation.world import logged_to
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.requests import Routes, by_route, counted
from tools.benchmarks.town import Town, deal_everywhere, way_on

OFFERED: Final = (1.0, 2.0, 3.0)
"""Hands a second."""
CARRIED: Final = 2.0
"""Hands a second that are to be carried."""
_LEAST: Final = 1.05
"""Which tables have ended how many hands by chance is not the same in each minute."""
OLDEST: Final = 2.0
"""Seconds that no board and no cards may be old as long as so many are offered."""
AFTER: Final = 10.0
"""Seconds after which all is shown, once people stop."""
SECONDS: Final = 60.0
PAUSE: Final = 2.0
"""Seconds between two presses of somebody: a live hand of three takes about a hundred."""
_SEATS: Final = 3
_FEW, _LONG = 10, 300.0
"""Tables, and seconds, that tell how long a hand takes."""
_LOOK_EVERY: Final = 0.05
_FINISHED: Final = "SELECT count(*) FROM hands WHERE state = 'finished'"
_REPLACED: Final = "Attachment data not found"
"""In an answer that lists a picture which another has just taken the place of: it comes again."""
_SURFACES: Final = (
    "SELECT table_id, slot, player_id, key, version, painted_key, painted_version FROM surfaces"
    " WHERE slot IN (?, ?, ?)"
)
_BOARDS: Final = (Slot.BOARD, Slot.RESULT)


@dataclass
class Ages:
    """How out of date some messages became, in seconds, each time before they were changed."""

    seen: list[float] = field(default_factory=list[float])
    behind: list[float] = field(default_factory=list[float])
    """For how long something newer was known, each time that something came."""
    _wanted: dict[object, deque[tuple[object, float]]] = field(
        default_factory=dict[object, deque[tuple[object, float]]]
    )
    """What each message does not show yet, and since when it should, the oldest first."""
    _shown: dict[object, object] = field(default_factory=dict[object, object])

    def look(self, key: object, wanted: object, shown: object, now: float) -> None:
        """Look at a message that should show one thing and shows another, or the same."""
        late = self._wanted.setdefault(key, deque())
        if wanted != shown and (not late or late[-1][0] != wanted):
            late.append((wanted, now))
        if self._shown.get(key, shown) != shown:
            self.seen.append(now - late[0][1] if late else 0.0)
            if any(look == shown for look, _ in late):
                while late.popleft()[0] != shown:
                    pass
            self.behind.append(now - late[0][1] if late else 0.0)
        if wanted == shown:
            late.clear()
        self._shown[key] = shown

    def finish(self, now: float) -> None:
        """Count those as well that are old at the end."""
        self.seen += [now - late[0][1] for late in self._wanted.values() if late]

    def __str__(self) -> str:
        return _spread(self.seen)

    @property
    def late(self) -> str:
        """The seconds by which each change was late."""
        return _spread(self.behind)


def _spread(seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100, method="inclusive")
    return f"{cuts[49]:.2f}, {cuts[98]:.2f}, {max(seconds):.2f}"


@dataclass
class Carried:
    """What became of what was offered in so many `seconds`."""

    tables: int
    seconds: float
    hands: int = 0
    requests: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    limited: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    boards: Ages = field(default_factory=Ages)
    cards: Ages = field(default_factory=Ages)
    unanswered: int = 0
    """Presses of the whole run."""
    shown_after: float = 0.0
    """Seconds after everybody stopped, at which all was shown."""

    @property
    def rate(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds


class Player:
    """Presses each button that it gets, after a pause."""

    def __init__(self, town: Town, user_id: int, begins_after: float) -> None:
        self._town = town
        self._begins_after = begins_after
        self._user_id = user_id
        self._random = Random(user_id)
        self._answered = 0
        """The message below which they have said that they are ready: that stays there."""

    async def live(self) -> None:
        """Play without end."""
        await asyncio.sleep(self._begins_after)
        while True:
            await asyncio.sleep(PAUSE)
            message = self._town.cards.get(self._user_id)
            if message is None or message.id == self._answered:
                continue
            press = way_on(message, self._random)
            if isinstance(press, Ready):
                self._answered = message.id
            await self._town.press(self._user_id, press)


def carried(tables: int, seconds: float, spread: float, *, are_limits: bool = True) -> Carried:
    """Have so many tables play live, and look at them for so many seconds once they do.

    They begin one after the other within `spread` seconds: those of a hand, so that in each second
    as many end one.
    """
    return live(partial(_play, Carried(tables, seconds), spread, are_limits=are_limits))


async def _play(found: Carried, spread: float, disk: Disk, *, are_limits: bool) -> Carried:
    discord = StandIn(clock=Clock(), port=ADDRESS[1], rate_limits=are_limits)
    town, routes = Town(discord, goes_on=True), Routes(discord)
    town.settle_down(found.tables, seats=_SEATS)
    deal_everywhere(disk.database, town)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            for number, table in enumerate(town.tables):
                for person in table.people:
                    player = Player(town, person.user.id, spread * number / found.tables)
                    await stack.enter_async_context(alongside(player.live()))
            await asyncio.sleep(spread)
            requests, limited = Counter(routes.all), Counter(routes.limited)
            with closing(connect_to_read(disk.database)) as db:
                hands = _finished(db)
                await _watch(db, found)
                found.hands = _finished(db) - hands
            found.requests, found.limited = routes.all - requests, routes.limited - limited
        found.shown_after = await _shown_after(disk.database)
        presses: list[Interaction] = discord.world.desk.all
        found.unanswered = sum(press.phase is Phase.FAILED for press in presses)
        wrong = [each for each in discord.violations if _REPLACED not in each]
        assert not wrong, wrong[:3]

    with logged_to([]):
        await with_bot(discord, disk, play)
    return found


async def _watch(db: Connection, found: Carried) -> None:
    """Look at all boards and cards for as long as is measured."""
    loop = asyncio.get_running_loop()
    until = loop.time() + found.seconds
    while (now := loop.time()) < until:
        for row in db.execute(_SURFACES, (*_BOARDS, Slot.PRIVATE)):
            ages = found.boards if row[1] in _BOARDS else found.cards
            ages.look(tuple(row[:3]), tuple(row[3:5]), tuple(row[5:]), now)
        await asyncio.sleep(_LOOK_EVERY)
    for ages in (found.boards, found.cards):
        ages.finish(until)


async def _shown_after(database: Path) -> float:
    """Wait until every message shows what it should; after how many seconds it does."""
    loop = asyncio.get_running_loop()
    since = loop.time()
    with closing(connect_to_read(database)) as db:
        while surfaces.tables_to_paint(db):  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_EVERY)
    return loop.time() - since


def _finished(db: Connection) -> int:
    return db.execute(_FINISHED).fetchone()[0]


def measure(offers: Sequence[float], seconds: float) -> list[Goal]:
    """Measure what is carried of each load; a load is what as many tables play without limits."""
    a_hand = _FEW / carried(_FEW, _LONG, _LONG / _FEW, are_limits=False).rate
    print(f"A table plays a hand in {a_hand:.0f} s where nothing is limited.\n")
    print(
        "| offered | tables | carried | counted a hand, a second | refused a second"
        " | age of boards: p50, p99, most | of cards | how late a board was as it came"
        " | all shown after | presses unanswered | refused, counted | not counted |\n"
        + "|---" * 11
        + "|"
    )
    goals: list[Goal] = []
    for offered in offers:
        found = carried(max(1, round(offered * a_hand)), seconds, a_hand)
        count, refused = counted(found.requests), found.limited.total()
        print(
            f"| {offered:g} | {found.tables} | {found.rate:.2f} | {count / found.hands:.1f},"
            f" {count / seconds:.1f} | {refused / seconds:.1f} | {found.boards} | {found.cards} |"
            f" {found.boards.late} | {found.shown_after:.1f} s | {found.unanswered} |"
            f" {by_route(found.limited, 1)} |",
            flush=True,
        )
        if offered == CARRIED:
            goals += [
                Goal("hands a second, offered for each carried", offered / found.rate, _LEAST),
                Goal("age of the oldest board", max(found.boards.seen), OLDEST, "s"),
                Goal("age of the oldest cards", max(found.cards.seen), OLDEST, "s"),
            ]
        at = f" at {offered:g} a second"
        goals += [
            Goal(f"unanswered presses{at}", found.unanswered, 0),
            Goal(f"refused requests{at}", refused, 0),
            Goal(f"all shown after people stop{at}", found.shown_after, AFTER, "s"),
        ]
    return goals


def main() -> int:
    """Measure; 1 if too little is carried."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--offered", type=float, nargs="+", default=OFFERED)
    command.add_argument("--seconds", type=float, default=SECONDS)
    options = command.parse_args()
    return report(measure(options.offered, options.seconds))


if __name__ == "__main__":
    sys.exit(main())
