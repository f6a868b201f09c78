"""Posts each server's summary of a day once that has ended everywhere, and never twice.

It keeps nothing in memory: which summary is due stands in the database, and a message is posted
with a nonce of its own, so that a crash does not post it again.
"""

import asyncio
import hashlib
import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.daily.days import last_over, over_at
from bot.daily.pages import result_scene
from bot.daily.playing import with_par
from bot.daily.rounds import Round
from bot.daily.summary import Summary, summary_screen
from bot.handlers.request import Services
from bot.pictures.theme import Theme
from bot.store import daily, guilds, players
from bot.store.daily import Attempt, DailyDeal
from bot.store.engine import Connection
from bot.store.players import Player
from bot.surfaces.gateway import ChannelGone, GatewayError, NotAllowed, Refused
from bot.surfaces.render import PictureOptions
from bot.texts import texts_for
from bot.values.options import Guild

log: Final = logging.getLogger(__name__)

_LONGEST: Final = 3600.0
"""Seconds after which it looks at the clock again: that may have been set."""
_RETRY: Final = 60.0
"""Seconds after which it tries again what went wrong."""
_IN_VAIN: Final = (ChannelGone, NotAllowed, Refused)


@dataclass(frozen=True)
class _Day:
    """What a server's summary is made of: who played, the best first, and days in a row."""

    guild: Guild
    deal: DailyDeal
    played: tuple[tuple[Player, Attempt], ...]
    streak: int


class Summaries:
    """Posts them through the gateway."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_looking = False

    def start(self) -> None:
        """Begin, unless it has begun: servers are known by now."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def wake(self) -> None:
        """Look at once what is due."""
        self._woken.set()

    @property
    def are_posting(self) -> bool:
        """Whether one may be being posted now."""
        return self._task is not None and (self._woken.is_set() or self._is_looking)

    async def close(self) -> None:
        """Stop; what is due waits for the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            self._is_looking = True
            self._woken.clear()
            try:
                wait = await self._look()
            except Exception:
                log.exception("the summaries of a day could not be posted, will try again")
                wait = _RETRY
            self._is_looking = False
            with suppress(TimeoutError):
                async with asyncio.timeout(min(wait, _LONGEST)):
                    await self._woken.wait()

    async def _look(self) -> float:
        """Post what is due; returns after how many seconds something may be next."""
        services, wait = self._services, _LONGEST
        day = last_over(services.now)
        for guild_id in await services.database.read(partial(daily.to_sum_up, day=day)):
            try:
                await self._post(guild_id, day)
            except GatewayError as error:
                log.warning("daily summary of a server not posted, will try again: %r", error)
                wait = _RETRY
                continue
            await services.database.write(partial(daily.summed_up, guild_id=guild_id, day=day))
        return min(wait, over_at(day + 1) - services.clock())

    async def _post(self, guild_id: int, day: int) -> None:
        services = self._services
        found = await services.database.read(partial(_read, guild_id, day))
        channel_id = found.guild.daily_channel_id
        assert channel_id is not None
        deal = await with_par(services, found.deal)
        _ = texts_for(found.guild.locale or services.gateway.locale_of(guild_id))
        best, attempt = found.played[0]
        options = PictureOptions(f"daily-{day}.png", Theme(found.guild.skin, found.guild.deck))
        scene = result_scene(Round(deal, attempt), best)
        picture = await services.studio.illustrator.result(scene, options, _)
        ranked = [(player.name, each) for player, each in found.played]
        summary = Summary(day, deal.par or 0, ranked, found.streak)
        nonce = hashlib.sha256(f"daily {guild_id} {day}".encode()).hexdigest()[:24]
        try:
            await services.gateway.post(channel_id, summary_screen(summary, picture, _), nonce)
        except _IN_VAIN as error:
            log.info("daily summary of a server cannot be posted: %r", error)


def _read(guild_id: int, day: int, db: Connection) -> _Day:
    deal = daily.deal_of(db, day)
    assert deal is not None, "somebody has played it"
    played = tuple(
        (players.get(db, attempt.player_id), attempt)
        for attempt in daily.results(db, day, guild_id)
    )
    streak = daily.guild_streak(db, guild_id, day)
    return _Day(guilds.get(db, guild_id), deal, played, streak)
