"""A line lets so many in at once, whoever came first; nobody is lost in it."""

import asyncio

from bot.surfaces.admission import AdmissionQueue


async def visit(
    line: AdmissionQueue, name: str, patience: float, seen: list[str], end: asyncio.Event
) -> None:
    async with line.admission(patience):
        seen.append(name)
        await end.wait()


async def test_whoever_came_first_comes_next_and_the_patient_count_as_having_come_later(passing):
    line, seen, end = AdmissionQueue(1), list[str](), asyncio.Event()
    visits: list[asyncio.Task[None]] = []
    for name, patience in (("first", 5), ("patient", 2), ("second", 0), ("patient too", 2)):
        visits.append(asyncio.create_task(visit(line, name, patience, seen, end)))
    await asyncio.sleep(0)
    assert seen == ["first"]
    assert line.is_full
    assert len(line) == 3
    passing(2.5)
    visits.append(asyncio.create_task(visit(line, "late", 0, seen, end)))
    await asyncio.sleep(0)
    end.set()
    await asyncio.gather(*visits)
    assert seen == ["first", "second", "patient", "patient too", "late"]
    assert not line.is_full
    assert len(line) == 0


async def test_it_is_empty_once_the_last_has_had_their_turn_or_gone_away():
    line, end = AdmissionQueue(1), asyncio.Event()
    await line.emptied()
    visits = [asyncio.create_task(visit(line, name, 0, [], end)) for name in ("in", "next", "gone")]
    await asyncio.sleep(0)
    emptied = asyncio.create_task(line.emptied())
    visits[2].cancel()
    for _ in range(3):
        await asyncio.sleep(0)
    assert not emptied.done(), "one still waits"
    end.set()
    await emptied
    assert len(line) == 0
    await asyncio.gather(*visits, return_exceptions=True)


async def test_whoever_goes_away_while_waiting_takes_no_place_with_them():
    line, seen, end = AdmissionQueue(1), list[str](), asyncio.Event()
    names = ("in", "gone", "next")
    visits = [asyncio.create_task(visit(line, name, 0, seen, end)) for name in names]
    await asyncio.sleep(0)
    visits[1].cancel()
    end.set()
    await asyncio.gather(*visits, return_exceptions=True)
    assert seen == ["in", "next"]
    assert not line.is_full


async def test_who_leaves_lets_one_in_and_no_more():
    line, seen, end = AdmissionQueue(2), list[str](), asyncio.Event()
    for _turn in range(3):
        async with line.admission():
            pass
    visits = [asyncio.create_task(visit(line, name, 0, seen, end)) for name in "abc"]
    await asyncio.sleep(0)
    assert seen == ["a", "b"]
    assert line.is_full
    assert len(line) == 1
    end.set()
    await asyncio.gather(*visits)


async def test_whoever_is_cancelled_when_it_is_their_turn_gives_the_place_on():
    line, seen, end = AdmissionQueue(1), list[str](), asyncio.Event()
    async with line.admission():
        waiting = [asyncio.create_task(visit(line, name, 0, seen, end)) for name in ("a", "b")]
        await asyncio.sleep(0)
    waiting[0].cancel()
    end.set()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert seen == ["b"]
    assert not line.is_full


async def test_whoever_stays_too_long_keeps_nobody_out_and_lets_nobody_in_when_they_leave(passing):
    line, entered = AdmissionQueue(1), asyncio.Queue[str]()

    async def stay(name: str, end: asyncio.Event) -> None:
        async with line.admission(longest=5.0):
            entered.put_nowait(name)
            await end.wait()

    ends = {name: asyncio.Event() for name in ("long", "next", "last")}
    visits = [asyncio.create_task(stay(name, end)) for name, end in ends.items()]
    assert await entered.get() == "long"
    passing(5.5)
    assert await entered.get() == "next"
    ends["long"].set()
    await visits[0]
    await asyncio.sleep(0)
    assert entered.empty(), "the place is the next one's"
    ends["next"].set()
    assert await entered.get() == "last"
    ends["last"].set()
    await asyncio.gather(*visits)
    assert not line.is_full
