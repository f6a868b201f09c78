"""The daily deal as somebody sees it now, with its picture."""

from dataclasses import dataclass
from functools import partial

from bot.daily.day_screens import DayResult, Today, daily_terms, daily_title, result_screen
from bot.daily.days import number_of
from bot.handlers.request import Services
from bot.screens.components import Screen
from bot.solo.playing import judged, with_par
from bot.solo.solo_game import SoloGame
from bot.solo.solo_page import SoloPage
from bot.store import daily_deals
from bot.store.daily_deals import FieldStanding
from bot.store.engine import Connection


@dataclass(frozen=True, kw_only=True)
class DailyPage(SoloPage):
    """A day's deal as its player sees it."""

    today: Today

    @property
    def number(self) -> int:
        """The number of the day's deal."""
        return number_of(self.today.day)

    def title(self) -> str:
        """Which day's deal it is."""
        return daily_title(self.today.day, self.texts, practice=self.at.attempt.practice)

    def terms(self) -> list[str]:
        """When the day ends, and what is told of it."""
        return daily_terms(self.at, self.today, self.texts)

    async def over(self, services: Services) -> Screen:
        """How it went, beside par and the others."""
        return await self.of_result(services, await self.result(services))

    async def result(self, services: Services) -> DayResult:
        """The visitor's finished game beside par and the others."""
        at, decisions = await judged(services, self.at)
        at = SoloGame(await with_par(services, at.deal), at.attempt)
        compared = partial(_compared, at, self.today)
        here, everywhere, streak = await services.database.read(compared)
        return DayResult(self.today.day, at, decisions, here, everywhere, streak)

    async def of_result(
        self, services: Services, result: DayResult, *, is_shared: bool = False
    ) -> Screen:
        """The screen of a finished game; `is_shared`: it has been shared with everybody."""
        picture = await self.result_picture(services)
        today, now = self.today, services.now
        return result_screen(result, picture, today, now, self.texts, is_shared=is_shared)


def _compared(
    at: SoloGame, today: Today, db: Connection
) -> tuple[FieldStanding | None, FieldStanding, int]:
    here = None if today.here is None else daily_deals.field(db, at.attempt, today.here)
    streak = daily_deals.streak(db, at.attempt.player_id, today.day)
    return here, daily_deals.field(db, at.attempt), streak
