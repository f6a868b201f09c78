"""More to do than can be done: pictures come later, and what the bot does by itself gives way."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from bot.screens.components import Screen
from bot.store import judgements
from bot.surfaces import render
from bot.surfaces.admission import AdmissionQueue
from bot.surfaces.painter import Painter
from bot.surfaces.queue import Job
from bot.workers.skill_judge import SkillJudge
from discord_standin.trouble import Delay
from tests.e2e.house import Group, House
from tests.e2e.knock_out import add_people, found, opened, press
from tests.e2e.menus import menu_of
from tests.e2e.requests import EDIT

T = TypeVar("T")


@pytest.fixture
def can_draw(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """While it is not set no picture gets ready."""
    event, draw = asyncio.Event(), render.in_background
    event.set()

    async def draw_in_time(work: Callable[[], T]) -> T:
        await event.wait()
        return await draw(work)

    monkeypatch.setattr(render, "in_background", draw_in_time)
    yield event
    event.set()


@pytest_asyncio.fixture
async def others(gather) -> Group:
    """People at another table, in a hand."""
    others: Group = gather(2, "others")
    await others.sit_down()
    await others.deal()
    return others


@pytest.fixture
def painter(house: House) -> Painter:
    assert house.bot is not None
    return house.bot.reception.services.painter


async def look_otherwise(group: Group) -> None:
    """Have the board and a player's own message drawn once more."""
    ann = group.people[0]
    shown = (await ann.types(group.channel, "/my settings")).message
    await ann.select(shown, "day", menu=menu_of(shown, "table.skin"))


async def keep_busy(others: Group, painter: Painter, can_draw: asyncio.Event) -> None:
    """Have as much drawn elsewhere as is drawn at once, which does not get ready."""
    can_draw.clear()
    await look_otherwise(others)
    await others.house.discord.until(lambda: painter.backlog.is_full)


async def fall_behind(group: Group, others: Group, painter: Painter, can_draw: asyncio.Event):
    """Have more to draw than is drawn at once."""
    await keep_busy(others, painter, can_draw)
    await look_otherwise(group)
    await group.house.discord.until(lambda: len(painter.backlog) == 2)


async def test_nothing_more_is_drawn_while_discord_has_not_answered_what_was_sent(
    group: Group, others: Group, painter: Painter, monkeypatch: pytest.MonkeyPatch
):
    discord = group.house.discord
    monkeypatch.setattr(painter, "_sent", AdmissionQueue(1))
    monkeypatch.setattr("bot.surfaces.painter._LONGEST_HELD", 600.0)
    drawn, screen = list[Job](), painter._messages.screen

    async def draw(job: Job) -> Screen | None:
        drawn.append(job)
        return await screen(job)

    monkeypatch.setattr(painter._messages, "screen", draw)
    discord.fail_next(*EDIT, Delay(60.0))
    await look_otherwise(group)
    await discord.until(lambda: painter._sent.is_full)
    await look_otherwise(others)
    await discord.until(lambda: painter.backlog.is_full)
    for _ in range(5):  # each goes through the database, as the next picture would
        await others.people[0].types(others.channel, "/ofc tables")
    assert len(drawn) == 1, "while Discord has not answered"
    await discord.until(lambda: discord.troubles_are_over)
    discord.advance(60.0)
    await group.house.catch_up()
    assert len(drawn) > 1


async def test_a_tournament_deals_at_more_tables_only_once_what_it_did_before_is_drawn(
    gather, painter: Painter, can_draw: asyncio.Event, monkeypatch: pytest.MonkeyPatch
):
    """Whoever presses Confirm is not held up by hundreds of pictures of a hand that begins."""
    monkeypatch.setattr("bot.workers.timer._DRAWN_WITHIN", 600.0)
    group: Group = gather(5)
    add_people(group, *(f"P{number}" for number in range(10)))
    ann = group.people[0]
    await opened(group, stack=40, seats=3, levels="none")
    for person in group.people[1:]:
        await press(group, person, "Join")
    can_draw.clear()
    has_dealt = asyncio.Event()
    assert group.house.bot is not None
    gateway = group.house.bot.reception.services.gateway
    open_thread = gateway.open_thread

    async def open_after_the_first(*about: Any) -> int:
        if threads():
            await has_dealt.wait()
        return await open_thread(*about)

    def threads() -> int:
        return sum(channel.is_thread for channel in group.guild.channels.values())

    def dealt() -> int:
        return sum(table.running is not None for table in found(group.house).tables)

    monkeypatch.setattr(gateway, "open_thread", open_after_the_first)
    starting = asyncio.create_task(press(group, ann, "Start"))
    await group.house.discord.until(lambda: dealt() > 0 and len(painter.backlog) > 0)
    has_dealt.set()
    await group.house.discord.until(lambda: threads() == 5)
    for _ in range(5):  # each goes through the database, as the next deal would
        await ann.types(group.channel, "/ofc tables")
    assert dealt() == 1
    can_draw.set()
    await starting
    await group.house.discord.until(lambda: dealt() == 5)
    await group.house.settle()


async def test_hands_are_judged_once_nothing_waits_to_be_drawn(
    group: Group,
    others: Group,
    painter: Painter,
    can_draw: asyncio.Event,
    monkeypatch: pytest.MonkeyPatch,
):
    await group.finish()
    await group.house.catch_up()
    await fall_behind(group, others, painter, can_draw)
    assert group.house.bot is not None
    services = group.house.bot.reception.services
    waits, waiting = asyncio.Event(), list[int]()
    emptied, think = painter.backlog.emptied, services.thinker.think

    async def wait() -> None:
        waits.set()
        await emptied()

    async def think_then(work: Callable[[], T]) -> T:
        waiting.append(len(painter.backlog))
        return await think(work)

    monkeypatch.setattr(painter.backlog, "emptied", wait)
    monkeypatch.setattr(services.thinker, "think", think_then)
    judge = SkillJudge(services.database, painter, services.thinker, 0.0)
    await judge.start()
    await group.house.discord.until(lambda: waits.is_set() or bool(waiting))
    can_draw.set()
    await group.house.discord.until(lambda: not judge.is_judging)
    await judge.close()
    assert waiting
    assert not any(waiting)
    assert judgements.next_unjudged(group.house.committed.db) is None
