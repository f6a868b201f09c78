"""A server's leaderboard as a message that is kept up to date: what it tells, and how."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.daily.days import begins_at, day_at, ends_at, set_of
from bot.handlers.ledger.rating_pages import leaders
from bot.handlers.request import Services
from bot.leaderboard.leaderboard_screen import Leaderboard, leaderboard_screen
from bot.leaderboard.months import plan_month
from bot.screens.components import Screen
from bot.store import guilds, leaderboards
from bot.store.deal_sets import WEEK
from bot.store.engine import Connection
from bot.store.leaderboards import BestHand
from bot.store.ledger import seals, tallies
from bot.store.messages import MessageRow
from bot.surfaces.kept_messages import Contents, Provider
from bot.texts import texts_for
from bot.values.options import Guild
from bot.values.scenes import Standing

_PLACES: Final = 10
"""People in the standing."""
_RATED: Final = 5
"""People in the ladder."""


@dataclass(frozen=True, kw_only=True)
class LeaderboardContents(Contents):
    """The contents of a leaderboard as the database had them at a moment, `made_at`."""

    guild: Guild
    standing: tuple[Standing, ...]
    best: tuple[BestHand, ...]
    made_at: int
    next_at: int
    seal: str


@dataclass(frozen=True)
class LeaderboardMessage(Provider[LeaderboardContents]):
    """The leaderboard of a server that has chosen a channel for it, new each Monday."""

    services: Services

    def contents(self, db: Connection, row: MessageRow, now: int) -> LeaderboardContents | None:
        """The current contents; None where the server wants no leaderboard."""
        guild = guilds.get(db, row.guild_id)
        if guild.leaderboard_channel_id is None:
            return None
        zone = guild.time_zone
        week = set_of(WEEK, day_at(zone, now))
        since, until = begins_at(week.before, zone), begins_at(week, zone)
        latest = seals.latest(db, guild.id)
        next_at = ends_at(week, zone)
        return LeaderboardContents(
            channel_id=guild.leaderboard_channel_id,
            renews_at=next_at,
            guild=guild,
            standing=tallies.standing(db, guild.id, now=now, count=_PLACES),
            best=leaderboards.best_hands(db, guild.id, since, until),
            made_at=now,
            next_at=next_at,
            seal="" if latest is None else latest.written,
        )

    async def draw(self, contents: LeaderboardContents, *, pictured: bool) -> Screen:  # noqa: ARG002
        """In words, with the ratings as they are now."""
        guild = contents.guild
        variant, rated = await leaders(self.services, guild.id, _RATED)
        shown = Leaderboard(
            contents.standing,
            variant,
            rated,
            contents.best,
            made_at=contents.made_at,
            next_at=contents.next_at,
            seal=contents.seal,
        )
        locale = guild.locale or self.services.gateway.locale_of(guild.id)
        return leaderboard_screen(shown, texts_for(locale))

    async def follow_up(self, row: MessageRow) -> None:
        """Have the month summed up there once it is over."""
        await plan_month(self.services, row.guild_id)

    async def give_up(self, row: MessageRow, contents: LeaderboardContents) -> None:
        """The server has none any more, unless it has chosen another channel meanwhile."""
        give_up = partial(guilds.give_up_leaderboard, guild_id=row.guild_id)
        await self.services.database.write(partial(give_up, channel_id=contents.channel_id))
