"""A week's deals: play them one after the other, see the week and the standing, share."""

from dataclasses import dataclass

from bot.daily.daily_presses import (
    NextOfWeek,
    PlayWeek,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.days import (
    day_at,
    last_week_over,
    week_after,
    week_before,
    week_ends,
    week_of,
    week_over_at,
)
from bot.daily.week_page import Overview, WeekPage
from bot.daily.week_screens import Week, shared_week_screen, standing_screen, week_screen
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services, Visitor
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.replies import Private, Redraw, Shared
from bot.solo.handlers import ShownSoloGame, begun, practised, shown
from bot.solo.modes import plays
from bot.solo.solo_game import SoloError, SoloGame
from bot.store import daily_deals, players, weekly_deals
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode
from bot.store.weekly_deals import DEALS
from bot.texts import Texts
from bot.values.choices import ChoiceError

_LONGEST_DAY = 10
"""Digits of a day: less than that can be one."""
_MOST_PAST = 25
"""Options that a menu has at most."""
_MOST_RANKED = 40
"""People whom a standing names at most."""


@also_on(PlayWeek)
@changes
def play(at: Request) -> AnswerOrDeferred:
    """Begin the next of this week's deals, or go on; once all are over, how the week went."""
    return _next(at, is_new=True)


@on(NextOfWeek)
@changes
def play_next(at: Request, _press: NextOfWeek) -> AnswerOrDeferred:
    """Go on in the message that shows how the last deal went."""
    return _next(at, is_new=False)


def _next(at: Request, *, is_new: bool) -> AnswerOrDeferred:
    week = _this_week(at)
    deals = _deals(at, week)
    _deals(at, week_after(week))  # so that what is shown of them is fixed a week before
    over = {each.deal_id for each in _played(at, week)}
    left = [deal for deal in deals if deal.id not in over]
    if not left:
        return _ShownWeek(_overview(at, week), is_new)
    return shown(at, begun(at, left[0], is_told=at.visitor.guild_id is not None), is_new=is_new)


@on(PractiseWeek)
@changes
def practise(at: Request, _press: PractiseWeek) -> ShownSoloGame:
    """Begin the first deal of a past week, chosen from the menu."""
    chosen = at.visitor.entry
    week = int(chosen) if chosen.isdecimal() and len(chosen) < _LONGEST_DAY else -1
    return _practised(at, week, 1)


@on(PractiseNext)
@changes
def practise_next(at: Request, press: PractiseNext) -> ShownSoloGame:
    """Go on with another deal of a past week."""
    return _practised(at, press.week, press.place)


def _practised(at: Request, week: int, place: int) -> ShownSoloGame:
    found = weekly_deals.deals(at.db, week)
    if not 1 <= place <= len(found) or week_over_at(week) > at.now:
        raise ChoiceError
    return shown(at, practised(at, found[place - 1]))


def _played(at: Request, week: int) -> tuple[Attempt, ...]:
    """The visitor's attempts at a week's deals that are over, in order."""
    begun = weekly_deals.attempts(at.db, at.player.id, week)
    return tuple(each for each in begun if each.is_over)


def _this_week(at: Request) -> int:
    return week_of(day_at(at.guild.time_zone, at.now))


def _deals(at: Request, week: int) -> tuple[FixedDeal, ...]:
    """The deals of a week, all fixed now if nobody has asked for them."""
    known = weekly_deals.deals(at.db, week)
    if known:
        return known
    return tuple(
        daily_deals.commit_to(at.db, week, at.fresh_secret(), at.now, place)
        for place in range(1, DEALS + 1)
    )


@on(ShowWeek)
@personal
def show(at: Request, press: ShowWeek) -> "_ShownWeek":
    """See how one has played a week."""
    return _ShownWeek(_overview(at, press.week), is_new=False)


@on(ShowWeekStanding)
@personal
def standing(at: Request, press: ShowWeekStanding) -> Answer:
    """See how the people of the server stand in a week."""
    if at.visitor.guild_id is None:
        raise SoloError("Each server has its own standing. Ask for it in the server.")
    found = weekly_deals.standings(at.db, press.week, at.visitor.guild_id)[:_MOST_RANKED]
    people = players.together(at.db, (each.player_id for each in found))
    ranked = [(people[each.player_id].name, each) for each in found]
    return Answer(Private(standing_screen(press.week, ranked, at.texts)))


@on(ShareWeek)
@personal
def share(at: Request, press: ShareWeek) -> "_ToldWeek":
    """Post the result of a week in the channel."""
    overview = _overview(at, press.week)
    if len(overview.games) < DEALS:
        raise SoloError("Play all deals of the week first.")
    if not at.visitor.may_share:
        raise SoloError("You cannot post here.")
    return _ToldWeek(overview, at.public_texts)


def _overview(at: Request, week: int) -> Overview:
    """A week as the visitor has played it; raises SoloError if they have not."""
    deals = {deal.id: deal for deal in weekly_deals.deals(at.db, week)}
    games = [SoloGame(deals[each.deal_id], each) for each in _played(at, week)]
    if not games:
        raise SoloError("You have not played this week's deals. Play them with /daily week:True.")
    return Overview(_week(at, week, is_over=True), at.player, games, at.texts)


def _week(at: Request, week: int, *, is_over: bool) -> Week:
    """The terms of a week; links to other weeks only where something of it `is_over`."""
    before = week_before(week)
    own, after = weekly_deals.deals(at.db, week), weekly_deals.deals(at.db, week_after(week))
    past = last_week_over(at.now)
    return Week(
        week=week,
        ends_at=week_ends(week, at.guild.time_zone),
        here=at.visitor.guild_id,
        may_share=at.visitor.may_share,
        aloud=at.player.preferences.read_aloud,
        before=before if is_over and _played(at, before) else None,
        digest=weekly_deals.digest(own),
        following=weekly_deals.digest(after) if after else None,
        past=weekly_deals.weeks_until(at.db, past, _MOST_PAST) if is_over else (),
    )


# --- how a week's deals are played -----------------------------------------------------------


@plays(SoloMode.WEEKLY)
class WeeklyPlay:
    """A week's deals: until the week has ended everywhere."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError once the week has ended everywhere."""
        if week_over_at(daily_deals.day_of(at.db, deal.id)) <= at.now:
            raise SoloError("This week is over. Play this week's deals with /daily week:True.")

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError until the week has ended everywhere."""
        if week_over_at(daily_deals.day_of(at.db, deal.id)) > at.now:
            raise SoloError("The deal can be checked when the week has ended everywhere.")

    def placed(self, at: Request, after: SoloGame) -> None:
        """Do nothing more: a week's deals have no summary."""

    def page(self, at: Request, found: SoloGame) -> WeekPage:
        """The deal as the visitor sees it."""
        week = daily_deals.day_of(at.db, found.deal.id)
        ids, is_over = [deal.id for deal in weekly_deals.deals(at.db, week)], found.attempt.is_over
        return WeekPage(
            found,
            at.player,
            at.texts,
            week=_week(at, week, is_over=is_over),
            place=ids.index(found.deal.id) + 1,
            so_far=len(_played(at, week)) if is_over and not found.attempt.practice else 0,
        )


# --- shown after the commit ------------------------------------------------------------------


@dataclass(frozen=True)
class _ShownWeek:
    """How a week went, in the pressed message or in a new one."""

    overview: Overview
    is_new: bool

    async def answer(self, services: Services, _visitor: Visitor) -> Answer:
        """The week."""
        screen = await self.overview.screen(services)
        return Answer(Private(screen) if self.is_new else Redraw(screen))


@dataclass(frozen=True)
class _ToldWeek:
    """A week told to everybody, in their language."""

    overview: Overview
    everybody: Texts

    async def answer(self, services: Services, _visitor: Visitor) -> Answer:
        """The week with its button used up, and the block for everybody."""
        overview = self.overview
        result = await overview.result(services)
        week, _ = overview.week, overview.texts
        own = week_screen(result, week, services.now, _, is_shared=True)
        shared = result.shared(week.week)
        name = overview.player.name
        return Answer(Shared(own, shared_week_screen(name, shared, self.everybody)))
