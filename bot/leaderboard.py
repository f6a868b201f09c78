"""A server's leaderboard, a message that is renewed each Monday; the summary of each month."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from bot.daily.days import begins_at, day_at, ends_at, moment, set_of, zone_of
from bot.handlers.ledger.rating_pages import leaders
from bot.handlers.request import Services
from bot.handlers.serving import provides
from bot.screens.components import Screen, button, row, text
from bot.screens.ledger.lists import seal_lines
from bot.screens.ledger.pages import LedgerView, Query, ShowPage
from bot.store import guilds, messages
from bot.store.deal_sets import WEEK
from bot.store.engine import Connection
from bot.store.ledger import seals, tallies
from bot.store.ledger.tallies import BestHand, MonthLine
from bot.store.messages import MessageKind, MessageRow
from bot.surfaces.kept_messages import Contents, InWords, Provider, Words
from bot.texts import Texts, texts_for
from bot.values.ledger_records import NOTHING_COUNTS
from bot.values.options import Guild
from bot.values.phrases import named_game, plain, signed
from bot.values.scenes import RatedPlayer, Standing

_PLACES: Final = 10
"""People in the standing."""
_RATED: Final = 5
"""People in the ladder."""
_MOST_BEST: Final = 3
"""How many best hands, or people with most visits, are named where more are level."""


@dataclass(frozen=True)
class Leaderboard:
    """A leaderboard: the `standing` of all time and the ratings in a `variant`, the best first.

    `rated` is empty where nobody has a rating, or the server does not tell ratings; `best` are the
    best hands of the week before, all that are level, none where nobody won points in it. It was
    made at `made_at`, and the next is due at `next_at` (Unix seconds). `seal` is the newest.
    """

    standing: Sequence[Standing]
    best: Sequence[BestHand]
    made_at: int
    next_at: int
    seal: str = ""
    variant: str = ""
    rated: Sequence[RatedPlayer] = ()


def leaderboard_screen(shown: Leaderboard, _: Texts) -> Screen:
    """A server's leaderboard as a message for everybody; it notifies nobody."""
    parts = [
        f"## {_('Leaderboard')}",
        *(_standing(shown, _) if shown.standing else [_(NOTHING_COUNTS)]),
        "-# "
        + _(
            "As of {date}. New every Monday, next time {next}.",
            date=f"<t:{shown.made_at}:D>",
            next=f"<t:{shown.next_at}:R>",
        ),
        *seal_lines(shown.seal, _),
    ]
    ways = [button(ShowPage(Query(LedgerView.STANDING)), _("Standing"))]
    if shown.rated:
        ways.append(button(ShowPage(Query(LedgerView.RATING)), _("Rating")))
    buttons = (row(*ways),) if shown.standing else ()
    return Screen((text("\n".join(parts)), *buttons), is_silent=True)


def _standing(shown: Leaderboard, _: Texts) -> list[str]:
    lines = [place_line(each, _) for each in shown.standing]
    return [*lines, *_ratings(shown, _), *_best(shown.best, _)]


def place_line(each: Standing | MonthLine, _: Texts) -> str:
    """Somebody's place, with their points and hands."""
    return (
        f"{each.place}. **{plain(each.name)} {signed(each.points)}** · {hands_text(each.hands, _)}"
    )


def _ratings(shown: Leaderboard, _: Texts) -> list[str]:
    if not shown.rated:
        return []
    title = _("Rating in {variant}, in points a hand", variant=named_game(shown.variant, _))
    return [f"### {title}", *(_rated(each, _) for each in shown.rated)]


def _rated(each: RatedPlayer, _: Texts) -> str:
    points, low, high = (
        _.decimal(value, signed=True) for value in (each.points, each.low, each.high)
    )
    span = _("{low} to {high}", low=low, high=high)
    name = plain(each.player.name)
    return f"{each.place}. **{name} {points}** ({span}) · {hands_text(each.hands, _)}"


def best_lines(best: Sequence[BestHand], _: Texts) -> list[str]:
    """Best hands, all level, a few of them by name."""
    lines = [
        _(
            "{name} {points} in hand #{number}",
            name=f"**{plain(each.name)}**",
            points=signed(each.points),
            number=each.number,
        )
        for each in best[:_MOST_BEST]
    ]
    return [*lines, *_and_more(best, _)]


def _and_more(level: Sequence[object], _: Texts) -> list[str]:
    more = len(level) - _MOST_BEST
    return [_.count("and {number} more", "and {number} more", more)] if more > 0 else []


def _best(best: Sequence[BestHand], _: Texts) -> list[str]:
    lines = best_lines(best, _) or [_("No hand was won last week. Open a table with /play.")]
    title = _.count("Last week's best hand", "Last week's best hands", max(1, len(best)))
    return [f"### {title}", *lines]


