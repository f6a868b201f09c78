"""How the bot is doing is told to whoever is on its machine: `bot status` and Prometheus."""

import asyncio
import sys
from collections.abc import AsyncGenerator

import aiohttp
import pytest
import pytest_asyncio

from bot.__main__ import main
from bot.client import OfcBot
from bot.settings import SettingsError
from bot.status import status_page, status_text
from bot.values.vitals import AnswerTimes, Vitals
from tests.e2e.house import Group, House


@pytest_asyncio.fixture
async def port(house: House, unused_tcp_port: int) -> AsyncGenerator[int]:
    """Where the bot tells how it is doing."""
    assert house.bot is not None
    async with status_page(unused_tcp_port, house.bot.health.vitals):
        yield unused_tcp_port


def bot_of(group: Group) -> OfcBot:
    assert group.house.bot is not None
    return group.house.bot


async def get(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, await response.text()


async def test_status_tells_of_connections_tables_and_answers(
    group: Group, port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("OFC_METRICS", str(port))
    assert await asyncio.to_thread(main, ["status"]) == 0
    said = capsys.readouterr().out
    assert "Discord: 1 of 1 connection.\nServers: 1." in said
    assert "Tables: 1 open, 1 hand in play." in said
    assert "Waiting: 0 for answers, 0 for pictures." in said
    assert "Due: nothing is late." in said
    answers = bot_of(group).reception.times.number
    assert answers > 0
    assert f"Answers: {answers}, half of them within " in said
    assert "0 failed." in said


async def test_what_is_due_and_not_done_is_told_as_late(group: Group, port: int):
    bot_of(group).timer.pause()
    group.house.discord.advance(40 * 86_400)
    _, said = await get(port, "/")
    assert "Due: late by " in said


async def test_prometheus_gets_the_same_numbers(group: Group, port: int):
    status, said = await get(port, "/metrics")
    assert status == 200
    lines = dict(line.rsplit(" ", 1) for line in said.splitlines() if not line.startswith("#"))
    times = bot_of(group).reception.times
    assert float(lines["ofc_answer_seconds_count"]) == times.number
    assert float(lines['ofc_answer_seconds_bucket{le="+Inf"}']) == times.number
    assert float(lines["ofc_failures_total"]) == 0
    assert float(lines["ofc_tables_open"]) == 1
    assert float(lines["ofc_commits_total"]) > 0
    assert "process_resident_memory_bytes" in lines


async def test_without_its_package_prometheus_is_told_what_to_install(
    port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    status, said = await get(port, "/metrics")
    assert status == 501
    assert "--extra metrics" in said


async def test_a_port_that_is_taken_is_refused_in_words(port: int, house: House):
    assert house.bot is not None
    with pytest.raises(SettingsError, match=f"port {port} can't be used"):
        async with status_page(port, house.bot.health.vitals):
            pass


@pytest.mark.parametrize(
    ("value", "says"), [("", "only if OFC_METRICS is set"), ("99999", "has to be a whole number")]
)
def test_status_without_a_port_says_what_to_do(
    value: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("OFC_METRICS", value)
    assert main(["status"]) == 2
    assert says in capsys.readouterr().err


def test_status_without_a_bot_says_so(
    unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("OFC_METRICS", str(unused_tcp_port))
    assert main(["status"]) == 2
    assert f"No bot tells how it is doing on port {unused_tcp_port}" in capsys.readouterr().err


def test_times_are_told_by_their_bounds():
    times = AnswerTimes()
    for seconds in (*[0.01] * 60, *[0.2] * 39, 7.0):
        times.add(seconds)
    vitals = Vitals(0.0, 7300.0, 2, 1, 3, times, 4, 5, 130.0, 9, 2, 1)
    said = status_text(vitals)
    assert "running for 2 hours." in said
    assert "Answers: 100, half of them within 0.01 s, 99 of 100 within 0.25 s" in said
    assert "late by 2 minutes" in said
    assert "more than 3 s" in status_text(Vitals(*{**vars(vitals), "answers": slow()}.values()))


def test_one_of_several_processes_tells_which_part_is_its_own():
    vitals = Vitals(0.0, 9.0, 8, 8, 3, slow(), 0, 0, 0.0, 0, 0, 0, "0-7/16", 16)
    assert "\nShards: 0-7/16; it looks after the tables of 16 shards.\n" in status_text(vitals)


def slow() -> AnswerTimes:
    times = AnswerTimes()
    times.add(30.0)
    return times
