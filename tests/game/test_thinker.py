"""Thinking beside the event loop: in another process, which may die and must not be left over."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from bot.tasks import Thinker
from ofc_engine.board import Board
from ofc_engine.cards import DECK, parse_cards
from ofc_engine.errors import PlacementError, TurnError
from ofc_engine.players.deciding import decide
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.levels import level
from ofc_engine.rulesets import PRESETS
from tests.waiting import HUNG


@pytest_asyncio.fixture
async def thinker() -> AsyncIterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


def refuse() -> None:
    raise PlacementError("“{card}” does not fit {here}.", card="{Ah}", here="here")


def die_unless(mark: Path) -> str:
    """Kill the process the first time."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "well"


def wait_until_gone(process: int) -> None:
    """Nobody tells of the end of a process that is not one's own child."""
    state = Path("/proc") / str(process) / "stat"
    for _ in range(3000):
        try:
            if state.read_text().split()[2] == "Z":
                return
        except (FileNotFoundError, ProcessLookupError):
            return
        time.sleep(0.01)
    pytest.fail("the process is still there")


async def test_work_is_done_in_another_process_one_after_another(thinker: Thinker):
    found = await asyncio.gather(*(thinker.think(os.getpid) for _ in range(3)))
    assert len(set(found)) == 1
    assert os.getpid() not in found


async def test_what_work_raises_is_raised_with_its_sentence(thinker: Thinker):
    with pytest.raises(PlacementError, match="does not fit here") as caught:
        await thinker.think(refuse)
    assert caught.value.values == {"card": "{Ah}", "here": "here"}
    assert await thinker.think(os.getpid)


async def test_a_process_that_dies_is_replaced_and_its_work_done_again(
    thinker: Thinker, tmp_path: Path
):
    before = await thinker.think(os.getpid)
    assert await thinker.think(partial(die_unless, tmp_path / "mark")) == "well"
    assert await thinker.think(os.getpid) != before


async def test_a_process_killed_at_rest_is_replaced(thinker: Thinker):
    os.kill(await thinker.think(os.getpid), signal.SIGKILL)
    assert await thinker.think(os.getpid)


async def test_a_process_without_work_ends_and_begins_anew_when_there_is_some():
    thinker = Thinker(rest=0.0)
    process = await thinker.think(os.getpid)
    await asyncio.to_thread(wait_until_gone, process)
    assert await thinker.think(os.getpid) != process
    thinker.close()


async def test_a_process_at_work_is_left_alone_however_long_it_takes():
    thinker = Thinker(rest=0.0)
    first, second = thinker.think(os.getpid), thinker.think(os.getpid)
    assert len(set(await asyncio.gather(first, second))) == 1
    thinker.close()


async def test_whoever_waits_until_nothing_is_thought_about_goes_on_then(thinker: Thinker):
    done: list[str] = []

    async def think_twice() -> None:
        for which in ("first", "second"):
            await thinker.think(os.getpid)
            done.append(which)

    async def wait() -> None:
        await thinker.idle()
        done.append("idle")

    async with asyncio.timeout(HUNG), asyncio.TaskGroup() as tasks:
        tasks.create_task(think_twice())
        await asyncio.sleep(0)
        tasks.create_task(wait())
    assert done == ["first", "second", "idle"]


async def test_work_that_kills_twice_is_given_up_but_not_the_rest(thinker: Thinker):
    with pytest.raises(BrokenProcessPool):
        await thinker.think(partial(os._exit, 1))
    assert await thinker.think(os.getpid)


async def test_one_thing_at_a_time_is_thought_about_for_each_person(thinker: Thinker):
    first, second, other = await asyncio.gather(
        *(thinker.think_for(person, os.getpid) for person in (1, 1, 2)), return_exceptions=True
    )
    assert first == other
    assert isinstance(second, TurnError)
    assert await thinker.think_for(1, os.getpid) == first, "then the next"
    with pytest.raises(PlacementError):
        await thinker.think_for(1, refuse)
    assert await thinker.think_for(1, os.getpid) == first, "although that came to nothing"


@pytest.mark.parametrize("has_thought", [False, True])
async def test_no_process_begins_once_the_bot_ends(thinker: Thinker, has_thought: bool):
    if has_thought:
        await thinker.think(os.getpid)
    thinker.close()
    with pytest.raises(RuntimeError):
        await thinker.think(os.getpid)


_BOT = """
import asyncio, os, signal
from bot.tasks import Thinker

async def main():
    print(await Thinker().think(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_the_process_ends_with_a_bot_that_is_killed(tmp_path: Path):
    script = tmp_path / "killed.py"
    script.write_text(_BOT)
    root = str(Path(__file__).parents[2])
    killed = subprocess.run(
        [sys.executable, script],
        check=False,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    assert killed.returncode == -signal.SIGKILL
    wait_until_gone(int(killed.stdout))


async def test_a_decision_thought_about_elsewhere_is_the_same(thinker: Thinker):
    for preset in PRESETS.values():
        rules = preset.changed({"variant": "pineapple"})
        knowledge = Knowledge(
            rules,
            Board.parse("Qh / 7c7d / AsKs"),
            parse_cards("Qd2c9s"),
            DECK[3:4],
            (Opponent(Board.parse("5h / 8c8d / TcJc")),),
        )
        work = partial(decide, level("steady"), knowledge, np.random.default_rng(1))
        here = decide(level("steady"), knowledge, np.random.default_rng(1))
        assert await thinker.think(work) == here
        assert pickle.loads(pickle.dumps(rules)) == rules
