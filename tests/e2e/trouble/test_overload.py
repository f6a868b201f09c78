"""More to do than can be done: presses are carried out as long as possible, pictures come later."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from bot.discord_io.reception import Limits
from bot.screens.components import Screen
from bot.screens.presses import Confirm, Put
from bot.store import judgements
from bot.surfaces import render
from bot.surfaces.admission import AdmissionQueue
from bot.surfaces.backlog import Timing
from bot.surfaces.painter import Painter
from bot.surfaces.queue import Job
from bot.workers.skill_judge import SkillJudge
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.trouble import Delay
from discord_standin.vocabulary import CallbackType
from sandbox.placing import placing_message, pressable
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


async def lay_out(group: Group) -> tuple[Person, Shown]:
    """Bob, who puts his cards somewhere, and his message."""
    bob = group.people[1]
    shown = placing_message(bob, group.channel)
    assert shown is not None
    await bob.press(shown, str(pressable(shown, Put)[0]))
    return bob, bob.sees(shown)


async def test_while_pictures_are_far_behind_a_tap_is_served_and_a_confirmation_refused_in_words(
    group: Group, others: Group, painter: Painter, can_draw: asyncio.Event
):
    await fall_behind(group, others, painter, can_draw)
    painter.backlog.timing = replace(painter.backlog.timing, behind=-1.0, held_up=0.01)
    before = group.house.log(group.channel)
    bob, shown = await lay_out(group)
    confirm = str(pressable(shown, Confirm)[0])
    reply = await bob.press(shown, confirm)
    assert "Too much is going on right now" in reply.text
    assert reply.message.is_ephemeral or reply.message.message.channel is bob.dm
    assert group.house.log(group.channel) == before, "nothing is placed"
    can_draw.set()
    await group.house.settle()
    await bob.press(bob.sees(shown), confirm)
    await group.house.settle()
    assert group.house.log(group.channel) > before, "now it is"


async def test_a_confirmation_is_held_up_until_enough_has_been_drawn_and_then_served(
    group: Group, others: Group, painter: Painter, can_draw: asyncio.Event
):
    await fall_behind(group, others, painter, can_draw)
    painter.backlog.timing = replace(painter.backlog.timing, behind=-1.0, held_up=600.0)
    before = group.house.log(group.channel)
    bob, shown = await lay_out(group)
    confirming = asyncio.create_task(bob.press(shown, str(pressable(shown, Confirm)[0])))
    await group.house.discord.until(lambda: painter.backlog.holds_up)
    assert group.house.log(group.channel) == before
    can_draw.set()
    reply = await confirming
    assert reply.error == ""
    await group.house.settle()
    assert len(group.house.log(group.channel)) > len(before)


@pytest.mark.house(timing=Timing(behind=600.0, rest=600.0))
async def test_while_many_wait_a_board_is_edited_once_a_second_and_shows_all_that_changed(
    group: Group, others: Group, painter: Painter, can_draw: asyncio.Event
):
    ann, bob = group.people
    edits: list[Message] = []

    def on_change(change: Change) -> None:
        message = change.subject
        if change.event is Event.MESSAGE_EDITED and isinstance(message, Message):
            edits.extend([message] * (message.channel is group.channel))

    group.house.discord.world.feed.follow(on_change)
    await bob.types(group.channel, "/ofc place cards:fmmbb!")
    await group.house.settle()
    assert len(edits) == 1, "at once while there is little to do"
    table = group.house.table(group.channel)
    await keep_busy(others, painter, can_draw)
    await ann.types(group.channel, "/ofc place cards:fmmbb!")
    await bob.types(group.channel, "/ofc place cards:mbx!")
    can_draw.set()
    await group.house.discord.until(lambda: len(painter._workers) == 1)
    assert len(edits) == 1, "it rests"
    painter.backlog.end_rest(table.id)
    await group.house.settle()
    assert len(edits) == 2
    assert not group.house.is_behind


async def test_nothing_more_is_drawn_while_discord_has_not_answered_what_was_sent(
    group: Group, others: Group, painter: Painter, monkeypatch: pytest.MonkeyPatch
):
    discord = group.house.discord
    monkeypatch.setattr(painter, "_sent", AdmissionQueue(1))
    monkeypatch.setattr("bot.surfaces.painter._LONG_SENT", 600.0)
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
    discord.advance(60.0)
    await group.house.catch_up()
    assert len(drawn) > 1


@pytest.mark.house(limits=Limits(deferred_after=600.0, too_late=601.0, at_once=1))
async def test_while_many_wait_whoever_has_waited_already_is_told_sooner_that_it_takes_longer(
    group: Group, house: House, monkeypatch: pytest.MonkeyPatch
):
    assert house.bot is not None
    monkeypatch.setattr(house.bot.reception, "_age", lambda _press: 600.0)
    bob = group.people[1]
    shown = placing_message(bob, group.channel)
    assert shown is not None
    async with house.bot.reception._line.admission():
        reply = await bob.press(shown, str(pressable(shown, Put)[0]))
        assert reply.how is CallbackType.DEFERRED_UPDATE
        assert bob.sees(shown).text == shown.text
    await house.settle()
    assert bob.sees(shown).text != shown.text, "and then it is served"


class LateHouse(House):
    """A bot that does not answer everything in time."""

    async def close(self) -> None:
        await self.settle()
        await self.stop()


@pytest.mark.house(kind=LateHouse)
async def test_what_arrives_too_late_is_dropped_once_discord_has_refused_an_answer_as_too_late(
    group: Group, caplog: pytest.LogCaptureFixture
):
    group.house.limit(late_for=600.0)
    bob = group.people[1]

    async def tap(number: int, age: float) -> Reply:
        shown = placing_message(bob, group.channel)
        assert shown is not None
        pressing = asyncio.create_task(bob.press(shown, str(pressable(shown, Put)[number])))
        await asyncio.sleep(0)
        group.house.discord.advance(age)
        reply = await pressing
        await group.house.settle()
        return reply

    def drafts() -> list[tuple[object, ...]]:
        with group.house.read() as db:
            return [tuple(row) for row in db.execute("SELECT * FROM drafts")]

    assert (await tap(0, 4.0)).error
    assert "Unknown interaction" in caplog.text
    before = drafts()
    assert before, "nobody could know"
    assert (await tap(1, 4.0)).error
    assert drafts() == before
    in_vain = [v for v in group.house.discord.violations if "answered after" in v]
    assert len(in_vain) == 1, "nothing more was answered in vain"
    assert not (await tap(1, 0.0)).error, "who comes in time is served"


async def test_a_tournament_deals_at_more_tables_only_once_what_it_did_before_is_drawn(
    gather, painter: Painter, can_draw: asyncio.Event, monkeypatch: pytest.MonkeyPatch
):
    """Whoever presses Confirm is not held up by hundreds of pictures of a hand that begins."""
    painter.backlog.timing = replace(painter.backlog.timing, held_up=600.0)
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
    all_composed, think = painter.backlog.all_composed, services.thinker.think

    async def wait() -> None:
        waits.set()
        await all_composed()

    async def think_then(work: Callable[[], T]) -> T:
        waiting.append(len(painter.backlog))
        return await think(work)

    monkeypatch.setattr(painter.backlog, "all_composed", wait)
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
