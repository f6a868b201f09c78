"""Deals that are the same for everyone: play those of a day or a week, practise, share."""

from dataclasses import replace
from functools import partial
from typing import TypeVar

from bot.daily.daily_presses import (
    DailyBoards,
    DailyShare,
    NextOfWeek,
    PlayDaily,
    PlayWeek,
    Practise,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.days import day_at, ends_at, last_published, published_at, set_of
from bot.daily.set_pages import DayPage, Overview, SetPage, WeekPage
from bot.daily.set_results import SetTerms, shared_screen, standing_screen
from bot.handlers.request import (
    Answer,
    AnswerOrDeferred,
    DeferredAnswer,
    Request,
    Services,
    Visitor,
)
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.components import note
from bot.screens.replies import Private, Redraw, Shared
from bot.solo.handlers import (
    ShownSoloGame,
    begun,
    finished_at,
    practised,
    proof_of,
    shown,
    verify_mode,
)
from bot.solo.solo_game import SoloError, SoloGame
from bot.solo.solo_page import plays
from bot.store import deal_sets, messages, players
from bot.store.deal_sets import DAY, WEEK, DealSet, Period
from bot.store.messages import MessageKind
from bot.store.solo_deals import FixedDeal, SoloMode
from bot.texts import Texts, marked
from bot.values.options import ChoiceError
from bot.values.phrases import plain, signed

P = TypeVar("P", bound=SetPage)

_LONGEST_DAY = 10
"""A day has fewer digits than this."""
_MOST_PAST = 25
"""The most options that a menu may have."""
_MOST_BOARDS = 25
"""The most boards in one message."""
_MOST_RANKED = 40
"""The most people in a standing."""


# --- play ------------------------------------------------------------------------------------


@also_on(PlayDaily)
@changes
def play_day(at: Request) -> AnswerOrDeferred:
    """Begin or continue today's deal; once it is over, show how it went."""
    is_told = at.visitor.guild_id is not None and at.guild.daily_channel_id is not None
    return _next(at, DAY, is_told=is_told)


@also_on(PlayWeek)
@changes
def play_week(at: Request) -> AnswerOrDeferred:
    """Begin or continue the next of this week's deals; once all are over, show the week."""
    return _next(at, WEEK, is_told=at.visitor.guild_id is not None)


@on(NextOfWeek)
@changes
def play_next(at: Request, _press: NextOfWeek) -> AnswerOrDeferred:
    """Play the next deal in the message that shows how the last one went."""
    return _next(at, WEEK, is_told=at.visitor.guild_id is not None, is_new=False)


def _next(at: Request, period: Period, *, is_told: bool, is_new: bool = True) -> AnswerOrDeferred:
    which = set_of(period, day_at(at.guild.time_zone, at.now))
    deals = deal_sets.commit_to(at.db, which, at.fresh_secret, at.now)
    # The next set's commitments are shown a day or a week ahead, so its deals are fixed now.
    deal_sets.commit_to(at.db, which.after, at.fresh_secret, at.now)
    over = {each.deal_id for each in deal_sets.played(at.db, at.player.id, which)}
    left = [deal for deal in deals if deal.id not in over]
    if not left and len(deals) > 1:
        return partial(_shown_set, _overview(at, which), is_new=is_new)
    return shown(at, begun(at, (left or [*deals])[0], is_told=is_told), is_new=is_new)


@on(Practise, PractiseWeek)
@changes
def practise(at: Request, press: Practise | PractiseWeek) -> ShownSoloGame:
    """Begin the first deal of a past day or week, chosen from the menu.

    An earlier attempt at practising it is forgotten.
    """
    chosen = at.visitor.entry
    # The choice may be forged, even as a number too large for the database.
    is_day = chosen.isdecimal() and len(chosen) < _LONGEST_DAY
    period = DAY if isinstance(press, Practise) else WEEK
    return _practised(at, DealSet(period, int(chosen) if is_day else -1), 1)


@on(PractiseNext)
@changes
def practise_next(at: Request, press: PractiseNext) -> ShownSoloGame:
    """Begin another deal of a past week."""
    return _practised(at, DealSet(WEEK, press.week), press.place)


def _practised(at: Request, which: DealSet, place: int) -> ShownSoloGame:
    found = deal_sets.deals(at.db, which)
    if not 1 <= place <= len(found) or published_at(which) > at.now:
        raise ChoiceError
    return shown(at, practised(at, found[place - 1]))


# --- see and share ---------------------------------------------------------------------------


@on(ShowWeek)
@personal
def show(at: Request, press: ShowWeek) -> DeferredAnswer:
    """Show how the visitor has played a week."""
    return partial(_shown_set, _overview(at, DealSet(WEEK, press.week)), is_new=False)


@on(ShowWeekStanding)
@personal
def standing(at: Request, press: ShowWeekStanding) -> Answer:
    """Show how the people of the server stand in a week."""
    if at.visitor.guild_id is None:
        raise SoloError("Each server has its own standing. Look it up there.")
    which = DealSet(WEEK, press.week)
    found = deal_sets.standings(at.db, which, at.visitor.guild_id)[:_MOST_RANKED]
    people = players.together(at.db, (each.player_id for each in found))
    ranked = [(people[each.player_id].name, each) for each in found]
    return Answer(Private(standing_screen(which.day, ranked, at.texts)))


@on(DailyBoards)
@personal
def boards(at: Request, press: DailyBoards) -> Answer:
    """The boards behind a server's summary, and the proof of their deal."""
    which = DealSet(DAY, press.day)
    _verify_published(at, which, DailyPlay.secret)
    guild_id = at.visitor.guild_id or 0
    games = [
        SoloGame(deal, attempt)
        for deal in deal_sets.deals(at.db, which)
        for attempt in deal_sets.results(at.db, deal.id, guild_id)[:_MOST_BOARDS]
    ]
    if not games:
        raise SoloError("Nobody has played this deal here.")
    people = players.together(at.db, (each.attempt.player_id for each in games))
    lines = [
        f"**{plain(people[each.attempt.player_id].name)}**"
        f" {signed(each.attempt.points or 0)}: {each.play.outcome.own.board}"
        for each in games
    ]
    return Answer(Private(note("\n".join([*lines, proof_of(games[0], at.texts)]))))


@on(DailyShare)
@personal
def share_day(at: Request, press: DailyShare) -> DeferredAnswer:
    """Post the result of a day in the channel."""
    found = finished_at(at, press.spot)
    verify_mode(found, SoloMode.DAILY)
    _verify_may_share(at)
    page = replace(_page(DayPage, at, found), pictured=at.visitor.may_attach)
    return partial(_shared_day, page, at.public_texts)


@on(ShareWeek)
@personal
def share_week(at: Request, press: ShareWeek) -> DeferredAnswer:
    """Post the result of a week in the channel."""
    overview = _overview(at, DealSet(WEEK, press.week))
    if len(overview.games) < WEEK.deals:
        raise SoloError("Play all deals of the week first.")
    _verify_may_share(at)
    return partial(_shared_week, overview, at.public_texts)


def _verify_may_share(at: Request) -> None:
    if not at.visitor.may_share:
        raise SoloError("You can't post here.")


def _overview(at: Request, which: DealSet) -> Overview:
    """A week as the visitor has played it; raises SoloError if they have not played it."""
    deals = {deal.id: deal for deal in deal_sets.deals(at.db, which)}
    played = deal_sets.played(at.db, at.player.id, which)
    games = [SoloGame(deals[each.deal_id], each) for each in played]
    if not games:
        raise SoloError("You haven't played this week's deals. Play them with /daily week:True.")
    return Overview(_terms(at, which, is_over=True), at.player, games, at.texts)


def _terms(at: Request, which: DealSet, *, is_over: bool) -> SetTerms:
    """The terms of a set; with other sets only if a deal of it `is_over`."""
    before, after = which.before, deal_sets.deals(at.db, which.after) if is_over else ()
    past = last_published(which.period, at.now)
    has_before = is_over and deal_sets.played(at.db, at.player.id, before)
    return SetTerms(
        which,
        ends_at=ends_at(which, at.guild.time_zone),
        here=at.visitor.guild_id,
        may_share=at.visitor.may_share,
        aloud=at.player.preferences.read_aloud,
        before=before if has_before else None,
        digest=deal_sets.digest(deal_sets.deals(at.db, which)),
        following=deal_sets.digest(after) if after else None,
        past=deal_sets.until(at.db, past, _MOST_PAST) if is_over else (),
    )


# --- how they are played ---------------------------------------------------------------------


class SetPlay:
    """Deals that can be played until the last day of their set has ended everywhere."""

    is_over: str
    """The refusal to play from then on."""
    secret: str
    """The refusal to publish their secrets before then."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError once their time has ended everywhere."""
        which, _place = deal_sets.of_deal(at.db, deal)
        if published_at(which) <= at.now:
            raise SoloError(self.is_over)

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError until their time has ended everywhere."""
        which, _place = deal_sets.of_deal(at.db, deal)
        _verify_published(at, which, self.secret)

    def placed(self, at: Request, after: SoloGame) -> None:
        """Do nothing more."""


def _page(kind: type[P], at: Request, found: SoloGame) -> P:
    """A deal as the visitor sees it."""
    which, place = deal_sets.of_deal(at.db, found.deal)
    is_over = found.attempt.is_over
    so_far = len(deal_sets.played(at.db, at.player.id, which)) if is_over else 0
    terms = _terms(at, which, is_over=is_over)
    return kind(found, at.player, at.texts, of_set=terms, place=place, so_far=so_far)


@plays(SoloMode.DAILY)
class DailyPlay(SetPlay):
    """A day's deal, with a summary in some servers."""

    is_over = marked("This day is over. Play today's deal with /daily.")
    secret = marked("The deal can be checked when the day has ended everywhere.")

    def page(self, at: Request, found: SoloGame) -> DayPage:
        """The deal as the visitor sees it."""
        return _page(DayPage, at, found)

    def placed(self, at: Request, after: SoloGame) -> None:
        """Plan the summary of the day in the server, if it posts summaries."""
        own = after.attempt
        if not (own.is_over and own.is_told) or own.guild_id is None:
            return
        which, _place = deal_sets.of_deal(at.db, after.deal)
        posts_at = published_at(which)
        locale = at.destination().locale
        messages.plan(at.db, MessageKind.SUMMARY, own.guild_id, which.day, posts_at, locale)
        at.due_at = posts_at


@plays(SoloMode.WEEKLY)
class WeeklyPlay(SetPlay):
    """A week's deals."""

    is_over = marked("This week is over. Play this week's deals with /daily week:True.")
    secret = marked("The deal can be checked when the week has ended everywhere.")

    def page(self, at: Request, found: SoloGame) -> WeekPage:
        """The deal as the visitor sees it."""
        return _page(WeekPage, at, found)


def _verify_published(at: Request, which: DealSet, refusal: str) -> None:
    if published_at(which) > at.now:
        raise SoloError(refusal)


# --- shown after the commit ------------------------------------------------------------------


async def _shown_set(
    overview: Overview, services: Services, _visitor: Visitor, *, is_new: bool
) -> Answer:
    """How a week went, in the pressed message or in a new one."""
    screen = await overview.screen(services)
    return Answer(Private(screen) if is_new else Redraw(screen))


async def _shared_day(
    page: DayPage, everybody: Texts, services: Services, visitor: Visitor
) -> Answer:
    """A day's result, shared with everybody in the channel's language."""
    kept = services.gateway.newest_picture(visitor.message_id, visitor.picture)
    page = replace(page, kept=kept)
    result, decisions = await page.result(services)
    own, *others = (
        partial(each.of_result, services, result, decisions, is_shared=True)
        for each in (page, *page.other_ways())
    )
    public = shared_screen(page.player.name, result, everybody)
    return Answer(Shared(await own(), public, tuple(others)))


async def _shared_week(
    overview: Overview, everybody: Texts, services: Services, _visitor: Visitor
) -> Answer:
    """A week's result, shared with everybody in the channel's language."""
    result = await overview.result(services)
    own = overview.of_result(result, services.now, is_shared=True)
    public = shared_screen(overview.player.name, result, everybody)
    return Answer(Shared(own, public))
