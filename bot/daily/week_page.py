"""A week's deals as somebody sees them now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.daily.week_screens import (
    Week,
    WeekResult,
    deal_screen,
    deal_title,
    practised_screen,
    week_screen,
    week_terms,
)
from bot.handlers.request import Services
from bot.screens.components import Screen
from bot.solo.playing import judged, with_par
from bot.solo.solo_game import SoloGame
from bot.solo.solo_page import SoloPage
from bot.store import weekly_deals
from bot.store.daily_deals import FieldStanding
from bot.store.engine import Connection
from bot.store.players import Player
from bot.texts import Texts


@dataclass(frozen=True, kw_only=True)
class WeekPage(SoloPage):
    """A deal of a week as its player sees it: which one, from 1, and how many are played."""

    week: Week
    place: int
    so_far: int

    @property
    def number(self) -> int:
        """Which deal of the week it is."""
        return self.place

    def title(self) -> str:
        """Which deal of the week it is."""
        practice = self.at.attempt.practice
        return deal_title(self.week.week, self.place, self.texts, practice=practice)

    def terms(self) -> list[str]:
        """When the week ends, and who sees what."""
        return week_terms(self.at, self.place, self.week, self.texts)

    async def over(self, services: Services) -> Screen:
        """How the deal went, beside par."""
        at, decisions = await judged(services, self.at)
        at = SoloGame(await with_par(services, at.deal), at.attempt)
        picture = await self.result_picture(services)
        title, week, _ = self.title(), self.week, self.texts
        if at.attempt.practice:
            return practised_screen(at, title, decisions, self.place, picture, week, _)
        return deal_screen(at, title, decisions, self.so_far, picture, week, _)


@dataclass(frozen=True)
class Overview:
    """A week as somebody has played it: the `games` that are over."""

    week: Week
    player: Player
    games: Sequence[SoloGame]
    texts: Texts

    async def result(self, services: Services) -> WeekResult:
        """The week with all that is told of it."""
        games: list[SoloGame] = []
        for each in self.games:
            at = each if each.attempt.costs is not None else (await judged(services, each))[0]
            games.append(replace(at, deal=await with_par(services, at.deal)))
        points = sum(each.attempt.points or 0 for each in games)
        compared = partial(_compared, self.player.id, points, self.week)
        here, everywhere, streak = await services.database.read(compared)
        return WeekResult(games, here, everywhere, streak)

    async def screen(self, services: Services) -> Screen:
        """How the week went."""
        result = await self.result(services)
        return week_screen(result, self.week, services.now, self.texts)


def _compared(
    player_id: int, points: int, week: Week, db: Connection
) -> tuple[FieldStanding | None, FieldStanding, int]:
    first, here = week.week, None
    if week.here is not None:
        here = weekly_deals.field(db, player_id, first, points, week.here)
    everywhere = weekly_deals.field(db, player_id, first, points, None)
    return here, everywhere, weekly_deals.streak(db, player_id, first)
