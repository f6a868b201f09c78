"""A page about how the bot is doing, for people and for Prometheus, on this machine alone."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import accumulate
from math import inf
from typing import Final, TypeAlias

from aiohttp import web

from bot.settings import SettingsError
from bot.values.ledger_records import DAY
from bot.values.vitals import BOUNDS, Vitals

HOST: Final = "127.0.0.1"
_NO_PACKAGE: Final = (
    "Metrics need the package prometheus-client, which is not installed here: "
    "install ofc-bot[metrics], or .uv/bin/uv sync --inexact --no-dev --extra metrics\n"
)
_MINUTE: Final = 60
_HOUR: Final = 3600
Ask: TypeAlias = Callable[[], Awaitable[Vitals]]
"""Finds out how the bot is doing."""


@asynccontextmanager
async def status_page(port: int, ask: Ask) -> AsyncGenerator[None]:
    """Serve the page at `/` and Prometheus's at `/metrics` meanwhile.

    Raises SettingsError if another program has the port.
    """

    async def people(_: web.Request) -> web.Response:
        return web.Response(text=status_text(await ask()))

    async def prometheus(_: web.Request) -> web.Response:
        vitals = await ask()
        try:
            text = metrics_text(vitals)
        except ModuleNotFoundError:
            return web.Response(text=_NO_PACKAGE, status=web.HTTPNotImplemented.status_code)
        return web.Response(body=text, headers={"Content-Type": "text/plain; version=0.0.4"})

    app = web.Application()
    app.router.add_get("/", people)
    app.router.add_get("/metrics", prometheus)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            raise SettingsError(
                "OFC_METRICS: port {port} can't be used ({error}). Choose another.",
                port=port,
                error=error.strerror,
            ) from error
        yield
    finally:
        await runner.cleanup()


# --- for people ------------------------------------------------------------------------------


def status_text(vitals: Vitals) -> str:
    """How the bot is doing, in lines."""
    answers = vitals.answers
    lines = [
        f"The bot has been running for {_span(vitals.now - vitals.started_at)}.",
        f"Discord: {vitals.shards_open} of {_count(vitals.shards, 'connection')}.",
        *_part(vitals),
        f"Servers: {vitals.servers}.",
        f"Tables: {vitals.tables_open} open, {_count(vitals.hands_running, 'hand')} in play.",
        f"Answers: {answers.number}{_times(vitals)}; {answers.failed} failed.",
        f"Waiting: {vitals.answers_waiting} for answers, {vitals.pictures_waiting} for pictures.",
        f"Due: {f'late by {_span(vitals.late)}' if vitals.late >= 1 else 'nothing is late'}.",
        f"Database: {_count(vitals.commits, 'commit')}.",
    ]
    return "\n".join(lines) + "\n"


def _part(vitals: Vitals) -> list[str]:
    """The part of this process among several."""
    if vitals.looked_after is None:
        return []
    after = _count(vitals.looked_after, "shard")
    return [f"Shards: {vitals.served}; it looks after the tables of {after}."]


def _count(number: int, of: str) -> str:
    return f"{number} {of}{'s' * (number != 1)}"


def _times(vitals: Vitals) -> str:
    if not vitals.answers.number:
        return ""
    half, most = vitals.answers.within(0.5), vitals.answers.within(0.99)
    return f", half of them within {_seconds(half)}, 99 of 100 within {_seconds(most)}"


def _seconds(bound: float) -> str:
    return f"more than {BOUNDS[-2]:g} s" if bound == inf else f"{bound:g} s"


def _span(seconds: float) -> str:
    """A length of time in the largest unit that fits twice."""
    for size, unit in ((DAY, "days"), (_HOUR, "hours"), (_MINUTE, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds // size:.0f} {unit}"
    return f"{seconds:.0f} s"


# --- for Prometheus --------------------------------------------------------------------------


def metrics_text(vitals: Vitals) -> bytes:
    """The vitals in Prometheus's text format; raises ModuleNotFoundError without its package."""
    from prometheus_client import PROCESS_COLLECTOR, CollectorRegistry, generate_latest  # noqa: PLC0415 - an extra: most bots go without it
    from prometheus_client.core import (  # noqa: PLC0415
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
        Metric,
    )

    answers = vitals.answers
    buckets = zip(BOUNDS, accumulate(answers.counts), strict=True)
    families = [
        HistogramMetricFamily(
            "ofc_answer_seconds",
            "How long people waited for answers",
            buckets=[("+Inf" if bound == inf else f"{bound:g}", count) for bound, count in buckets],
            sum_value=answers.seconds,
        ),
        *(CounterMetricFamily(*counter) for counter in _counters(vitals)),
        *(GaugeMetricFamily(*gauge) for gauge in _gauges(vitals)),
    ]

    class Collector:
        def collect(self) -> list[Metric]:
            return [*families, *PROCESS_COLLECTOR.collect()]

    registry = CollectorRegistry()
    registry.register(Collector())
    return generate_latest(registry)


def _counters(vitals: Vitals) -> list[tuple[str, str, float]]:
    return [
        ("ofc_failures", "Answers that said that something went wrong", vitals.answers.failed),
        ("ofc_commits", "Transactions kept", vitals.commits),
    ]


def _gauges(vitals: Vitals) -> list[tuple[str, str, float]]:
    looked_after = vitals.shards if vitals.looked_after is None else vitals.looked_after
    return [
        ("ofc_shards", "Connections to Discord that there should be", vitals.shards),
        ("ofc_shards_open", "Connections to Discord that are open", vitals.shards_open),
        ("ofc_shards_looked_after", "Shards whose tables it looks after", looked_after),
        ("ofc_servers", "Servers", vitals.servers),
        ("ofc_answers_waiting", "People who wait to be served", vitals.answers_waiting),
        ("ofc_pictures_waiting", "Messages that are out of date", vitals.pictures_waiting),
        ("ofc_late_seconds", "For how long the first thing due has been so", vitals.late),
        ("ofc_tables_open", "Open tables", vitals.tables_open),
        ("ofc_hands_running", "Hands in play", vitals.hands_running),
    ]
