"""How late the event loop is while computer players think, beside how late it is at rest.

    python -m tools.benchmarks.computers [--seconds 20]

Four computer players of the master level decide without a pause, as at tables without delay.
Time that this thread waited for a processor, as Linux reports it, is subtracted: that is due to
other programs on this machine.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

from bot.tasks import Thinker
from ofc_engine.cards import Cards
from ofc_engine.deal import advance, deck
from ofc_engine.hand import Hand
from ofc_engine.operations import Placed
from ofc_engine.players.deciding import decide
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.rulesets import STANDARD
from ofc_engine.views import view_for

TICK = 0.005
WAITS = Path("/proc/thread-self/schedstat")
PLAYERS = 4
Think = Callable[[Callable[[], object]], Awaitable[object]]


def waited() -> float:
    """Seconds that this thread was ready to run and had no processor, so far."""
    try:
        return int(WAITS.read_bytes().split()[1]) / 1e9
    except FileNotFoundError:
        return 0.0


async def lags(seconds: float) -> list[float]:
    """By how many seconds each tick of the loop came late."""
    found: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        before, began = waited(), time.perf_counter()
        await asyncio.sleep(TICK)
        found.append(time.perf_counter() - began - TICK - (waited() - before))
    return found


async def play(think: Think, first: int) -> None:
    """Play hands of three without end, every decision thought about."""
    for number in count(first, PLAYERS):
        cards = deck(number.to_bytes(32, "big"))
        hand = dealt(Hand.start(STANDARD, (0, 0, 0)), cards)
        while not hand.is_finished:
            seat = hand.waiting_on[0]
            knowledge = Knowledge.of(view_for(hand, seat))
            asked = partial(decide, level("master"), knowledge, np.random.default_rng(number))
            placement = await think(asked)
            hand = dealt(hand.apply(Placed(seat, placement)), cards)


def dealt(hand: Hand, cards: Cards) -> Hand:
    for operation in advance(hand, cards):
        hand = hand.apply(operation)
    return hand


async def measure(name: str, seconds: float, think: Think | None) -> None:
    tasks = [] if think is None else [asyncio.create_task(play(think, n)) for n in range(PLAYERS)]
    await asyncio.sleep(1 if think else 0)
    found = sorted(await lags(seconds))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    median, p99 = found[len(found) // 2], found[int(len(found) * 0.99)]
    print(
        f"{name:<22} median {median * 1e3:5.2f} ms   p99 {p99 * 1e3:5.2f} ms   "
        f"worst {found[-1] * 1e3:6.2f} ms"
    )


async def main(seconds: float) -> None:
    thinker = Thinker()
    await measure("at rest", seconds, None)
    await measure("a process (Thinker)", seconds, thinker.think)
    await measure("a thread for each", seconds, asyncio.to_thread)
    thinker.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    asyncio.run(main(parser.parse_args().seconds))
