"""The summary of a day in a server: everybody's result and the best board, in one message."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.daily.daily_presses import DailyBoards, PlayDaily
from bot.daily.days import number_of, published_at
from bot.handlers.request import Services
from bot.handlers.serving import provides
from bot.pictures.theme import Theme
from bot.screens.components import PictureOrWords, Screen, Style, button, row, text
from bot.solo.solo_game import SoloGame, with_par
from bot.solo.solo_page import result_scene
from bot.store import deal_sets, guilds, players
from bot.store.deal_sets import DAY, DealSet
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.store.players import Player
from bot.store.solo_deals import Attempt, FixedDeal
from bot.surfaces.kept_messages import Contents, Provider
from bot.surfaces.render import PictureOptions
from bot.texts import Texts, texts_for
from bot.values.options import Guild
from bot.values.phrases import plain, signed
from ofc_engine.places import shared_places

_MOST_NAMED = 10
"""People who are named in a summary."""


@dataclass(frozen=True)
class Summary:
    """A day that is over: names and attempts of a server's people, the best first.

    `par` is the master's points in the deal, `streak` the number of the server's days in a row.
    """

    day: int
    par: int
    ranked: Sequence[tuple[str, Attempt]]
    streak: int


def summary_screen(summary: Summary, picture: PictureOrWords, _: Texts) -> Screen:
    """A day's summary as a message for everybody, with the `picture` of its best board.

    It notifies nobody.
    """
    count = len(summary.ranked)
    lines = [
        "## " + _("Daily deal {number}: the results", number=number_of(summary.day)),
        "-# "
        + " · ".join(
            [
                _.count("{number} person played it here", "{number} people played it here", count),
                _("par {points}", points=signed(summary.par)),
                _.count(
                    "streak of this server: {number} day",
                    "streak of this server: {number} days",
                    summary.streak,
                ),
            ]
        ),
    ]
    places = shared_places(attempt.points for _name, attempt in summary.ranked)
    for place, (name, attempt) in zip(places, summary.ranked[:_MOST_NAMED], strict=False):
        lines.append(f"{place}. {_line(name, attempt, summary.par, _)}")
    if count > _MOST_NAMED:
        lines.append(_.count("and {number} more", "and {number} more", count - _MOST_NAMED))
    first = plain(summary.ranked[0][0])
    if places.count(1) == 1:
        best = _("The best board, by {name}:", name=first)
    else:
        best = _("The first of the best boards, by {name}:", name=first)
    ways = row(
        button(PlayDaily(), _("Play today's deal"), Style.BLURPLE),
        button(DailyBoards(summary.day), _("All boards")),
    )
    parts = (text("\n".join(lines)), text(f"-# {best}"), picture.component, ways)
    return Screen(parts, picture.pictures, is_silent=True)


def _line(name: str, attempt: Attempt, par: int, _: Texts) -> str:
    points = attempt.points or 0
    told = [
        f"**{plain(name)} {signed(points)}**",
        _("{points} against par", points=signed(points - par)),
    ]
    if attempt.costs is not None:
        told.append(_("gave away {points}", points=_.decimal(attempt.given_away)))
    return " · ".join(told)


# --- the message -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SummaryContents(Contents):
    """The contents of a server's summary: who `played`, the best first; its days in a row."""

    day: int
    locale: str
    guild: Guild
    deal: FixedDeal
    played: tuple[tuple[Player, Attempt], ...]
    streak: int


@provides(MessageKind.SUMMARY)
@dataclass(frozen=True)
class SummaryMessage(Provider[SummaryContents]):
    """Posted once, when a day has ended everywhere, in a server with a channel for it."""

    services: Services

    def contents(self, db: Connection, row: MessageRow, now: int) -> SummaryContents | None:
        """Who has played; None if nobody has, or if the server no longer wants summaries.

        None, too, once the next day's is due: the channel has not taken this one for so long.
        """
        guild, day = guilds.get(db, row.guild_id), DealSet(DAY, row.about)
        deal = next(iter(deal_sets.deals(db, day)), None)
        if guild.daily_channel_id is None or deal is None or published_at(day.after) <= now:
            return None
        results = deal_sets.results(db, deal.id, row.guild_id)
        if not results:
            return None
        people = players.together(db, (each.player_id for each in results))
        return SummaryContents(
            channel_id=guild.daily_channel_id,
            is_last=True,
            day=row.about,
            locale=guild.locale or row.locale,
            guild=guild,
            deal=deal,
            played=tuple((people[each.player_id], each) for each in results),
            streak=deal_sets.guild_streak(db, row.guild_id, day),
        )

    async def draw(self, contents: SummaryContents, *, pictured: bool) -> Screen:
        """Everybody's points, and the best board."""
        day, _ = contents.day, texts_for(contents.locale)
        deal = await with_par(self.services, contents.deal)
        player, attempt = contents.played[0]
        theme = Theme(contents.guild.skin, contents.guild.deck)
        picture = await self.services.composer.illustrator.result(
            result_scene(SoloGame(contents.deal, attempt), player, number_of(day)),
            PictureOptions(f"daily-{day}.png", theme, pictured),
            _,
        )
        ranked = [(each.name, attempt) for each, attempt in contents.played]
        summary = Summary(day, deal.par or 0, ranked, contents.streak)
        return summary_screen(summary, picture, _)
