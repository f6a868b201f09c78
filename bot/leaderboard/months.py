"""The summary of a month in a server that has a leaderboard: one message, once it is over."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from bot.daily.days import moment, zone_of
from bot.handlers.request import Services
from bot.leaderboard.leaderboard_screen import best_lines, hands_text, place_line
from bot.screens.components import Screen, button, row, text
from bot.screens.ledger.queries import LedgerView, Query, ShowPage
from bot.store import guilds, leaderboards, messages
from bot.store.engine import Connection
from bot.store.leaderboards import BestHand, MonthLine
from bot.store.messages import MessageKind, MessageRow
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import Texts, texts_for
from bot.values.phrases import plain

_PLACES: Final = 5
"""People who are named."""


def month_at(zone: str | None, at: int) -> int:
    """The number of a month at a moment (Unix seconds) in an IANA time zone, None for UTC.

    Months are counted from the beginning of the calendar.
    """
    there = moment(zone, at)
    return 12 * there.year + there.month - 1


def begins_at(month: int, zone: str | None) -> int:
    """When a month begins in an IANA time zone, None for UTC, in Unix seconds."""
    year, before = divmod(month, 12)
    return int(datetime(year, before + 1, 1, tzinfo=zone_of(zone)).timestamp())


async def plan_month(services: Services, guild_id: int) -> None:
    """Have the month summed up in a server once it is over."""
    at = await services.database.write(partial(_plan, guild_id=guild_id, now=services.now))
    services.timer.expect(at)


def _plan(db: Connection, guild_id: int, now: int) -> int:
    zone = guilds.get(db, guild_id).time_zone
    month = month_at(zone, now)
    over = begins_at(month + 1, zone)
    messages.plan(db, MessageKind.MONTH, guild_id, month, over)
    return over


class MonthMessage(InWords):
    """Posted once, when a month is over, where the leaderboard is."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def contents(self, db: Connection, row: MessageRow, _now: int) -> Words | None:
        """The month; None if no hand counted, or the server has no leaderboard any more."""
        guild = guilds.get(db, row.guild_id)
        since, until = (begins_at(month, guild.time_zone) for month in (row.about, row.about + 1))
        lines = leaderboards.lines_between(db, guild.id, since, until)
        if guild.leaderboard_channel_id is None or not lines:
            return None
        screen = month_screen(
            lines,
            leaderboards.best_hands(db, guild.id, since, until),
            leaderboards.hands_between(db, guild.id, since, until),
            (since, until),
            texts_for(guild.locale or self._services.gateway.locale_of(guild.id)),
        )
        return Words(channel_id=guild.leaderboard_channel_id, is_last=True, screen=screen)


def month_screen(
    lines: Sequence[MonthLine],
    best: Sequence[BestHand],
    hands: int,
    span: tuple[int, int],
    _: Texts,
) -> Screen:
    """A month as a message for everybody, which notifies nobody; `span` is when it was."""
    since, until = span
    count = _.count("{number} person played", "{number} people played", len(lines))
    parts = [
        f"## {_('The month')}",
        f"-# <t:{since}:D> – <t:{until - 1}:D> · {hands_text(hands, _)} · {count}",
        *(place_line(each, _) for each in lines[:_PLACES]),
    ]
    if best:
        title = _.count("Best hand of the month", "Best hands of the month", len(best))
        parts += [f"### {title}", *best_lines(best, _)]
    dreamer = max(lines, key=lambda line: line.visits)
    if dreamer.visits:
        visits = _.count(
            "{name} was in Fantasyland {number} time",
            "{name} was in Fantasyland {number} times",
            dreamer.visits,
            name=plain(dreamer.name),
        )
        parts.append(f"⭐ {visits}")
    standing = button(ShowPage(Query(LedgerView.STANDING)), _("Standing"))
    return Screen((text("\n".join(parts)), row(standing)), is_silent=True)
