"""Nobody who asks for anything is left without an answer, whatever Discord says to it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.discord_io.answers import defer, refuse
from bot.discord_io.reception import Limits, asked_in
from bot.discord_io.requests import Patience
from bot.handlers.request import Answer, Request
from bot.handlers.serving import HandlerCall
from bot.screens.components import AttachedPicture, Screen, note
from bot.screens.replies import Acknowledged, Private, Public, Redraw, Reply, Shared
from tests.desk.desk import at_desk
from tests.discord_io.client import refusal
from tests.discord_io.front import Front, answers, message

SAYS: Final = note("It is done.")
OTHER: Final = note("All see it.")
TOO_MUCH: Final = "Too much is going on right now."
COMMAND: Final = discord.InteractionType.application_command
PRESS: Final = discord.InteractionType.component


@pytest_asyncio.fixture
async def front(tmp_path: Path) -> AsyncIterator[Front]:
    async with at_desk(tmp_path) as desk:
        yield Front(desk)


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Private(SAYS), ["send_message"]),
        (Public(SAYS), ["send_message"]),
        (Redraw(SAYS, for_everybody=True), ["edit_message"]),
        (Shared(SAYS, OTHER), ["edit_message", "follow up"]),
        (Acknowledged(), ["defer"]),
    ],
    ids=lambda each: type(each).__name__,
)
async def test_each_reply_is_given_once(front: Front, reply: Reply, told: list[str]):
    asked = answers(reply)
    assert await front.asks(asked, type=PRESS, message=message(3, is_private=False)) == told
    assert front.reception.times.number == 1
    assert front.reception.times.failed == 0
    assert not front.reception.is_serving


async def test_what_is_private_is_seen_by_nobody_else(front: Front):
    await front.asks(answers(Private(SAYS)))
    assert front.calls.made[0][-1]["ephemeral"] is True
    await front.asks(answers(Public(SAYS)))
    assert "ephemeral" not in front.calls.made[1][-1]
    cards = answers(Redraw(SAYS))
    assert await front.asks(cards, message=message(3, is_private=False)) == ["send_message"]
    assert front.calls.made[2][-1]["ephemeral"] is True, "a forged button shows cards to nobody"
    assert await front.asks(cards, message=message(3, is_private=True)) == ["edit_message"]


async def test_what_goes_wrong_is_told_with_an_id_that_is_in_the_log(
    front: Front, caplog: pytest.LogCaptureFixture
):
    def serve(_at: Request) -> Answer:
        raise RuntimeError("no")

    told = await front.asks(HandlerCall(serve, (), {}, is_change=False))
    assert told == ["send_message"]
    assert "Something went wrong here (error " in front.said
    number = front.said.partition("(error ")[2][:6]
    assert f"error {number}" in caplog.text
    assert front.reception.times.failed == 1
    assert not front.reception.is_serving


@pytest.mark.parametrize(
    ("code", "told", "failed"),
    [
        (10062, ["send_message"], 0),
        (40060, ["send_message"], 0),
        (10008, ["send_message", "defer"], 0),
        (50013, ["send_message", "send_message"], 1),
    ],
    ids=["too late", "answered", "its message is gone", "another"],
)
async def test_what_discord_does_not_take_is_followed_up_all_the_same(
    front: Front, code: int, told: list[str], failed: int
):
    front.calls.fails.append(refusal(400, code))
    assert await front.asks(answers(Private(SAYS))) == told
    assert front.reception.times.failed == failed


@pytest.mark.parametrize("error", [refusal(500), refusal(429), refusal(403), aiohttp.ClientError()])
async def test_an_answer_that_did_not_arrive_is_given_once_more(front: Front, error: BaseException):
    front.calls.fails.append(error)
    assert await front.asks(answers(Private(SAYS))) == ["send_message"] * 2
    front.calls.fails += [error, refusal(400, 40060)]
    assert await front.asks(answers(Private(SAYS))) == ["send_message"] * 2, "it had arrived"
    front.calls.fails += [aiohttp.ClientError(), aiohttp.ClientError()]
    assert await front.asks(answers(Private(SAYS))) == ["send_message"] * 2
    front.calls.fails.append(TimeoutError())
    assert await front.asks(answers(Private(SAYS))) == ["send_message"], "it would be too late"
    assert front.reception.times.failed == 0


@pytest.mark.parametrize(
    "reply", [Shared(SAYS, OTHER), Redraw(SAYS, aside=OTHER)], ids=["for all", "aside"]
)
async def test_what_follows_a_reply_is_given_once_more_and_again(front: Front, reply: Reply):
    asked, pressed = answers(reply), message(3, is_private=True)
    post = front.calls.note

    def note(*call: Any) -> Any:
        if call[0] == "follow up" and front.calls.names.count("follow up") < 2:
            front.calls.fails.append(refusal(503))
        return post(*call)

    front.calls.note = note
    told = await front.asks(asked, type=PRESS, message=pressed)
    assert told == ["edit_message"] + ["follow up"] * 3


@pytest.mark.parametrize(("notice", "told"), [(0, []), (7, [(7, True)])])
async def test_a_message_that_an_answer_has_shown_is_not_posted(
    front: Front, notice: int, told: list[tuple[int, bool]], monkeypatch: pytest.MonkeyPatch
):
    answered: list[tuple[int, bool]] = []

    def note_answered(message_id: int, *, delivered: bool) -> None:
        answered.append((message_id, delivered))

    monkeypatch.setattr(front.reception.services.messages, "answered", note_answered)
    for errors in ([], [aiohttp.ClientError(), refusal(400, 40060)]):
        front.calls.fails += errors
        await front.asks(answers(Private(SAYS), notice=notice))
        assert answered == told, "it has arrived"
        answered.clear()


async def test_a_screen_that_discord_does_not_take_is_shown_in_another_way(front: Front):
    async def words() -> Screen:
        return OTHER

    asked = answers(Shared(SAYS, SAYS, others=(words,)))
    front.calls.fails.append(refusal(400, 50035))
    told = await front.asks(asked, message=message(3, is_private=True))
    assert told == ["edit_message", "edit_message", "follow up"]
    assert "All see it." in front.all_said[-2]
    asked = answers(Redraw(SAYS, others=(words,)))
    pressed = message(3, is_private=True)
    front.calls.fails.append(refusal(400, 50035))
    assert await front.asks(asked, message=pressed) == ["edit_message"] * 2
    assert "All see it." in front.said
    front.calls.fails += [refusal(400, 50035), refusal(400, 50035)]
    told = await front.asks(asked, message=pressed)
    assert told == ["edit_message", "edit_message", "send_message"], "there is no third way"
    front.calls.fails.append(refusal(400, 50006))
    assert await front.asks(asked, message=pressed) == ["edit_message", "send_message"]


async def test_it_is_no_warning_that_a_picture_was_replaced_meanwhile(
    front: Front, caplog: pytest.LogCaptureFixture
):
    async def words() -> Screen:
        return OTHER

    keeps = replace(SAYS, pictures=(AttachedPicture(50, "board.png"),))
    for screen, warnings in ((keeps, 0), (SAYS, 1)):
        front.calls.fails.append(refusal(400, 50035))
        asked = answers(Redraw(screen, others=(words,)))
        assert await front.asks(asked, message=message(3, is_private=True)) == ["edit_message"] * 2
        assert sum(each.levelno >= logging.WARNING for each in caplog.records) == warnings


# --- too much, too late ----------------------------------------------------------------------


def later(reply: Reply, gate: asyncio.Event) -> HandlerCall:
    """A handler whose answer is made once the gate is open."""

    async def answer(*_: object) -> Answer:
        await gate.wait()
        return Answer(reply)

    return HandlerCall(lambda _at: answer, (), {}, is_change=False)


async def held_up(front: Front, number: int, gate: asyncio.Event) -> list[asyncio.Task[Any]]:
    """So many people who are being served, or wait for it, until the gate is opened."""

    asked = later(Private(OTHER), gate)
    tasks = [asyncio.create_task(front.asks(asked)) for _ in range(number)]
    await passed_on()
    return tasks


async def passed_on() -> None:
    for _step in range(30):
        await asyncio.sleep(0)


@pytest.mark.parametrize(("seconds", "refused"), [(1.0, False), (1.1, True)])
async def test_nobody_is_let_in_while_the_first_of_them_waits_too_long(
    front: Front, passing: Callable[[float], None], seconds: float, refused: bool
):
    front = replace(front, limits=Limits(at_once=1, deferred_after=60.0))
    gate = asyncio.Event()
    tasks = await held_up(front, 2, gate)
    passing(seconds)
    asked = asyncio.create_task(front.asks(answers(Private(SAYS))))
    await passed_on()
    assert asked.done() is refused
    gate.set()
    await asyncio.gather(asked, *tasks)
    assert [TOO_MUCH in each for each in front.all_said].count(True) == refused


async def test_whoever_is_never_done_keeps_nobody_out_for_ever(
    front: Front, passing: Callable[[float], None]
):
    front = replace(front, limits=Limits(at_once=1, deferred_after=60.0, longest_wait=60.0))
    gate = asyncio.Event()
    tasks = await held_up(front, 1, gate)
    asked = asyncio.create_task(front.asks(answers(Private(SAYS))))
    await passed_on()
    assert not asked.done()
    passing(10.0)
    assert await asked == ["send_message"]
    gate.set()
    await asyncio.gather(*tasks)


async def test_whoever_waits_when_the_bot_is_stopped_is_told_to_ask_again(
    front: Front, passing: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
):
    async def slowly(*about: Any) -> None:
        await passed_on()
        await refuse(*about)

    monkeypatch.setattr("bot.discord_io.reception.refuse", slowly)
    gate = asyncio.Event()
    await held_up(front, 2, gate)
    closing = asyncio.create_task(front.reception.close(10.0))
    await passed_on()
    passing(10.0)
    await closing
    assert not front.reception.is_serving
    assert await front.asks(answers(Private(SAYS))) == ["send_message"]
    assert ["I'm being restarted." in each for each in front.all_said] == [True] * 3


async def test_nothing_has_gone_wrong_where_a_bot_that_has_ended_tells_nobody(
    front: Front, caplog: pytest.LogCaptureFixture
):
    """As aiohttp says it of its connections."""
    await front.reception.close(0.0)
    front.calls.fails.append(RuntimeError("Session is closed"))
    await front.asks(answers(Private(SAYS)))
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def test_an_answer_that_takes_longer_is_shown_to_be_coming_and_then_comes(front: Front):
    front = replace(front, limits=Limits(deferred_after=0.0))
    gate = asyncio.Event()

    for reply, late in ((Private(SAYS), "It is done."), (Public(OTHER), "Here it is.")):
        gate.clear()
        task = asyncio.create_task(front.asks(later(reply, gate)))
        await passed_on()
        assert front.reception.is_serving
        gate.set()
        told = await task
        assert told[:2] == ["defer", "follow up"]
        assert late in str(front.calls.made[1][-1]["view"].to_components())
        assert told[2:] == ["follow up"] * isinstance(reply, Public)
        front.calls.made.clear()


async def test_an_answer_waits_until_discord_has_taken_that_it_is_coming(
    front: Front, monkeypatch: pytest.MonkeyPatch
):
    """Else it would go where that goes."""
    gate = asyncio.Event()

    async def slowly(interaction: discord.Interaction, patience: Patience) -> None:
        gate.set()
        await passed_on()
        await defer(interaction, patience)

    monkeypatch.setattr("bot.discord_io.reception.defer", slowly)
    front = replace(front, limits=Limits(deferred_after=0.0))
    assert await front.asks(later(Private(SAYS), gate)) == ["defer", "follow up"]


# --- what is asked ---------------------------------------------------------------------------


def entry_of(data: Any, kind: discord.InteractionType = PRESS) -> str | None:
    interaction = SimpleNamespace(type=kind, data=data)
    found = asked_in(cast("discord.Interaction", interaction))
    return None if found is None else found[1]


def test_what_is_chosen_or_typed_comes_with_the_press():
    modal = discord.InteractionType.modal_submit
    assert entry_of({"custom_id": "x", "values": ["3", "4"]}) == "3,4"
    assert entry_of({"custom_id": "x"}) == ""
    typed = [{"type": 10}, {"component": {"type": 4, "custom_id": "entry", "value": " 2h\n"}}]
    assert entry_of({"custom_id": "x", "components": typed}, modal) == "2h"
    assert entry_of({"custom_id": "x", "components": [{"component": {}}]}, modal) == ""
    for other in (COMMAND, discord.InteractionType.autocomplete, discord.InteractionType.ping):
        assert entry_of({"custom_id": "x"}, other) is None
