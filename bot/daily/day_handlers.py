"""The daily deal: play it, share how it went; practise with those of past days."""

from dataclasses import dataclass, replace
from functools import partial

from bot.daily.daily_presses import DailyBoards, DailyShare, PlayDaily, Practise
from bot.daily.day_page import DailyPage
from bot.daily.day_screens import Today, shared_screen
from bot.daily.days import day_at, end_of, last_over, over_at
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.components import note
from bot.screens.replies import Private, Shared
from bot.solo.handlers import ShownSoloGame, begun, finished_at, practised, proof_of, shown
from bot.solo.modes import plays
from bot.solo.solo_game import SoloError, SoloGame
from bot.store import daily_deals, messages, players
from bot.store.messages import MessageKind
from bot.store.solo_deals import FixedDeal, SoloMode
from bot.texts import Texts
from bot.values.choices import ChoiceError
from bot.values.phrases import plain, signed

_MOST_PAST = 25
"""Options that a menu has at most."""
_MOST_BOARDS = 25
"""Boards that one message tells of at most."""


@also_on(PlayDaily)
@changes
def play(at: Request) -> ShownSoloGame:
    """Begin today's deal, or go on; once it is over, how it went."""
    is_told = at.visitor.guild_id is not None and at.guild.daily_channel_id is not None
    day = day_at(at.guild.time_zone, at.now)
    deal = _deal(at, day)
    _deal(at, day + 1)  # so that what is shown of it is fixed a day before
    return shown(at, begun(at, deal, is_told=is_told), is_new=True)


def _deal(at: Request, day: int) -> FixedDeal:
    """The deal of a day, fixed now if nobody has asked for it."""
    known = daily_deals.deal_of(at.db, day)
    return known or daily_deals.commit_to(at.db, day, at.fresh_secret(), at.now)


@on(Practise)
@changes
def practise(at: Request, _press: Practise) -> ShownSoloGame:
    """Begin the deal of a past day, chosen from the menu; what was begun before is forgotten."""
    chosen = at.visitor.entry
    # What is chosen can be made up, and be a number too large for the database.
    day = int(chosen) if chosen.isdecimal() and len(chosen) < 10 else -1
    deal = daily_deals.deal_of(at.db, day)
    if deal is None or over_at(day) > at.now:
        raise ChoiceError
    return shown(at, practised(at, deal))


@on(DailyShare)
@personal
def share(at: Request, press: DailyShare) -> "_Told":
    """Post the result in the channel."""
    found = finished_at(at, press.spot)
    if found.deal.mode is not SoloMode.DAILY:
        raise SoloError("This button is about another deal.")
    if not at.visitor.may_share:
        raise SoloError("You cannot post here.")
    page = replace(_page(at, found), pictured=at.visitor.may_attach)
    return _Told(page, at.public_texts)


@on(DailyBoards)
@personal
def boards(at: Request, press: DailyBoards) -> Answer:
    """The boards that a server's summary tells of, and the proof of their deal."""
    _verify_over(at, press.day)
    deal = daily_deals.deal_of(at.db, press.day)
    guild_id = at.visitor.guild_id or 0
    played = () if deal is None else daily_deals.results(at.db, deal.id, guild_id)[:_MOST_BOARDS]
    if deal is None or not played:
        raise SoloError("Nobody has played this deal here.")
    games = [SoloGame(deal, attempt) for attempt in played]
    people = players.together(at.db, (each.player_id for each in played))
    lines = [
        f"**{plain(people[each.attempt.player_id].name)}**"
        f" {signed(each.attempt.points or 0)}: {each.play.outcome.own.board}"
        for each in games
    ]
    return Answer(Private(note("\n".join([*lines, proof_of(games[0], at.texts)]))))


def _verify_over(at: Request, day: int) -> None:
    if over_at(day) > at.now:
        raise SoloError("The deal can be checked when the day has ended everywhere.")


# --- how a day's deal is played --------------------------------------------------------------


@plays(SoloMode.DAILY)
class DailyPlay:
    """A day's deal: until the day has ended everywhere, with a summary in some servers."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError once the day has ended everywhere."""
        if over_at(daily_deals.day_of(at.db, deal.id)) <= at.now:
            raise SoloError("This day is over. Play today's deal with /daily.")

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError until the day has ended everywhere."""
        _verify_over(at, daily_deals.day_of(at.db, deal.id))

    def placed(self, at: Request, after: SoloGame) -> None:
        """Plan the summary of the day in the server that tells of it."""
        own = after.attempt
        if not (own.is_over and own.is_told) or own.guild_id is None:
            return
        day = daily_deals.day_of(at.db, after.deal.id)
        locale = at.destination().locale
        messages.plan(at.db, MessageKind.SUMMARY, own.guild_id, day, over_at(day), locale)
        at.due_at = over_at(day)

    def page(self, at: Request, found: SoloGame) -> DailyPage:
        """The deal as the visitor sees it."""
        return _page(at, found)


def _page(at: Request, found: SoloGame) -> DailyPage:
    day, is_over = daily_deals.day_of(at.db, found.deal.id), found.attempt.is_over
    counts = not found.attempt.practice
    today = Today(
        day=day,
        ends_at=end_of(day, at.guild.time_zone),
        here=at.visitor.guild_id,
        may_share=at.visitor.may_share,
        aloud=at.player.preferences.read_aloud,
        following=_deal(at, day + 1).commitment if is_over and counts else None,
        past=daily_deals.days_until(at.db, last_over(at.now), _MOST_PAST) if is_over else (),
    )
    return DailyPage(found, at.player, at.texts, today=today)


@dataclass(frozen=True)
class _Told:
    """A result told to everybody, in their language."""

    page: DailyPage
    everybody: Texts

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The result with its button used up, and the block for everybody."""
        page = replace(self.page, kept=visitor.picture)
        result = await page.result(services)
        own, *others = (
            partial(each.of_result, services, result, is_shared=True)
            for each in (page, *page.other_ways())
        )
        public = shared_screen(page.player.name, result, self.everybody)
        return Answer(Shared(await own(), public, tuple(others)))
