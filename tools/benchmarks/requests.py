"""What a hand asks of Discord, by route: `uv run python -m tools.benchmarks.requests`.

Discord takes 50 requests a second from one application, however many processes it runs in. Answers
to interactions, and whatever else goes by the token of one, are not among them: `counted` are all
others. The whole bot in this process, at a stand-in; nothing here depends on how fast the machine
is, but on the pauses that people make:

- live: everybody presses half a second after the other, as soon as there is something to press;
- over days: hours lie between two decisions, so that no token lasts from one to the next.
"""

import argparse
import asyncio
import sys
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from bot.client import OfcBot
from bot.screens.presses import Ready
from bot.store.connection import connect_to_read
from bot.values.tournament_views import DUPLICATE, KNOCK_OUT
from discord_standin.clock import Clock
from discord_standin.model.messages import Message
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.traffic import Exchange
from ofc_engine.rulesets import STANDARD, Ruleset
from sandbox.bot import bot_at
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.town import Town, deal_everywhere, presses, way_on

PAUSE: Final = 0.5
"""Seconds between two presses of people who play live."""
HOURS: Final = 5 * 3600.0
"""Seconds between two decisions of people who do not."""
MOST_LIVE: Final = 24
MOST_OVER_DAYS: Final = 51
"""Three for each of fifteen decisions, and what ends a hand: a new message for whoever is next, as
only that notifies; the one before taken away, as nobody wants thirteen of a hand; the boards."""
_BY_TOKEN: Final = "{webhook_token}"
_TOO_MANY: Final = 429
_SHORT: Final = {
    "/channels/{channel_id}/messages/{message_id}": "message",
    "/channels/{channel_id}/messages": "message",
    "/interactions/{webhook_id}/{webhook_token}/callback": "answer",
    "/webhooks/{webhook_id}/{webhook_token}": "follow-up",
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": "by token",
}
_FINISHED: Final = "SELECT count(*) FROM hands WHERE state = 'finished'"


class Routes:
    """Counts the requests that a stand-in is asked, by method and route."""

    def __init__(self, discord: StandIn) -> None:
        self.all: Counter[tuple[str, str]] = Counter()
        self.limited: Counter[tuple[str, str]] = Counter()
        """Those that were too many, and came again later."""
        discord.follow_requests(self._add)

    def _add(self, exchange: Exchange) -> None:
        kept = self.limited if exchange.status == _TOO_MANY else self.all
        kept[exchange.method, exchange.path] += 1


def counted(requests: Counter[tuple[str, str]]) -> int:
    """How many of them Discord counts among its fifty a second."""
    return sum(number for (_, path), number in requests.items() if _BY_TOKEN not in path)


def by_route(requests: Counter[tuple[str, str]], hands: int) -> str:
    """How many of each there are in a hand, those that count first."""

    def told(*, counts: bool) -> str:
        named = [
            f"{number / hands:.1f} {method} {_SHORT.get(path, path)}"
            for (method, path), number in requests.most_common()
            if counts is (_BY_TOKEN not in path)
        ]
        return ", ".join(named) or "none"

    return f"{told(counts=True)} | {told(counts=False)}"


@dataclass(frozen=True)
class Way:
    """A way of playing: what is measured, and the most that may count in a hand, if it has a goal.

    A table has so many `seats`; a tournament of that `form` has `people` at its tables. `days` has
    hours pass between two decisions.
    """

    name: str
    seats: int
    form: str = ""
    people: int = 0
    simultaneous: bool = False
    days: bool = False
    most: float | None = None


WAYS: Final = (
    Way("live, 2 in turn", 2),
    Way("live, 3 in turn", 3, most=MOST_LIVE),
    Way("live, 4 in turn", 4),
    Way("live, 3 at once", 3, simultaneous=True),
    Way("over days, 2 in turn", 2, days=True),
    Way("over days, 3 in turn", 3, days=True, most=MOST_OVER_DAYS),
    Way("over days, 3 at once", 3, simultaneous=True, days=True),
    Way("knock-out of 6, tables of 3", 3, KNOCK_OUT, 6),
    Way("duplicate of 6, groups of 3", 3, DUPLICATE, 6),
)


@dataclass(frozen=True)
class Played:
    """What it took to play some hands."""

    hands: int
    presses: int
    requests: Counter[tuple[str, str]]


async def run_of(way: Way, hands: int) -> Played:
    """Have people play so many hands, after one that is not counted."""
    async with StandIn(clock=Clock(is_running=False)) as discord:
        town, routes = Town(discord, goes_on=True), Routes(discord)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ofc.sqlite3"
            if not way.form:
                town.settle_down(1, seats=way.seats)
                deal_everywhere(path, town, rules_of(way))
            async with bot_at(discord, path, lambda: bytes(32)) as bot:
                if way.form:
                    await begin(way, town)
                people = People(town, bot, path, way)
                await people.play(1)
                before = Counter(routes.all), people.presses, people.finished
                await people.play(hands)
                played = Played(
                    people.finished - before[2], people.presses - before[1], routes.all - before[0]
                )
        assert not discord.violations, discord.violations[:3]
        return played


