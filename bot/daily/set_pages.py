"""A day's or week's deals as somebody sees them now, with their picture."""

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.daily.days import number_of
from bot.daily.set_results import SetResult, SetTerms, day_title
from bot.daily.set_screens import (
    day_commitments,
    day_screen,
    day_terms,
    deal_screen,
    deal_title,
    practised_day_title,
    practised_screen,
    week_commitments,
    week_screen,
    week_terms,
)
from bot.handlers.request import Services
from bot.screens.components import Component, Screen
from bot.screens.review import decisions_parts, ways_on
from bot.solo.solo_game import SoloGame, judged, with_par
from bot.solo.solo_page import MoreOfDeal, SoloPage
from bot.store import deal_sets
from bot.store.engine import Connection
from bot.store.players import Player
from bot.texts import Texts
from bot.values.hand_skill import JudgedDecision

Judged = tuple[JudgedDecision, ...]


@dataclass(frozen=True, kw_only=True)
class SetPage(SoloPage, ABC):
    """A deal of a set as its player sees it: which one, from 1, and how many are played."""

    of_set: SetTerms
    place: int
    so_far: int

    async def finished(self, services: Services) -> tuple[SoloGame, Judged]:
        """The game that is over with par, and what each decision gave away."""
        at, decisions = await judged(services, self.at)
        return replace(at, deal=await with_par(services, at.deal)), decisions

    def review(self, services: Services, decisions: Judged) -> list[Component]:
        """The words on the decisions of a game that is over."""
        _, spot = self.texts, self.at.spot
        said = services.composer.illustrator.said(self.theme, _, pictured=self.pictured)
        ways = ways_on(decisions, spot, _)
        return decisions_parts(decisions, said, _, MoreOfDeal(spot), ways=ways)


@dataclass(frozen=True, kw_only=True)
class DayPage(SetPage):
    """A day's deal as its player sees it."""

    @property
    def number(self) -> int:
        """The number of the day's deal."""
        return number_of(self.of_set.day)

    def title(self) -> str:
        """Which day's deal it is."""
        make = practised_day_title if self.at.attempt.practice else day_title
        return make(self.of_set.day, self.texts)

    def terms(self) -> list[str]:
        """When the day ends, and what is told of it."""
        return day_terms(self.at, self.of_set, self.texts)

    def commitments(self) -> list[str]:
        """Those to the day's deal and to the next day's."""
        return day_commitments(self.of_set, self.texts)

    async def over(self, services: Services) -> Screen:
        """How it went, beside par and the others."""
        return await self.of_result(services, *await self.result(services))

    async def result(self, services: Services) -> tuple[SetResult, Judged]:
        """The visitor's finished game beside par and the others."""
        at, decisions = await self.finished(services)
        return await _compared(services, self.of_set, self.player, [at]), decisions

    async def of_result(
        self, services: Services, result: SetResult, decisions: Judged, *, is_shared: bool = False
    ) -> Screen:
        """The screen of a finished game; `is_shared`: it has been shared with everybody."""
        picture, title = await self.result_picture(services), self.title()
        of_set, _ = self.of_set, self.texts
        review = self.review(services, decisions)
        return day_screen(result, title, review, picture, of_set, _, is_shared=is_shared)


@dataclass(frozen=True, kw_only=True)
class WeekPage(SetPage):
    """A deal of a week as its player sees it."""

    @property
    def number(self) -> int:
        """Which deal of the week it is."""
        return self.place

    def title(self) -> str:
        """Which deal of the week it is."""
        practice = self.at.attempt.practice
        return deal_title(self.of_set.day, self.place, self.texts, practice=practice)

    def terms(self) -> list[str]:
        """When the week ends, and who sees what."""
        return week_terms(self.at, self.place, self.of_set, self.texts)

    def commitments(self) -> list[str]:
        """Those to the deal, to all of the week, and to those of the next."""
        return week_commitments(self.at, self.of_set, self.texts)

    async def over(self, services: Services) -> Screen:
        """How the deal went, beside par."""
        at, decisions = await self.finished(services)
        picture = await self.result_picture(services)
        title, of_set, _ = self.title(), self.of_set, self.texts
        review = self.review(services, decisions)
        if at.attempt.practice:
            return practised_screen(at, title, review, self.place, picture, of_set, _)
        return deal_screen(at, title, review, self.so_far, picture, of_set, _)


@dataclass(frozen=True)
class Overview:
    """A week as somebody has played it: the `games` that are over."""

    of_set: SetTerms
    player: Player
    games: Sequence[SoloGame]
    texts: Texts

    async def result(self, services: Services) -> SetResult:
        """The week with all that is told of it."""
        games: list[SoloGame] = []
        for each in self.games:
            at = each if each.attempt.costs is not None else (await judged(services, each))[0]
            games.append(replace(at, deal=await with_par(services, at.deal)))
        return await _compared(services, self.of_set, self.player, games)

    async def screen(self, services: Services) -> Screen:
        """How the week went."""
        result = await self.result(services)
        return week_screen(result, self.of_set, services.now, self.texts)


async def _compared(
    services: Services, of_set: SetTerms, player: Player, games: Sequence[SoloGame]
) -> SetResult:
    return await services.database.read(partial(_result, of_set, player.id, games))


def _result(
    of_set: SetTerms, player_id: int, games: Sequence[SoloGame], db: Connection
) -> SetResult:
    which, here = of_set.which, None
    points = sum(each.attempt.points or 0 for each in games)
    if of_set.here is not None:
        here = deal_sets.field(db, which, player_id, points, of_set.here)
    everywhere = deal_sets.field(db, which, player_id, points)
    streak = deal_sets.streak(db, player_id, which)
    return SetResult(which, games, here, everywhere, streak)
