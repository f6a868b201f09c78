"""A line lets so many in at once, by rank and then by who came first; nobody is lost in it."""

import asyncio

from bot.surfaces.line import Line


async def visit(line: Line, name: str, rank: int, seen: list[str], end: asyncio.Event) -> None:
    async with line.place(rank):
        seen.append(name)
        await end.wait()


async def test_the_lowest_rank_comes_next_and_within_a_rank_whoever_came_first():
    line, seen, end = Line(1), list[str](), asyncio.Event()
    names = [("first", 5), ("low", 1), ("high", 0), ("low too", 1)]
    visits = [asyncio.create_task(visit(line, name, rank, seen, end)) for name, rank in names]
    await asyncio.sleep(0)
    assert seen == ["first"]
    assert line.is_full
    assert len(line) == 3
    end.set()
    await asyncio.gather(*visits)
    assert seen == ["first", "high", "low", "low too"]
    assert not line.is_full
    assert len(line) == 0


async def test_whoever_goes_away_while_waiting_takes_no_place_with_them():
    line, seen, end = Line(1), list[str](), asyncio.Event()
    names = ("in", "gone", "next")
    visits = [asyncio.create_task(visit(line, name, 0, seen, end)) for name in names]
    await asyncio.sleep(0)
    visits[1].cancel()
    end.set()
    await asyncio.gather(*visits, return_exceptions=True)
    assert seen == ["in", "next"]
    assert not line.is_full


async def test_whoever_is_cancelled_when_it_is_their_turn_gives_the_place_on():
    line, seen, end = Line(1), list[str](), asyncio.Event()
    async with line.place():
        waiting = [asyncio.create_task(visit(line, name, 0, seen, end)) for name in ("a", "b")]
        await asyncio.sleep(0)
    waiting[0].cancel()
    end.set()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert seen == ["b"]
    assert not line.is_full