def hands_text(count: int, _: Texts) -> str:
    """A number of hands, in words."""
    return _.count("{number} hand", "{number} hands", count)


@dataclass(frozen=True, kw_only=True)
class LeaderboardContents(Contents):
    """A leaderboard as the database had it at a moment; its ratings are read when it is drawn."""

    guild: Guild
    shown: Leaderboard


@provides(MessageKind.LEADERBOARD)
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
            shown=Leaderboard(
                tallies.standing(db, guild.id, now=now, count=_PLACES),
                tallies.best_hands(db, guild.id, since, until),
                now,
                next_at,
                "" if latest is None else latest.written,
            ),
        )

    async def draw(self, contents: LeaderboardContents, *, pictured: bool) -> Screen:  # noqa: ARG002
        """In words, with the ratings as they are now."""
        guild = contents.guild
        variant, rated = await leaders(self.services, guild.id, _RATED)
        shown = replace(contents.shown, variant=variant, rated=rated)
        locale = guild.locale or self.services.gateway.locale_of(guild.id)
        return leaderboard_screen(shown, texts_for(locale))

    async def follow_up(self, row: MessageRow) -> None:
        """Plan the summary of the month."""
        await plan_month(self.services, row.guild_id)

    async def give_up(self, row: MessageRow, contents: LeaderboardContents) -> None:
        """Give up the server's leaderboard, unless it has chosen another channel meanwhile."""
        give_up = partial(guilds.give_up_leaderboard, guild_id=row.guild_id)
        await self.services.database.write(partial(give_up, channel_id=contents.channel_id))


# --- months ----------------------------------------------------------------------------------

_NAMED: Final = 5
"""People who are named."""


def month_at(zone: str | None, at: int) -> int:
    """The number of a month at a moment (Unix seconds) in an IANA time zone, None for UTC.

    Months are counted from the beginning of the calendar.
    """
    there = moment(zone, at)
    return 12 * there.year + there.month - 1


def month_begins(month: int, zone: str | None) -> int:
    """When a month begins in an IANA time zone, None for UTC, in Unix seconds."""
    year, before = divmod(month, 12)
    return int(datetime(year, before + 1, 1, tzinfo=zone_of(zone)).timestamp())


async def plan_month(services: Services, guild_id: int) -> None:
    """Plan the summary of the month in a server, for when it is over."""
    at = await services.database.write(partial(_plan, guild_id=guild_id, now=services.now))
    services.timer.expect(at)


def _plan(db: Connection, guild_id: int, now: int) -> int:
    zone = guilds.get(db, guild_id).time_zone
    month = month_at(zone, now)
    over = month_begins(month + 1, zone)
    messages.plan(db, MessageKind.MONTH, guild_id, month, over)
    return over


@provides(MessageKind.MONTH)
@dataclass(frozen=True)
class MonthMessage(InWords):
    """Posted once, when a month is over, where the leaderboard is."""

    services: Services

    def contents(self, db: Connection, row: MessageRow, _now: int) -> Words | None:
        """The month; None if no hand counted, or the server has no leaderboard any more."""
        guild = guilds.get(db, row.guild_id)
        since, until = (
            month_begins(month, guild.time_zone) for month in (row.about, row.about + 1)
        )
        lines = tallies.lines_between(db, guild.id, since, until)
        if guild.leaderboard_channel_id is None or not lines:
            return None
        screen = month_screen(
            lines,
            tallies.best_hands(db, guild.id, since, until),
            tallies.hands_between(db, guild.id, since, until),
            (since, until),
            texts_for(guild.locale or self.services.gateway.locale_of(guild.id)),
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
        *(place_line(each, _) for each in lines[:_NAMED]),
    ]
    if best:
        title = _.count("Best hand of the month", "Best hands of the month", len(best))
        parts += [f"### {title}", *best_lines(best, _)]
    parts += _most_visits(lines, _)
    standing = button(ShowPage(Query(LedgerView.STANDING)), _("Standing"))
    return Screen((text("\n".join(parts)), row(standing)), is_silent=True)


def _most_visits(lines: Sequence[MonthLine], _: Texts) -> list[str]:
    most = max(line.visits for line in lines)
    level = [line for line in lines if most and line.visits == most]
    told = (
        _.count(
            "{name} was in Fantasyland {number} time",
            "{name} was in Fantasyland {number} times",
            most,
            name=plain(line.name),
        )
        for line in level[:_MOST_BEST]
    )
    return [*(f"⭐ {each}" for each in told), *_and_more(level, _)]