def rules_of(way: Way) -> Ruleset:
    """The usual ones, which are for three at most; four play Classic, with nine streets."""
    rules = STANDARD if way.seats <= STANDARD.variant.most_players else Ruleset.of("us2012")
    return rules.changed({"deal_mode": "simultaneous" if way.simultaneous else "on_turn"})


async def begin(way: Way, town: Town) -> None:
    """Have a tournament start that everybody has joined."""
    discord = town.discord
    guild = discord.add_guild("Town")
    channel = discord.add_channel(guild, "tournament")
    host, *others = [discord.add_person(f"p{n}", guild) for n in range(way.people)]
    town.people |= {person.user.id: person for person in (host, *others)}
    await host.types(channel, f"/tournament new format:{way.form}")
    for person in others:
        await discord.until(lambda: announcement(host, channel) is not None)
        shown = announcement(person, channel)
        assert shown is not None
        await person.press(shown, "Join")
    await discord.settle()
    page = await host.types(channel, "/tournament show")
    await host.press(page.message, "Start")
    await discord.settle()


def announcement(person: Person, channel: Channel) -> Shown | None:
    """The message of a tournament in which people join it, once it is there."""
    found = (each for each in person.reads(channel) if not each.is_ephemeral)
    return next((s for s in found if any(b.label == "Join" for b in s.buttons)), None)


class People:
    """Everybody in a town; they press what there is to press until enough hands are over."""

    def __init__(self, town: Town, bot: OfcBot, path: Path, way: Way) -> None:
        self._town = town
        self._bot = bot
        self._path = path
        self._way = way
        self._random = Random(1)
        self._answered: set[int] = set()
        """The messages below which somebody has said that they are ready: that stays there."""
        self.presses = 0

    @property
    def finished(self) -> int:
        """How many hands have been played to their end."""
        with closing(connect_to_read(self._path)) as db:
            return db.execute(_FINISHED).fetchone()[0]

    async def play(self, hands: int) -> None:
        """Play until so many more hands are over and all that follows from it is shown.

        Everybody who can be ready for the next hand is, then.
        """
        until = self.finished + hands
        while True:
            waiting = [user_id for user_id in self._town.people if self._message_of(user_id)]
            if self.finished >= until and all(map(self._has_cards, waiting)):
                break
            if not waiting:
                await self._wait()
            for user_id in waiting:
                await (self._decide if self._way.days else self._press)(user_id)
        await self._rest()

    def _message_of(self, user_id: int) -> Message | None:
        """The message in which somebody has something to press, if there is one."""
        message = self._town.cards.get(user_id)
        return None if message is None or message.id in self._answered else message

    def _has_cards(self, user_id: int) -> bool:
        """True if somebody has cards to place: the next hand has been dealt."""
        return bool(presses(self._town.cards[user_id]))

    async def _press(self, user_id: int) -> None:
        """Press once, if there still is something to press, and pause."""
        message = self._message_of(user_id)
        if message is not None:
            await self._press_in(message, user_id)
            self._town.discord.advance(PAUSE)
            await asyncio.sleep(PAUSE)

    async def _press_in(self, message: Message, user_id: int) -> None:
        press = way_on(message, self._random)
        if isinstance(press, Ready):
            self._answered.add(message.id)
        self.presses += 1
        await self._town.press(user_id, press)

    async def _decide(self, user_id: int) -> None:
        """Hours later, press until the decision is made."""
        self._town.discord.advance(HOURS)
        self._bot.timer.wake()
        await self._rest()
        message = self._message_of(user_id)
        while message is not None and self._message_of(user_id) is message:
            await self._press_in(message, user_id)
        await self._rest()

    async def _wait(self) -> None:
        """Let some seconds pass, in which the next hand of a tournament comes."""
        await self._rest()
        if not any(map(self._message_of, self._town.people)):
            self._town.discord.advance(5)
            self._bot.timer.wake()
            await self._rest()

    async def _rest(self) -> None:
        await self._town.discord.settle(lambda: self._bot.is_busy)


async def measure(names: list[str], hands: int) -> list[Goal]:
    """The requests of a hand, for each way of playing whose name begins with one of `names`."""
    print("| | presses | counted | not counted | counted by route | not counted by route |")
    print("|---|---|---|---|---|---|")
    goals: list[Goal] = []
    for way in WAYS:
        if not any(way.name.startswith(name) for name in names):
            continue
        played = await run_of(way, hands)
        count = counted(played.requests) / played.hands
        others = played.requests.total() / played.hands - count
        print(
            f"| {way.name} | {played.presses / played.hands:.1f} | {count:.1f} | {others:.1f}"
            f" | {by_route(played.requests, played.hands)} |",
            flush=True,
        )
        if way.most is not None:
            goals.append(Goal(f"counted requests a hand, {way.name}", count, way.most))
    return goals


def main() -> int:
    """Measure; 1 if more is asked than may be."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("ways", nargs="*", default=[""], help="only those that begin so")
    command.add_argument("--hands", type=int, default=4, help="of each way of playing")
    options = command.parse_args()
    return report(asyncio.run(measure(options.ways, options.hands)))


if __name__ == "__main__":
    sys.exit(main())
